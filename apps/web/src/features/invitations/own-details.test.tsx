import type { Invitation } from '@muster/contract/personal-page'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { paths } from '../../paths.ts'
import { answer, refuse } from '../../testing/answers.ts'
import { buildInvitation } from '../../testing/build-invitation.ts'
import { renderPublic } from '../../testing/render-public.tsx'

const token = 'a'.repeat(43)
const details = {
  email: 'bjorn@volunteer.example',
  phone: '+46701234567',
  language: 'sv',
  unconfirmed_email: null,
} as const

const texts = {
  en: {
    show: 'Show and change',
    language: 'Language of e-mails and SMS',
    phone: 'Phone number',
    save: 'Save the number',
    language_saved: 'The language is saved.',
    changed: 'The number is saved. bjorn@volunteer.example is told by e-mail that it was changed.',
    removed: 'The number is removed. bjorn@volunteer.example is told by e-mail.',
    wrong:
      'Is your name wrong? Midsommarföreningen can change it (kansli@midsommar.example, +46 70 123 45 67).',
  },
  sv: {
    show: 'Visa och ändra',
    language: 'Språk i mejl och sms',
    phone: 'Telefonnummer',
    save: 'Spara numret',
    language_saved: 'Språket är sparat.',
    changed: 'Numret är sparat. bjorn@volunteer.example får ett mejl om att det har ändrats.',
    removed: 'Numret är borttaget. bjorn@volunteer.example får ett mejl om det.',
    wrong:
      'Stämmer inte ditt namn? Midsommarföreningen kan ändra det (kansli@midsommar.example, +46 70 123 45 67).',
  },
} as const

async function openPage(language: 'en' | 'sv' = 'en', given: Partial<Invitation> = {}) {
  answer('invitations', 'getAssignment', buildInvitation(given))
  const user = await renderPublic(paths.confirmation(token), language)
  const show = await screen.findByRole('button', { name: texts[language].show })
  return { user, show }
}

async function openForm(language: 'en' | 'sv' = 'en', given: Partial<Invitation> = {}) {
  const { user, show } = await openPage(language, given)
  answer('invitations', 'getDetails', details)
  await user.click(show)
  const field = await screen.findByRole('textbox', { name: texts[language].phone })
  return { user, field }
}

it.each(['en', 'sv'] as const)('%s: shows the details, and saves number and language', async (language) => {
  const t = texts[language]
  const { user, field } = await openForm(language)
  await waitFor(() => expect(document.activeElement?.textContent).toContain(details.email))
  expect(screen.getByText(t.wrong)).toBeDefined()

  const asked = answer('invitations', 'changeDetails', { ...details, language: 'en', token })
  await user.selectOptions(screen.getByRole('combobox', { name: t.language }), 'English')
  expect(await screen.findByText(t.language_saved)).toBeDefined()

  answer('invitations', 'changeDetails', { ...details, phone: '+46701740605', token })
  await user.clear(field)
  await user.type(field, '070-174 06 05')
  await user.click(screen.getByRole('button', { name: t.save }))
  expect((await screen.findByText(t.changed)).tagName).toBe('OUTPUT')
  expect(field).toHaveProperty('value', '+46701740605')

  const removing = answer('invitations', 'changeDetails', { ...details, phone: null, token })
  await user.clear(field)
  await user.click(screen.getByRole('button', { name: t.save }))
  expect(await screen.findByText(t.removed)).toBeDefined()
  expect([asked[0]?.body, removing[0]?.body]).toEqual([{ language: 'en' }, { phone: null }])
})

it('promises no e-mail to an address that “It wasn’t me” was pressed for (D28)', async () => {
  const { user, field } = await openForm('en', { email_blocked: true })
  answer('invitations', 'changeDetails', { ...details, phone: '+46701740605', token })
  await user.clear(field)
  await user.type(field, '070-174 06 05')
  await user.click(screen.getByRole('button', { name: texts.en.save }))
  expect((await screen.findByText('The number is saved.')).tagName).toBe('OUTPUT')
  answer('invitations', 'changeDetails', { ...details, phone: null, token })
  await user.clear(field)
  await user.click(screen.getByRole('button', { name: texts.en.save }))
  await screen.findByText('The number is removed.')
})

it('goes on with the new link when the one of the page is replaced', async () => {
  const next = 'b'.repeat(43)
  const { user, field } = await openForm()
  answer('invitations', 'changeDetails', { ...details, phone: '+46701740605', token: next })
  await user.clear(field)
  await user.type(field, '0701740605{Enter}')
  expect(await screen.findByText(texts.en.changed)).toBeDefined()
  expect(location.pathname).toBe(paths.confirmation(next))
  const asked = answer('invitations', 'setReminders', { gets_reminders: false })
  await user.click(screen.getByRole('checkbox', { name: /^Remind me/ }))
  await waitFor(() => expect(asked).toMatchObject([{ path: `/assignment/${next}/reminders` }]))
})

it('says at the field that it is no number, and keeps what was typed', async () => {
  const { user, field } = await openForm()
  refuse('invitations', 'changeDetails', {
    status: 400,
    code: 'validation',
    error: 'Please check.',
    issues: [{ path: 'phone', message: 'Not a phone number' }],
  })
  await user.clear(field)
  await user.type(field, '12{Enter}')
  expect(await screen.findByText(/Not a phone number/)).toBeDefined()
  expect(document.activeElement).toBe(field)
  expect(field).toHaveProperty('value', '12')
})

