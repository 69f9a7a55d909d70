import type { OwnDetails } from '@muster/contract/personal-page'
import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { publicPaths } from '../../public-paths.ts'
import { answer } from '../../testing/answers.ts'
import { buildInvitation } from '../../testing/build-invitation.ts'
import { renderPublic } from '../../testing/render-public.tsx'
import { forgetVolunteer, rememberedPerson, rememberVolunteer } from '../events/remembered.ts'

const ID = '00000000-0000-7000-8000-000000000000'
/** D17: a link begins with its assignment's id. */
const token = `AAAAAAAAcACAAAAAAAAAAA${'A'.repeat(21)}`
const invitation = buildInvitation()
const details: OwnDetails = {
  email: 'b•••@example.org',
  phone: '•••67',
  language: 'sv',
  unconfirmed: null,
  unconfirmed_email: null,
}
const person = {
  first_name: 'Björn',
  last_name: 'Ek',
  email: 'bjorn@example.org',
  countryCode: 'SE',
  phone: '070-123 45 67',
}

function remember(given: Partial<typeof person> = {}, id = ID) {
  const event_id = invitation.shift.role.event.id
  act(() => rememberVolunteer({ ...person, ...given }, { event_id, assignment_ids: [id] }))
}

async function show(given: Partial<OwnDetails> = {}) {
  answer('invitations', 'getAssignment', invitation)
  answer('invitations', 'getDetails', { ...details, ...given })
  const user = await renderPublic(publicPaths.confirmation(token), 'en')
  await user.click(await screen.findByRole('button', { name: 'Show and change' }))
  await screen.findByText(`E-mail: ${given.email ?? details.email}`)
}

afterEach(() => {
  act(forgetVolunteer)
})

it('a number that is another one now is forgotten', async () => {
  remember()
  await show({ phone: '•••05' })
  await waitFor(() => expect(rememberedPerson()).toEqual({ ...person, phone: '' }))
})

it('somebody who has another e-mail address now is forgotten', async () => {
  remember()
  await show({ email: 'n•••@example.org' })
  await waitFor(() => expect(rememberedPerson()).toBeUndefined())
})

it('what is still true stays', async () => {
  remember()
  await show()
  expect(rememberedPerson()).toEqual(person)
})

it.each([
  ['of the family, with the same e-mail address', { first_name: 'Åsa' }, ID],
  ['with other shifts', {}, '00000000-0000-7000-8000-000000000001'],
] as const)('what is remembered of another person %s stays', async (_, given, id) => {
  remember(given, id)
  await show({ phone: '•••05', email: 'n•••@example.org' })
  expect(rememberedPerson()).toEqual({ ...person, ...given })
})
