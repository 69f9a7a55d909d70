import { type Logger, pino } from 'pino'
import type { Config } from './config.ts'

/** JSON lines on standard output; readable ones on a developer's terminal. Requests are logged by route, never by URL: a URL can carry a token. */
export function openLogger({ production, log_level }: Pick<Config, 'production' | 'log_level'>): Logger {
  return pino({
    level: log_level,
    ...(!production && process.stdout.isTTY && { transport: { target: 'pino-pretty' } }),
  })
}
