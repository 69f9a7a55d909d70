import { en, sv } from '../src/desk/broadcasts/texts.ts'
import { again, awaitMessage, desktop, expect, expectAccessible, holdTimers, phone, test } from './journey.ts'
import { pressOn, tabTo } from './keyboard.ts'
import { addPerson, assign, planEvent, uniquePhone } from './plan.ts'

/* An organiser previews a broadcast, sends it and follows its progress. Its links work, including the one to unsubscribe. */
for (const [where, { t, both, ...options }] of [
  ['desktop', { ...desktop, locale: 'en-GB', t: en, both: 'messages to' }],
  [
    'phone in the dark, in Swedish',
    { ...phone, colorScheme: 'dark', locale: 'sv-SE', t: sv, both: 'meddelanden till' },
  ],
] as const) {
  test(`a broadcast from its preview to the last message, on a ${where}${again(where === 'desktop')}`, async ({
    journey,
  }) => {
    const organiser = await journey.openDesk(options)
    // The page returns to the events 2 s after the last message.
    await holdTimers(organiser, 2_000)
    await organiser.goto('/events')
    await organiser.getByRole('link', { name: t.title }).first().click()
    await expect(organiser.getByRole('heading', { level: 1, name: t.title })).toBeVisible()
    const text = organiser.getByRole('textbox', { name: new RegExp(`^${t.message}`) })
    await expect(text).toHaveValue(/^(Hello from|Hej från) /)
    const foot = organiser.getByText(new RegExp(`^\\d+ ${both} \\d+ \\p{L}+$`, 'u')).first()
    await expect(foot).toBeVisible()
    await expect(organiser.getByRole('combobox', { name: t.preview.as_whom })).toBeVisible()
    await expectAccessible(organiser)

    await organiser
      .locator('label')
      .filter({ hasText: new RegExp(`^${t.type.custom}$`) })
      .click()
    await expect(organiser.getByRole('button', { name: t.send, exact: true })).toBeDisabled()
    const words = `Bring a raincoat, please. ${Date.now()}`
    await text.fill(words)
    const sms = organiser.getByRole('complementary').locator('p[lang]')
    await expect(sms).toHaveText(words)
    await organiser.getByRole('checkbox', { name: new RegExp(`^${t.stop_link.label}`) }).check()
    await expect(sms).toHaveText(new RegExp(`^${words}\\s+(Stop SMS|Sluta få sms): \\S+/stop/`))
    const countMessages = async () => Number(/^(\d+) /.exec(await foot.innerText())?.[1])
    const onBoth = await countMessages()
    await organiser
      .locator('label')
      .filter({ hasText: new RegExp(`^${t.channel.email}$`) })
      .click()
    await expect.poll(countMessages).toBeLessThan(onBoth)
    await expectAccessible(organiser)
    const total = await countMessages()

    const send = async () => {
      await organiser.getByRole('button', { name: new RegExp(`^${t.send} ${total} `) }).click()
    }
    await send()
    await expectAccessible(organiser)
    await organiser.getByRole('button', { name: t.undo.undo }).click()
    await expect(organiser.getByText(t.undo.done)).toBeVisible()
    await expect(text).toHaveValue(words)

    await send()
    await expect(organiser.getByRole('button', { name: t.undo.undo })).toBeVisible()
    expect(new URL(organiser.url()).searchParams.get('id')).not.toBeNull()
    await organiser.reload()
    await expect(organiser.getByRole('button', { name: t.undo.undo })).toBeVisible()
    const sent = t.progress.sent.replaceAll(/\{\{\w+\}\}/g, `${total}`)
    await expect(organiser.getByText(new RegExp(`^${sent}`))).toBeVisible({ timeout: 30_000 })
    await expectAccessible(organiser)
  })
}

