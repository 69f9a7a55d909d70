import { DrizzleQueryError } from 'drizzle-orm'
import { type Logger, pino } from 'pino'
import type { Config } from './config.ts'

/** JSON lines on standard output; readable ones on a developer's terminal. Requests are logged by route, never by URL: a URL can carry a token. */
export function openLogger({ production, log_level }: Pick<Config, 'production' | 'log_level'>): Logger {
  return pino({
    level: log_level,
    serializers: { err: describeError },
    ...(!production && process.stdout.isTTY && { transport: { target: 'pino-pretty' } }),
  })
}

/** What helps to find the cause. A failed statement brings its values along, and those are people's: they are left out. */
export function describeError(error: unknown): unknown {
  if (error instanceof DrizzleQueryError) {
    // Its own message and stack repeat the values.
    const { query, cause } = error
    return { type: 'DrizzleQueryError', query, cause: describeError(cause) }
  }
  if (!(error instanceof Error)) return { type: typeof error }
  const { name, message, stack, cause } = error
  return {
    type: name,
    message,
    ...('code' in error && { code: error.code }),
    ...('constraint' in error && { constraint: error.constraint }),
    stack,
    ...(cause !== undefined && { cause: describeError(cause) }),
  }
}
