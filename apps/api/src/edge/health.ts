import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Tx } from '../db/client.ts'
import { hasEveryMigration } from '../db/migrate.ts'
import { oneRow } from '../db/one-row.ts'
import { withTimeout } from '../db/with-timeout.ts'
import type { Deps } from '../deps.ts'
import { causeOf, codeOf } from '../error-code.ts'
import { unavailable } from './refusal.ts'

/** ms */
const READ_TIMEOUT = 1_000

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set for health checks: a 503 of theirs is an answer, no request that failed. */
    is_probe?: true
  }
}

const probe = { config: { is_unlogged: true, is_probe: true } } as const

/**
 * On shutdown `/readyz` fails first, and requests are served until load balancers have noticed. It fails too until the database
 * has answered with the right schema. When the database is away later, it does not: all servers use that database, and a
 * balancer that removed them all would answer itself, also what needs no database (files, the last copies of public events).
 */
export function installHealth(
  app: FastifyInstance,
  { db, bus, log, config }: Pick<Deps, 'db' | 'bus' | 'log' | 'config'>,
): void {
  let is_closing = false
  let has_schema = false
  app.addHook('preClose', async () => {
    is_closing = true
    if (app.server.listening) await sleep(config.shutdown_delay_ms)
  })

  app.get('/healthz', probe, async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    return { status: 'ok' }
  })

  app.get('/readyz', probe, async (_request, reply) => {
    if (is_closing) throw unavailable('busy', 2)
    const started_at = performance.now()
    const reading = db.system(async (tx) => ({
      has_schema: await hasEveryMigration(tx),
      worker_age_seconds: await readWorkerAge(tx),
    }))
    const found = await withReadTimeout(reading).catch((error: unknown) => {
      log.warn({ err: error }, 'the database is not ready')
      // It answered, and lacks a table or a right: an empty database, for example.
      if (codeOf(causeOf(error))?.startsWith('42')) has_schema = false
      return undefined
    })
    if (found) has_schema = found.has_schema
    if (!has_schema) throw unavailable('busy', 2)
    // If the database has answered other statements meanwhile, it is there: this check waited in the queue.
    const is_away = !found && db.lastAnswerAt() <= started_at
    reply.header('cache-control', 'no-store')
    return {
      status: 'ready',
      database: is_away ? 'away' : db.isFull() ? 'full' : 'ok',
      worker_age_seconds: found?.worker_age_seconds ?? null,
      // Without its bus a process still answers, and its live topics are read again every 30 s.
      live_bus: bus.isConnected() ? 'connected' : 'lost',
    }
  })
}

/** Returns the seconds since the last heartbeat; null if there has never been one. */
export async function readWorkerAge(tx: Tx): Promise<number | null> {
  const { rows } = await tx.execute<{ age: number | null }>(
    sql`select floor(extract(epoch from now() - max(beat_at)))::int as age from worker_heartbeat`,
  )
  return oneRow(rows).age
}

export const withReadTimeout = <T>(work: Promise<T>) => withTimeout(work, READ_TIMEOUT)
