import type { PublicEvent } from '@muster/contract/public-event'
import { useDateFormat } from '../../format/dates.ts'
import { usePublicText } from './texts.ts'
import { useSignupState } from './use-signup-state.ts'

/** D49: when sign-up opens or closes, if it does not just end with each shift. */
export function SignupTimes({ event }: { event: PublicEvent }) {
  return <p className="mt-3 font-semibold empty:hidden">{useSignupTimes(event)}</p>
}

export function useSignupTimes(event: PublicEvent): string | undefined {
  const t = usePublicText()
  const format = useDateFormat(event.time_zone)
  const state = useSignupState(event)
  const at = state === 'open' ? event.signup_closes_at : event.signup_opens_at
  if (state === 'closed') return t('signup_closed')
  return at
    ? t(state === 'open' ? 'signup_until' : 'signup_opens', { when: `${format.day(at)} ${format.time(at)}` })
    : undefined
}
