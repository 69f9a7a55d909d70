import type { BroadcastProgress } from '@muster/contract/broadcasts'
import type { useText } from './texts.ts'

type Problem = BroadcastProgress['problems'][number]
type Undeliverable = { channel: Problem['channel']; reason: Exclude<Problem['kind'], 'failed' | 'unknown'> }

export function reasonText({ channel, reason }: Undeliverable, t: ReturnType<typeof useText>): string {
  if (reason === 'number_not_allowed' || reason === 'enough_today') return t(`reason.${reason}`)
  return channel === 'EMAIL' ? t(`reason.email_${reason}`) : t(`reason.sms_${reason}`)
}
