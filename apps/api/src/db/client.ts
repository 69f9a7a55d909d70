import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { escapeLiteral, Pool, type PoolClient, type QueryResultRow } from 'pg'
import type { Announcement } from '../live/announcement.ts'
import { withTimeout } from './with-timeout.ts'

declare const minted: unique symbol

/** The id of an organisation that the caller may act for. Minted only by `http/access` and `db/find-organization`. */
export type OrgId = string & { readonly [minted]: true }

/** One open transaction. Its announcements are published after the commit. */
export type Tx = NodePgDatabase & {
  readonly client: PoolClient
  readonly announcements: Announcement[]
}

/** A transaction that sees one organisation only: row level security holds even where a `where` is forgotten. */
export type OrgTx = Tx & { readonly org: OrgId }

export type Db = {
  readonly pool: Pool
  /** Runs `work` as `muster_app`, scoped to one organisation. Commits, or rolls back and rethrows. */
  transaction<T>(org: OrgId, work: (tx: OrgTx) => Promise<T>): Promise<T>
  /**
   * The same, with generic plans: each connection plans a named statement (`prepare.ts`) once. PostgreSQL would otherwise
   * plan joins of tables without statistics at every call, which takes 30 % of a sign-up's time (measured).
   */
  preparedTransaction<T>(org: OrgId, work: (tx: OrgTx) => Promise<T>): Promise<T>
  /** Runs `work` as `muster_system`: for accounts, look-ups by id alone and the worker. */
  system<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** One read as `muster_system` in a single round trip. The statement carries its values, escaped. */
  lookUp<Row extends QueryResultRow>(statement: string): Promise<Row[]>
  /** ms for which the first request of the queue has waited for a connection; 0 without a queue. */
  longestWait(): number
  /** `performance.now()` when the database last answered. */
  lastAnswerAt(): number
  /** Waits for open transactions, but not for a silent database. */
  close(): Promise<void>
}

export type DbOptions = {
  url: string
  max_connections: number
  announce: (announcements: readonly Announcement[]) => void
  /** A connection was lost, idle or in use. Its transaction fails by itself. */
  onConnectionLost: (error: Error) => void
}

/*
 * All in ms. While the database is down or silent, requests are answered 503 within seconds: waiting for a connection and
 * for BEGIN, which needs no lock and no disk, take at most 5 s together.
 */
const CONNECT_TIMEOUT = 3_000
const BEGIN_TIMEOUT = 2_000
const STATEMENT_TIMEOUT = 15_000
/** Above the server's own limit, so that only a server that no longer answers exceeds it. */
const READ_TIMEOUT = STATEMENT_TIMEOUT + 1_000
const ROLLBACK_TIMEOUT = 1_000
const CLOSE_TIMEOUT = 3_000

/**
 * Read-only by default: if BEGIN fails, the first statement, which is sent together with it, would otherwise run without
 * role and organisation. No sequential scans and merge joins: plans are cached, and a table that was small when a plan was
 * made grows within minutes.
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
    // Statements that are started together are sent together (`prepare.ts`).
    pipeline: true,
    application_name: 'muster',
  })
  // The pool listens to idle connections only: the error of one in use would end the process.
  pool.on('connect', (client) => client.on('error', onConnectionLost))
  // The same error of an idle connection: without a listener it would end the process too.
  pool.on('error', () => undefined)

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

  // BEGIN, role and organisation are one simple query: one round trip instead of three.
  async function run<T, X extends object>(
    begin: string,
    own: X,
    work: (tx: Tx & X) => Promise<T>,
  ): Promise<T> {
    const client = await checkOut()
    const begun = client.query(within(BEGIN_TIMEOUT, begin)).then(() => {
      last_answer_at = performance.now()
    })
    // Awaited below: the first statement is sent together with it, and fails with it.
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
      // A connection that cannot roll back is closed, not returned to the pool.
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
    transaction: (org, work) => run(beginFor(org), { org }, work),
    preparedTransaction: (org, work) =>
      run(`${beginFor(org)}; set local plan_cache_mode = force_generic_plan`, { org }, work),
    system: (work) => run('begin read write; set local role muster_system', {}, work),
    async lookUp<Row extends QueryResultRow>(statement: string) {
      // A simple query is one transaction, with a result for each statement.
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

const beginFor = (org: OrgId) =>
  `begin read write; set local role muster_app; select set_config('app.organization_id', ${escapeLiteral(org)}, true)`

/** With a timeout in ms: an option of the driver that its types do not have. */
const within = (query_timeout: number, text: string) => ({ text, query_timeout })
