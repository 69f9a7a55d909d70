import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { escapeLiteral, Pool, type PoolClient, type QueryResultRow } from 'pg'
import { causeOf, codeOf } from '../error-code.ts'
import type { Announcement } from '../live/announcement.ts'
import type { Tracing } from '../tracing.ts'
import { type Actor, currentActor } from './actor.ts'
import { causeOfAbort, forgetFailure, keepFirstFailure } from './first-failure.ts'
import { settingsOfOrigin } from './origin.ts'
import { traceStatements } from './trace-statements.ts'
import { withTimeout } from './with-timeout.ts'

declare const minted: unique symbol

/** An organisation that the caller may act for. Minted only by `access/access.ts` and `db/find-organization`. */
export type OrgId = string & { readonly [minted]: true }

export type Tx = NodePgDatabase & {
  readonly client: PoolClient
  /** False behind a pooler in transaction mode, where a statement prepared earlier may be unknown. */
  readonly keepsSessions: boolean
  readonly announcements: Announcement[]
  readonly actor: Actor
  readonly ending: Ending
}

type Ending = { writes: Promise<unknown>[]; command: 'commit' | 'rollback' }

/** Row level security holds even where a `where` is forgotten. */
export type OrgTx = Tx & { readonly org: OrgId }

export type Db = {
  readonly pool: Pool
  /** Runs `work` as `muster_app`. Commits, or rolls back and rethrows. */
  transaction<T>(org: OrgId, work: (tx: OrgTx) => Promise<T>): Promise<T>
  /** Uses generic plans: planning joins without statistics takes 30 % of a sign-up's time (measured). */
  preparedTransaction<T>(org: OrgId, work: (tx: OrgTx) => Promise<T>): Promise<T>
  /** Runs `work` as `muster_app`, read-only; all statements see the state of the first one. */
  snapshot<T>(org: OrgId, work: (tx: OrgTx) => Promise<T>): Promise<T>
  /** Runs `work` as `muster_system`, which accounts, look-ups by id alone and the worker need. */
  system<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Queries as `muster_system` in one round trip. The caller escapes the values in the statement. */
  lookUp<Row extends QueryResultRow>(statement: string): Promise<Row[]>
  /** Returns true when the first waiter for a connection has waited so long that no more should join the queue. */
  isSaturated(): boolean
  lastAnswerAt(): number
  /** Returns true when PostgreSQL had no disk space for a write within the last minute. Reading may work. */
  isFull(): boolean
  /** Waits for open transactions, but not for a silent database. */
  close(): Promise<void>
}

/**
 * Sends the commit together with these writes, in one round trip: no decision may depend on them. If one fails,
 * nothing is committed. Each must have been sent, as `prepare` does: a later one would run outside the transaction.
 */
export function writeLast(tx: Tx, writes: readonly Promise<unknown>[]): void {
  tx.ending.writes.push(...writes)
}

/** Makes the transaction end with a rollback although its work returns a result. */
export function rollBack(tx: Tx): void {
  tx.ending.command = 'rollback'
}

export type DbOptions = {
  url: string
  /** True behind a pooler in transaction mode, where every transaction may have another session. */
  is_pooled?: boolean
  max_connections: number
  announce: (announcements: readonly Announcement[]) => void
  onConnectionLost: (error: Error) => void
  tracing?: Tracing | undefined
  timeouts?: DbTimeouts | undefined
}

/** Milliseconds. */
export type DbTimeouts = {
  /** Maximum wait for a connection, from the pool or a new one. */
  connect: number
  begin: number
  /** Limit of `isSaturated`: behind a waiter that is older, a request would only lengthen the queue and time out. */
  queue: number
}

/** With these a request waits at most 5 s for the database, then it is answered 503. */
export const DB_TIMEOUTS: DbTimeouts = { connect: 3_000, begin: 2_000, queue: 1_000 }
// Milliseconds.
const STATEMENT_TIMEOUT = 15_000
/** Longer than PostgreSQL's own limit, so that only a server that no longer answers exceeds it. */
const READ_TIMEOUT = STATEMENT_TIMEOUT + 1_000
const ROLLBACK_TIMEOUT = 1_000
const CLOSE_TIMEOUT = 3_000
const FULL_FOR = 60_000

// Read-only by default: if BEGIN fails, the first statement, sent with it, would run without role and organisation.
// No sequential scans, no merge joins: a table that was small when its plan was cached grows within minutes.
// No JIT: before PostgreSQL 18 a plan that needs a disabled scan costs so much that it is compiled, 150 ms each time.
const PLANNING = ['timezone=UTC', 'enable_seqscan=off', 'enable_mergejoin=off', 'jit=off']
const TIMEOUTS = {
  statement_timeout: STATEMENT_TIMEOUT,
  idle_in_transaction_session_timeout: 20_000,
}

