import { type SQL, sql } from 'drizzle-orm'
import type { OrgTx } from '../db/client.ts'
import { isoInstant } from '../db/iso-instant.ts'
import { announce } from '../live/announce.ts'
import { dueInBatch, type OfBatch } from './enqueue.ts'
import type { RequestEnd } from './kinds/request.ts'

type RequestMail = { ids: readonly string[] } & (
  | { template: 'request_received' }
  | { template: 'request_ended'; because: RequestEnd; reason?: string | null | undefined }
)

/**
 * D52: one e-mail for each form, to its contact. Whoever asks is no person of the organisation, so the message belongs to
 * none and is erased when it is sent. Call before deleting the rows.
 */
export async function enqueueRequestMails(
  tx: OrgTx,
  { ids, template, ...end }: RequestMail,
  of: OfBatch = {},
): Promise<void> {
  if (ids.length > 0)
    await insertMails(tx, sql`q.id = any(${sql.param([...ids])}::uuid[])`, { template, end, ...of })
}

/** D52: of shifts that are deleted. Call before deleting them. An undo restores the requests, which ends the e-mails. */
export async function enqueueRequestsOfRemoved(
  tx: OrgTx,
  shift_ids: readonly string[],
  of: OfBatch = {},
): Promise<void> {
  const condition = sql`q.shift_id = any(${sql.param([...shift_ids])}::uuid[])`
  const end = { because: 'removed' } as const
  if (shift_ids.length > 0) await insertMails(tx, condition, { template: 'request_ended', end, ...of })
}

type Mail = {
  template: RequestMail['template']
  end: { because?: RequestEnd; reason?: string | null | undefined }
} & OfBatch

async function insertMails(tx: OrgTx, condition: SQL, { template, end, batch_id }: Mail): Promise<void> {
  const { rowCount } = await tx.execute(sql`
    insert into message (organization_id, batch_id, id, channel, template, payload, language, address, erased_at, due_at)
    select ${tx.org}::uuid, ${batch_id ?? null}::uuid, gen_random_uuid(), 'EMAIL', ${template}, jsonb_build_object(
        'form_id', form_id, 'request_ids', jsonb_agg(distinct id), 'shifts', jsonb_agg(distinct shift),
        'first_names', jsonb_agg(distinct jsonb_build_object('place', place, 'first_name', first_name)),
        'organization_name', organization_name, 'contact_email', contact_email, 'contact_phone', contact_phone
      ) || ${JSON.stringify(end)}::jsonb,
      language, email, now(), ${dueInBatch(sql`null::timestamptz`, batch_id)}
    from (
      select q.id, q.form_id, q.place, q.first_name, q.email, coalesce(q.language, o.language) as language,
        o.name as organization_name, coalesce(e.contact_email, o.contact_email) as contact_email,
        coalesce(e.contact_phone, o.contact_phone) as contact_phone,
        jsonb_build_object('start_dt', ${isoInstant(sql`s.start_dt`)}, 'end_dt', ${isoInstant(sql`s.end_dt`)},
          'role_name', r.name, 'event_name', e.name, 'time_zone', e.time_zone, 'location', e.location) as shift
      from request q
      join shift s on s.id = q.shift_id
      join role r on r.id = s.role_id
      join event e on e.id = s.event_id
      join organization o on o.id = q.organization_id
      where q.organization_id = ${tx.org} and ${condition}
    ) asked
    group by form_id, email, language, organization_name, contact_email, contact_phone
  `)
  if (rowCount) announce(tx, { kind: 'outbox' })
}
