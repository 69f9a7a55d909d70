import { asksFirst } from '@muster/contract/rules/approval'
import { isSignupOver } from '@muster/contract/rules/shift-phase'
import type { SignUpShift } from './queries.ts'

type Shift = Pick<SignUpShift, 'start_dt' | 'end_dt' | 'late_signup' | 'approval' | 'needs_tag'>

export const isTooLate = (shift: Shift, now: string): boolean =>
  isSignupOver(shift, { ...shift, asks_first: asksFirst(shift) }, now)
