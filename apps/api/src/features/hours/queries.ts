import type { Hours, WorkedShift } from '@muster/contract/hours'
import { type SQL, sql } from 'drizzle-orm'
import type { OrgTx } from '../../db/client.ts'
import { isOrganization } from '../../db/in-organization.ts'
import { isoInstant } from '../../db/iso-instant.ts'

export type HoursFilter = {
  year?: number | undefined
  event_id?: string | undefined
  role_id?: string | undefined
  tag_id?: string | undefined
  person_id?: string | undefined
}

type Figures = Hours['total']
/** The sums of one person, role or event: the id of that one is set. Of all of them: none is. */
export type Sums = Figures & { person_id: string | null; role_id: string | null; event_id: string | null }

/** Adds up once for each person, role and event, and for all. */
export async function listSums(tx: OrgTx, filter: HoursFilter, now: string): Promise<Sums[]> {
  const { rows } = await tx.execute<Sums>(sql`
    with place as (${placesOf(tx, filter, now)})
    select person_id, role_id, event_id, count(distinct person_id)::int as people, count(*)::int as shifts,
      count(*) filter (where is_worked)::int as worked_shifts,
      coalesce(sum(minutes), 0)::float8 as planned_minutes,
      coalesce(sum(minutes) filter (where is_worked), 0)::float8 as worked_minutes,
      count(*) filter (where is_absence)::int as absences
    from place group by grouping sets ((person_id), (role_id), (event_id), ())
  `)
  return rows
}

export async function listWorkedShifts(tx: OrgTx, filter: HoursFilter, now: string): Promise<WorkedShift[]> {
  const { rows } = await tx.execute<WorkedShift>(sql`
    with place as materialized (${placesOf(tx, filter, now)})
    select place.id,
      jsonb_build_object('id', p.id, 'first_name', p.first_name, 'last_name', p.last_name, 'language', p.language) as person,
      jsonb_build_object('id', e.id, 'name', e.name, 'time_zone', e.time_zone) as event,
      jsonb_build_object('id', r.id, 'name', r.name) as role,
      ${isoInstant(sql`place.start_dt`)} as start_dt, ${isoInstant(sql`place.end_dt`)} as end_dt,
      minutes as planned_minutes, case when is_worked then minutes else 0 end as worked_minutes, is_absence
    from place
    join person p on p.id = place.person_id and ${inOrg(tx, 'p')} and p.erased_at is null
    join event e on e.id = place.event_id and ${inOrg(tx, 'e')}
    join role r on r.id = place.role_id and ${inOrg(tx, 'r')}
    order by place.start_dt, place.id
  `)
  return rows
}

/**
 * D56: places on shifts that count as planned. Worked is what is over and was not stayed away from, for as long as the
 * shift was planned.
 */
function placesOf(tx: OrgTx, filter: HoursFilter, now: string): SQL {
  const { year, event_id, role_id, tag_id, person_id } = filter
  return sql`
    select a.id, a.person_id, s.role_id, s.event_id, s.start_dt, s.end_dt,
      round(extract(epoch from s.end_dt - s.start_dt) / 60)::int as minutes,
      a.status = 'CONFIRMED' and s.end_dt <= ${now} as is_worked, a.status = 'ABSENT' as is_absence
    from shift s join assignment a on a.shift_id = s.id and ${inOrg(tx, 'a')}
    where s.organization_id = ${tx.org} and a.status in ('CONFIRMED', 'ABSENT')
      ${year === undefined ? sql`` : sql`and ${yearOf(tx)} = ${year}`}
      ${event_id === undefined ? sql`` : sql`and s.event_id = ${event_id}`}
      ${role_id === undefined ? sql`` : sql`and s.role_id = ${role_id}`}
      ${person_id === undefined ? sql`` : sql`and a.person_id = ${person_id}`}
      ${
        tag_id === undefined
          ? sql``
          : sql`and a.person_id in (select person_id from person_tag t where t.tag_id = ${tag_id} and ${inOrg(tx, 't')})`
      }
  `
}

const inOrg = (tx: OrgTx, alias: string) =>
  isOrganization(sql.raw(`${alias}.organization_id`), sql`${tx.org}::uuid`)

/** D56: the year in which a shift starts, by the organisation's clock. */
const yearOf = (tx: OrgTx) =>
  sql`extract(year from s.start_dt at time zone (select time_zone from organization where id = ${tx.org}))`

/** Latest first. */
export async function listYears(tx: OrgTx): Promise<number[]> {
  const { rows } = await tx.execute<{ year: number }>(
    sql`select distinct ${yearOf(tx)}::int as year from shift s where s.organization_id = ${tx.org} order by year desc`,
  )
  return rows.map(({ year }) => year)
}
