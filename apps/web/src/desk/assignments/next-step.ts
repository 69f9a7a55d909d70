import { isInviteSent } from '@muster/contract/rules/invitation-state'
import { expiryBadge, isExpired, latestDeadline } from '@muster/contract/rules/invite-expiry'
import { isOver } from '@muster/contract/rules/shift-phase'
import type { Assignment, Shift } from '@muster/contract/shifts'

export type NextStep = 'send_invite' | 'send_again' | 'extend'

export function nextStepOf(assignment: Assignment, shift: Shift, now: string): NextStep | undefined {
  const { status, token_expires_at } = assignment
  if (status !== 'INVITED' || isOver(shift, now)) return undefined
  if (!isInviteSent(assignment)) return 'send_invite'
  if (!token_expires_at) return 'send_again'
  const badge = expiryBadge(token_expires_at, now)
  const isShort = badge.kind === 'expired' || badge.urgent
  return isShort && canExtend(assignment, shift, now) ? 'extend' : 'send_again'
}

/** D18: returns false once the deadline is the latest possible one. */
export function canExtend(
  { status, token_expires_at }: Pick<Assignment, 'status' | 'token_expires_at'>,
  shift: Shift,
  now: string,
): boolean {
  if (status !== 'INVITED' || isOver(shift, now)) return false
  return !token_expires_at || Date.parse(token_expires_at) < Date.parse(latestDeadline(now, shift))
}

/** Returns true if the link has expired and an extension opens it again. */
export function canReopen(assignment: Assignment, shift: Shift, now: string): boolean {
  const { token_expires_at } = assignment
  return canExtend(assignment, shift, now) && !!token_expires_at && isExpired(token_expires_at, now)
}