it('says why nothing was saved or shown, and can be tried again', async () => {
  const { user, show } = await openPage()
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

const unconfirmed_email = { email: 'bjorn@new.example', expires_at: '2198-11-23T13:05:00.000Z' }
const emailTexts = {
  en: {
    field: 'New e-mail address',
    send: 'Send the link',
    again: 'Send the link again',
    asked: 'We sent a link to bjorn@new.example. Your address changes when you confirm it there.',
    until: /^The link works until .+ Until you confirm, messages go to bjorn@volunteer\.example\.$/,
    sent: 'The link is on its way to bjorn@new.example.',
    keep: 'Keep bjorn@volunteer.example',
    kept: 'Your address stays bjorn@volunteer.example.',
    same: 'bjorn@volunteer.example is your address already.',
  },
  sv: {
    field: 'Ny e-postadress',
    send: 'Skicka länken',
    again: 'Skicka länken igen',
    asked: 'Vi har skickat en länk till bjorn@new.example. Din adress ändras när du bekräftar den där.',
    until: /^Länken fungerar till .+ Tills du har bekräftat går besked till bjorn@volunteer\.example\.$/,
    sent: 'Länken är på väg till bjorn@new.example.',
    keep: 'Behåll bjorn@volunteer.example',
    kept: 'Din adress är fortfarande bjorn@volunteer.example.',
    same: 'bjorn@volunteer.example är redan din adress.',
  },
} as const

describe('the e-mail address (V3)', () => {
  it.each(['en', 'sv'] as const)('%s: a link is sent, sent again, and taken back', async (language) => {
    const t = emailTexts[language]
    const { user } = await openForm(language)
    const field = screen.getByRole('textbox', { name: t.field })
    expect(field).toHaveProperty('value', details.email)

    const asked = answer('invitations', 'changeEmail', { ...details, unconfirmed_email })
    await user.clear(field)
    await user.type(field, ' bjorn@new.example ')
    await user.click(screen.getByRole('button', { name: t.send }))
    expect((await screen.findByText(t.sent)).tagName).toBe('OUTPUT')
    expect(screen.getByText(t.asked)).toBeDefined()
    expect(screen.getByText(t.until)).toBeDefined()

    await user.click(screen.getByRole('button', { name: t.again }))
    await waitFor(() => expect(asked).toHaveLength(2))
    await screen.findByText(t.sent)

    const kept = answer('invitations', 'changeEmail', details)
    await user.click(await screen.findByRole('button', { name: t.keep }))
    const result = await screen.findByText(t.kept)
    await waitFor(() => expect(document.activeElement).toBe(result))
    expect(screen.queryByText(t.asked)).toBeNull()
    expect(field).toHaveProperty('value', details.email)

    await user.click(screen.getByRole('button', { name: t.send }))
    expect(await screen.findByText(t.same)).toBeDefined()
    expect([...asked, ...kept].map(({ body }) => body)).toEqual([
      { email: 'bjorn@new.example' },
      { email: 'bjorn@new.example' },
      { email: null },
      { email: details.email },
    ])
  })

  it('shows a request of before, and that it was confirmed elsewhere', async () => {
    const t = emailTexts.en
    const { user, show } = await openPage()
    answer('invitations', 'getDetails', { ...details, unconfirmed_email })
    await user.click(show)
    expect(await screen.findByText(t.asked)).toBeDefined()
    answer('invitations', 'getDetails', { ...details, email: 'bjorn@new.example' })
    fireEvent(document, new Event('visibilitychange'))
    expect(await screen.findByText('E-mail: bjorn@new.example')).toBeDefined()
    expect(screen.queryByText(t.asked)).toBeNull()
  })

  it('says that the address is changed, once the link that was just sent is confirmed elsewhere', async () => {
    const t = emailTexts.en
    const { user } = await openForm()
    answer('invitations', 'changeEmail', { ...details, unconfirmed_email })
    const field = screen.getByRole('textbox', { name: t.field })
    await user.clear(field)
    await user.type(field, 'bjorn@new.example')
    await user.click(screen.getByRole('button', { name: t.send }))
    await screen.findByText(t.sent)
    answer('invitations', 'getDetails', { ...details, email: 'bjorn@new.example' })
    fireEvent(document, new Event('visibilitychange'))
    expect(await screen.findByText('Your address is now bjorn@new.example.')).toBeDefined()
    expect(screen.queryByText(t.sent)).toBeNull()
  })

  it('says at the field that it is no address, and that there were too many requests', async () => {
    const t = emailTexts.en
    const { user } = await openForm()
    const field = screen.getByRole('textbox', { name: t.field })
    const issues = [{ path: 'email', message: 'Not an e-mail address' }]
    refuse('invitations', 'changeEmail', { status: 400, code: 'validation', error: 'Please check.', issues })
    await user.clear(field)
    await user.type(field, 'bjorn{Enter}')
    expect(await screen.findByText(/Not an e-mail address/)).toBeDefined()
    expect(document.activeElement).toBe(field)
    refuse('invitations', 'changeEmail', { status: 429, code: 'rate_limited', error: 'Too many attempts.' })
    await user.type(field, '@new.example{Enter}')
    expect((await screen.findByRole('alert')).textContent).toBe('Error: Too many attempts.')
    expect(field).toHaveProperty('value', 'bjorn@new.example')
  })
})
