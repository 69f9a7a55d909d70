/** The connection was never there: nothing can have been accepted. */
const CODES = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'CERT_HAS_EXPIRED',
  'UND_ERR_CONNECT_TIMEOUT',
]

export function wasNeverReached(error: unknown): boolean {
  return error instanceof Error && 'code' in error && CODES.includes(String(error.code))
}

/** Without a Retry-After a provider that is asked too much is left alone for so long, ms. */
const STANDARD_PAUSE_MS = 5_000

/** Milliseconds a provider asks to be left alone: Retry-After as seconds, or as a date on its own clock. */
export function readPause(headers: Record<string, unknown>): number {
  const value = headers['retry-after']
  if (typeof value !== 'string' && typeof value !== 'number') return STANDARD_PAUSE_MS
  const seconds = Number(value)
  const ms = Number.isFinite(seconds)
    ? seconds * 1000
    : Date.parse(String(value)) - Date.parse(String(headers.date))
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), 3_600_000) : STANDARD_PAUSE_MS
}
