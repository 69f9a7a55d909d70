import type { PublicNames } from '@muster/contract/public-event'
import { type SQL, sql } from 'drizzle-orm'
import { escapeLiteral } from 'pg'
import type { Db, OrgTx } from '../../../db/client.ts'
import { isOrganization } from '../../../db/in-organization.ts'
import { joinShift } from '../../../db/join-shift.ts'
import { oneRow } from '../../../db/one-row.ts'
import { prepare } from '../../../db/prepare.ts'
import type { ConfirmedPerson } from '../../../features/events/public-shifts.ts'
import type { DirectReading } from '../live/direct-room.ts'

export type RowIds = { event: string[]; role: string[]; shift: string[] }

/**
 * Maps each known id to its event. Uses the system role, because a public id alone does not tell its organisation.
 */
export async function selectEventIds(db: Db, ids: RowIds): Promise<Map<string, string>> {
  const selects = [
    selectIn('select id, id as event_id from event where', ids.event),
    selectIn('select id, event_id from role where', ids.role),
    selectIn("select id, event_id from shift where visibility = 'public' and", ids.shift),
  ].flat()
  const rows = await db.lookUp<{ id: string; event_id: string }>(selects.join(' union all '))
  return new Map(rows.map(({ id, event_id }) => [id, event_id]))
}

const selectIn = (select: string, ids: readonly string[]): string[] =>
  ids.length === 0 ? [] : [`${select} id in (${ids.map(escapeLiteral).join(', ')})`]

type Row = {
  as_of: string
  public_names: string | null
  published: boolean | null
  shifts: DirectReading['shifts']
}

const org = sql`${sql.placeholder('org')}::uuid`
const event_id = sql.placeholder('event_id')

const selectAll = prepare<Row>('direct_shifts', selectShifts(sql`shift.event_id = ${event_id}`))
const selectSome = prepare<Row>(
  'direct_shifts_named',
  // The event is not compared with `=`: the planner could then read the whole event for a few shifts.
  selectShifts(
    sql`shift.id = any(${sql.placeholder('shift_ids')}::uuid[]) and uuid_cmp(shift.event_id, ${event_id}) = 0`,
  ),
)

function selectShifts(condition: SQL): SQL {
  return sql`
    select clock_timestamp() as as_of,
      (select public_names from event where organization_id = ${org} and id = ${event_id}) as public_names,
      (select published from event where organization_id = ${org} and id = ${event_id}) as published,
      coalesce(json_agg(s), '[]') as shifts
    from (
      select shift.id, shift.event_id, shift.role_id, shift.start_dt, shift.end_dt, shift.required_qty,
        (
          select coalesce(json_agg(json_build_object(
            'id', assignment.id, 'person_id', assignment.person_id, 'status', assignment.status
          )), '[]')
          from assignment where assignment.shift_id = shift.id
        ) as assignments
      from shift
      where ${isOrganization(sql`shift.organization_id`, org)} and ${condition} and shift.visibility = 'public'
    ) s
  `
}

/** Selects all shifts of the event, or those named. Returns undefined for an unknown event. */
export async function selectDirectShifts(
  tx: OrgTx,
  id: string,
  shift_ids?: readonly string[],
): Promise<DirectReading | undefined> {
  const values = { org: tx.org, event_id: id }
  const { as_of, public_names, published, shifts } = oneRow(
    shift_ids ? await selectSome(tx, { ...values, shift_ids }) : await selectAll(tx, values),
  )
  if (!public_names || published === null) return undefined
  return { as_of, has_names: public_names !== 'hidden', published, shifts: shifts.map(withIsoTimes) }
}

const withIsoTimes = <S extends { start_dt: string; end_dt: string }>(row: S): S => ({
  ...row,
  start_dt: new Date(row.start_dt).toISOString(),
  end_dt: new Date(row.end_dt).toISOString(),
})

const selectPerson = prepare<ConfirmedPerson & { public_names: PublicNames }>(
  'direct_person',
  sql`
    select a.id as person_id, p.first_name, p.last_name, p.erased_at is not null or a.is_minor as is_unnamed,
      event.public_names
    from assignment a
    ${joinShift}
    join event on event.id = s.event_id and event.published
    cross join lateral (select * from person where person.id = a.person_id offset 0) p
    where a.id = ${sql.placeholder('id')} and s.visibility = 'public' and a.status in ('CONFIRMED', 'ABSENT')
      and ${isOrganization(sql`a.organization_id`, org)}
  `,
)

export async function selectConfirmedPerson(tx: OrgTx, id: string) {
  const [found] = await selectPerson(tx, { org: tx.org, id })
  return found
}