export const SESSION = ['default_transaction_read_only=on', ...PLANNING]
  .map((setting) => `-c ${setting}`)
  .join(' ')

/** Settings for each transaction: a pooler refuses or drops those of a session. */
const TRANSACTION = [...PLANNING, ...Object.entries(TIMEOUTS).map(([name, ms]) => `${name}=${ms}`)]
  .map((setting) => `set local ${setting}; `)
  .join('')

export function createDb({
  url,
  is_pooled = false,
  max_connections,
  announce,
  onConnectionLost,
  tracing,
  timeouts = DB_TIMEOUTS,
}: DbOptions): Db {
  const pool = new Pool({
    connectionString: url,
    max: max_connections,
    connectionTimeoutMillis: timeouts.connect,
    query_timeout: READ_TIMEOUT,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    ...(!is_pooled && { ...TIMEOUTS, options: SESSION }),
    pipeline: true,
    application_name: 'muster',
  })
  // The pool listens to idle connections only. Without a listener the error of one in use would end the process.
  pool.on('connect', (client) => {
    client.on('error', onConnectionLost)
    keepFirstFailure(client)
    if (tracing) traceStatements(client, tracing)
  })
  // The pool emits an idle connection's error again, after the listener above.
  pool.on('error', () => undefined)

  const waiting = new Set<{ since: number }>()
  let last_answer_at = Number.NEGATIVE_INFINITY
  let last_full_at = Number.NEGATIVE_INFINITY

  async function checkOut(): Promise<PoolClient> {
    const waiter = { since: performance.now() }
    waiting.add(waiter)
    try {
      return await pool.connect()
    } finally {
      waiting.delete(waiter)
    }
  }

  const local = is_pooled ? TRANSACTION : ''

  // All of BEGIN and its settings is one simple query: one round trip instead of three.
  async function run<T, X extends object>(
    begin: string,
    own: X,
    work: (tx: Tx & X) => Promise<T>,
  ): Promise<T> {
    const actor = currentActor()
    const client = await checkOut()
    forgetFailure(client)
    const begun = client
      .query(within(timeouts.begin, `begin read write; ${local}${begin}${settingsOfOrigin()}`))
      .then(() => {
        last_answer_at = performance.now()
      })
    // Awaited below: the first statement is sent together with it, and fails with it.
    begun.catch(() => undefined)
    let broken: Error | undefined
    try {
      const announcements: Announcement[] = []
      const ending: Ending = { writes: [], command: 'commit' }
      // A statement sent with a BEGIN that fails would run without limits: a pooler's session has none of its own.
      if (is_pooled) await begun
      const context = { client, announcements, actor, ending, keepsSessions: !is_pooled }
      const result = await work(Object.assign(drizzle(client), context, own))
      await begun
      await end(client, ending)
      if (announcements.length > 0 && ending.command === 'commit') announce(announcements)
      return result
    } catch (thrown) {
      const error = causeOfAbort(client, thrown)
      if (isDiskFull(error)) last_full_at = performance.now()
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
    snapshot: (org, work) =>
      run(`set transaction isolation level repeatable read, read only; ${beginFor(org)}`, { org }, work),
    system: (work) => run('set local role muster_system', {}, work),
    async lookUp<Row extends QueryResultRow>(statement: string) {
      const text = `${local}set local role muster_system; ${statement}`
      const results = await pool.query<Row>(within(timeouts.begin, text))
      last_answer_at = performance.now()
      return [results].flat().at(-1)?.rows ?? []
    },
    isSaturated() {
      const [head] = waiting
      return head !== undefined && performance.now() - head.since > timeouts.queue
    },
    lastAnswerAt: () => last_answer_at,
    isFull: () => performance.now() - last_full_at < FULL_FOR,
    close: () => withTimeout(pool.end(), CLOSE_TIMEOUT),
  }
}

async function end(client: PoolClient, { writes, command }: Ending): Promise<void> {
  const [ended] = await Promise.all([client.query(command), ...writes])
  // PostgreSQL answers the COMMIT of a failed transaction with ROLLBACK, not with an error.
  if (ended.command !== command.toUpperCase()) throw new Error('the transaction was rolled back')
}

function isDiskFull(error: unknown): boolean {
  return codeOf(causeOf(error)) === '53100'
}

const beginFor = (org: OrgId) =>
  `set local role muster_app; select set_config('app.organization_id', ${escapeLiteral(org)}, true)`

const within = (query_timeout: number, text: string) => ({ text, query_timeout })
