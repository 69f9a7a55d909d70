import path from 'node:path'
import { parseArgs } from 'node:util'
import { issueText } from '@muster/contract/issues'
import type { z } from 'zod'
import { type Config, ConfigError } from '../config.ts'
import { checkDatabase } from '../db/check.ts'
import { createDb, type Db } from '../db/client.ts'
import { startEmbeddedPostgres } from '../db/embedded.ts'
import { hasEmbeddedDatabase } from '../db/embedded-home.ts'
import { hasTables, prepareDatabase } from '../db/prepare-database.ts'
import { ask } from './read-terminal.ts'
import type { Context } from './run-process.ts'

export const text = { type: 'string' } as const
export const tick = { type: 'boolean' } as const

export type Terminal = {
  /** Arguments after the name of the command. */
  args: string[]
  print: (line: string) => void
  /** Writes to standard error, because some commands print JSON. */
  warn: (line: string) => void
}

export type Unconnected = Pick<Context, 'config' | 'log'> & Terminal
/** Context of a command whose database has been migrated. */
export type CommandContext = Unconnected & { database_url: string }
export type Command = (context: CommandContext) => Promise<void>

export const COMMAND_CONNECTIONS = 2

/** Migrates the database, then runs `work`. Only a command that `makes_tables` makes them in an empty database. */
export function withDatabase(
  context: Unconnected,
  { makes_tables }: { makes_tables: boolean },
  work: (url: string) => Promise<void>,
): Promise<void> {
  const { config } = context
  return withServer(context, async (url, home) => {
    await checkDatabase(url, settingOf(config))
    if (!makes_tables && !(await hasTables(url))) {
      throw new ConfigError(
        'This database has no tables of Muster: name another one, or let `npm run muster -- migrate` make them.',
      )
    }
    await prepareDatabase({
      url,
      owner_url: config.database_owner_url,
      home,
      connections: COMMAND_CONNECTIONS,
    })
    await work(url)
  })
}

/**
 * Runs `work` with the URL of PostgreSQL itself, not of a pooler, and names it first: a command on another database than
 * the operator means is right and of no use. Without a URL it starts the embedded server, if `npm start` has made one.
 */
export async function withServer(
  { config, warn }: Unconnected,
  work: (url: string, home?: string) => Promise<void>,
): Promise<void> {
  const { data_dir, database_url, names_environment } = config
  const url = config.database_direct_url ?? database_url
  if (url) {
    warn(`Database: ${nameDatabase(url)} (${settingOf(config)})`)
    if (!names_environment)
      warn('NODE_ENV is not set: these are the settings of a laptop, not of a production process.')
    return work(url)
  }
  const dir = path.join(data_dir, 'postgres')
  if (!hasEmbeddedDatabase(dir)) {
    throw new ConfigError(
      `DATABASE_URL is not set, and there is no database in ${dir}: set DATABASE_URL (\`npm run muster\` reads \`.env\`), or let \`npm start\` make one.`,
    )
  }
  warn(`Database: the embedded one in ${dir} (DATABASE_URL is not set)`)
  const embedded = await startEmbeddedPostgres({ dir })
  try {
    await work(embedded.url, embedded.home)
  } finally {
    await embedded.stop()
  }
}

export const settingOf = ({ database_direct_url }: Pick<Config, 'database_direct_url'>) =>
  database_direct_url ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL'

/** Leaves out the password. */
function nameDatabase(url: string): string {
  const { host, pathname, username, searchParams } = new URL(url)
  const login = decodeURIComponent(username)
  const name = decodeURIComponent(pathname.slice(1)) || login
  return `${name} at ${searchParams.get('host') ?? host}, as ${login}`
}

export async function withDb<T>(url: string, work: (db: Db) => Promise<T>): Promise<T> {
  const db = createDb({
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
