import { addMs } from '@muster/contract/rules/instants'
import type { SignupWindow } from '@muster/contract/rules/signup-window'
import {
  NIGHT,
  OFFERED_AT_NIGHT_MS,
  type Waiting,
  type WaitingStatus,
} from '@muster/contract/rules/waiting-list'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { OrgId, OrgTx, Tx } from '../../db/client.ts'
import { inOrganization, isOrganization } from '../../db/in-organization.ts'
import { isAnyOf } from '../../db/is-any-of.ts'
import { isoInstant } from '../../db/iso-instant.ts'
import { lockPeople } from '../../db/lock.ts'
import { ON_WAITING_LIST } from '../../db/on-waiting-list.ts'
import { oneRow } from '../../db/one-row.ts'
import { prepare } from '../../db/prepare.ts'
import { event, type ShiftRow, shift, waiting } from '../../db/schema.ts'
import { signupWindow } from '../signup/queries.ts'

/*
 * Writes to table `waiting`, except that of `leave-all-waiting-lists.ts`. A change of the waiting list needs the lock of
 * the shift (D15).
 */

export type WaitingRow = typeof waiting.$inferSelect

export async function findWaiting(tx: OrgTx, id: string): Promise<WaitingRow | undefined> {
  const [row] = await tx
    .select()
    .from(waiting)
    .where(and(inOrganization(tx, waiting), eq(waiting.id, id)))
  return row
}

export async function findWaitingOf(
  tx: OrgTx,
  { shift_id, person_id }: { shift_id: string; person_id: string },
): Promise<WaitingRow | undefined> {
  const [row] = await tx
    .select()
    .from(waiting)
    .where(and(inOrganization(tx, waiting), eq(waiting.shift_id, shift_id), eq(waiting.person_id, person_id)))
  return row
}

/** D44: whether the person has used the link of a waiting list, which is sent only by e-mail. The link of a shift may be sent by SMS or read by an organiser. */
export async function hasProvenMailbox(tx: OrgTx, person_id: string): Promise<boolean> {
  const { rows } = await tx.execute<{ is_proven: boolean }>(sql`
    select exists (
      select from waiting w where w.organization_id = ${tx.org} and w.person_id = ${person_id} and w.status <> 'ASKED'
    ) as is_proven
  `)
  return oneRow(rows).is_proven
}

export async function insertWaiting(tx: OrgTx, row: Omit<WaitingRow, 'organization_id' | 'created_at'>) {
  await tx.insert(waiting).values({ ...row, organization_id: tx.org })
}

type Change = { status: WaitingStatus } & Partial<
  Pick<WaitingRow, 'queued_at' | 'offer_expires_at' | 'other_phone' | 'terms_version' | 'terms_accepted_at'>
>

export async function updateWaiting(tx: OrgTx, ids: readonly string[], change: Change): Promise<void> {
  if (ids.length === 0) return
  await tx
    .update(waiting)
    .set({ offer_expires_at: null, ...change })
    .where(and(eq(waiting.organization_id, tx.org), isAnyOf(waiting.id, ids)))
}

type WaitingOfShift = Waiting & {
  person_id: string
  queued_at: string
  first_name: string
  last_name: string
  phone: string | null
}

const org = sql`${sql.placeholder('org')}::uuid`

/** A condition on `w`, a row of table `waiting`. Without an e-mail address no offer can be sent (D59). */
const isUndeliverable = sql`w.status = 'OFFERED' and exists (
  select from person p where p.id = w.person_id and p.organization_id = w.organization_id and p.email is null
  union all
  select from message m
  where m.person_id = w.person_id and m.organization_id = w.organization_id and m.template = 'place_offered'
    and m.status = 'FAILED' and m.payload->>'waiting_id' = w.id::text
    and (m.payload->>'offer_expires_at')::timestamptz = w.offer_expires_at and (m.payload->>'round')::int = w.round
)`

const selectWaiting = prepare<WaitingOfShift>(
  'waiting_line',
  sql`
    select w.id, w.status, w.offer_expires_at, w.queued_at, p.id as person_id, p.first_name, p.last_name, p.phone,
      exists (
        select from assignment a where a.shift_id = w.shift_id and a.person_id = w.person_id
          and a.organization_id = w.organization_id and a.status = 'CONFIRMED'
      ) as is_confirmed,
      ${isUndeliverable} as is_undeliverable
    from waiting w join person p on p.id = w.person_id
    where w.shift_id = ${sql.placeholder('shift_id')} and w.status ${ON_WAITING_LIST}
      and ${isOrganization(sql`w.organization_id`, org)}
    order by w.queued_at, w.id
  `,
)

