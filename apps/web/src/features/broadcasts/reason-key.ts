import type { BroadcastProgress } from '@muster/contract/broadcasts'

type Problem = BroadcastProgress['problems'][number]
type Reason = Exclude<Problem['kind'], 'failed' | 'unknown'>

/** The text that says why a channel does not reach somebody. */
export function reasonKey(channel: Problem['channel'], reason: Reason) {
  if (reason === 'number_not_allowed') return 'reach.number_not_allowed' as const
  return channel === 'EMAIL' ? (`reach.email_${reason}` as const) : (`reach.sms_${reason}` as const)
}
