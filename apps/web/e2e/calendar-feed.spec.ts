import { inviteSomebody } from './invite.ts'
import { expect, expectAccessibleInBoth, phone, test } from './journey.ts'

test('a volunteer subscribes to their shifts, and makes a new address, in Swedish', async ({
  journey,
  request,
}) => {
  const volunteer = await journey.open({ ...phone, locale: 'sv-SE', reducedMotion: 'reduce' })
  const { link } = await inviteSomebody(volunteer)
  await volunteer.goto(link)
  await expect(volunteer.getByRole('button', { name: 'Prenumerera' })).toBeHidden()
  await volunteer.getByRole('button', { name: 'Jag kommer' }).click()
  await volunteer.getByRole('button', { name: 'Prenumerera' }).focus()
  await volunteer.keyboard.press('Enter')
  const subscribe = volunteer.getByRole('link', { name: 'Öppna i min kalenderapp' })
  await expect(subscribe).toBeFocused()
  await expect(subscribe).toHaveAttribute('href', /^webcal:\/\//)
  await expectAccessibleInBoth(volunteer)

  const address = volunteer.getByLabel('Kalenderns adress')
  const first = await address.inputValue()
  const feed = await request.get(new URL(first).pathname)
  expect(feed.headers()['content-type']).toBe('text/calendar; charset=utf-8')
  expect(await feed.text()).toContain('SUMMARY:Entré och armband')

  await volunteer.getByRole('button', { name: 'Gör en ny adress' }).click()
  await expect(
    volunteer.getByText('Kalendern har en ny adress. Den gamla fungerar inte längre.'),
  ).toBeVisible()
  expect((await request.get(new URL(first).pathname)).status()).toBe(404)
  expect((await request.get(new URL(await address.inputValue()).pathname)).status()).toBe(200)
})
