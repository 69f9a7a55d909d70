import { addMs, DAY_MS } from '@muster/contract/rules/instants'
import { and, eq, sql } from 'drizzle-orm'
import type { OrgTx, Tx } from '../../db/client.ts'
import { deleteBatch } from '../../db/in-batches.ts'
import { inOrganization } from '../../db/in-organization.ts'
import { event, openingMail } from '../../db/schema.ts'

const KEPT_MS = 30 * DAY_MS

export async function findSignupWindow(tx: OrgTx, event_id: string) {
  const [found] = await tx
    .select({
      published: event.published,
      signup_opens_at: event.signup_opens_at,
      signup_closes_at: event.signup_closes_at,
      archived: event.archived,
    })
    .from(event)
    .where(and(inOrganization(tx, event), eq(event.id, event_id)))
    .for('key share')
  return found
}

/** Does nothing if the address is in the list, also after its mail was sent. */
export async function insertOpeningMail(
  tx: OrgTx,
  row: Omit<typeof openingMail.$inferInsert, 'organization_id'>,
): Promise<void> {
  await tx
    .insert(openingMail)
    .values({ ...row, organization_id: tx.org })
    .onConflictDoNothing()
}

/** D49: deletes addresses 30 days after their mail, or after the event. */
export function deleteOldOpeningMails(tx: Tx, now: string): Promise<number> {
  const before = addMs(now, -KEPT_MS)
  return deleteBatch(
    tx,
    openingMail,
    sql`${openingMail.sent_at} < ${before} or exists (
      select from ${event} where ${event.id} = ${openingMail.event_id} and ${event.event_date_end} < ${before}
    )`,
  )
}
