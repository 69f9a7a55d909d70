import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { escapeLiteral, Pool, type PoolClient, type QueryResultRow } from 'pg'
import type { Announcement } from '../live/announcement.ts'
import { withTimeout } from './with-timeout.ts'

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
  /** One read as `muster_system` in a single round trip. The statement carries its values, escaped. */
  lookUp<Row extends QueryResultRow>(statement: string): Promise<Row[]>
  /** For how long the request at the head of the queue has waited for a connection, ms; 0 without a queue. */
  longestWait(): number
  /** When the database last began a transaction, as `performance.now()` tells it. */
  lastAnswerAt(): number
  /** Waits for transactions under way, but not for a silent database. */
  close(): Promise<void>
}

export type DbOptions = {
  url: string
  max_connections: number
  /** Called once after each commit that announced something. */
  announce: (announcements: readonly Announcement[]) => void
  /** A connection broke, idle or in use. Its transaction, if it had one, fails by itself. */
  onConnectionLost: (error: Error) => void
}

/*
 * A database that is gone or silent is a 503 within seconds, never a hang: waiting for a connection and for BEGIN, which
 * needs no lock and no disk, take at most 5 s together. All in ms.
 */
const CONNECT_TIMEOUT = 3_000
const BEGIN_TIMEOUT = 2_000
const STATEMENT_TIMEOUT = 15_000
/** Above the server's own limit: only a server that no longer answers exceeds it. */
const READ_TIMEOUT = STATEMENT_TIMEOUT + 1_000
const ROLLBACK_TIMEOUT = 1_000
const CLOSE_TIMEOUT = 3_000

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

export function openDb({ url, max_connections, announce, onConnectionLost }: DbOptions): Db {
  const pool = new Pool({
    connectionString: url,
    max: max_connections,
    connectionTimeoutMillis: CONNECT_TIMEOUT,
    statement_timeout: STATEMENT_TIMEOUT,
    query_timeout: READ_TIMEOUT,
    idle_in_transaction_session_timeout: 20_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    options: SESSION,
    // Statements that are started together travel together (`prepare.ts`).
    pipeline: true,
    application_name: 'muster',
  })
  // The pool listens to idle connections only: an error of one in use would end the process.
  pool.on('connect', (client) => client.on('error', onConnectionLost))
  // The same error again, for an idle connection; unheard it would end the process too.
  pool.on('error', () => undefined)

  /** In the order of their arrival, which is the order they are served in. */
  const waiting = new Set<{ since: number }>()
  let last_answer_at = Number.NEGATIVE_INFINITY

  async function checkOut(): Promise<PoolClient> {
    const waiter = { since: performance.now() }
    waiting.add(waiter)
    try {
      return await pool.connect()
    } finally {
      waiting.delete(waiter)
    }
  }

  // Role and organisation travel in the same simple query as BEGIN: one round trip instead of three.
  async function run<T, X extends object>(
    begin: string,
    own: X,
    work: (tx: Tx & X) => Promise<T>,
  ): Promise<T> {
    const client = await checkOut()
    const begun = client.query(within(BEGIN_TIMEOUT, begin)).then(() => {
      last_answer_at = performance.now()
    })
    // Awaited below: the first statement of the work travels with it, and fails with it.
    begun.catch(() => undefined)
    let broken: Error | undefined
    try {
      const announcements: Announcement[] = []
      const result = await work(Object.assign(drizzle(client), { client, announcements }, own))
      await begun
      await client.query('commit')
      if (announcements.length > 0) announce(announcements)
      return result
    } catch (error) {
      // A connection that cannot even roll back is thrown away, not returned to the pool.
      await client.query(within(ROLLBACK_TIMEOUT, 'rollback')).catch((cause: Error) => {
        broken = cause
      })
      throw await begun.then(
        () => error,
        (cause: unknown) => cause,
      )
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
    async lookUp<Row extends QueryResultRow>(statement: string) {
      // The statements of a simple query are one transaction, for which the role is set; each has a result.
      const text = `set local role muster_system; ${statement}`
      const results = await pool.query<Row>(within(BEGIN_TIMEOUT, text))
      last_answer_at = performance.now()
      return [results].flat().at(-1)?.rows ?? []
    },
    longestWait() {
      const [head] = waiting
      return head ? performance.now() - head.since : 0
    },
    lastAnswerAt: () => last_answer_at,
    close: () => withTimeout(pool.end(), CLOSE_TIMEOUT),
  }
}

/** A statement with a limit of its own, ms: an option of the driver that its types do not know. */
const within = (query_timeout: number, text: string) => ({ text, query_timeout })
