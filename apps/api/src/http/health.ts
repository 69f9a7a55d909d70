import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Tx } from '../db/client.ts'
import { hasEveryMigration } from '../db/migrate.ts'
import { oneRow } from '../db/one-row.ts'
import type { Deps } from '../deps.ts'
import { unavailable } from './refusal.ts'

/** A database that needs longer is no use to a visitor, ms. */
const PATIENCE = 1_000

/** For load balancers and people: `/healthz` says that the process lives, `/readyz` that it can serve. */
export function installHealth(app: FastifyInstance, { db, log }: Pick<Deps, 'db' | 'log'>): void {
  app.get('/healthz', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    return { status: 'ok' }
  })

  app.get('/readyz', async (_request, reply) => {
    const reading = db.system(async (tx) => ({
      is_migrated: await hasEveryMigration(tx),
      worker_age_seconds: await readWorkerAge(tx),
    }))
    const found = await withPatience(reading).catch((error: unknown) => {
      log.warn({ err: error }, 'the database is not ready')
      return undefined
    })
    if (!found?.is_migrated) throw unavailable('busy', 2)
    reply.header('cache-control', 'no-store')
    return { status: 'ready', worker_age_seconds: found.worker_age_seconds }
  })
}

/** Reported, never a reason to send visitors away: signing up needs no worker. Null when there was none yet. */
async function readWorkerAge(tx: Tx): Promise<number | null> {
  const { rows } = await tx.execute<{ age: number | null }>(
    sql`select floor(extract(epoch from now() - max(beat_at)))::int as age from worker_heartbeat`,
  )
  return oneRow(rows).age
}

/** Throws when `work` takes longer than a visitor would wait. */
export async function withPatience<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const tooLong = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer in ${PATIENCE} ms`)), PATIENCE)
  })
  try {
    return await Promise.race([work, tooLong])
  } finally {
    clearTimeout(timer)
  }
}
