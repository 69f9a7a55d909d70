import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Tx } from '../db/client.ts'
import { hasEveryMigration } from '../db/migrate.ts'
import { oneRow } from '../db/one-row.ts'
import { withTimeout } from '../db/with-timeout.ts'
import type { Deps } from '../deps.ts'
import { unavailable } from './refusal.ts'

/** ms */
const READ_TIMEOUT = 1_000

/** On shutdown `/readyz` fails first, and requests are served until load balancers have noticed. */
export function installHealth(
  app: FastifyInstance,
  { db, bus, log, config }: Pick<Deps, 'db' | 'bus' | 'log' | 'config'>,
): void {
  let is_closing = false
  app.addHook('preClose', async () => {
    is_closing = true
    if (app.server.listening) await sleep(config.shutdown_delay_ms)
  })

  app.get('/healthz', { config: { is_unlogged: true } }, async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    return { status: 'ok' }
  })

  app.get('/readyz', { config: { is_unlogged: true } }, async (_request, reply) => {
    if (is_closing) throw unavailable('busy', 2)
    const started_at = performance.now()
    const reading = db.system(async (tx) => ({
      is_migrated: await hasEveryMigration(tx),
      worker_age_seconds: await readWorkerAge(tx),
    }))
    const found = await withReadTimeout(reading).catch((error: unknown) => {
      log.warn({ err: error }, 'the database is not ready')
      return undefined
    })
    // If the database has answered other statements meanwhile, it is available: this check waited in the queue.
    const is_answering = db.lastAnswerAt() > started_at
    if (found ? !found.is_migrated : !is_answering) throw unavailable('busy', 2)
    reply.header('cache-control', 'no-store')
    // Without its bus a process still answers, and its live topics are read again every 30 s.
    const live_bus = bus.isConnected() ? 'connected' : 'lost'
    // Not 503: reading still works, and a load balancer would remove all servers, since all use this database.
    const database = db.isFull() ? 'full' : 'ok'
    return { status: 'ready', database, worker_age_seconds: found?.worker_age_seconds ?? null, live_bus }
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
