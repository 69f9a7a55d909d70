import { type SignupWindow, signupStateOf } from '@muster/contract/rules/signup-window'
import { conflict } from '../../edge/refusal.ts'

/** D49: throws 409 `signup_not_open` or `signup_closed`. */
export function refuseClosedSignup(event: SignupWindow, now: string): void {
  const state = signupStateOf(event, now)
  if (state === 'closed') throw conflict('signup_closed')
  if (state === 'not_open' && event.signup_opens_at !== null)
    throw conflict('signup_not_open', { opens_at: new Date(event.signup_opens_at).toISOString() })
}
