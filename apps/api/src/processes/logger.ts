import { DrizzleQueryError } from 'drizzle-orm'
import { DatabaseError } from 'pg'
import { type Logger, pino } from 'pino'
import type { Config } from '../config.ts'

export function createLogger({ production, log_level }: Pick<Config, 'production' | 'log_level'>): Logger {
  const options = { level: log_level, serializers: { err: describeError } }
  if (!production && process.stdout.isTTY) return pino({ ...options, transport: { target: 'pino-pretty' } })
  // Writes many lines at once, up to 16 KiB. The rest is flushed when the process exits.
  return pino(options, pino.destination({ sync: false, minLength: 16_000, periodicFlush: 250 }))
}

/** Leaves out personal data, such as the values of a failed statement. */
export function describeError(error: unknown): unknown {
  if (error instanceof DrizzleQueryError) {
    const { query, cause } = error
    return { type: 'DrizzleQueryError', query, cause: describeError(cause) }
  }
  if (error instanceof DatabaseError) return describeDatabaseError(error)
  if (!(error instanceof Error)) return { type: typeof error }
  const { name, message, stack, cause } = error
  return {
    type: name,
    message: withoutAddresses(message),
    ...('code' in error && { code: error.code }),
    stack: stack && withoutAddresses(stack),
    ...(cause !== undefined && { cause: describeError(cause) }),
  }
}

/** The detail of an error contains values; so do message and stack of class 22, data exceptions. */
function describeDatabaseError({ code, message, constraint, table, column, routine }: DatabaseError) {
  const safe = code?.startsWith('22') ? {} : { message }
  return { type: 'DatabaseError', code, ...safe, constraint, table, column, routine }
}

/**
 * Messages of libraries may contain the address that could not be reached. Errors of Twilio's library have no message
 * if the answer has none.
 */
function withoutAddresses(text: unknown): string {
  return String(text)
    .replace(/[^\s@<>"'/]+@[^\s@<>"'/]+\.[a-z]{2,}/giu, '[e-mail]')
    .replace(/\+\d{7,15}/gu, '[phone]')
}
