import type { OwnDetails } from '@muster/contract/personal-page'
import type { Invitation } from '@muster/contract/personal-shift'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { publicPaths } from '../../public-paths.ts'
import { answer, refuse } from '../../testing/answers.ts'
import { buildInvitation } from '../../testing/build-invitation.ts'
import { renderPublic } from '../../testing/render-public.tsx'

/* V3, D63 */

const token = 'a'.repeat(43)
const details: OwnDetails = {
  email: 'b•••@volunteer.example',
  phone: '•••67',
  language: 'sv',
  unconfirmed: null,
  unconfirmed_email: null,
}
const expires_at = '2198-11-23T13:05:00.000Z'
const asking = (...fields: ('phone' | 'language' | 'email')[]) => ({
  ...details,
  unconfirmed: { fields, expires_at },
})

const texts = {
  en: {
    show: 'Show and change',
    language: 'Language of e-mails and SMS',
    phone: 'New phone number',
    save_phone: 'Change the number',
    remove: 'Remove the number',
    email: 'New e-mail address',
    save_email: 'Change the address',
    asked: /^The link is on its way to b•••@volunteer\.example\./,
    waiting: /^We sent a link to b•••@volunteer\.example\. Please confirm the change there/,
    take_back: 'Take the change back',
    taken_back: 'The change is taken back. Everything stays as it is.',
    unreachable:
      'E-mail to your address is stopped, so a change can’t be confirmed here. Midsommarföreningen can change your details (kansli@midsommar.example, +46 70 123 45 67).',
  },
  sv: {
    show: 'Visa och ändra',
    language: 'Språk i mejl och sms',
    phone: 'Nytt telefonnummer',
    save_phone: 'Ändra numret',
    remove: 'Ta bort numret',
    email: 'Ny e-postadress',
    save_email: 'Ändra adressen',
    asked: /^Länken är på väg till b•••@volunteer\.example\./,
    waiting: /^Vi har skickat en länk till b•••@volunteer\.example\. Bekräfta ändringen där/,
    take_back: 'Ta tillbaka ändringen',
    taken_back: 'Ändringen är tillbakatagen. Allt förblir som det är.',
    unreachable:
      'E-posten till din adress är stoppad, så en ändring kan inte bekräftas här. Midsommarföreningen kan ändra dina uppgifter (kansli@midsommar.example, +46 70 123 45 67).',
  },
} as const

async function openForm(
  language: 'en' | 'sv' = 'en',
  found: OwnDetails = details,
  given: Partial<Invitation> = {},
) {
  answer('invitations', 'getAssignment', buildInvitation(given))
  const user = await renderPublic(publicPaths.confirmation(token), language)
  answer('invitations', 'getDetails', found)
  await user.click(await screen.findByRole('button', { name: texts[language].show }))
  await waitFor(() => expect(document.activeElement?.textContent).toContain(details.email))
  return user
}

it.each(['en', 'sv'] as const)('%s: asks for each change, and takes it back', async (language) => {
  const t = texts[language]
  const user = await openForm(language)
  const asked = answer('invitations', 'changeDetails', { ...asking('phone'), token })
  await user.type(screen.getByRole('textbox', { name: t.phone }), ' 070-174 06 05 ')
  await user.click(screen.getByRole('button', { name: t.save_phone }))
  expect((await screen.findByText(t.asked)).tagName).toBe('OUTPUT')
  expect(screen.getByText(t.waiting)).toBeDefined()
  expect(screen.getByRole('textbox', { name: t.phone })).toHaveProperty('value', '')

  await user.click(screen.getByRole('button', { name: t.remove }))
  await waitFor(() => expect(asked).toHaveLength(2))
  await user.selectOptions(screen.getByRole('combobox', { name: t.language }), 'English')
  await waitFor(() => expect(asked).toHaveLength(3))
  expect(asked.map(({ body }) => body)).toEqual([
    { phone: '070-174 06 05' },
    { phone: null },
    { language: 'en' },
  ])
  // Nothing is changed yet.
  expect(screen.getByRole('combobox', { name: t.language })).toHaveProperty('value', 'sv')

  const addresses = answer('invitations', 'changeEmail', asking('email'))
  await user.type(screen.getByRole('textbox', { name: t.email }), 'bjorn@new.example')
  await user.click(screen.getByRole('button', { name: t.save_email }))
  await waitFor(() => expect(addresses).toHaveLength(1))

  const taken_back = answer('invitations', 'changeEmail', details)
  await user.click(screen.getByRole('button', { name: t.take_back }))
  const result = await screen.findByText(t.taken_back)
  await waitFor(() => expect(document.activeElement).toBe(result))
  expect(screen.queryByText(t.waiting)).toBeNull()
  expect([...addresses, ...taken_back].map(({ body }) => body)).toEqual([
    { email: 'bjorn@new.example' },
    { email: null },
  ])
})

it.each(['en', 'sv'] as const)('%s: without a mailbox the organizer changes them', async (language) => {
  await openForm(language, details, { email_blocked: true })
  expect(screen.getByText(texts[language].unreachable)).toBeDefined()
  expect(screen.queryByRole('textbox', { name: texts[language].phone })).toBeNull()
})

it('shows a request of before, and that it was confirmed elsewhere', async () => {
  const unconfirmed_email = { email: 'b•••@new.example', expires_at }
  await openForm('en', { ...details, unconfirmed_email })
  const waiting = /^We sent a link to your new address b•••@new\.example\./
  expect(screen.getByText(waiting)).toBeDefined()
  answer('invitations', 'getDetails', { ...details, email: 'b•••@new.example' })
  fireEvent(document, new Event('visibilitychange'))
  expect(await screen.findByText('E-mail: b•••@new.example')).toBeDefined()
  expect(screen.queryByText(waiting)).toBeNull()
})

it('says at the field what is wrong, and keeps what was typed', async () => {
  const user = await openForm()
  for (const { name, button, call, path } of [
    { name: texts.en.phone, button: texts.en.save_phone, call: 'changeDetails', path: 'phone' },
    { name: texts.en.email, button: texts.en.save_email, call: 'changeEmail', path: 'email' },
  ] as const) {
    const issues = [{ path, message: `Not a good ${path}` }]
    refuse('invitations', call, { status: 400, code: 'validation', error: 'Please check.', issues })
    const field = screen.getByRole('textbox', { name })
    await user.click(screen.getByRole('button', { name: button }))
    expect(document.activeElement).toBe(field)
    await user.type(field, '12{Enter}')
    expect(await screen.findByText(new RegExp(`Not a good ${path}`))).toBeDefined()
    expect(document.activeElement).toBe(field)
    expect(field).toHaveProperty('value', '12')
  }
})

it('says why nothing was shown or asked for, and can be tried again', async () => {
  answer('invitations', 'getAssignment', buildInvitation())
  const user = await renderPublic(publicPaths.confirmation(token), 'en')
  const show = await screen.findByRole('button', { name: texts.en.show })
  refuse('invitations', 'getDetails', { status: 503, code: 'busy', error: 'Many people are here.' })
  await user.click(show)
  expect((await screen.findByRole('alert')).textContent).toBe('Error: Many people are here.')
  answer('invitations', 'getDetails', details)
  await user.click(show)
  const language = await screen.findByRole('combobox', { name: texts.en.language })
  refuse('invitations', 'changeDetails', { status: 404, code: 'link_invalid' })
  await user.selectOptions(language, 'English')
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Error: This link is invalid or no longer exists.',
  )
  expect(language).toHaveProperty('value', 'sv')
})
