import { sql } from 'drizzle-orm'
import type { OrgTx } from '../../db/client.ts'
import { isOrganization } from '../../db/in-organization.ts'
import { isoInstant } from '../../db/iso-instant.ts'
import { joinShift } from '../../db/join-shift.ts'
import { ON_WAITING_LIST } from '../../db/on-waiting-list.ts'
import { oneRow } from '../../db/one-row.ts'
import type { ShiftRow } from '../../db/schema.ts'

export type FreePerson = {
  id: string
  first_name: string
  last_name: string
  child_team: string | null
  email: string | null
  phone: string | null
  last_asked_at: string | null
}

type Found = { people: FreePerson[]; busy: number; unreachable: number }

const uuids = (ids: readonly string[]) => sql`${sql.param([...ids])}::uuid[]`

/** Conditions on `person p`. The key begins with the folded address and a newline (D11). */
const isSuppressed = {
  email: sql`su.channel = 'EMAIL' and su.address = split_part(p.identity_key, chr(10), 1)`,
  phone: sql`su.channel = 'SMS' and su.address = p.phone`,
}
const hasSuppression = (which: ReturnType<typeof sql>) =>
  sql`exists (select from suppression su where su.organization_id = p.organization_id and ${which})`

/**
 * Lists who is on no shift at that time (D14) and has nothing to do with this one: first who was asked longest ago, then
 * who did one of the roles last. Leaves out who wants no messages in one of the ways, and whom none reaches.
 */
export async function listFreePeople(
  tx: OrgTx,
  { id, start_dt, end_dt }: Pick<ShiftRow, 'id' | 'start_dt' | 'end_dt'>,
  { role_ids, now, most }: { role_ids: readonly string[]; now: string; most: number },
): Promise<Found> {
  const { rows } = await tx.execute<Found>(sql`
    with judged as materialized (
      select p.id, p.first_name, p.last_name, p.child_team, p.email, p.phone, known.last_asked_at, known.did_role_at,
        coalesce(known.is_busy, false) as is_busy,
        ${hasSuppression(sql`su.reason <> 'hard_bounce' and (${isSuppressed.email} or ${isSuppressed.phone})`)}
          or (p.phone is null and ${hasSuppression(isSuppressed.email)}) as is_unreachable
      from person p
      -- For each person by index: with old statistics the planner could compare all people with all assignments.
      cross join lateral (
        select max(a.invite_sent_at) as last_asked_at,
          max(s.start_dt) filter (
            where a.status = 'CONFIRMED' and s.end_dt <= ${now} and s.role_id = any(${uuids(role_ids)})
          ) as did_role_at,
          bool_or(a.shift_id = ${id}
            or (a.status in ('INVITED', 'CONFIRMED') and s.start_dt < ${end_dt} and s.end_dt > ${start_dt})) as is_busy
        from assignment a ${joinShift}
        where a.person_id = p.id
      ) known
      where p.organization_id = ${tx.org} and p.erased_at is null
    )
    select count(*) filter (where is_busy)::int as busy,
      count(*) filter (where is_unreachable and not is_busy)::int as unreachable,
      (
        select coalesce(json_agg(people), '[]') from (
          select id, first_name, last_name, child_team, email, phone, ${isoInstant(sql`last_asked_at`)} as last_asked_at
          from judged where not is_busy and not is_unreachable
          order by judged.last_asked_at nulls first, did_role_at desc nulls last, id
          limit ${most}
        ) people
      ) as people
    from judged
  `)
  return oneRow(rows)
}

export async function listRoles(tx: OrgTx): Promise<{ id: string; name: string }[]> {
  const { rows } = await tx.execute<{ id: string; name: string }>(
    sql`select id, name from role where organization_id = ${tx.org}`,
  )
  return rows
}

export type ShiftOfPerson = {
  person_id: string
  status: 'INVITED' | 'CONFIRMED'
  start_dt: string
  end_dt: string
  role_id: string
  role_name: string
  event_id: string
  event_name: string
}

/** By start. */
export async function listShiftsOfPeople(tx: OrgTx, person_ids: readonly string[]): Promise<ShiftOfPerson[]> {
  const { rows } = await tx.execute<ShiftOfPerson>(sql`
    select a.person_id, a.status, ${isoInstant(sql`s.start_dt`)} as start_dt, ${isoInstant(sql`s.end_dt`)} as end_dt,
      s.role_id, r.name as role_name, s.event_id, e.name as event_name
    from assignment a ${joinShift}
    cross join lateral (select name from role where id = s.role_id offset 0) r
    cross join lateral (select name from event where id = s.event_id offset 0) e
    where a.person_id = any(${uuids(person_ids)}) and a.status in ('INVITED', 'CONFIRMED')
      and ${isOrganization(sql`a.organization_id`, sql`${tx.org}::uuid`)}
    order by s.start_dt
  `)
  return rows
}

/** Returns who of them is in line for a shift of the role. */
export async function listWaitingForRole(
  tx: OrgTx,
  person_ids: readonly string[],
  role_id: string,
): Promise<Set<string>> {
  const { rows } = await tx.execute<{ person_id: string }>(sql`
    select w.person_id from waiting w
    cross join lateral (select role_id from shift where id = w.shift_id offset 0) s
    where w.person_id = any(${uuids(person_ids)}) and w.status ${ON_WAITING_LIST} and s.role_id = ${role_id}
      and ${isOrganization(sql`w.organization_id`, sql`${tx.org}::uuid`)}
  `)
  return new Set(rows.map(({ person_id }) => person_id))
}

type ShiftToFill = Pick<ShiftRow, 'id' | 'event_id' | 'role_id' | 'start_dt' | 'end_dt'> & {
  role_name: string
  time_zone: string
}

export async function findShiftToFill(tx: OrgTx, id: string): Promise<ShiftToFill | undefined> {
  const { rows } = await tx.execute<ShiftToFill>(sql`
    select s.id, s.event_id, s.role_id, ${isoInstant(sql`s.start_dt`)} as start_dt, ${isoInstant(sql`s.end_dt`)} as end_dt,
      r.name as role_name, e.time_zone
    from shift s join role r on r.id = s.role_id join event e on e.id = s.event_id
    where s.id = ${id} and ${isOrganization(sql`s.organization_id`, sql`${tx.org}::uuid`)}
  `)
  return rows[0]
}
