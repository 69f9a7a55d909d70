import type { BroadcastProgress } from '@muster/contract/broadcasts'
import type { useText } from './texts.ts'

type Problem = BroadcastProgress['problems'][number]
type Unreached = { channel: Problem['channel']; reason: Exclude<Problem['kind'], 'failed' | 'unknown'> }

export function reasonText({ channel, reason }: Unreached, t: ReturnType<typeof useText>): string {
  if (reason === 'number_not_allowed' || reason === 'enough_today') return t(`reach.${reason}`)
  return channel === 'EMAIL' ? t(`reach.email_${reason}`) : t(`reach.sms_${reason}`)
}
