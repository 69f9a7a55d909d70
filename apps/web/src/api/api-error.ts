import type { ErrorBody } from '@muster/contract/errors'

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

export function errorText(error: unknown, fallback: string): string {
  return error instanceof ApiError && error.message !== '' ? error.message : fallback
}

export function isChangedElsewhere(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'changed_elsewhere'
}
