import { once } from 'node:events'
import { Client, DatabaseError } from 'pg'
import { DatabaseSetupError } from './check.ts'
import { SESSION } from './client.ts'

const CHANNEL = 'muster_check'
/** ms. With less, PostgreSQL on a busy machine would be taken for a pooler, because its notification is late. */
const ECHO_TIMEOUT = 15_000

/**
 * Throws `DatabaseSetupError` if `url` leads to a pooler in transaction mode, which drops session settings and
 * notifications without an error and mixes up prepared statements. `setting` names the setting that holds the URL.
 */
export async function checkSessions(
  url: string,
  setting: string,
  echo_timeout = ECHO_TIMEOUT,
): Promise<void> {
  const [listener, sender] = [createClient(url), createClient(url)]
  try {
    await Promise.all([listener.connect(), sender.connect()])
    const { rows } = await listener.query<{ is_set: boolean }>(
      "select current_setting('default_transaction_read_only') = 'on' as is_set",
    )
    if (!rows[0]?.is_set) throw new LostSession('its settings did not reach the database')
    await listener.query(`listen ${CHANNEL}`)
    const echo = once(listener, 'notification', { signal: AbortSignal.timeout(echo_timeout) })
    await Promise.all([echo, sender.query(`notify ${CHANNEL}`)])
  } catch (cause) {
    if (!isLostSession(cause)) throw cause
    throw new DatabaseSetupError(
      `${setting} leads to ${new URL(url).host} through a pooler that keeps no sessions, as PgBouncer in transaction mode does: DATABASE_DIRECT_URL must name PostgreSQL itself.`,
      { cause },
    )
  } finally {
    await Promise.all([listener.end(), sender.end()]).catch(() => undefined)
  }
}

class LostSession extends Error {}

/** PgBouncer refuses a setting at the start of a session with 08P01. */
function isLostSession(error: unknown): boolean {
  if (error instanceof DatabaseError) return error.code === '08P01'
  return error instanceof LostSession || (error instanceof Error && error.name === 'AbortError')
}

function createClient(url: string): Client {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000, options: SESSION })
  client.on('error', () => undefined)
  return client
}
