import { eq, lte, sql } from 'drizzle-orm'
import type { Tx } from './client.ts'
import { scheduledJob } from './schema.ts'

/* The row of the job that deletes expired data (D33). */
const NAME = 'nightly'
const isNightly = eq(scheduledJob.name, NAME)

/**
 * Claims the job for one process until `until`. Returns false while it is not due or another process has it. A job
 * that was never claimed becomes due now.
 */
export async function claimNightly(tx: Tx, { now, until }: { now: string; until: string }): Promise<boolean> {
  const claimed = await tx
    .insert(scheduledJob)
    .values({ name: NAME, due_at: now, leased_until: until })
    .onConflictDoUpdate({
      target: scheduledJob.name,
      set: { leased_until: until },
      // `greatest` ignores nulls.
      setWhere: lte(sql`greatest(${scheduledJob.due_at}, ${scheduledJob.leased_until})`, now),
    })
    .returning({ name: scheduledJob.name })
  return claimed.length > 0
}

/** `null` ends the lease, so that the job can be claimed again at once. */
export async function setNightlyLease(tx: Tx, leased_until: string | null): Promise<void> {
  await tx.update(scheduledJob).set({ leased_until }).where(isNightly)
}

/** Sets the next due time and ends the lease. */
export async function setNightlyDue(tx: Tx, due_at: string): Promise<void> {
  await tx.update(scheduledJob).set({ due_at, leased_until: null }).where(isNightly)
}

/** Returns for how many seconds the job has been due; 0 before it has ever run. */
export async function readNightlyDelay(tx: Tx, now: string): Promise<number> {
  const [job] = await tx.select().from(scheduledJob).where(isNightly)
  return job ? Math.max(0, (Date.parse(now) - Date.parse(job.due_at)) / 1000) : 0
}
