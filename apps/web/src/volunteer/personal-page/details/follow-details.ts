import type { OwnDetails } from '@muster/contract/personal-page'
import { maskEmail, maskPhone } from '@muster/contract/rules/mask'
import { $remembered, keepRemembered } from '../../events/remembered.ts'
import { assignmentsOf, type Found } from '../keep/keep-page.ts'

/**
 * D45: forgets what this browser remembers and the organiser has otherwise. The page shows it masked, so it cannot be
 * replaced.
 */
export function followDetails(found: Found, { email, phone }: Pick<OwnDetails, 'email' | 'phone'>): void {
  const before = $remembered.get()
  if (!before) return
  const { person, shift } = found.invitation
  const ids = before.assignments[shift.role.event.id] ?? []
  const isSame = person.first_name === before.person.first_name
  if (!isSame || !assignmentsOf(found).some((id) => ids.includes(id))) return
  if (maskEmail(before.person.email) !== email) keepRemembered(undefined)
  else if (before.person.phone !== '' && (phone === null || maskPhone(before.person.phone) !== phone))
    keepRemembered({ ...before, person: { ...before.person, phone: '' } })
}
