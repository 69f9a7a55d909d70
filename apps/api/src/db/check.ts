import { Client } from 'pg'
import { codeOf } from '../error-code.ts'

export class DatabaseSetupError extends Error {}

const OLDEST_VERSION = 15

/** Throws `DatabaseSetupError`. `setting` names the setting that holds the URL. */
export async function checkDatabase(url: string, setting: string): Promise<void> {
  const { host } = new URL(url)
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  // Without a listener this event would end the process; the query fails too.
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ version: number }>(
      "select current_setting('server_version_num')::int / 10000 as version",
    )
    const version = rows[0]?.version ?? 0
    if (version < OLDEST_VERSION) {
      throw new DatabaseSetupError(
        `The database at ${host} is PostgreSQL ${version}; Muster needs ${OLDEST_VERSION} or newer.`,
      )
    }
  } catch (error) {
    throw error instanceof DatabaseSetupError
      ? error
      : new DatabaseSetupError(explain(error, { host, setting }), { cause: error })
  } finally {
    await client.end().catch(() => undefined)
  }
}

function explain(error: unknown, { host, setting }: { host: string; setting: string }): string {
  switch (codeOf(error)) {
    case '28P01':
    case '28000':
      return `The database at ${host} refuses the user or password: correct ${setting}.`
    case '3D000':
      return `The database named in ${setting} does not exist at ${host}: create it, or correct ${setting}.`
    case 'ENOTFOUND':
      return `There is no host ${host}: correct ${setting}.`
    default:
      return `The database at ${host} does not answer: start it, or correct ${setting}.`
  }
}
