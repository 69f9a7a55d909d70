import { $remembered, keepRemembered, type RememberedPerson } from '../../events/public/remembered.ts'
import { assignmentsOf, type Found } from '../keep/keep-page.ts'

/** D45: updates what this browser remembers. People who share an e-mail address share the remembered ids. */
export function followDetails(
  found: Found,
  change: Partial<Pick<RememberedPerson, 'email' | 'phone'>>,
): void {
  const before = $remembered.get()
  if (!before) return
  const { person, shift } = found.invitation
  const event_id = shift.role.event.id
  const ids = before.assignments[event_id] ?? []
  const isSame = person.first_name === before.person.first_name
  if (!isSame || !assignmentsOf(found).some((id) => ids.includes(id))) return
  const next = { ...before.person, ...change }
  const isMoved = next.email !== before.person.email
  if (!isMoved && next.phone === before.person.phone) return
  // Another organisation may still have the former address.
  keepRemembered({ person: next, assignments: isMoved ? { [event_id]: ids } : before.assignments })
}
