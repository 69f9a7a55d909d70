import { now } from '../clock.ts'
import { ApiError, askedPause } from './api-error.ts'

/** Milliseconds of repeats after the first request, and again after the browser was offline. */
const TRY_FOR_MS = 3 * 60_000
/** Milliseconds in all, including time offline: a laptop opened the next morning must not send the sign-up. */
const TRY_AT_MOST_MS = 30 * 60_000
const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 10_000

/** `attempt` counts from 1; `until_ms` is on the browser's clock. */
export type Progress =
  | { phase: 'sending'; attempt: number; problem: Problem | undefined }
  | { phase: 'waiting'; attempt: number; problem: Problem; until_ms: number }
  | { phase: 'offline' }

export type Problem = 'busy' | 'no_answer'

export class Unanswered extends Error {
  readonly reason: 'stopped' | 'gave_up'
  /** The server may have carried out the request: its answer was lost or is late. */
  readonly mayBeDone: boolean

  constructor(reason: Unanswered['reason'], mayBeDone: boolean) {
    super(reason)
    this.name = 'Unanswered'
    this.reason = reason
    this.mayBeDone = mayBeDone
  }
}

/**
 * Repeats `send`, which must be idempotent (D16) and give up by itself when nothing answers. Throws the `ApiError`
 * of a definite refusal, or `Unanswered`.
 */
export async function keepTrying<Answer>(
  send: (signal: AbortSignal) => Promise<Answer>,
  { stop, onProgress }: { stop: AbortSignal; onProgress: (progress: Progress) => void },
): Promise<Answer> {
  const start_ms = now().getTime()
  let deadline_ms = start_ms + TRY_FOR_MS
  let problem: Problem | undefined
  let mayBeDone = false

  for (let attempt = 1; ; attempt++) {
    onProgress({ phase: 'sending', attempt, problem })
    const wasOnline = navigator.onLine
    let pause_ms: number
    try {
      return await send(stop)
    } catch (error) {
      problem = problemOf(error)
      if (!problem) throw error
      mayBeDone ||= problem === 'no_answer' && wasOnline
      pause_ms = pauseAfter(error, attempt)
    }

    if (navigator.onLine && !stop.aborted) {
      const until_ms = now().getTime() + pause_ms
      if (until_ms > deadline_ms) throw new Unanswered('gave_up', mayBeDone)
      onProgress({ phase: 'waiting', attempt: attempt + 1, problem, until_ms })
      await rest(pause_ms, { event: 'offline', stop })
    }
    if (!navigator.onLine && !stop.aborted) {
      onProgress({ phase: 'offline' })
      const latest_ms = start_ms + TRY_AT_MOST_MS
      await rest(latest_ms - now().getTime(), { event: 'online', stop })
      deadline_ms = Math.min(now().getTime() + TRY_FOR_MS, latest_ms)
    }
    if (stop.aborted) throw new Unanswered('stopped', mayBeDone)
    // The timer of a frozen page fires too late.
    if (now().getTime() >= deadline_ms) throw new Unanswered('gave_up', mayBeDone)
  }
}

function problemOf(error: unknown): Problem | undefined {
  if (error instanceof DOMException) return 'no_answer'
  if (!(error instanceof ApiError) || askedPause(error) > TRY_FOR_MS) return undefined
  if (error.status === 429 || error.status === 503) return 'busy'
  // 502 and 504: a proxy got no answer either.
  return [0, 502, 504].includes(error.status) ? 'no_answer' : undefined
}

function pauseAfter(error: unknown, attempt: number): number {
  const back_off = Math.min(FIRST_PAUSE_MS * 2 ** (attempt - 1), LONGEST_PAUSE_MS)
  return Math.max(askedPause(error), back_off) + (Math.random() / 2) * back_off
}

function rest(
  ms: number,
  { event, stop }: { event: 'online' | 'offline'; stop: AbortSignal },
): Promise<void> {
  return new Promise((resolve) => {
    const listeners = new AbortController()
    const end = () => {
      clearTimeout(timer)
      listeners.abort()
      resolve()
    }
    const timer = setTimeout(end, ms)
    addEventListener(event, end, { signal: listeners.signal })
    stop.addEventListener('abort', end, { signal: listeners.signal })
  })
}
