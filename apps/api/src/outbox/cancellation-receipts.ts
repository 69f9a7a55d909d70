import { CANCELLATION_UNDO_MS } from '@muster/contract/rules/waiting-list'
import { and, eq, sql } from 'drizzle-orm'
import type { OrgTx } from '../db/client.ts'
import { newId } from '../db/ids.ts'
import { inOrganization } from '../db/in-organization.ts'
import { prepare } from '../db/prepare.ts'
import { message } from '../db/schema.ts'
import { calendarEntryOf } from '../mail/calendar-entry.ts'
import { announceEnqueued, joinAround } from './enqueue.ts'

type Cancelled = { id: string; person_id: string }
/** `taken_by`: first name of who took the place over (D58), which cannot be undone. */
type Receipt = Cancelled & { taken_by?: string }

/** The entry has the version between that of the place and that of taking it again (`places.ts`). */
const insertReceipt = prepare(
  'enqueue_receipt',
  sql`
    insert into message (organization_id, id, person_id, channel, template, payload, language, address, due_at)
    select a.organization_id, ${sql.placeholder('message_id')}, p.id, 'EMAIL', 'given_up',
      jsonb_build_object(
        'assignment_id', a.id, 'round', a.round, 'first_name', p.first_name,
        'taken_by', ${sql.placeholder('taken_by')}::text,
        'entry', ${calendarEntryOf(sql`${sql.placeholder('now')}::text`)}
          || jsonb_build_object('sequence', a.calendar_sequence + 1)
      ),
      coalesce(p.language, o.language), p.email, now() + make_interval(secs => ${sql.placeholder('seconds')}::int)
    from assignment a join person p on p.id = a.person_id ${joinAround}
    where a.organization_id = ${sql.placeholder('org')}::uuid and a.id = ${sql.placeholder('id')} and p.email is not null
  `,
)

/** D28. Call before the change. The receipt leaves once the cancellation can no longer be undone (D39). */
export async function enqueueReceipt(
  tx: OrgTx,
  { id, person_id, taken_by }: Receipt,
  now: string,
): Promise<void> {
  const seconds = taken_by === undefined ? CANCELLATION_UNDO_MS / 1_000 + 1 : 0
  await insertReceipt(tx, { org: tx.org, id, message_id: newId(), taken_by: taken_by ?? null, now, seconds })
  announceEnqueued(tx, [person_id])
}

/** Returns false if it has left already. */
export async function deleteReceipt(tx: OrgTx, { id, person_id }: Cancelled): Promise<boolean> {
  const deleted = await tx
    .delete(message)
    .where(
      and(
        inOrganization(tx, message),
        eq(message.person_id, person_id),
        eq(message.template, 'given_up'),
        eq(message.status, 'QUEUED'),
        sql`${message.payload}->>'assignment_id' = ${id}`,
      ),
    )
    .returning({ id: message.id })
  return deleted.length > 0
}
