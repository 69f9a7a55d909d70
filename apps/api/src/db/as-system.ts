import { sql } from 'drizzle-orm'
import type { OrgTx } from './client.ts'

/** For what an organisation's transaction must know of accounts, under its own locks. `work` names the organisation itself. */
export async function asSystem<T>(tx: OrgTx, work: () => Promise<T>): Promise<T> {
  await tx.execute(sql`set local role muster_system`)
  const found = await work()
  await tx.execute(sql`set local role muster_app`)
  return found
}
