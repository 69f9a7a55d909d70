import { inviteSomebody } from './invite.ts'
import { awaitMessage, expect, expectAccessibleInBoth, phone, test } from './journey.ts'

const words = {
  en: {
    locale: 'en-GB',
    confirm: 'Confirm',
    show: 'Show and change',
    language: 'Language of e-mails and SMS',
    other: 'Svenska',
    language_saved: 'The language is saved.',
    phone: 'Phone number',
    save: 'Save the number',
    email: 'New e-mail address',
    send: 'Send the link',
    asked: /^We sent a link to /,
    use: 'Use this address',
    changed: 'Your e-mail address is changed',
    back: /^Use .+ again$/,
    is_back: 'Your e-mail address is back',
    saved: /^The number is saved\. .+ is told by e-mail that it was changed\.$/,
  },
  sv: {
    locale: 'sv-SE',
    confirm: 'Jag kommer',
    show: 'Visa och ändra',
    language: 'Språk i mejl och sms',
    other: 'English',
    language_saved: 'Språket är sparat.',
    phone: 'Telefonnummer',
    save: 'Spara numret',
    email: 'Ny e-postadress',
    send: 'Skicka länken',
    asked: /^Vi har skickat en länk till /,
    use: 'Använd den här adressen',
    changed: 'Din e-postadress är ändrad',
    back: /^Använd .+ igen$/,
    is_back: 'Du har din e-postadress tillbaka',
    saved: /^Numret är sparat\. .+ får ett mejl om att det har ändrats\.$/,
  },
} as const

for (const language of ['en', 'sv'] as const) {
  const word = words[language]
  test(`${language}: a volunteer changes their language and phone number`, async ({ journey }) => {
    const volunteer = await journey.open({
      ...phone,
      viewport: { width: 390, height: 844 },
      locale: word.locale,
      reducedMotion: 'reduce',
    })
    const { link } = await inviteSomebody(volunteer)
    await volunteer.goto(link)
    await volunteer.getByRole('button', { name: word.confirm }).click()
    // The answer moves the focus.
    await expect(volunteer.getByRole('heading', { level: 1 })).toBeFocused()
    await volunteer.getByRole('button', { name: word.show }).focus()
    await volunteer.keyboard.press('Enter')
    await volunteer.getByRole('combobox', { name: word.language }).selectOption({ label: word.other })
    await expect(volunteer.getByText(word.language_saved)).toBeVisible()

    const field = volunteer.getByRole('textbox', { name: word.phone })
    await field.fill('070-174 06 05')
    await volunteer.getByRole('button', { name: word.save }).click()
    await expect(volunteer.getByRole('status').filter({ hasText: word.saved })).toBeVisible()
    await expectAccessibleInBoth(volunteer)

    await volunteer.reload()
    await volunteer.getByRole('button', { name: word.show }).click()
    await expect(field).toHaveValue('+46701740605')
    await expect(volunteer.getByRole('combobox', { name: word.language })).toHaveValue(
      language === 'en' ? 'sv' : 'en',
    )
  })
}

const pathIn = (text: string, page: 'confirm-email' | 'undo-email') =>
  new RegExp(`/${page}/[\\w-]{43}`).exec(text)?.[0] ?? ''

for (const language of ['en', 'sv'] as const) {
  const word = words[language]
  test(`${language}: a volunteer changes their e-mail address, and the former one takes it back`, async ({
    journey,
  }) => {
    const volunteer = await journey.open({ ...phone, locale: word.locale, reducedMotion: 'reduce' })
    const { link } = await inviteSomebody(volunteer)
    await volunteer.goto(link)
    await volunteer.getByRole('button', { name: word.confirm }).click()
    await expect(volunteer.getByRole('heading', { level: 1 })).toBeFocused()
    await volunteer.getByRole('button', { name: word.show }).click()
    await volunteer
      .getByRole('combobox', { name: word.language })
      .selectOption(language === 'en' ? { label: 'English' } : { label: 'Svenska' })

    const field = volunteer.getByRole('textbox', { name: word.email })
    const former = await field.inputValue()
    const email = `new.${former}`
    await field.fill(email)
    await volunteer.getByRole('button', { name: word.send, exact: true }).click()
    await expect(volunteer.getByText(word.asked)).toBeVisible()
    await expectAccessibleInBoth(volunteer)

    const confirming = await awaitMessage(volunteer.request, email)
    await volunteer.goto(pathIn(confirming.text, 'confirm-email'))
    await expectAccessibleInBoth(volunteer)
    await volunteer.getByRole('button', { name: word.use }).click()
    await expect(volunteer.getByRole('heading', { level: 1, name: word.changed })).toBeVisible()
    await volunteer.goto(link)
    await volunteer.getByRole('button', { name: word.show }).click()
    await expect(field).toHaveValue(email)

    await expect
      .poll(async () => pathIn((await awaitMessage(volunteer.request, former)).text, 'undo-email'))
      .not.toBe('')
    const { text } = await awaitMessage(volunteer.request, former)
    await volunteer.goto(pathIn(text, 'undo-email'))
    await expectAccessibleInBoth(volunteer)
    await volunteer.getByRole('button', { name: word.back }).click()
    await expect(volunteer.getByRole('heading', { level: 1, name: word.is_back })).toBeVisible()
  })
}