/**
 * Locks the people in line. Call it after locking the shift (D15) and before reading the waiting list. Changing or
 * erasing a person locks the row of `person` and then updates their rows of `waiting`: the opposite order would deadlock.
 */
export async function lockWaitingPeople(tx: OrgTx, shift_id: string): Promise<void> {
  const { rows } = await tx.execute<{ person_id: string }>(
    sql`select person_id from waiting where shift_id = ${shift_id} and status ${ON_WAITING_LIST}`,
  )
  await lockPeople(
    tx,
    rows.map(({ person_id }) => person_id),
  )
}

/** Lists the waiting list, first come first. */
export const listWaitingOf = (tx: OrgTx, shift_id: string): Promise<WaitingOfShift[]> =>
  selectWaiting(tx, { org: tx.org, shift_id })

type PlaceInLine = Pick<Waiting, 'id' | 'status' | 'offer_expires_at'> & {
  shift_id: string
  place: number
  role_name: string
  event_id: string
  start_dt: string
  end_dt: string
}

/** Lists where a person waits, by start of the shift. */
export async function listPlacesInLine(tx: OrgTx, person_id: string): Promise<PlaceInLine[]> {
  const { rows } = await tx.execute<PlaceInLine>(sql`
    select w.id, w.status, ${isoInstant(sql`w.offer_expires_at`)} as offer_expires_at, w.shift_id,
      (
        select count(*)::int from waiting o
        where o.shift_id = w.shift_id and o.status ${ON_WAITING_LIST} and (o.queued_at, o.id) <= (w.queued_at, w.id)
      ) as place,
      r.name as role_name, s.event_id, ${isoInstant(sql`s.start_dt`)} as start_dt,
      ${isoInstant(sql`s.end_dt`)} as end_dt
    from waiting w
    join shift s on s.id = w.shift_id
    join role r on r.id = s.role_id
    where w.person_id = ${person_id} and w.status ${ON_WAITING_LIST}
      and ${isOrganization(sql`w.organization_id`, sql`${tx.org}::uuid`)}
    order by s.start_dt, w.id
  `)
  return rows
}

/** `cancelled_at`: time of the latest cancellation on the shift. */
export async function readPlaces(
  tx: OrgTx,
  shift_id: string,
): Promise<{ confirmed: number; cancelled_at: string | null }> {
  return oneRow(await selectPlaces(tx, { org: tx.org, shift_id }))
}

const selectPlaces = prepare<{ confirmed: number; cancelled_at: string | null }>(
  'waiting_places',
  sql`
    select count(*) filter (where status = 'CONFIRMED')::int as confirmed, max(cancelled_at) as cancelled_at
    from assignment
    where shift_id = ${sql.placeholder('shift_id')} and ${isOrganization(sql`organization_id`, org)}
  `,
)

/**
 * Lists shifts whose waiting list may change now: an offer has ended or did not arrive, the shift has begun, a person
 * in line is CONFIRMED, a place may be free, or more places are offered than there are.
 */
export async function listShiftsToServe(
  tx: Tx,
  now: string,
): Promise<{ organization_id: OrgId; shift_id: string }[]> {
  const { rows } = await tx.execute<{ organization_id: OrgId; shift_id: string }>(sql`
    select list.organization_id, list.shift_id
    from (
      select organization_id, shift_id, count(*) filter (where status = 'OFFERED') as offered,
        count(*) filter (where status = 'WAITING') as waiting, min(offer_expires_at) as first_end,
        bool_or(exists (
          select from assignment a
          where a.shift_id = w.shift_id and a.person_id = w.person_id and a.status = 'CONFIRMED'
        )) as any_confirmed, bool_or(${isUndeliverable}) as any_undeliverable
      from waiting w where status ${ON_WAITING_LIST}
      group by organization_id, shift_id
    ) list
    cross join lateral (select * from shift where shift.id = list.shift_id offset 0) s
    join event e on e.id = s.event_id
    cross join lateral (
      select count(*) as confirmed from assignment a where a.shift_id = s.id and a.status = 'CONFIRMED'
    ) places
    join organization o on o.id = list.organization_id and o.ended_at is null and o.paused_at is null
    where s.start_dt <= ${now} or list.first_end <= ${now} or list.any_confirmed
      or list.any_undeliverable
      or (list.waiting > 0 and s.required_qty > places.confirmed + list.offered and not ${isResting(now)})
      or (list.offered > 0 and s.required_qty < places.confirmed + list.offered)
    order by list.shift_id
  `)
  return rows
}

