import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { paths } from '../../paths.ts'
import { answer } from '../../testing/answers.ts'
import { buildInvitation } from '../../testing/build-invitation.ts'
import { renderPublic } from '../../testing/render-public.tsx'
import { forgetVolunteer, rememberedPerson, rememberVolunteer } from '../events/public/remembered.ts'

const ID = '00000000-0000-7000-8000-000000000000'
/** D17: a link begins with its assignment's id. */
const token = `AAAAAAAAcACAAAAAAAAAAA${'A'.repeat(21)}`
const invitation = buildInvitation()
const details = {
  email: 'bjorn@example.org',
  phone: '+46701234567',
  language: 'sv',
  unconfirmed_email: null,
} as const
const person = {
  first_name: 'Björn',
  last_name: 'Ek',
  email: details.email,
  countryCode: 'SE',
  phone: '070-123 45 67',
}

function remember(given: Partial<typeof person> = {}, id = ID) {
  const event_id = invitation.shift.role.event.id
  act(() => rememberVolunteer({ ...person, ...given }, { event_id, assignment_ids: [id] }))
}

async function show(email: string = details.email) {
  answer('invitations', 'getAssignment', invitation)
  answer('invitations', 'getDetails', { ...details, email })
  const user = await renderPublic(paths.confirmation(token), 'en')
  await user.click(await screen.findByRole('button', { name: 'Show and change' }))
  await screen.findByText(`E-mail: ${email}`)
  return user
}

async function changePhone() {
  const user = await show()
  answer('invitations', 'changeDetails', { ...details, phone: '+46701740605', token })
  const field = screen.getByRole('textbox', { name: 'Phone number' })
  await user.clear(field)
  await user.type(field, '0701740605{Enter}')
  await screen.findByText(/^The number is saved\./)
}

afterEach(() => {
  act(forgetVolunteer)
})

it('a changed number is remembered for the next sign-up', async () => {
  remember()
  await changePhone()
  expect(rememberedPerson()).toEqual({ ...person, phone: '+46701740605' })
})

it('a confirmed e-mail address is remembered for the next sign-up', async () => {
  remember()
  await show('ny@example.org')
  await waitFor(() => expect(rememberedPerson()).toEqual({ ...person, email: 'ny@example.org' }))
})

it('nothing is remembered in a browser that was not asked to', async () => {
  await changePhone()
  expect(rememberedPerson()).toBeUndefined()
  expect(localStorage.getItem('volunteer')).toBeNull()
})

it.each([
  ['of the family, with the same e-mail address', { first_name: 'Åsa' }, ID],
  ['with other shifts', {}, '00000000-0000-7000-8000-000000000001'],
] as const)('what is remembered of another person %s stays', async (_, given, id) => {
  remember(given, id)
  await changePhone()
  expect(rememberedPerson()).toEqual({ ...person, ...given })
})
