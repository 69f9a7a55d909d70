import path from 'node:path'
import closeWithGrace from 'close-with-grace'
import { type Config, ConfigError, readConfig } from '../config.ts'
import { DatabaseError } from '../db/check.ts'
import type { Logger } from '../deps.ts'
import { ListenError } from './listen.ts'
import { openLogger } from './logger.ts'

/** The folder `npm start` was called in: relative settings are read from there. */
const ROOT = path.resolve(import.meta.dirname, '../../../..')

export type Context = {
  config: Config
  log: Logger
  /** What was opened is closed in reverse order, at the end and when the start fails half way. */
  onClose: (close: () => Promise<unknown>) => void
}

/**
 * One process of the product: configuration, log, clean end on Ctrl-C, SIGTERM and failure. What an
 * operator can mend is told in one sentence; everything else is logged with its cause.
 */
export async function runProcess(work: (context: Context) => Promise<void>): Promise<void> {
  const closers: (() => Promise<unknown>)[] = []
  // One that fails, as when the database is away, leaves the others their turn.
  const closeAll = async (onFailure: (error: unknown) => void) => {
    for (let close = closers.pop(); close; close = closers.pop()) await close().catch(onFailure)
  }
  try {
    const config = readConfig(process.env, ROOT)
    const log = openLogger(config)
    closeWithGrace({ delay: 35_000, logger: false }, async ({ err }) => {
      if (err) log.fatal({ err }, 'unexpected end')
      await closeAll((error) => log.warn({ err: error }, 'not closed cleanly'))
    })
    await work({ config, log, onClose: (close) => closers.push(close) })
  } catch (error) {
    process.stderr.write(`${sentenceOf(error)}\n`)
    await closeAll((failure) => process.stderr.write(`${sentenceOf(failure)}\n`))
    process.exit(1)
  }
}

function sentenceOf(error: unknown): string {
  const isForOperator = [ConfigError, DatabaseError, ListenError].some((kind) => error instanceof kind)
  if (error instanceof Error) return isForOperator ? error.message : (error.stack ?? error.message)
  return String(error)
}
