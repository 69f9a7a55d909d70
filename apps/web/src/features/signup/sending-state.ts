import { type Progress, Unanswered } from '../../api/keep-trying.ts'

/** Where sending a form stands, with what the form itself knows besides. */
export type SendingState =
  | { status: 'submitting'; progress: Progress }
  | { status: 'failed'; error: unknown }
  | { status: 'ready' | 'refused' | 'submitted' }

/** Undefined while the first request is under way: most are answered at once. */
export function retryProgress(state: SendingState): Progress | undefined {
  if (state.status !== 'submitting') return undefined
  const { progress } = state
  return progress.phase === 'sending' && !progress.problem ? undefined : progress
}

/** Set when it ended without a definite answer. */
export function unansweredOf(state: SendingState): Unanswered | undefined {
  return state.status === 'failed' && state.error instanceof Unanswered ? state.error : undefined
}
