import type { PublicEvent } from '@muster/contract/public-event'
import { useDateFormat } from '../../format/dates.ts'
import { Badge } from '../../ui/feedback/badge.tsx'
import { usePublicText } from './texts.ts'
import { useSignupState } from './use-signup-state.ts'

/** D49: when sign-up opens or closes, if it does not just end with each shift. */
export function SignupTimes({ event }: { event: PublicEvent }) {
  const sentence = useSignupTimes(event)
  const state = useSignupState(event)
  if (sentence === undefined) return null
  return (
    <p className="mt-3">
      {state === 'open' ? <span className="text-ink-2">{sentence}</span> : <ClosedBadge text={sentence} state={state} />}
    </p>
  )
}

function ClosedBadge({ text, state }: { text: string; state: 'not_open' | 'closed' }) {
  return (
    <Badge tone={state === 'not_open' ? 'wait' : 'neutral'} className="h-auto! min-h-8 py-1 text-meta! whitespace-normal!">
      {text}
    </Badge>
  )
}

export function useSignupTimes(event: PublicEvent): string | undefined {
  const t = usePublicText()
  const format = useDateFormat(event.time_zone)
  const state = useSignupState(event)
  const when = (at: string) => `${format.day(at)} ${format.time(at)}`
  const { signup_opens_at, signup_closes_at } = event
  if (state === 'closed') return t('signup_closed')
  if (state === 'not_open') return signup_opens_at === null ? undefined : t('signup_opens', { when: when(signup_opens_at) })
  return signup_closes_at === null ? undefined : t('signup_until', { when: when(signup_closes_at) })
}
