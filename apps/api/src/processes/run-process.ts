import path from 'node:path'
import closeWithGrace from 'close-with-grace'
import { type Config, ConfigError, listMisspelt, type Part, readConfig } from '../config.ts'
import { DatabaseSetupError } from '../db/check.ts'
import type { Logger } from '../deps.ts'
import { ListenError } from './listen-error.ts'
import { createLogger } from './logger.ts'

const ROOT = path.resolve(import.meta.dirname, '../../../..')

export type Context = {
  config: Config
  log: Logger
  /** Registers a function. They are called in reverse order, at the end and when the start fails. */
  onClose: (close: () => Promise<unknown>) => void
}

/** Closes everything on Ctrl-C, SIGTERM and failure. Errors that an operator can fix are printed as one sentence. */
export async function runProcess(
  work: (context: Context) => Promise<void>,
  part: Part = 'command',
): Promise<void> {
  const closers: (() => Promise<unknown>)[] = []
  // Closes the others even if one fails, for example without a database.
  const closeAll = async (onFailure: (error: unknown) => void) => {
    for (let close = closers.pop(); close; close = closers.pop()) await close().catch(onFailure)
  }
  const misspelt = listMisspelt(process.env)
  const hint = () => {
    for (const sentence of misspelt.splice(0)) process.stderr.write(`${sentence}\n`)
  }
  try {
    const config = readConfig(process.env, ROOT, part)
    const log = createLogger(config)
    closeWithGrace({ delay: 35_000, logger: false }, async ({ err }) => {
      if (err) log.fatal({ err }, 'unexpected end')
      await closeAll((error) => log.warn({ err: error }, 'not closed cleanly'))
    })
    // The first line of a command names its database.
    if (part !== 'command') hint()
    await work({ config, log, onClose: (close) => closers.push(close) })
    hint()
  } catch (error) {
    process.stderr.write(`${sentenceOf(error)}\n`)
    hint()
    await closeAll((failure) => process.stderr.write(`${sentenceOf(failure)}\n`))
    process.exit(1)
  }
}

export function sentenceOf(error: unknown): string {
  const isForOperator = [ConfigError, DatabaseSetupError, ListenError].some((kind) => error instanceof kind)
  if (error instanceof Error) return isForOperator ? error.message : (error.stack ?? error.message)
  return String(error)
}