/** D44: as `changesOfWaitingList` decides under the lock. */
const isResting = (now: string) => {
  const clock = sql`(${now}::timestamptz at time zone e.time_zone)::time`
  return sql`((${clock} >= ${NIGHT.from}::time or ${clock} < ${NIGHT.to}::time)
    and s.start_dt > ${addMs(now, OFFERED_AT_NIGHT_MS)}::timestamptz)`
}

export async function deleteWaitingOfPeople(tx: OrgTx, person_ids: readonly string[]): Promise<void> {
  await tx
    .delete(waiting)
    .where(and(eq(waiting.organization_id, tx.org), isAnyOf(waiting.person_id, person_ids)))
}

export async function deleteWaiting(tx: OrgTx, ids: readonly string[]): Promise<void> {
  await tx.delete(waiting).where(and(eq(waiting.organization_id, tx.org), isAnyOf(waiting.id, ids)))
}

/** D60. Moves all, or these. Both people must be locked, and wait together for no shift. */
export async function moveWaiting(
  tx: OrgTx,
  { from, to, ids }: { from: string; to: string; ids?: readonly string[] },
): Promise<void> {
  await tx
    .update(waiting)
    .set({ person_id: to })
    .where(and(inOrganization(tx, waiting), eq(waiting.person_id, from), ids && isAnyOf(waiting.id, ids)))
}

/** D60. `rows`: SQL of a JSON array of rows, as `json_agg` writes them. */
export async function restoreWaiting(tx: OrgTx, rows: SQL): Promise<void> {
  await tx.execute(sql`insert into waiting select * from jsonb_populate_recordset(null::waiting, ${rows})`)
}

type SignupSettings = SignupWindow & { waiting_list: boolean; published: boolean; link_key: string }

const selectSettings = prepare<SignupSettings>(
  'waiting_settings',
  sql`
    select e.waiting_list, e.link_key, ${signupWindow()} from event e
    where e.organization_id = ${org} and e.id = ${sql.placeholder('event_id')}
  `,
)

export async function getZone(tx: OrgTx, { event_id }: Pick<ShiftRow, 'event_id'>): Promise<string> {
  const found = await tx
    .select({ time_zone: event.time_zone })
    .from(event)
    .where(and(inOrganization(tx, event), eq(event.id, event_id)))
  return oneRow(found).time_zone
}

export async function getSignupSettings(
  tx: OrgTx,
  { event_id }: Pick<ShiftRow, 'event_id'>,
): Promise<SignupSettings> {
  return oneRow(await selectSettings(tx, { org: tx.org, event_id }))
}

export async function findShift(tx: OrgTx, id: string): Promise<ShiftRow | undefined> {
  const [found] = await tx
    .select()
    .from(shift)
    .where(and(inOrganization(tx, shift), eq(shift.id, id)))
  return found
}

/**
 * Revokes the links after a changed e-mail address: a reader of the former one must not answer for the person (D17).
 * Returns the places that are offered.
 */
export async function revokeWaitingLinks(tx: OrgTx, person_id: string): Promise<string[]> {
  const revoked = await tx
    .update(waiting)
    .set({ round: sql`${waiting.round} + 1` })
    .where(and(eq(waiting.organization_id, tx.org), eq(waiting.person_id, person_id)))
    .returning({ id: waiting.id, status: waiting.status })
  return revoked.flatMap(({ id, status }) => (status === 'OFFERED' ? id : []))
}

/** Lists the shifts in whose waiting list these people stand or stood. */
export function listShiftsOfWaiting(tx: OrgTx, person_ids: readonly string[]) {
  return tx
    .selectDistinct({ id: shift.id, event_id: shift.event_id })
    .from(waiting)
    .innerJoin(shift, eq(shift.id, waiting.shift_id))
    .where(and(inOrganization(tx, waiting), isAnyOf(waiting.person_id, person_ids)))
}
