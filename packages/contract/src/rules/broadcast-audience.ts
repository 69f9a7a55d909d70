import { isTimeUnconfirmed } from './agreed-times.ts'
import type { AssignmentStatus } from './assignment-status.ts'
import { invitationState, invitationStates } from './invitation-state.ts'

/** D68: what somebody can be on a shift. INVITED is all of `invitationStates`, WAITING is on its waiting list. */
export const audienceStatuses = [
  'CONFIRMED',
  'INVITED',
  'DECLINED',
  'WAITING',
  ...invitationStates,
  'new_time_open',
] as const
export type AudienceStatus = (typeof audienceStatuses)[number]

/** D29 */
export const DEFAULT_STATUSES: readonly AudienceStatus[] = ['CONFIRMED', 'INVITED']

/** Maximum number of ids or days in one list of a broadcast. */
export const MAX_NAMED = 1_000

export type OnShift = {
  status: AssignmentStatus | 'WAITING'
  invite_sent_at: string | null
  token_expires_at: string
  asked_again_at: string | null
  shift: { start_dt: string }
}

/** Empty for somebody who was absent. */
export function audienceStatusesOf(one: OnShift, now: string): AudienceStatus[] {
  const { status } = one
  if (status === 'ABSENT') return []
  if (status === 'INVITED') return [status, invitationState({ ...one, status }, now) ?? 'not_asked']
  const isOpen = status === 'CONFIRMED' && isTimeUnconfirmed(one, one.shift, now)
  return isOpen ? [status, 'new_time_open'] : [status]
}
