import { Client } from 'pg'

/** The database cannot be used. The message is one sentence for whoever starts the program. */
export class DatabaseError extends Error {}

const OLDEST = 15

/** Connects once, so that a wrong address is told in one sentence before anything else starts. */
export async function checkDatabase(url: string): Promise<void> {
  const { host } = new URL(url)
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  // What was asked then fails by itself; unheard, this event would end the process without a sentence.
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ version: number }>(
      "select current_setting('server_version_num')::int / 10000 as version",
    )
    const version = rows[0]?.version ?? 0
    if (version < OLDEST) {
      throw new DatabaseError(
        `The database at ${host} is PostgreSQL ${version}; Muster needs ${OLDEST} or newer.`,
      )
    }
  } catch (error) {
    throw error instanceof DatabaseError ? error : new DatabaseError(explain(error, host), { cause: error })
  } finally {
    await client.end().catch(() => undefined)
  }
}

function explain(error: unknown, host: string): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  switch (code) {
    case '28P01':
    case '28000':
      return `The database at ${host} refuses the user or password: correct DATABASE_URL.`
    case '3D000':
      return `The database named in DATABASE_URL does not exist at ${host}: create it, or correct DATABASE_URL.`
    case 'ENOTFOUND':
      return `There is no host ${host}: correct DATABASE_URL.`
    default:
      return `The database at ${host} does not answer: start it, or correct DATABASE_URL.`
  }
}
