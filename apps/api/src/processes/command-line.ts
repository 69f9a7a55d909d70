import path from 'node:path'
import { parseArgs } from 'node:util'
import { issueText } from '@muster/contract/issues'
import type { z } from 'zod'
import { type Config, ConfigError } from '../config.ts'
import { type Db, openDb } from '../db/client.ts'
import { startEmbeddedPostgres } from '../db/embedded.ts'
import { prepareDatabase } from '../db/prepare-database.ts'
import { ask } from './read-terminal.ts'
import type { Context } from './run-process.ts'

export const text = { type: 'string' } as const
export const tick = { type: 'boolean' } as const

export type Terminal = {
  /** Arguments after the name of the command. */
  args: string[]
  print: (line: string) => void
}

export type Unconnected = Pick<Context, 'config' | 'log'> & Terminal
/** Context of a command whose database has been migrated. */
export type CommandContext = Unconnected & { database_url: string }
export type Command = (context: CommandContext) => Promise<void>

export const COMMAND_CONNECTIONS = 2

/** Migrates the database, then runs `work`. */
export function withDatabase(config: Config, work: (url: string) => Promise<void>): Promise<void> {
  return withServer(config, async (url) => {
    await prepareDatabase({
      url,
      owner_url: config.database_owner_url,
      connections: COMMAND_CONNECTIONS,
    })
    await work(url)
  })
}

/** Runs `work` with the URL of PostgreSQL itself, not of a pooler. Starts the embedded server if there is no URL. */
export async function withServer(config: Config, work: (url: string) => Promise<void>): Promise<void> {
  const embedded = config.database_url
    ? undefined
    : await startEmbeddedPostgres({ dir: path.join(config.data_dir, 'postgres') })
  const url = config.database_direct_url ?? config.database_url ?? embedded?.url ?? ''
  try {
    await work(url)
  } finally {
    await embedded?.stop()
  }
}

export async function withDb<T>(url: string, work: (db: Db) => Promise<T>): Promise<T> {
  const db = openDb({
    url,
    max_connections: COMMAND_CONNECTIONS,
    announce: () => {},
    onConnectionLost: () => {},
  })
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}

export function readFlags<Options extends Record<string, typeof text | typeof tick>>(
  args: string[],
  options: Options,
) {
  try {
    return parseArgs({ args, options }).values
  } catch (error) {
    throw new ConfigError(error instanceof Error ? error.message : String(error), { cause: error })
  }
}

/** Returns the one word after the command. */
export function readPositional([word, ...more]: string[], what: string): string {
  if (word === undefined || more.length > 0) throw new ConfigError(`Name ${what}, and nothing else.`)
  return word
}

export function parse<T>(schema: z.ZodType<T>, value: unknown, what: string): T {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const field = issue?.path.length ? ` (${issue.path.join('.')})` : ''
  throw new ConfigError(`${what}${field} is wrong: ${issue && issueText(issue, 'en')}.`)
}

export function missing(flag: string): never {
  throw new ConfigError(`${flag} is missing.`)
}

/** Throws `ConfigError` unless the answer is yes. */
export async function confirm(question: string): Promise<void> {
  if (!process.stdin.isTTY) missing('--yes')
  const answer = await ask(`${question} [y/N] `)
  if (!/^y(es)?$/i.test(answer.trim())) throw new ConfigError('Stopped: nothing was changed.')
}
