import { eq } from 'drizzle-orm'
import type { Tx } from './client.ts'
import { scheduledJob } from './schema.ts'

/** A row of this name exists while servers refuse requests. Its `due_at` is when the operator expects the end. */
const NAME = 'maintenance'

export async function startMaintenance(tx: Tx, until: string): Promise<void> {
  await tx
    .insert(scheduledJob)
    .values({ name: NAME, due_at: until })
    .onConflictDoUpdate({ target: scheduledJob.name, set: { due_at: until } })
}

/** Returns false if there was no maintenance. */
export async function endMaintenance(tx: Tx): Promise<boolean> {
  const ended = await tx.delete(scheduledJob).where(eq(scheduledJob.name, NAME)).returning()
  return ended.length > 0
}

/** Returns the expected end. */
export async function findMaintenance(tx: Tx): Promise<string | undefined> {
  const [found] = await tx.select().from(scheduledJob).where(eq(scheduledJob.name, NAME))
  return found?.due_at
}
