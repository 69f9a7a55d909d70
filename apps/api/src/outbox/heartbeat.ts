import { eq, sql } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import { workerHeartbeat } from '../db/schema.ts'

/** /readyz tells the age of the youngest; those of a day ago are nobody's any more. Returns how many are alive. */
export async function beat(tx: Tx, worker_id: string): Promise<number> {
  await tx
    .insert(workerHeartbeat)
    .values({ worker_id })
    .onConflictDoUpdate({ target: workerHeartbeat.worker_id, set: { beat_at: sql`now()` } })
  await tx.delete(workerHeartbeat).where(sql`${workerHeartbeat.beat_at} < now() - interval '1 day'`)
  const { rows } = await tx.execute<{ alive: number }>(sql`
    select count(*)::int as alive from worker_heartbeat where beat_at > now() - interval '30 seconds'
  `)
  return rows[0]?.alive ?? 1
}

export async function stopBeating(tx: Tx, worker_id: string): Promise<void> {
  await tx.delete(workerHeartbeat).where(eq(workerHeartbeat.worker_id, worker_id))
}
