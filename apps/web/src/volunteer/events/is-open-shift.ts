import type { PublicEvent } from '@muster/contract/public-event'
import { isSignupOver } from '@muster/contract/rules/shift-phase'
import { asksFirst } from '../signup/signup-state.ts'

type Shift = { role_id: string; start_dt: string; end_dt: string }

/** Returns false from when nobody can sign up for the shift any more (D13, D49). */
export const isOpenShift = (event: PublicEvent, shift: Shift, now: string): boolean =>
  !isSignupOver(shift, { ...event, asks_first: event.late_signup && asksFirst(event, [shift]) }, now)
