import type { Person } from '@muster/contract/people'
import type { ShownContacts } from '@muster/contract/rules/member-role'

/** M1: shows only names to a viewer, and phone numbers too to a leader. */
export function hideContactsOfPeople(people: Person[], contacts: ShownContacts): Person[] {
  if (contacts === 'all') return people
  return people.map(({ id, first_name, last_name, phone, version }) => ({
    id,
    first_name,
    last_name,
    email: '',
    phone: contacts === 'phone' ? phone : null,
    child_team: null,
    notes: null,
    language: null,
    tags: [],
    version,
  }))
}
