import { inviteSomebody } from './invite.ts'
import { awaitMessage, expect, expectAccessibleInBoth, phone, test } from './journey.ts'

test('a volunteer changes their language and phone number, in Swedish', async ({ journey }) => {
  const volunteer = await journey.open({
    ...phone,
    viewport: { width: 390, height: 844 },
    locale: 'sv-SE',
    reducedMotion: 'reduce',
  })
  const { link } = await inviteSomebody(volunteer)
  await volunteer.goto(link)
  await volunteer.getByRole('button', { name: 'Jag kommer' }).click()
  // The answer moves the focus.
  await expect(volunteer.getByRole('heading', { level: 1 })).toBeFocused()
  await volunteer.getByRole('button', { name: 'Visa och ändra' }).focus()
  await volunteer.keyboard.press('Enter')
  await volunteer.getByRole('combobox', { name: 'Språk i mejl och sms' }).selectOption({ label: 'English' })
  await expect(volunteer.getByText('Språket är sparat.')).toBeVisible()

  const field = volunteer.getByRole('textbox', { name: 'Telefonnummer' })
  await field.fill('070-174 06 05')
  await volunteer.getByRole('button', { name: 'Spara numret' }).click()
  await expect(
    volunteer
      .getByRole('status')
      .filter({ hasText: /^Numret är sparat\. .+ får ett mejl om att det har ändrats\.$/ }),
  ).toBeVisible()
  await expectAccessibleInBoth(volunteer)

  await volunteer.reload()
  await volunteer.getByRole('button', { name: 'Visa och ändra' }).click()
  await expect(field).toHaveValue('+46701740605')
  await expect(volunteer.getByRole('combobox', { name: 'Språk i mejl och sms' })).toHaveValue('en')
})

const pathIn = (text: string, page: 'confirm-email' | 'undo-email') =>
  new RegExp(`/${page}/[\\w-]{43}`).exec(text)?.[0] ?? ''

test('a volunteer changes their e-mail address, and the former one takes it back, in English', async ({
  journey,
}) => {
  const volunteer = await journey.open({ ...phone, locale: 'en-GB', reducedMotion: 'reduce' })
  const { link } = await inviteSomebody(volunteer)
  await volunteer.goto(link)
  await volunteer.getByRole('button', { name: 'Confirm' }).click()
  await expect(volunteer.getByRole('heading', { level: 1 })).toBeFocused()
  await volunteer.getByRole('button', { name: 'Show and change' }).click()
  await volunteer
    .getByRole('combobox', { name: 'Language of e-mails and SMS' })
    .selectOption({ label: 'English' })

  const field = volunteer.getByRole('textbox', { name: 'New e-mail address' })
  const former = await field.inputValue()
  const email = `new.${former}`
  await field.fill(email)
  await volunteer.getByRole('button', { name: 'Send the link', exact: true }).click()
  await expect(volunteer.getByText(/^We sent a link to /)).toBeVisible()
  await expectAccessibleInBoth(volunteer)

  const confirming = await awaitMessage(volunteer.request, email)
  await volunteer.goto(pathIn(confirming.text, 'confirm-email'))
  await expectAccessibleInBoth(volunteer)
  await volunteer.getByRole('button', { name: 'Use this address' }).click()
  await expect(
    volunteer.getByRole('heading', { level: 1, name: 'Your e-mail address is changed' }),
  ).toBeVisible()
  await volunteer.goto(link)
  await volunteer.getByRole('button', { name: 'Show and change' }).click()
  await expect(field).toHaveValue(email)

  await expect
    .poll(async () => pathIn((await awaitMessage(volunteer.request, former)).text, 'undo-email'))
    .not.toBe('')
  const { text } = await awaitMessage(volunteer.request, former)
  await volunteer.goto(pathIn(text, 'undo-email'))
  await expectAccessibleInBoth(volunteer)
  await volunteer.getByRole('button', { name: /^Use .+ again$/ }).click()
  await expect(
    volunteer.getByRole('heading', { level: 1, name: 'Your e-mail address is back' }),
  ).toBeVisible()
})
