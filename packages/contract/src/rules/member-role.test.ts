import { expect, test } from 'vitest'
import {
  contactsShownTo,
  isLastOwner,
  memberInvitationState,
  memberRoles,
  rightsOfRole,
} from './member-role.ts'

test('only an owner manages, and every member views', () => {
  for (const role of memberRoles) {
    expect(rightsOfRole[role].includes('manage'), role).toBe(role === 'owner')
    expect(rightsOfRole[role], role).toContain('view')
  }
})

test('contacts are for those who plan; a leader sees phone numbers', () => {
  expect(memberRoles.map(contactsShownTo)).toEqual(['all', 'all', 'none', 'phone'])
})

test.each([
  [['a'], 'a', true],
  [['a', 'b'], 'a', false],
  [['b'], 'a', false],
  [[], 'a', false],
])('of the owners %j, %s is the last: %s', (owners, user_id, expected) => {
  expect(isLastOwner(owners, user_id)).toBe(expected)
})

test.each([
  ['2026-06-01T09:59:59.999Z', 'invited'],
  ['2026-06-01T10:00:00.000Z', 'expired'],
])('an invitation until 10:00 is at %s %s', (now, state) => {
  expect(memberInvitationState({ expires_at: '2026-06-01T10:00:00.000Z' }, now)).toBe(state)
})
