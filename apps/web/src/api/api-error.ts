import type { ErrorBody } from '@muster/contract/errors'
import { currentWords } from '../i18n/words.ts'

/** D2. Status 0 and code `network`: no answer came. */
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

/** How long the server asks to wait (D2), in ms. */
export function askedPause(error: unknown): number {
  return error instanceof ApiError ? (error.body.retry_after ?? 0) * 1_000 : 0
}

/** The server's own sentence, else `failed`; without an answer, with the connection as the cause. */
export function errorText(error: unknown, failed: string): string {
  if (isUnanswered(error)) return joinSentences(failed, currentWords()('errors.network'))
  return error instanceof ApiError && error.message !== '' ? error.message : failed
}

/** No answer came, or not in time. */
export function isUnanswered(error: unknown): error is ApiError {
  return error instanceof ApiError && error.code === 'network'
}

/** Some specified texts have no full stop. */
export function joinSentences(first: string, second: string): string {
  return `${first.replace(/\.?$/, '.')} ${second}`
}

export function isChangedElsewhere(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'changed_elsewhere'
}
