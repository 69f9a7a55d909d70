import { eq, lte, sql } from 'drizzle-orm'
import type { Tx } from './client.ts'
import { scheduledJob } from './schema.ts'

/** The job that deletes expired data (D33). */
export const NIGHTLY = 'nightly'
/** The job that enqueues reminders (D43). Its `due_at` is the instant up to which they were. */
export const SHIFT_REMINDERS = 'shift_reminders'

/** True for one process: the job is due, and nobody else's until `until`. */
export async function claimJob(
  tx: Tx,
  name: string,
  { now, until }: { now: string; until: string },
): Promise<boolean> {
  const claimed = await tx
    .insert(scheduledJob)
    .values({ name, due_at: now, leased_until: until })
    .onConflictDoUpdate({
      target: scheduledJob.name,
      set: { leased_until: until },
      // `greatest` leaves nulls out.
      setWhere: lte(sql`greatest(${scheduledJob.due_at}, ${scheduledJob.leased_until})`, now),
    })
    .returning({ name: scheduledJob.name })
  return claimed.length > 0
}

/** Null: whoever looks next may claim the job. */
export async function setLease(tx: Tx, name: string, leased_until: string | null): Promise<void> {
  await tx.update(scheduledJob).set({ leased_until }).where(eq(scheduledJob.name, name))
}

/** When it is due. Undefined while another process has it, and at its very first run, when it becomes due now. */
export async function lockJob(tx: Tx, name: string, now: string): Promise<string | undefined> {
  const inserted = await tx
    .insert(scheduledJob)
    .values({ name, due_at: now })
    .onConflictDoNothing()
    .returning({ name: scheduledJob.name })
  if (inserted.length > 0) return undefined
  const [job] = await tx
    .select({ due_at: scheduledJob.due_at })
    .from(scheduledJob)
    .where(eq(scheduledJob.name, name))
    .for('update', { skipLocked: true })
  return job?.due_at
}

/** How long it has been due, in seconds; 0 before it has ever run. */
export async function secondsOverdue(tx: Tx, name: string, now: string): Promise<number> {
  const [job] = await tx.select().from(scheduledJob).where(eq(scheduledJob.name, name))
  return job ? Math.max(0, (Date.parse(now) - Date.parse(job.due_at)) / 1000) : 0
}

/** Ends its lease. */
export async function setJobDue(tx: Tx, name: string, due_at: string): Promise<void> {
  await tx.update(scheduledJob).set({ due_at, leased_until: null }).where(eq(scheduledJob.name, name))
}
