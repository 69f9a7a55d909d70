import { isInviteSent } from '@muster/contract/rules/invitation-state'
import { isExpired, linkCloses } from '@muster/contract/rules/invite-expiry'
import type { Assignment, Shift } from '@muster/contract/shifts'

/** `unsure`: after a sign-up the link was sent too, but this is not stored as an invitation. */
export type LinkState = 'not_asked' | 'unsure' | 'works' | 'expired'

/** D18, D37: returns the state of the personal link that a new one would replace. */
export function linkStateOf(assignment: Assignment, shift: Pick<Shift, 'end_dt'>, now: string): LinkState {
  const { status, token_expires_at } = assignment
  const isSent = isInviteSent(assignment)
  if (status === 'INVITED' && !isSent) return 'not_asked'
  const closes = status === 'INVITED' ? token_expires_at : linkCloses(shift.end_dt)
  if (closes && isExpired(closes, now)) return 'expired'
  return isSent ? 'works' : 'unsure'
}
