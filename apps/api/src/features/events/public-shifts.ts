import type { PublicNames, PublicShift } from '@muster/contract/events'
import { spotsLeft } from '@muster/contract/rules/capacity'
import { type SQL, sql } from 'drizzle-orm'
import type { OrgTx } from '../../db/client.ts'
import { oneRow } from '../../db/one-row.ts'

/** `as_of` is database time, taken before the rows: what came after it may be missing, what came before is in. */
export type PublicShifts = { as_of: string; shifts: PublicShift[] }

/**
 * The event's shifts as the public may see them, by start; all, or those named. One statement, so that
 * all of it is of one moment. Shifts that are gone are left out; undefined when the event is.
 */
export async function readPublicShifts(
  tx: OrgTx,
  event_id: string,
  shift_ids?: readonly string[],
): Promise<PublicShifts | undefined> {
  const { rows } = await tx.execute<Reading>(sql`
    select statement_timestamp() as as_of,
      (select public_names from event where organization_id = ${tx.org} and id = ${event_id}) as public_names,
      coalesce(json_agg(s order by s.start_dt, s.id), '[]') as shifts
    from (
      select shift.id, shift.role_id, shift.start_dt, shift.end_dt, shift.required_qty,
        count(assignment.id) as assigned_count,
        coalesce(
          json_agg(
            json_build_object(
              'person_id', assignment.id, 'first_name', person.first_name, 'last_name', person.last_name
            ) order by assignment.id
          ) filter (where assignment.id is not null),
          '[]'
        ) as assigned_people
      from shift
      left join assignment on assignment.organization_id = shift.organization_id
        and assignment.shift_id = shift.id and assignment.status = 'CONFIRMED'
      left join person on person.organization_id = assignment.organization_id
        and person.id = assignment.person_id
      where shift.organization_id = ${tx.org} and shift.event_id = ${event_id} ${onlyThese(shift_ids)}
      group by shift.organization_id, shift.id
    ) s
  `)
  const { public_names, ...reading } = oneRow(rows)
  if (!public_names) return undefined
  return {
    as_of: toIso(reading.as_of),
    shifts: reading.shifts.map((shift) => ({
      ...shift,
      start_dt: toIso(shift.start_dt),
      end_dt: toIso(shift.end_dt),
      spots_left: spotsLeft(shift.required_qty, shift.assigned_count),
      assigned_people: showNames(shift.assigned_people, public_names),
    })),
  }
}

type Reading = {
  as_of: string
  public_names: PublicNames | null
  shifts: Omit<PublicShift, 'spots_left'>[]
}

/** D22: the assignment's id stands for the person, and of the name only what the event shows. */
function showNames(people: PublicShift['assigned_people'], public_names: PublicNames) {
  if (public_names === 'full') return people
  if (public_names === 'initial') {
    return people.map((person) => ({ ...person, last_name: initialOf(person.last_name) }))
  }
  return []
}

/** A whole grapheme, so that no letter loses its ring. */
function initialOf(last_name: string): string {
  const [first] = graphemes.segment(last_name)
  return `${first?.segment ?? ''}.`
}

const graphemes = new Intl.Segmenter('en')

function onlyThese(shift_ids: readonly string[] | undefined): SQL {
  return shift_ids ? sql`and shift.id = any(${sql.param(shift_ids)}::uuid[])` : sql``
}

/** JSON and untyped columns carry PostgreSQL's own spelling of an instant. */
const toIso = (instant: string) => new Date(instant).toISOString()
