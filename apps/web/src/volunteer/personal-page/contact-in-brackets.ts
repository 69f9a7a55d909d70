import type { OrganizerContact } from '@muster/contract/organizations'

export function contactInBrackets(contact: OrganizerContact | undefined): string {
  const ways = [contact?.email, contact?.phone].filter(Boolean)
  return ways.length > 0 ? ` (${ways.join(', ')})` : ''
}
