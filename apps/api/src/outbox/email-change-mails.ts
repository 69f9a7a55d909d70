import { sql } from 'drizzle-orm'
import type { OrgId, OrgTx, Tx } from '../db/client.ts'

/** `m` tells the former address of the change `c`, or of a phone number that was changed after it (V3). */
const isItsNotice = sql`
  m.person_id = c.person_id and m.organization_id = c.organization_id and m.template = 'email_changed'
  and m.payload->>'email_change_id' = c.id::text and m.status = 'QUEUED'`

type UnsentChange = { org: OrgId; id: string; person_id: string }

/** Lists changes of a paused organisation of which an e-mail to the former address waits. */
export async function listUnsentChanges(tx: Tx, organization_id: string): Promise<UnsentChange[]> {
  const { rows } = await tx.execute<UnsentChange>(sql`
    select c.organization_id as org, c.id, c.person_id from email_change c
    join organization o on o.id = c.organization_id and o.paused_at is not null
    where c.organization_id = ${organization_id} and c.confirmed_at is not null and c.undone_at is null
      and exists (select from message m where ${isItsNotice})
    order by c.id
  `)
  return rows
}

/** Clears the text, which the worker writes again. */
export async function setUndoEnd(tx: OrgTx, { id, until }: { id: string; until: string }): Promise<void> {
  await tx.execute(sql`
    update message m
    set payload = m.payload || jsonb_build_object('until', ${until}::text), subject = null, body_text = null
    from email_change c
    where c.organization_id = ${tx.org} and c.id = ${id} and ${isItsNotice}
  `)
}
