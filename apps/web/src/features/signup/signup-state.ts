import type { SignedUpForSeveral } from '@muster/contract/signup'
import { ApiError } from '../../api/api-error.ts'
import { type Progress, Unanswered } from '../../api/keep-trying.ts'

export type SignupState =
  | { status: 'ready' }
  | { status: 'submitting'; progress: Progress }
  /** A problem, a refusal, or no definite answer (`Unanswered`): pressing again is safe. */
  | { status: 'failed'; error: unknown }
  | SignedUpState
  /** The waiting list of a full shift (D44). */
  | { status: 'joining' }
  | { status: 'joined'; shift_id: string; person: { first_name: string; email: string } }

export type SignedUpState = {
  status: 'submitted'
  answer: SignedUpForSeveral
  person: { first_name: string; email: string }
}

/** Undefined while the first request is under way: most are answered at once. */
export function retryProgress(state: SignupState): Progress | undefined {
  if (state.status !== 'submitting') return undefined
  const { progress } = state
  return progress.phase === 'sending' && !progress.problem ? undefined : progress
}

export const isSending = ({ status }: SignupState) => status === 'submitting' || status === 'joining'

export function unansweredOf(state: SignupState): Unanswered | undefined {
  return state.status === 'failed' && state.error instanceof Unanswered ? state.error : undefined
}

/** The visitor may have taken the last place without getting the answer: pressing again tells. */
export function isFull(shifts: readonly { spots_left: number }[], state: SignupState): boolean {
  const full = shifts.every(({ spots_left }) => spots_left === 0)
  return full && state.status !== 'submitting' && !unansweredOf(state)?.mayBeDone
}

export function isRefused(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 409)
}
