import { inviteSomebody } from './invite.ts'
import { awaitMessage, expect, expectAccessibleInBoth, type Page, phone, test } from './journey.ts'

test('a volunteer changes their language and phone number, in Swedish', async ({ journey }) => {
  const volunteer = await journey.open({
    ...phone,
    viewport: { width: 390, height: 844 },
    locale: 'sv-SE',
    reducedMotion: 'reduce',
  })
  const { link, email } = await inviteSomebody(volunteer)
  await volunteer.goto(link)
  await volunteer.getByRole('button', { name: 'Jag kommer' }).click()
  // The answer moves the focus.
  await expect(volunteer.getByRole('heading', { level: 1 })).toBeFocused()
  await volunteer.getByRole('button', { name: 'Visa och ändra' }).focus()
  await volunteer.keyboard.press('Enter')
  const field = volunteer.getByRole('textbox', { name: 'Nytt telefonnummer' })
  await field.fill('070-174 06 05')
  await volunteer.getByRole('button', { name: 'Ändra numret' }).click()
  await expect(volunteer.getByRole('status').filter({ hasText: /^Länken är på väg till / })).toBeVisible()
  await expectAccessibleInBoth(volunteer)
  await confirmInMailbox(volunteer, email)
  await expect(volunteer.getByRole('heading', { level: 1, name: 'Bekräftat' })).toBeVisible()

  await volunteer.goto(link)
  await volunteer.getByRole('button', { name: 'Visa och ändra' }).click()
  await expect(volunteer.getByText('Telefon: •••05')).toBeVisible()
  await volunteer.getByRole('combobox', { name: 'Språk i mejl och sms' }).selectOption({ label: 'English' })
  await confirmInMailbox(volunteer, email)
  await expect(volunteer.getByRole('heading', { level: 1, name: 'Confirmed' })).toBeVisible()
})

/** Opens the latest link to a change of details, and confirms it. */
async function confirmInMailbox(volunteer: Page, email: string) {
  await expect
    .poll(async () => pathIn((await awaitMessage(volunteer.request, email)).text, 'confirm-details'))
    .not.toBe('')
  const { text } = await awaitMessage(volunteer.request, email)
  await volunteer.goto(pathIn(text, 'confirm-details'))
  await expectAccessibleInBoth(volunteer)
  await volunteer.getByRole('button', { name: /^(Confirm|Bekräfta)$/ }).click()
}

const pathIn = (text: string, page: 'confirm-details' | 'confirm-email' | 'undo-email') =>
  new RegExp(`/${page}/[\\w-]{43}`).exec(text)?.[0] ?? ''

test('a volunteer changes their e-mail address, and the former one takes it back, in English', async ({
  journey,
}) => {
  const volunteer = await journey.open({ ...phone, locale: 'en-GB', reducedMotion: 'reduce' })
  const { link, email: former } = await inviteSomebody(volunteer)
  await volunteer.goto(link)
  await volunteer.getByRole('button', { name: 'Confirm' }).click()
  await expect(volunteer.getByRole('heading', { level: 1 })).toBeFocused()
  await volunteer.getByRole('button', { name: 'Show and change' }).click()
  const field = volunteer.getByRole('textbox', { name: 'New e-mail address' })
  const email = `new.${former}`
  await field.fill(email)
  await volunteer.getByRole('button', { name: 'Change the address' }).click()
  await expect(volunteer.getByText(/^We sent a link to /)).toBeVisible()
  await expectAccessibleInBoth(volunteer)

  await confirmInMailbox(volunteer, former)
  // Its language of messages is the organization's.
  const confirming = await awaitMessage(volunteer.request, email)
  await volunteer.goto(pathIn(confirming.text, 'confirm-email'))
  await expectAccessibleInBoth(volunteer)
  await volunteer.getByRole('button', { name: 'Använd den här adressen' }).click()
  await expect(volunteer.getByRole('heading', { level: 1, name: 'Din e-postadress är ändrad' })).toBeVisible()
  await volunteer.goto(link)
  await volunteer.getByRole('button', { name: 'Show and change' }).click()
  await expect(volunteer.getByText('E-mail: n•••@')).toBeVisible()

  await expect
    .poll(async () => pathIn((await awaitMessage(volunteer.request, former)).text, 'undo-email'))
    .not.toBe('')
  const { text } = await awaitMessage(volunteer.request, former)
  await volunteer.goto(pathIn(text, 'undo-email'))
  await expectAccessibleInBoth(volunteer)
  await volunteer.getByRole('button', { name: /^Använd .+ igen$/ }).click()
  await expect(
    volunteer.getByRole('heading', { level: 1, name: 'Du har din e-postadress tillbaka' }),
  ).toBeVisible()
})
