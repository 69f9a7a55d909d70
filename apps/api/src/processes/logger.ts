import { DrizzleQueryError } from 'drizzle-orm'
import { DatabaseError } from 'pg'
import { type Logger, pino } from 'pino'
import type { Config } from '../config.ts'

/** JSON lines on standard output; readable ones on a developer's terminal. Requests are logged by route, never by URL: a URL can carry a token. */
export function openLogger({ production, log_level }: Pick<Config, 'production' | 'log_level'>): Logger {
  const options = { level: log_level, serializers: { err: describeError } }
  if (!production && process.stdout.isTTY) return pino({ ...options, transport: { target: 'pino-pretty' } })
  // One write for many lines; the rest is flushed when the process exits.
  return pino(options, pino.destination({ sync: false, minLength: 4_096, periodicFlush: 250 }))
}

/** What helps to find the cause. A failed statement brings its values along, and those are people's: they are left out. */
export function describeError(error: unknown): unknown {
  if (error instanceof DrizzleQueryError) {
    // Its own message and stack repeat the values.
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

/** Its detail names values; so does the message of class 22, what is wrong with a value, and the stack repeats it. */
function describeDatabaseError({ code, message, constraint, table, column, routine }: DatabaseError) {
  const told = code?.startsWith('22') ? {} : { message }
  return { type: 'DatabaseError', code, ...told, constraint, table, column, routine }
}

/** Others' libraries name in their messages whom they could not reach. */
function withoutAddresses(text: string): string {
  return text
    .replace(/[^\s@<>"'/]+@[^\s@<>"'/]+\.[a-z]{2,}/giu, '[e-mail]')
    .replace(/\+\d{7,15}/gu, '[phone]')
}
