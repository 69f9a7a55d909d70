import { inviteSomebody } from './invite.ts'
import { expect, expectAccessible, holdTimers, phone, test } from './journey.ts'

test('somebody is asked and says yes, on a phone, in English', async ({ journey }) => {
  const volunteer = await journey.open({ ...phone, locale: 'en-GB', colorScheme: 'dark' })
  const { link, event_id } = await inviteSomebody(volunteer)
  const visitor = await journey.open()
  await visitor.goto(`/e/${event_id}`)
  await expect(visitor.getByText('2 spots left', { exact: true })).toBeVisible()

  await volunteer.goto(link)
  await expect(volunteer.getByRole('heading', { level: 1, name: 'Björn, can you help?' })).toBeVisible()
  await expect(volunteer.getByRole('link', { name: 'example.org/vag' })).toBeVisible()
  await expectAccessible(volunteer)
  const [yes, no] = ['Confirm', 'Decline'].map((name) => volunteer.getByRole('button', { name }))
  const [yesBox, noBox] = [await yes?.boundingBox(), await no?.boundingBox()]
  expect(yesBox?.height).toBe(52)
  expect(noBox).toMatchObject({ width: yesBox?.width, height: yesBox?.height })

  // The second click may land on what replaced the button, and move the focus.
  await yes?.dblclick()
  await expect(volunteer.getByRole('heading', { level: 1, name: 'Thank you, Björn!' })).toBeVisible()
  await expectAccessible(volunteer)
  await expect(visitor.getByText('1 spot left', { exact: true })).toBeVisible()
  const calendar = volunteer.waitForEvent('download')
  await volunteer.getByRole('link', { name: 'Add to calendar' }).click()
  expect((await calendar).suggestedFilename()).toMatch(/^Entr.*\.ics$/)

  await volunteer.reload()
  await expect(volunteer.getByText('confirmed', { exact: true })).toBeVisible()
  await expectAccessible(volunteer)
})

test('an answer in the address can be stopped, and is sent after three seconds, in Swedish', async ({
  journey,
}) => {
  const options = { ...phone, locale: 'sv-SE' }
  const volunteer = await journey.open(options)
  const { link } = await inviteSomebody(volunteer)
  const hesitant = await journey.open(options)
  await holdTimers(hesitant, 1_000)
  await hesitant.goto(`${link}?confirm=no`)
  // The countdown begins after a gesture (D19).
  await hesitant.getByRole('heading', { level: 1 }).click()
  await expect(hesitant.getByText('Ditt svar skickas: du kan inte.')).toBeVisible()
  await expectAccessible(hesitant)
  await hesitant.getByRole('button', { name: 'Stoppa', exact: true }).click()
  await expect(hesitant.getByRole('button', { name: 'Jag kan inte' })).toBeVisible()
  expect(new URL(hesitant.url()).search).toBe('')

  await volunteer.goto(`${link}?confirm=no`)
  await volunteer.getByRole('heading', { level: 1 }).click()
  await expect(volunteer.getByRole('heading', { level: 1, name: 'Tack för att du säger till' })).toBeVisible()
  await expectAccessible(volunteer)
})
