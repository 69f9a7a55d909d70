import { groupBy } from '@muster/contract/rules/group-by'
import { terms } from '@muster/contract/terms'
import { sql } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import type { Deps } from '../deps.ts'
import { deleteUnusedThreads } from '../providers/threads/threads.ts'
import { type ChannelAddress, deleteUnusedSuppressions } from './suppression.ts'

type OldAddress = ChannelAddress & { organization_id: string }

/** D33: deletes, after the retention period, for example a corrected address or the STOP of an unknown number. */
export async function deleteUnusedAddresses({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const suppressed = await db.system((tx) => listOld(tx, 'suppression', now()))
  for (const [organization_id, addresses] of groupBy(suppressed, (each) => each.organization_id)) {
    await db.system((tx) => deleteUnusedSuppressions(tx, organization_id, addresses))
  }
  const threads = await db.system((tx) => listOld(tx, 'sms_thread', now()))
  for (const [organization_id, addresses] of groupBy(threads, (each) => each.organization_id)) {
    const phones = addresses.map(({ address }) => address)
    await db.system((tx) => deleteUnusedThreads(tx, organization_id, phones))
  }
}

async function listOld(tx: Tx, table: 'suppression' | 'sms_thread', now: string): Promise<OldAddress[]> {
  const address = table === 'suppression' ? sql`channel, address` : sql`'SMS' as channel, phone as address`
  const { rows } = await tx.execute<OldAddress>(sql`
    select organization_id, ${address} from ${sql.identifier(table)}
    where created_at < ${now}::timestamptz - ${terms.retention_months} * interval '1 month'
  `)
  return rows
}
