import type { InEvent, InEventState } from '@muster/contract/rules/in-event'
import { type SQL, sql } from 'drizzle-orm'
import type { OrgTx } from '../../db/client.ts'
import { isOrganization } from '../../db/in-organization.ts'
import { oneRow } from '../../db/one-row.ts'
import { person } from '../../db/schema.ts'

/** Counts, by person, the shifts of an event that each has in each state. Without ids of all people. */
export async function countInEvent(
  tx: OrgTx,
  {
    event_id,
    person_ids,
    now,
  }: { event_id: string; person_ids?: readonly string[] | undefined; now: string },
): Promise<Map<string, InEvent>> {
  const { rows } = await tx.execute<InEvent & { person_id: string }>(sql`
    select a.person_id,
      count(*) filter (where a.status = 'CONFIRMED')::int as confirmed,
      count(*) filter (where ${isAsked} and a.token_expires_at > ${now})::int as asked,
      count(*) filter (where ${isAsked} and a.token_expires_at <= ${now})::int as expired,
      count(*) filter (where a.status = 'INVITED' and a.invite_sent_at is null)::int as not_asked,
      count(*) filter (where a.status = 'DECLINED')::int as declined,
      count(*) filter (where a.status = 'ABSENT')::int as absent
    from shift s
    join assignment a on a.shift_id = s.id and ${isOrganization(sql`a.organization_id`, sql`s.organization_id`)}
    where s.event_id = ${event_id} and ${isOrganization(sql`s.organization_id`, sql`${tx.org}::uuid`)}
      ${isOneOf(person_ids)}
    group by a.person_id
  `)
  return new Map(rows.map(({ person_id, ...counts }) => [person_id, counts]))
}

const isOneOf = (person_ids: readonly string[] | undefined) =>
  person_ids ? sql`and a.person_id = any(${sql.param([...person_ids])}::uuid[])` : sql``

/**
 * A condition on `person`, which says what `isInEvent` says of the counts. `is true` keeps the planner from a join: the
 * event is read once and hashed.
 */
export function isInState(tx: OrgTx, event_id: string, state: InEventState): SQL {
  const has = (which: SQL) => sql`(${person.id} in (
    select a.person_id from shift s
    join assignment a on a.shift_id = s.id and ${isOrganization(sql`a.organization_id`, sql`s.organization_id`)}
    where s.event_id = ${event_id} and ${isOrganization(sql`s.organization_id`, sql`${tx.org}::uuid`)} and ${which}
  ))`
  if (state === 'on_shift') return sql`${has(sql`a.status = 'CONFIRMED'`)} is true`
  // Named by those who were: most have no shift of the event.
  return state === 'unanswered'
    ? sql`${has(isAsked)} is true`
    : sql`${has(sql`(a.status <> 'INVITED' or ${isAsked})`)} is not true`
}

const isAsked = sql`a.status = 'INVITED' and a.invite_sent_at is not null`

/**
 * Sums, by person, the minutes of the planned shifts (D56) of each that begin in this calendar year, in the
 * zone of the organisation. Without ids of all people.
 */
export async function sumPlannedMinutes(
  tx: OrgTx,
  { person_ids, now }: { person_ids?: readonly string[] | undefined; now: string },
): Promise<Map<string, number>> {
  const { rows } = await tx.execute<{ person_id: string; minutes: number }>(sql`
    select a.person_id, ${minutes} as minutes
    from organization o, assignment a
    join shift s on s.id = a.shift_id
    where o.id = ${tx.org} and ${isOrganization(sql`a.organization_id`, sql`${tx.org}::uuid`)}
      and ${isPlanned} and ${yearOf(sql`s.start_dt`)} = ${yearOf(sql`${now}::timestamptz`)}
      ${isOneOf(person_ids)}
    group by a.person_id
  `)
  return new Map(rows.map(({ person_id, minutes: sum }) => [person_id, sum]))
}

/** D56 */
const isPlanned = sql`a.status in ('CONFIRMED', 'ABSENT')`
const minutes = sql`sum(extract(epoch from s.end_dt - s.start_dt) / 60)::int`
const yearOf = (instant: SQL) => sql`extract(year from ${instant} at time zone o.time_zone)::int`

/** Of one person, newest first. */
export async function listPlannedYears(
  tx: OrgTx,
  person_id: string,
): Promise<{ year: number; planned_minutes: number }[]> {
  const { rows } = await tx.execute<{ year: number; planned_minutes: number }>(sql`
    select ${yearOf(sql`s.start_dt`)} as year, ${minutes} as planned_minutes
    from organization o, assignment a
    join shift s on s.id = a.shift_id
    where o.id = ${tx.org} and ${isOrganization(sql`a.organization_id`, sql`${tx.org}::uuid`)}
      and ${isPlanned} and a.person_id = ${person_id}
    group by 1
    order by 1 desc
  `)
  return rows
}

/** Returns the median between an invitation and its answer, of one person. */
export async function findUsualAnswerMinutes(tx: OrgTx, person_id: string): Promise<number | null> {
  const { rows } = await tx.execute<{ minutes: number | null }>(sql`
    select round(extract(epoch from
      percentile_cont(0.5) within group (order by responded_at - invite_sent_at)) / 60)::int as minutes
    from assignment
    where person_id = ${person_id} and ${isOrganization(sql`organization_id`, sql`${tx.org}::uuid`)}
      and responded_at > invite_sent_at
  `)
  return oneRow(rows).minutes
}
