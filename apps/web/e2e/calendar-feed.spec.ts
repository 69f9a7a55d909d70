import { inviteSomebody } from './invite.ts'
import { expect, expectAccessibleInBoth, phone, test } from './journey.ts'

const words = {
  en: {
    locale: 'en-GB',
    confirm: 'Confirm',
    show: 'Subscribe',
    subscribe: 'Open in my calendar app',
    address: 'Address of the calendar',
    renew: 'Make a new address',
    renewed: 'The calendar has a new address. The old one no longer works.',
  },
  sv: {
    locale: 'sv-SE',
    confirm: 'Jag kommer',
    show: 'Prenumerera',
    subscribe: 'Öppna i min kalenderapp',
    address: 'Kalenderns adress',
    renew: 'Gör en ny adress',
    renewed: 'Kalendern har en ny adress. Den gamla fungerar inte längre.',
  },
} as const

for (const language of ['en', 'sv'] as const) {
  const word = words[language]
  test(`${language}: a volunteer subscribes to their shifts, and makes a new address`, async ({
    journey,
    request,
  }) => {
    const volunteer = await journey.open({ ...phone, locale: word.locale, reducedMotion: 'reduce' })
    const { link } = await inviteSomebody(volunteer)
    await volunteer.goto(link)
    await expect(volunteer.getByRole('button', { name: word.show })).toBeHidden()
    await volunteer.getByRole('button', { name: word.confirm }).click()
    await volunteer.getByRole('button', { name: word.show }).focus()
    await volunteer.keyboard.press('Enter')
    const subscribe = volunteer.getByRole('link', { name: word.subscribe })
    await expect(subscribe).toBeFocused()
    await expect(subscribe).toHaveAttribute('href', /^webcal:\/\//)
    await expectAccessibleInBoth(volunteer)

    const address = volunteer.getByLabel(word.address)
    const first = await address.inputValue()
    const feed = await request.get(new URL(first).pathname)
    expect(feed.headers()['content-type']).toBe('text/calendar; charset=utf-8')
    expect(await feed.text()).toContain('SUMMARY:Entré och armband')

    await volunteer.getByRole('button', { name: word.renew }).click()
    await expect(volunteer.getByText(word.renewed)).toBeVisible()
    expect((await request.get(new URL(first).pathname)).status()).toBe(404)
    expect((await request.get(new URL(await address.inputValue()).pathname)).status()).toBe(200)
  })
}
