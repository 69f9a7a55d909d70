import type { PublicEvent } from '@muster/contract/public-event'
import { hasStarted } from '@muster/contract/rules/shift-phase'
import type { SignedUpForSeveral } from '@muster/contract/signup'
import { ApiError } from '../../api/api-error.ts'
import { type Progress, Unanswered } from '../../api/keep-trying.ts'
import { asksFirst } from '../events/shift-terms.ts'

export type SignupState =
  | { status: 'ready' }
  | { status: 'submitting'; progress: Progress }
  /** A problem, a refusal, or no definite answer (`Unanswered`): pressing again is safe. */
  | { status: 'failed'; error: unknown; refusal?: unknown; isJoin?: true }
  | SignedUpState
  /** The waiting list of a full shift (D44). `refusal` is that of the page from which it is joined. */
  | { status: 'joining'; refusal?: unknown }
  | { status: 'joined'; shift_id: string; person: { first_name: string; email: string } }

export type SignedUpState = {
  status: 'submitted'
  answer: SignedUpForSeveral
  person: { first_name: string; email: string }
  /** First names of all, if there are several (D54). A ticket that an older version kept has none. */
  names?: readonly string[]
  /** Instant. For a while after it the address can be corrected. */
  submitted_at: string
  /** Set after a reload: the assignment may have been cancelled, and the shift moved, since the sign-up. */
  isKept?: true
}

/** Undefined while the first request is under way: most are answered at once. */
export function retryProgress(state: SignupState): Progress | undefined {
  if (state.status !== 'submitting') return undefined
  const { progress } = state
  return progress.phase === 'sending' && !progress.problem ? undefined : progress
}

/** Freezes the shifts while sending: the visitor's own place may arrive before the answer and would read "Full". */
export function isHeld(state: SignupState): boolean {
  if (state.status === 'submitted') return !state.isKept
  return state.status === 'submitting' && !retryProgress(state)
}

export const isSending = ({ status }: SignupState) => status === 'submitting' || status === 'joining'

export function unansweredOf(state: SignupState): Unanswered | undefined {
  return state.status === 'failed' && state.error instanceof Unanswered ? state.error : undefined
}

/** Returns false while sending and after a lost answer, because the last place may be the visitor's own. */
export function isFull(shifts: readonly { spots_left: number }[], state: SignupState): boolean {
  const full = shifts.every(({ spots_left }) => spots_left === 0)
  return full && state.status !== 'submitting' && !unansweredOf(state)?.mayBeDone
}

/** Returns the refusal that is shown instead of the form. */
export function refusalOf(state: SignupState): unknown {
  if (state.status === 'joining') return state.refusal
  if (state.status !== 'failed') return undefined
  const { error, refusal } = state
  if (refusal !== undefined) return refusal
  return error instanceof ApiError && (error.status === 404 || error.status === 409) ? error : undefined
}

/** D13 */
export const isMoved = ({ code }: { code: string | undefined }) => code === 'shift_moved'

/** D44 */
export function hasWaitingList(
  event: PublicEvent,
  shift: { role_id: string; start_dt: string },
  now: string,
): boolean {
  return event.waiting_list && !asksFirst(event, [shift]) && !hasStarted(shift, now)
}

/** D44: whether the form joins the line of its shift. A place in line is of one person. */
export function joinsLine(
  event: PublicEvent,
  shifts: readonly { role_id: string; start_dt: string; spots_left: number }[],
  { state, now }: { state: SignupState; now: string },
): boolean {
  const [only] = shifts
  return (
    shifts.length === 1 && only !== undefined && isFull(shifts, state) && hasWaitingList(event, only, now)
  )
}