test('a reminder leads to the answer, and its recipients can end such messages', async ({
  journey,
  request,
}) => {
  // The test needs its own event, because a reminder with links changes every pick of the event to asked (D29).
  const { event_id, shift_ids } = await planEvent(request, 'Midsommar', [['10:00', '14:00']])
  const phoneNumber = uniquePhone()
  const person = await addPerson(request, 'Björn', { phone: phoneNumber })
  await assign(request, shift_ids[0] ?? '', person)
  const organiser = await journey.openDesk()
  await organiser.goto(`/events/${event_id}/broadcast`)
  await organiser.getByRole('button', { name: 'Show' }).click()
  await expect(organiser.getByRole('checkbox', { name: /^Björn/ })).toBeChecked()
  await expectAccessible(organiser)
  await organiser.getByRole('button', { name: 'Done' }).click()
  await organiser.getByRole('combobox', { name: 'Message language' }).selectOption('English')
  await organiser.getByRole('button', { name: 'Send 2 messages' }).click()
  await organiser.getByRole('button', { name: 'Send now' }).click()
  await expect(organiser).toHaveURL(/\/events\?org=/, { timeout: 30_000 })

  const { text } = await awaitMessage(request, person.email)
  const volunteer = await journey.open(phone)
  await volunteer.goto(/Answer yes or no: (\S+)/.exec(text)?.[1] ?? '')
  await expect(volunteer.getByRole('button', { name: 'Confirm' })).toBeVisible()

  await volunteer.goto(/Stop these e-mails: (\S+)/.exec(text)?.[1] ?? '')
  await expectAccessible(volunteer)
  await expect(volunteer.getByText(person.email)).toBeVisible()
  await volunteer.getByRole('button', { name: 'Stop e-mails' }).click()
  await expect(volunteer.getByText(/^Stopped\./)).toBeVisible()
  await expectAccessible(volunteer)
  await volunteer.getByRole('button', { name: 'Get e-mails again' }).click()
  await expect(volunteer.getByRole('button', { name: 'Stop e-mails' })).toBeVisible()

  // An SMS from a name takes no STOP; the linked page does.
  const sms = await awaitMessage(request, phoneNumber)
  await volunteer.goto(/Answer yes or no: (\S+)/.exec(sms.text)?.[1] ?? '')
  await pressOn(volunteer, volunteer.getByRole('button', { name: /^Stop messages from/ }))
  await expect(volunteer.getByRole('heading', { name: /^Stop e-mails and SMS from/ })).toBeFocused()
  await expectAccessible(volunteer)
  await pressOn(volunteer, volunteer.getByRole('button', { name: 'Stop messages', exact: true }))
  await expect(volunteer.getByText(/^Stopped\. You still hear from/)).toBeFocused()
  await expectAccessible(volunteer)
  await pressOn(volunteer, volunteer.getByRole('button', { name: 'Get messages again' }))
  await expect(volunteer.getByRole('button', { name: /^Stop messages from/ })).toBeFocused()
})

test('a broadcast by the keyboard alone', async ({ journey }) => {
  const organiser = await journey.openDesk()
  await organiser.goto('/events')
  await pressOn(organiser, organiser.getByRole('link', { name: 'Broadcast' }).first())
  await expect(organiser.getByRole('combobox', { name: 'As whom' })).toBeVisible()

  await tabTo(organiser, organiser.getByRole('checkbox', { name: /^Declined/ }))
  await organiser.keyboard.press('Space')
  await expect(organiser.getByRole('checkbox', { name: /^Declined/ })).toBeChecked()
  await organiser.keyboard.press('Space')
  await tabTo(organiser, organiser.getByRole('radio', { name: /^Reminder/ }))
  await organiser.keyboard.press('ArrowRight')
  await expect(organiser.getByRole('radio', { name: /^Custom/ })).toBeChecked()
  await tabTo(organiser, organiser.getByRole('textbox', { name: /^Message/ }))
  await organiser.keyboard.type('Bring a raincoat, please.')
  await expect(organiser.getByRole('complementary').locator('p[lang]')).toContainText(
    'Bring a raincoat, please.',
  )
  // The wait begins before the press, because the text is shown for only 2 s.
  const progress = organiser.getByText(/^\d+ of \d+ sent/).waitFor()
  await pressOn(organiser, organiser.getByRole('button', { name: /^Send \d+ messages$/ }))
  const undo = organiser.getByRole('button', { name: 'Undo' })
  await expect(undo).toBeFocused()
  await organiser.keyboard.press('Escape')
  await expect(organiser.getByText('Undone: nothing was sent.')).toBeVisible()
  await expect(organiser.getByRole('button', { name: /^Send \d+ messages$/ })).toBeFocused()
  await organiser.keyboard.press('Enter')
  await expect(undo).toBeFocused()
  await pressOn(organiser, organiser.getByRole('button', { name: 'Send now' }))
  await progress
})
