import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { answer, hold, lose, refuse } from '../../testing/answers.ts'
import { buildOrganization } from '../../testing/build-event.ts'
import { answerOrganization, renderApp } from '../../testing/render-app.tsx'

const lund = buildOrganization({ name: 'Föreningen i Lund', sender_approved_for: 'Föreningen i Lund' })

it('is reached from the menu of the organisation', async () => {
  answerOrganization(lund)
  answer('people', 'listPeople', [])
  const user = await renderApp('/people')
  await user.click(await screen.findByRole('button', { name: 'Organization: Föreningen i Lund' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Organization settings' }))
  expect(await screen.findByRole('heading', { name: 'Organization settings' })).toBeDefined()
  expect(location.pathname).toBe('/organizations/settings')
  expect(screen.getByLabelText('Name')).toHaveProperty('value', 'Föreningen i Lund')
  expect(screen.getByRole('combobox', { name: 'Time zone' })).toHaveProperty('value', 'Europe/Stockholm')
  expect(screen.getByRole('combobox', { name: 'Language' })).toHaveProperty('value', 'sv')
  expect(screen.getByRole('combobox', { name: 'Country' })).toHaveProperty('value', 'Sweden')
})

it.each([
  [
    'en',
    /^SMS sender/,
    'At most 11 characters: letters A to Z, digits and spaces. Empty: taken from the name.',
  ],
  [
    'sv',
    /^Avsändare för sms/,
    'Högst 11 tecken: bokstäver A till Z (inte å, ä, ö), siffror och mellanslag. Tomt: tas från namnet.',
  ],
] as const)('says what the sender of SMS may hold (%s)', async (language, label, hint) => {
  answerOrganization(lund)
  await renderApp('/organizations/settings', { language })
  await screen.findByLabelText(label)
  expect(screen.getByText(hint)).toBeDefined()
})

it('saves what was changed, with the version, and says so', async () => {
  answerOrganization(lund)
  const saved = {
    ...lund,
    name: 'Lund',
    time_zone: 'Europe/Helsinki',
    country: 'PL',
    contact_email: 'kansli@lund.example',
    contact_phone: '046-12 34 56',
    sms_sender: 'Lund 26',
    version: 2,
  }
  const asked = answer('organizations', 'updateOrganization', saved)
  const user = await renderApp('/organizations/settings')
  const name = await screen.findByLabelText('Name')
  await user.clear(name)
  await user.type(name, 'Lund')
  const zone = screen.getByRole('combobox', { name: 'Time zone' })
  await user.clear(zone)
  await user.type(zone, 'helsinki')
  await user.click(await screen.findByRole('option', { name: 'Europe/Helsinki' }))
  await user.selectOptions(screen.getByRole('combobox', { name: 'Language' }), 'English')
  const country = screen.getByRole('combobox', { name: 'Country' })
  await user.clear(country)
  await user.type(country, 'poland')
  await user.click(await screen.findByRole('option', { name: 'Poland' }))
  expect(screen.getByText(/^Phone numbers without a country code are read/)).toBeDefined()
  fireEvent.change(screen.getByLabelText('Contact e-mail'), { target: { value: 'kansli@lund.example' } })
  fireEvent.change(screen.getByLabelText('Contact phone (optional)'), { target: { value: '046-12 34 56' } })
  await user.type(screen.getByLabelText('SMS sender (optional)'), 'Lund 26')
  await user.click(screen.getByRole('button', { name: 'Save settings' }))

  expect(await screen.findByText('Saved')).toBeDefined()
  expect(asked[0]?.body).toEqual({
    name: 'Lund',
    time_zone: 'Europe/Helsinki',
    language: 'en',
    country: 'PL',
    contact_email: 'kansli@lund.example',
    contact_phone: '046-12 34 56',
    sms_sender: 'Lund 26',
    version: 1,
  })
  expect(screen.getByRole('button', { name: 'Organization: Lund' })).toBeDefined()
})

it('shows who an SMS will come from', async () => {
  answerOrganization(lund)
  const user = await renderApp('/organizations/settings')
  await screen.findByLabelText('Name')
  expect(shownSender()).toBe('Foreningen')
  const sender = screen.getByLabelText('SMS sender (optional)')
  await user.type(sender, 'Midsommarfesten')
  // A text that is too long is reported, not cut.
  expect(sender).toHaveProperty('value', 'Midsommarfesten')
  await user.tab()
  expect(await screen.findByText('At most 11 characters.')).toBeDefined()
  await user.type(sender, '{Backspace>4/}')
  expect(screen.getByText(/^From “Midsommarfe”/)).toBeDefined()
  expect(shownSender()).toBe('Muster')
})

const shownSender = () =>
  screen.getByText(/^(SMS come from|Sms kommer från)$/).nextElementSibling?.textContent

describe('a sender that is not approved (D65)', () => {
  const waiting = { ...lund, sms_sender: 'Lund 26' }

  it.each([
    ['en', /^“Lund 26” is waiting for approval .* SMS come from “Muster”\.$/],
    ['sv', /^”Lund 26” väntar på att godkännas .* sms från ”Muster”\.$/],
  ] as const)('waits for approval (%s)', async (language, text) => {
    answerOrganization(waiting)
    await renderApp('/organizations/settings', { language })
    expect(await screen.findByText(text)).toBeDefined()
    expect(shownSender()).toBe('Muster')
  })

  it.each(['en', 'sv'] as const)(
    'says before it is saved that it may wait, also for a new name (%s)',
    async (language) => {
      answerOrganization(lund)
      const user = await renderApp('/organizations/settings', { language })
      const name = await screen.findByLabelText({ en: 'Name', sv: 'Namn' }[language])
      await user.clear(name)
      await user.type(name, 'Sommar')
      expect(
        screen.getByText({ en: /^From “Sommar” once/, sv: /^Från ”Sommar” när/ }[language]),
      ).toBeDefined()
    },
  )

  it.each(['en', 'sv'] as const)('is never used if it is the word of a bank (%s)', async (language) => {
    answerOrganization({ ...lund, name: 'BankID' })
    await renderApp('/organizations/settings', { language })
    const text = { en: /^“BankID” is a word of a bank/, sv: /^”BankID” är ett ord som hör till en bank/ }[
      language
    ]
    expect(await screen.findByText(text)).toBeDefined()
    expect(shownSender()).toBe('Muster')
  })

  it('is the one SMS come from once it is approved', async () => {
    answerOrganization({ ...waiting, approved_sms_sender: 'Lund 26' })
    await renderApp('/organizations/settings')
    expect(await screen.findByText('Lund 26')).toBeDefined()
    expect(screen.queryByText(/approv/)).toBeNull()
  })
})

describe('the colour', () => {
  it('is typed or picked, saved, and emptied again', async () => {
    answerOrganization(lund)
    const asked = answer('organizations', 'updateOrganization', { ...lund, color: '#7a1f5c', version: 2 })
    const user = await renderApp('/organizations/settings')
    const field = await screen.findByLabelText('Colour (optional)')
    expect(field).toHaveProperty('value', '')
    fireEvent.change(screen.getByLabelText('Pick the colour'), { target: { value: '#7a1f5c' } })
    expect(field).toHaveProperty('value', '#7a1f5c')
    await user.click(screen.getByRole('button', { name: 'Save settings' }))
    expect(await screen.findByText('Saved')).toBeDefined()
    await user.clear(field)
    await user.click(screen.getByRole('button', { name: 'Save settings' }))
    await waitFor(() => expect(asked).toHaveLength(2))
    expect(asked.map(({ body }) => body)).toEqual([
      { color: '#7a1f5c', version: 1 },
      { color: null, version: 2 },
    ])
  })

  it.each([
    ['en', 'Colour (optional)', /^Six digits/],
    ['sv', 'Färg (valfritt)', /^Sex tecken/],
  ] as const)('has six digits (%s)', async (language, label, text) => {
    answerOrganization(lund)
    const user = await renderApp('/organizations/settings', { language })
    await user.type(await screen.findByLabelText(label), '#fff')
    await user.tab()
    expect(await screen.findByText(text)).toBeDefined()
  })
})

describe('the logo', () => {
  const withLogo = { ...lund, logo_url: '/logos/abc' }

  it('is removed at once', async () => {
    answerOrganization(withLogo)
    const asked = answer('organizations', 'setLogo', lund)
    const user = await renderApp('/organizations/settings')
    expect((await screen.findByAltText('Logo')).getAttribute('src')).toBe('/logos/abc')
    await user.click(screen.getByRole('button', { name: 'Remove' }))
    expect(await screen.findByText('Removed')).toBeDefined()
    expect(asked[0]?.body).toEqual({ logo: null })
    expect(screen.queryByAltText('Logo')).toBeNull()
  })

  it('stays when the call fails, which says so', async () => {
    answerOrganization(withLogo)
    refuse('organizations', 'setLogo', { error: 'The service is busy.' })
    const user = await renderApp('/organizations/settings')
    await user.click(await screen.findByRole('button', { name: 'Remove' }))
    expect((await screen.findByRole('alert')).textContent).toBe('The service is busy.')
    expect(screen.getByAltText('Logo')).toBeDefined()
  })

  it.each([
    ['en', 513 * 1024, /larger than 512 KB/],
    ['sv', 513 * 1024, /större än 512 kB/],
    ['en', 10, /could not be read/],
    ['sv', 10, /gick inte att läsa/],
  ] as const)('is a picture of at most 512 KB (%s, %d bytes)', async (language, size, text) => {
    answerOrganization(lund)
    const user = await renderApp('/organizations/settings', { language })
    const input = await screen.findByLabelText({ en: 'Choose a picture', sv: 'Välj en bild' }[language])
    await user.upload(input, new File(['x'.repeat(size)], 'logo.png', { type: 'image/png' }))
    expect((await screen.findByRole('alert')).textContent).toMatch(text)
  })
})

it.each(['Åsa', '123', 'a-b'])('does not take "%s" as a sender', async (sender) => {
  answerOrganization(lund)
  const user = await renderApp('/organizations/settings')
  await user.type(await screen.findByLabelText('SMS sender (optional)'), sender)
  await user.click(screen.getByRole('button', { name: 'Save settings' }))
  expect(
    await screen.findByText('Only letters A to Z, digits and spaces, and at least one letter.'),
  ).toBeDefined()
})

it('asks for a name', async () => {
  answerOrganization(lund)
  const user = await renderApp('/organizations/settings')
  await user.clear(await screen.findByLabelText('Name'))
  await user.click(screen.getByRole('button', { name: 'Save settings' }))
  expect(await screen.findByText('Organization name is required')).toBeDefined()
})

it('keeps what was typed when somebody else was quicker', async () => {
  answerOrganization(lund)
  refuse('organizations', 'updateOrganization', { status: 409, code: 'changed_elsewhere' })
  const user = await renderApp('/organizations/settings')
  await user.type(await screen.findByLabelText('Name'), '!')
  answerOrganization({ ...lund, sms_sender: 'Lund', version: 5 })
  await user.click(screen.getByRole('button', { name: 'Save settings' }))
  expect(await screen.findByText(/^Somebody else has changed the settings/)).toBeDefined()
  expect(screen.getByLabelText('Name')).toHaveProperty('value', 'Föreningen i Lund!')
  expect(screen.getByLabelText('SMS sender (optional)')).toHaveProperty('value', 'Lund')

  const asked = answer('organizations', 'updateOrganization', { ...lund, version: 6 })
  await user.click(screen.getByRole('button', { name: 'Save settings' }))
  await waitFor(() => expect(asked[0]?.body).toEqual({ name: 'Föreningen i Lund!', version: 5 }))
})

it('is saved when an earlier try has saved it and its answer was lost', async () => {
  answerOrganization(lund)
  lose('organizations', 'updateOrganization')
  const user = await renderApp('/organizations/settings')
  await user.type(await screen.findByLabelText('Name'), '!')
  answerOrganization({ ...lund, name: 'Föreningen i Lund!', version: 2 })
  await user.click(screen.getByRole('button', { name: 'Save settings' }))
  expect((await screen.findByRole('alert')).textContent).toMatch(/^Failed to save organization\. /)
  // The switcher has read the organisations again.
  expect(await screen.findByRole('button', { name: 'Organization: Föreningen i Lund!' })).toBeDefined()
  expect(screen.queryByText('Saved')).toBeNull()

  refuse('organizations', 'updateOrganization', { status: 409, code: 'changed_elsewhere' })
  await user.click(screen.getByRole('button', { name: 'Save settings' }))
  expect(await screen.findByText('Saved')).toBeDefined()
  expect(screen.queryByRole('alert')).toBeNull()
})

it('shows what is sent until it is answered', async () => {
  answerOrganization(lund)
  const saved = { ...lund, name: 'Föreningen i Lund!', version: 2 }
  const letGo = hold('organizations', 'updateOrganization', saved)
  const user = await renderApp('/organizations/settings')
  await user.type(await screen.findByLabelText('Name'), '!{Enter}')
  await screen.findByText('Saving...')
  const zone = screen.getByRole('combobox', { name: 'Time zone' })
  await user.keyboard('?')
  await user.click(screen.getByRole('checkbox', { name: /child/i }))
  await user.type(zone, 'helsinki')
  await user.keyboard('{ArrowDown}{Enter}{Escape}')
  expect(screen.getByLabelText('Name')).toHaveProperty('value', saved.name)
  expect(zone).toHaveProperty('value', 'Europe/Stockholm')
  expect(screen.getByRole('checkbox', { name: /child/i })).toHaveProperty('checked', lund.uses_child_team)
  letGo()
  expect(await screen.findByText('Saved')).toBeDefined()
  await user.type(screen.getByLabelText('Name'), '?')
  expect(screen.getByLabelText('Name')).toHaveProperty('value', `${saved.name}?`)
})

it('asks before it throws away what was typed, until that is saved', async () => {
  answerOrganization(lund)
  answer('people', 'listPeople', [])
  const user = await renderApp('/organizations/settings')
  await user.type(await screen.findByLabelText('Name'), '!')
  await user.click(screen.getByRole('link', { name: 'People' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Discard your changes?' }))
  await user.click(question.getByRole('button', { name: 'Cancel' }))
  expect(screen.getByLabelText('Name')).toHaveProperty('value', 'Föreningen i Lund!')

  answer('organizations', 'updateOrganization', { ...lund, name: 'Föreningen i Lund!', version: 2 })
  await user.click(screen.getByRole('button', { name: 'Save settings' }))
  await screen.findByText('Saved')
  await user.click(screen.getByRole('link', { name: 'People' }))
  expect(await screen.findByRole('heading', { name: 'People' })).toBeDefined()
})

it.each([
  ['en', { error: 'The service is busy.' }, 'The service is busy.'],
  ['en', {}, 'Failed to save organization'],
  ['sv', {}, 'Det gick inte att spara organisationen'],
] as const)('says why they were not saved (%s)', async (language, refusal, text) => {
  answerOrganization(lund)
  refuse('organizations', 'updateOrganization', refusal)
  const user = await renderApp('/organizations/settings', { language })
  await user.type(await screen.findByLabelText(language === 'en' ? 'Name' : 'Namn'), '!')
  await user.click(
    screen.getByRole('button', { name: language === 'en' ? 'Save settings' : 'Spara inställningarna' }),
  )
  expect((await screen.findByRole('alert')).textContent).toBe(text)
})

it('says at the field what the server finds wrong', async () => {
  answerOrganization(lund)
  refuse('organizations', 'updateOrganization', {
    status: 400,
    code: 'validation',
    issues: [{ path: 'sms_sender', message: 'Minst en bokstav' }],
  })
  const user = await renderApp('/organizations/settings', { language: 'sv' })
  await user.type(await screen.findByLabelText('Avsändare för sms (valfritt)'), 'Lund')
  await user.click(screen.getByRole('button', { name: 'Spara inställningarna' }))
  expect(await screen.findByText('Minst en bokstav')).toBeDefined()
  expect(screen.queryByRole('alert')).toBeNull()
})
