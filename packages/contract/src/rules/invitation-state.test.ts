import { expect, it } from 'vitest'
import { invitationState, isInviteSent } from './invitation-state.ts'

const now = '2026-07-01T12:00:00.000Z'
const sent = { status: 'INVITED', invite_sent_at: '2026-06-20T12:00:00.000Z' } as const

it.each([
  ['a deadline ahead', { ...sent, token_expires_at: '2026-07-01T12:00:00.001Z' }, 'asked'],
  ['a deadline that is now', { ...sent, token_expires_at: now }, 'expired'],
  ['no deadline', { ...sent, token_expires_at: null }, 'asked'],
  ['a flag instead of a time', { status: 'INVITED', invite_sent: true } as const, 'asked'],
  ['nothing sent', { status: 'INVITED', invite_sent: false, invite_sent_at: null } as const, 'not_asked'],
  [
    'nothing sent and a deadline that passed',
    { status: 'INVITED', token_expires_at: now } as const,
    'not_asked',
  ],
  ['an answer', { ...sent, status: 'CONFIRMED', token_expires_at: now } as const, undefined],
  ['a refusal', { ...sent, status: 'DECLINED' } as const, undefined],
  ['an absence', { ...sent, status: 'ABSENT' } as const, undefined],
])('D37: %s', (_, invitation, state) => {
  expect(invitationState(invitation, now)).toBe(state)
})

it('counts an invite as sent by its time or by its flag', () => {
  expect(isInviteSent({ invite_sent_at: now })).toBe(true)
  expect(isInviteSent({ invite_sent: true, invite_sent_at: null })).toBe(true)
  expect(isInviteSent({ invite_sent: false, invite_sent_at: null })).toBe(false)
  expect(isInviteSent({})).toBe(false)
})
