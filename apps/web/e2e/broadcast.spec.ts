import { awaitMessage, expect, expectAccessible, phone, signIn, test } from './journey.ts'

/* An organiser sees who gets what, sends it, and watches it go out; the links in it work, and end it. */
for (const [where, options] of [
  ['desktop', {}],
  ['phone in the dark', { ...phone, colorScheme: 'dark' }],
] as const) {
  test(`a broadcast from its preview to the last message, on a ${where}`, async ({ journey }) => {
    const organiser = await journey.open(options)
    await signIn(organiser)
    await organiser.goto('/events')
    await organiser.getByRole('link', { name: 'Broadcast' }).first().click()
    await expect(organiser.getByRole('heading', { level: 1, name: 'Broadcast' })).toBeVisible()
    const text = organiser.getByRole('textbox', { name: /^Message/ })
    await expect(text).toHaveValue(/^Hello! .* is coming up/)
    await expect(organiser.getByText(/^To about \d+ people$/)).toBeVisible()
    await expect(organiser.getByText(/^as .+ gets it$/)).toBeVisible()
    await expectAccessible(organiser)

    await organiser.getByRole('radio', { name: /^Custom/ }).check()
    await expect(organiser.getByRole('button', { name: 'Send' })).toBeDisabled()
    const words = `Bring a raincoat, please. ${Date.now()}`
    await text.fill(words)
    await expect(organiser.locator('.bubble')).toHaveText(words)
    await organiser.locator('.segments').getByText('E-mail').click()
    await expectAccessible(organiser)
    const [, total] = /· (\d+) messages/.exec(await organiser.locator('.foot').innerText()) ?? []

    await organiser.getByRole('button', { name: 'Send' }).click()
    await expect(organiser.getByText(new RegExp(`^\\d+ of ${total} sent`))).toBeVisible()
    expect(new URL(organiser.url()).searchParams.get('id')).not.toBeNull()
    await organiser.reload()
    await expect(organiser.getByText(new RegExp(`^${total} of ${total} sent`))).toBeVisible({
      timeout: 30_000,
    })
    await expectAccessible(organiser)
  })
}

test('a reminder leads to the answer, and its recipient can end such messages', async ({ journey }) => {
  const organiser = await journey.open()
  await signIn(organiser)
  await organiser.goto('/events')
  await organiser.getByRole('link', { name: 'Broadcast' }).first().click()
  await organiser.getByText(/\d+ people get it/).click()
  await organiser.getByRole('button', { name: 'Send' }).click()
  await expect(organiser).toHaveURL(/\/events$/, { timeout: 30_000 })

  const captured: { to: string; channel: string; text: string }[] = await (
    await organiser.request.get('/dev/mailbox.json')
  ).json()
  const letter = captured.find(
    ({ channel, text }) => channel === 'EMAIL' && text.includes('Answer yes or no'),
  )
  const { to, text } = await awaitMessage(organiser.request, letter?.to ?? '')
  const volunteer = await journey.open(phone)
  await volunteer.goto(/Answer yes or no: (\S+)/.exec(letter?.text ?? '')?.[1] ?? '')
  await expect(volunteer.getByRole('button', { name: 'Confirm' })).toBeVisible()

  await volunteer.goto(/Stop these e-mails: (\S+)/.exec(text)?.[1] ?? '')
  await expectAccessible(volunteer)
  await expect(volunteer.getByText(to)).toBeVisible()
  await volunteer.getByRole('button', { name: 'Stop e-mails' }).click()
  await expect(volunteer.getByText(/^Stopped\./)).toBeVisible()
  await expectAccessible(volunteer)
  await volunteer.getByRole('button', { name: 'Get e-mails again' }).click()
  await expect(volunteer.getByRole('button', { name: 'Stop e-mails' })).toBeVisible()
})
