import { sql } from 'drizzle-orm'
import type { OrgTx } from './client.ts'

/**
 * Lets a transaction of an organisation read accounts while it holds its locks. Row level security does not restrict
 * `work`, so its statements must name the organisation.
 */
export async function asSystem<T>(tx: OrgTx, work: () => Promise<T>): Promise<T> {
  await tx.execute(sql`set local role muster_system`)
  const found = await work()
  await tx.execute(sql`set local role muster_app`)
  return found
}
