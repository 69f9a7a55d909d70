import type { AssignmentStatus } from './assignment-status.ts'
import { isExpired } from './invite-expiry.ts'

export const invitationStates = ['asked', 'not_asked', 'expired'] as const
export type InvitationState = (typeof invitationStates)[number]

export type Invitation = {
  status: AssignmentStatus
  invite_sent?: boolean | undefined
  invite_sent_at?: string | null | undefined
  token_expires_at?: string | null | undefined
}

/** Returns whether the invitation was sent, which either field says. */
export function isInviteSent({
  invite_sent,
  invite_sent_at,
}: Pick<Invitation, 'invite_sent' | 'invite_sent_at'>): boolean {
  return Boolean(invite_sent_at) || invite_sent === true
}

/** Returns undefined unless INVITED (D37). An unsent invitation does not expire: sending it starts a new deadline. */
export function invitationState(invitation: Invitation, now: string): InvitationState | undefined {
  if (invitation.status !== 'INVITED') return undefined
  if (!isInviteSent(invitation)) return 'not_asked'
  const { token_expires_at } = invitation
  return token_expires_at && isExpired(token_expires_at, now) ? 'expired' : 'asked'
}
