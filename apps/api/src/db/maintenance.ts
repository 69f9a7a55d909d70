import { eq } from 'drizzle-orm'
import type { Tx } from './client.ts'
import { scheduledJob } from './schema.ts'

/** Its row exists while servers refuse requests; `due_at` is when the operator expects the end. */
const NAME = 'maintenance'

export async function startMaintenance(tx: Tx, until: string): Promise<void> {
  await tx
    .insert(scheduledJob)
    .values({ name: NAME, due_at: until })
    .onConflictDoUpdate({ target: scheduledJob.name, set: { due_at: until } })
}

/** False if there was none. */
export async function endMaintenance(tx: Tx): Promise<boolean> {
  const ended = await tx.delete(scheduledJob).where(eq(scheduledJob.name, NAME)).returning()
  return ended.length > 0
}

/** Its expected end. */
export async function findMaintenance(tx: Tx): Promise<string | undefined> {
  const [found] = await tx.select().from(scheduledJob).where(eq(scheduledJob.name, NAME))
  return found?.due_at
}
