import { isInviteSent } from '@muster/contract/rules/invitation-state'
import type { Assignment } from '@muster/contract/shifts'

/** `link`: a CONFIRMED person is sent the link only, because there is no question to answer. */
export function inviteKind(assignment: Assignment): 'again' | 'link' | 'invite' {
  if (isInviteSent(assignment)) return 'again'
  return assignment.status === 'CONFIRMED' ? 'link' : 'invite'
}
