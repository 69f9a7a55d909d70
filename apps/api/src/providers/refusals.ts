import { HOUR_MS } from '@muster/contract/rules/instants'
import { codeOf } from '../error-code.ts'

/** Errors of opening a connection: the request was not sent. */
const CONNECT_ERRORS = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'CERT_HAS_EXPIRED',
  'UND_ERR_CONNECT_TIMEOUT',
]

export function wasNotSent(error: unknown): boolean {
  return CONNECT_ERRORS.includes(codeOf(error) ?? '')
}

const DEFAULT_PAUSE_MS = 5_000
const MAX_PAUSE_MS = HOUR_MS

/** Returns ms. A date is compared with the Date of the response, not with our clock. */
export function readRetryAfter(headers: Record<string, unknown>): number {
  const value = headers['retry-after']
  if (typeof value !== 'string' && typeof value !== 'number') return DEFAULT_PAUSE_MS
  const seconds = Number(value)
  const ms = Number.isFinite(seconds)
    ? seconds * 1000
    : Date.parse(String(value)) - Date.parse(String(headers.date))
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), MAX_PAUSE_MS) : DEFAULT_PAUSE_MS
}
