import type { Language } from '@muster/contract/language'
import { CORRECTABLE_MS } from '@muster/contract/rules/correction'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { chooseLanguage } from '../../../i18n/language.ts'
import { answer, refuse } from '../../../testing/answers.ts'
import { buildId } from '../../../testing/build-event.ts'
import { buildPublicShift } from '../../../testing/build-public-event.ts'
import { keepInHistory, readFromHistory } from '../../../ui/hooks/navigation.ts'
import { $remembered, keepRemembered } from '../../events/remembered.ts'
import CorrectEmail from './correct-email.tsx'

const email = 'asa@exmaple.org'
const signed_up = ['one', 'two'].map((correction_key) => ({
  assignment_id: buildId(),
  shift: { ...buildPublicShift(), role_id: buildId() },
  calendar_url: '/calendar/abc.ics',
  correction_key,
}))

function open({ language = 'en', ago = 0 }: { language?: Language; ago?: number } = {}) {
  const onCorrected = vi.fn<(to: string) => void>()
  const submitted_at = new Date(Date.now() - ago).toISOString()
  chooseLanguage(language)
  const user = userEvent.setup()
  render(<CorrectEmail {...{ email, signed_up, submitted_at, onCorrected }} />)
  return { user, onCorrected }
}

it.each([
  [
    'en',
    'Correct it',
    'The right e-mail address',
    'Correct the address',
    /^Corrected\. The link is on its way to/,
  ],
  ['sv', 'Rätta den', 'Rätt e-postadress', 'Rätta adressen', /^Rättat\. Länken är på väg till/],
] as const)('corrects all places at once (%s)', async (language, show, label, send, done) => {
  const asked = answer('correction', 'correctEmail', { correction_keys: ['three', 'four'] })
  keepInHistory('ticket', {
    of: 'x',
    answer: { signed_up, requested: [], refused: [] },
    person: { first_name: 'Åsa', email },
  })
  const person = { first_name: 'Åsa', last_name: 'Öberg', email, countryCode: 'SE', phone: '0701234567' }
  keepRemembered({ person, assignments: {} })
  const { user, onCorrected } = open({ language })
  await user.click(screen.getByRole('button', { name: show }))
  const input = screen.getByLabelText<HTMLInputElement>(label)
  expect(input.value).toBe(email)
  await user.clear(input)
  await user.type(input, 'asa@example.org')
  await user.click(screen.getByRole('button', { name: send }))
  const result = await screen.findByText(done)
  expect(document.activeElement).toBe(result)
  expect(asked).toMatchObject([{ body: { correction_keys: ['one', 'two'], email: 'asa@example.org' } }])
  expect(onCorrected).toHaveBeenCalledExactlyOnceWith('asa@example.org')
  // What this browser keeps follows.
  expect($remembered.get()?.person.email).toBe('asa@example.org')
  expect(readFromHistory('ticket')).toMatchObject({
    person: { email: 'asa@example.org' },
    answer: { signed_up: [{ correction_key: 'three' }, { correction_key: 'four' }] },
  })
})

it('leaves who is remembered when somebody else had their address', async () => {
  answer('correction', 'correctEmail', { correction_keys: ['three', 'four'] })
  const answered = { signed_up, requested: [], refused: [] }
  keepInHistory('ticket', { of: 'x', answer: answered, person: { first_name: 'Bo', email } })
  const person = { first_name: 'Åsa', last_name: 'Öberg', email, countryCode: 'SE', phone: '0701234567' }
  keepRemembered({ person, assignments: {} })
  const { user } = open()
  await user.click(screen.getByRole('button', { name: 'Correct it' }))
  const input = screen.getByLabelText('The right e-mail address')
  await user.clear(input)
  await user.type(input, 'bo@example.org')
  await user.click(screen.getByRole('button', { name: 'Correct the address' }))
  await screen.findByText(/^Corrected/)
  expect($remembered.get()?.person.email).toBe(email)
})

it('asks for an address that is complete and another one', async () => {
  const { user } = open()
  await user.click(screen.getByRole('button', { name: 'Correct it' }))
  const input = screen.getByLabelText('The right e-mail address')
  await user.click(screen.getByRole('button', { name: 'Correct the address' }))
  screen.getByText('This is the address we already wrote to.')
  expect(document.activeElement).toBe(input)
  await user.clear(input)
  await user.type(input, 'asa@')
  await user.click(screen.getByRole('button', { name: 'Correct the address' }))
  screen.getByText('The address is not complete. It should look like name@example.org.')
})

it('says the server’s reason, and stays in the form', async () => {
  const error = 'The address can no longer be corrected here. Please contact the organizer.'
  refuse('correction', 'correctEmail', { status: 403, code: 'correction_closed', error })
  const { user } = open()
  await user.click(screen.getByRole('button', { name: 'Correct it' }))
  await user.type(screen.getByLabelText('The right e-mail address'), 'x')
  await user.click(screen.getByRole('button', { name: 'Correct the address' }))
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(error))
})

it('asks whether a nearly common domain was meant', async () => {
  const { user } = open()
  await user.click(screen.getByRole('button', { name: 'Correct it' }))
  const input = screen.getByLabelText('The right e-mail address')
  await user.clear(input)
  await user.type(input, 'asa@gmial.com')
  await screen.findByText(/Did you mean asa@gmail\.com\?/)
})

it('is not offered after half an hour', async () => {
  open({ ago: CORRECTABLE_MS })
  expect(screen.queryByRole('button')).toBeNull()
})
