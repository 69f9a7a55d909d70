import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { escapeLiteral, Pool, type PoolClient } from 'pg'
import type { Announcement } from '../live/announce.ts'

declare const minted: unique symbol

/** An organisation somebody may act for. Minted only by `http/access` and `db/find-organization`. */
export type OrgId = string & { readonly [minted]: true }

/** One open transaction. What it announces is handed on after the commit, never before. */
export type Tx = NodePgDatabase & {
  /** The connection the transaction runs on, for statements that are prepared by name. */
  readonly client: PoolClient
  readonly announcements: Announcement[]
}

/** A transaction that sees one organisation only; row level security holds it even where a `where` is forgotten. */
export type OrgTx = Tx & { readonly org: OrgId }

export type Db = {
  readonly pool: Pool
  /** Runs `work` as `muster_app`, scoped to one organisation. Commits, or rolls back and rethrows. */
  transaction<T>(org: OrgId, work: (tx: OrgTx) => Promise<T>): Promise<T>
  /** Runs `work` as `muster_system`: accounts, look-ups by id alone, the worker. */
  system<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  close(): Promise<void>
}

export type DbOptions = {
  url: string
  max_connections: number
  /** Called once after each commit that announced something. */
  announce: (announcements: readonly Announcement[]) => void
  /** A connection broke while idle; without a listener that would end the process. */
  onIdleError: (error: Error) => void
}

/**
 * Nothing is written outside of a transaction that `run` has begun: its first statement travels with BEGIN, and without
 * one it would otherwise run by itself, past role and organisation.
 * No scan of a whole table because it was small when the plan was made: plans are kept, and tables grow in minutes.
 */
const SESSION = [
  'timezone=UTC',
  'default_transaction_read_only=on',
  'enable_seqscan=off',
  'enable_mergejoin=off',
]
  .map((setting) => `-c ${setting}`)
  .join(' ')

export function openDb({ url, max_connections, announce, onIdleError }: DbOptions): Db {
  const pool = new Pool({
    connectionString: url,
    max: max_connections,
    // R5: a database that is gone is a 503 within seconds, never a hang.
    connectionTimeoutMillis: 4_000,
    statement_timeout: 15_000,
    idle_in_transaction_session_timeout: 20_000,
    options: SESSION,
    // Statements that are started together travel together (`prepare.ts`).
    pipeline: true,
    application_name: 'muster',
  })
  pool.on('error', onIdleError)

  // Role and organisation travel in the same simple query as BEGIN: one round trip instead of three.
  async function run<T, X extends object>(
    begin: string,
    own: X,
    work: (tx: Tx & X) => Promise<T>,
  ): Promise<T> {
    const client = await pool.connect()
    let broken: Error | undefined
    try {
      const begun = client.query(begin)
      // Told where it is awaited below; a failed one fails the first statement, too.
      begun.catch(() => undefined)
      const announcements: Announcement[] = []
      const result = await work(Object.assign(drizzle(client), { client, announcements }, own))
      await begun
      await client.query('commit')
      if (announcements.length > 0) announce(announcements)
      return result
    } catch (error) {
      // A connection that cannot even roll back is thrown away, not returned to the pool.
      await client.query('rollback').catch((cause: Error) => {
        broken = cause
      })
      throw error
    } finally {
      client.release(broken)
    }
  }

  return {
    pool,
    transaction(org, work) {
      const scope = `begin read write; set local role muster_app; select set_config('app.organization_id', ${escapeLiteral(org)}, true)`
      return run(scope, { org }, work)
    },
    system: (work) => run('begin read write; set local role muster_system', {}, work),
    close: () => pool.end(),
  }
}
