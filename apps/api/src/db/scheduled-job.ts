import { eq, lte, sql } from 'drizzle-orm'
import type { Tx } from './client.ts'
import { scheduledJob } from './schema.ts'

/** The job that deletes expired data (D33). */
export const NIGHTLY = 'nightly'
/** The job that folds people anew (D11). */
export const PEOPLE_FOLDED = 'people_folded'

/**
 * Claims a job for one process until `until` and returns when it became due. Returns undefined while it is not due or
 * another process has it. A job that was never claimed becomes due now.
 */
export async function claimJob(
  tx: Tx,
  name: string,
  { now, until }: { now: string; until: string },
): Promise<string | undefined> {
  const [claimed] = await tx
    .insert(scheduledJob)
    .values({ name, due_at: now, leased_until: until })
    .onConflictDoUpdate({
      target: scheduledJob.name,
      set: { leased_until: until },
      // `greatest` ignores nulls.
      setWhere: lte(sql`greatest(${scheduledJob.due_at}, ${scheduledJob.leased_until})`, now),
    })
    .returning({ due_at: scheduledJob.due_at })
  return claimed?.due_at
}

/** `null` ends the lease, so that the job can be claimed again at once. */
export async function setLease(tx: Tx, name: string, leased_until: string | null): Promise<void> {
  await tx.update(scheduledJob).set({ leased_until }).where(eq(scheduledJob.name, name))
}

/** Returns for how many seconds the job has been due; 0 before it has ever run. */
export async function secondsOverdue(tx: Tx, name: string, now: string): Promise<number> {
  const [job] = await tx.select().from(scheduledJob).where(eq(scheduledJob.name, name))
  return job ? Math.max(0, (Date.parse(now) - Date.parse(job.due_at)) / 1000) : 0
}

/** Sets the next due time. Without `leased_until` the lease ends. */
export async function setJobDue(
  tx: Tx,
  name: string,
  due_at: string,
  leased_until: string | null = null,
): Promise<void> {
  await tx.update(scheduledJob).set({ due_at, leased_until }).where(eq(scheduledJob.name, name))
}
