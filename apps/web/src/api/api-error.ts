import type { ErrorBody } from '@muster/contract/errors'
import { currentWords } from '../i18n/words.ts'

/**
 * Refusal by the server (D2). Status 0 with code `network` means that no answer came, that of a success that another server
 * has answered, such as a network that asks for a sign-in.
 */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly body: Partial<ErrorBody>

  constructor(status: number, body: Partial<ErrorBody>) {
    super(body.error ?? '')
    this.name = 'ApiError'
    this.status = status
    this.code = body.code ?? 'unknown'
    this.body = body
  }
}

/** Returns the milliseconds that the server asks to wait (D2). */
export function askedPause(error: unknown): number {
  return error instanceof ApiError ? (error.body.retry_after ?? 0) * 1_000 : 0
}

/** Returns the server's own sentence, else `failed`. Names the connection as the cause if no answer came. */
export function errorText(error: unknown, failed: string): string {
  if (isUnanswered(error)) return joinSentences(failed, currentWords()('errors.network'))
  return error instanceof ApiError && error.message !== '' ? error.message : failed
}

/** Returns true when no answer came, or none in time. */
export function isUnanswered(error: unknown): error is ApiError {
  return error instanceof ApiError && error.code === 'network'
}

/** Returns true when the same call may succeed later: no answer of the server, too many calls, or a fault of it. */
export function isTemporary(error: unknown): boolean {
  return error instanceof ApiError && (error.status < 400 || error.status === 429 || error.status >= 500)
}

/** Adds the full stop that some specified texts lack. */
export function joinSentences(first: string, second: string): string {
  return `${first.replace(/\.?$/, '.')} ${second}`
}

export function isChangedElsewhere(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'changed_elsewhere'
}
