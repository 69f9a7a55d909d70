import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { OrgId, OrgTx, Tx } from '../db/client.ts'
import { newId } from '../db/ids.ts'
import { isSameAddress } from '../db/is-same-address.ts'
import { isoInstant } from '../db/iso-instant.ts'
import { announce, announceMessages } from '../live/announce.ts'
import { dueInBatch, type OfBatch } from './enqueue.ts'
import type { plan } from './kinds/former-plan.ts'
import { listOnWaitingList, type OfWaitingLists } from './list-notified.ts'

/** The people must be locked. */
export const enqueueWaiting = (
  tx: OrgTx,
  template: 'waiting_joined' | 'place_offered' | 'offer_lapsed',
  waiting_ids: readonly string[],
): Promise<void> =>
  insertWaitingMails(
    tx,
    template,
    waiting_ids.map((waiting_id) => ({ waiting_id })),
  )

/** Call before deleting the rows. */
export async function enqueueWaitingCancelled(
  tx: OrgTx,
  shifts: OfWaitingLists,
  of: OfBatch = {},
): Promise<void> {
  await insertWaitingMails(tx, 'waiting_cancelled', await listOnWaitingList(tx, shifts), of)
}

/** A plan as people were told it before. */
export type FormerPlan = z.infer<typeof plan>

/** Call after the change. `plans`: former plans, by shift. */
export async function enqueueWaitingMoved(
  tx: OrgTx,
  plans: ReadonlyMap<string, FormerPlan>,
  of: OfBatch = {},
): Promise<void> {
  const on_waiting_list = await listOnWaitingList(tx, { shift_ids: [...plans.keys()] })
  await insertWaitingMails(
    tx,
    'waiting_moved',
    on_waiting_list.map(({ waiting_id, shift_id }) => ({ waiting_id, was: plans.get(shift_id) })),
    of,
  )
}

/**
 * D44: inserts only payloads; the worker writes the text. `waiting_joined` is sent at most once a day for each place and
 * address, because strangers can request it.
 */
async function insertWaitingMails(
  tx: OrgTx,
  template: 'waiting_joined' | 'place_offered' | 'offer_lapsed' | 'waiting_moved' | 'waiting_cancelled',
  places: readonly { waiting_id: string; was?: FormerPlan | undefined }[],
  { batch_id }: OfBatch = {},
): Promise<void> {
  if (places.length === 0) return
  const given = JSON.stringify(places.map(({ waiting_id, was }) => ({ waiting_id, was, id: newId() })))
  const { rows } = await tx.execute<{ person_id: string }>(sql`
    insert into message (organization_id, batch_id, due_at, id, person_id, channel, template, payload, language, address)
    select w.organization_id, ${batch_id ?? null}::uuid, ${dueInBatch(sql`null::timestamptz`, batch_id)}, given.id, p.id,
      'EMAIL', ${template},
      jsonb_build_object(
        'waiting_id', w.id, 'round', w.round, 'first_name', p.first_name,
        'entry', jsonb_build_object(
          'start_dt', ${isoInstant(sql`s.start_dt`)},
          'end_dt', ${isoInstant(sql`s.end_dt`)},
          'role_name', r.name, 'event_name', e.name, 'time_zone', e.time_zone, 'location', e.location,
          'organization_name', o.name, 'stamp', ${isoInstant(sql`now()`)},
          'contact_email', coalesce(e.contact_email, o.contact_email),
          'contact_phone', coalesce(e.contact_phone, o.contact_phone))
      ) || jsonb_build_object('offer_expires_at', ${isoInstant(offerEnd)}, 'was', given.was, 'is_in_line', w.status = 'WAITING'),
      coalesce(p.language, o.language), p.email
    from jsonb_to_recordset(${given}) as given (id uuid, waiting_id uuid, was jsonb)
    join waiting w on w.id = given.waiting_id
    join person p on p.id = w.person_id
    join shift s on s.id = w.shift_id
    join role r on r.id = s.role_id
    join event e on e.id = s.event_id
    join organization o on o.id = w.organization_id
    where p.email is not null and (${template} <> 'waiting_joined' or not exists (
      select from message m
      where m.person_id = p.id and m.organization_id = w.organization_id and m.template = 'waiting_joined'
        and m.payload->>'waiting_id' = w.id::text and ${isSameAddress(sql`m.address`, sql`p.email`)}
        and m.created_at > now() - interval '1 day'
    ))
    returning person_id
  `)
  if (rows.length === 0) return
  announce(tx, { kind: 'outbox' })
  announceMessages(
    tx,
    rows.map(({ person_id }) => ({ organization_id: tx.org, person_id })),
  )
}

/** End of the offer of `waiting w` for `shift s`. `least` would ignore null, but without an offer there is no end. */
const offerEnd = sql`case when w.offer_expires_at > s.start_dt then s.start_dt else w.offer_expires_at end`

/** `m` is the e-mail of the present offer of `w`. */
const isItsOffer = sql`
  m.person_id = w.person_id and m.organization_id = w.organization_id and m.template = 'place_offered'
  and m.payload->>'waiting_id' = w.id::text and (m.payload->>'offer_expires_at')::timestamptz = w.offer_expires_at
  and (m.payload->>'round')::int = w.round`

/** Lists shifts of a paused organisation that have an offer whose e-mail waits. */
export async function listShiftsOfUnsent(
  tx: Tx,
  organization_id: string,
): Promise<{ org: OrgId; shift_id: string }[]> {
  const { rows } = await tx.execute<{ org: OrgId; shift_id: string }>(sql`
    select distinct w.organization_id as org, w.shift_id from waiting w
    join organization o on o.id = w.organization_id and o.paused_at is not null
    where w.organization_id = ${organization_id} and w.status = 'OFFERED'
      and exists (select from message m where ${isItsOffer} and m.status = 'QUEUED')
  `)
  return rows
}

/** Returns those of the places whose present offer is in an e-mail that no worker has claimed yet. */
export async function listUnsentOffers(tx: OrgTx, waiting_ids: readonly string[]): Promise<string[]> {
  if (waiting_ids.length === 0) return []
  const { rows } = await tx.execute<{ id: string }>(sql`
    select w.id from waiting w
    where w.organization_id = ${tx.org} and w.id = any(${sql.param([...waiting_ids])}::uuid[])
      and exists (select from message m where ${isItsOffer} and m.status = 'QUEUED')
  `)
  return rows.map(({ id }) => id)
}

/** Call before the places change. Clears the text, which the worker writes again. */
export async function setOfferEnds(
  tx: OrgTx,
  waiting_ids: readonly string[],
  offer_expires_at: string,
): Promise<void> {
  await tx.execute(sql`
    update message m
    set payload = m.payload || jsonb_build_object('offer_expires_at', ${offer_expires_at}::text), subject = null, body_text = null
    from waiting w
    where w.organization_id = ${tx.org} and w.id = any(${sql.param([...waiting_ids])}::uuid[])
      and ${isItsOffer} and m.status = 'QUEUED'
  `)
}
