import { eq, lte } from 'drizzle-orm'
import type { Tx } from './client.ts'
import { scheduledJob } from './schema.ts'

/** The job that deletes expired data (D33). */
export const NIGHTLY = 'nightly'

/** True for one process: the job is due, and its own until `until`. */
export async function claimJob(
  tx: Tx,
  name: string,
  { now, until }: { now: string; until: string },
): Promise<boolean> {
  const claimed = await tx
    .insert(scheduledJob)
    .values({ name, due_at: until })
    .onConflictDoUpdate({
      target: scheduledJob.name,
      set: { due_at: until },
      setWhere: lte(scheduledJob.due_at, now),
    })
    .returning({ name: scheduledJob.name })
  return claimed.length > 0
}

/** How long it has been due, in seconds; 0 before it has ever run. */
export async function secondsOverdue(tx: Tx, name: string, now: string): Promise<number> {
  const [job] = await tx.select().from(scheduledJob).where(eq(scheduledJob.name, name))
  return job ? Math.max(0, (Date.parse(now) - Date.parse(job.due_at)) / 1000) : 0
}

export async function setJobDue(tx: Tx, name: string, due_at: string): Promise<void> {
  await tx.update(scheduledJob).set({ due_at }).where(eq(scheduledJob.name, name))
}
