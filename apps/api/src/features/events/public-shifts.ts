import type { PublicNames, PublicShift } from '@muster/contract/public-event'
import { spotsLeft } from '@muster/contract/rules/capacity'
import { type SQL, sql } from 'drizzle-orm'
import type { OrgTx } from '../../db/client.ts'
import { isOrganization } from '../../db/in-organization.ts'
import { countOnWaitingList } from '../../db/on-waiting-list.ts'
import { oneRow } from '../../db/one-row.ts'
import { prepare } from '../../db/prepare.ts'

/** `as_of`: database time before the rows were read. Later changes may be missing, earlier ones are included. */
export type PublicShifts = { as_of: string; shifts: PublicShift[] }

type PublicShiftsOptions = {
  shift_ids?: readonly string[] | undefined
  link_key?: string | undefined
  drafts?: boolean
}

/**
 * Reads all shifts, or those asked for, by start, in one statement so that they are consistent. Returns undefined for
 * an unknown event, and for a draft (D49) unless `drafts` is set. Without the event's `link_key` shifts that are only
 * by link do not exist.
 */
export async function readPublicShifts(
  tx: OrgTx,
  event_id: string,
  { shift_ids, link_key, drafts = false }: PublicShiftsOptions = {},
): Promise<PublicShifts | undefined> {
  const values = { org: tx.org, event_id, drafts, link_key: link_key ?? null }
  const rows = shift_ids
    ? await selectSomeShifts(tx, { ...values, shift_ids })
    : await selectAllShifts(tx, values)
  const { public_names, as_of, shifts } = oneRow(rows)
  if (!public_names) return undefined
  return { as_of, shifts: shifts.map((shift) => toPublicShift(shift, public_names)) }
}

export function toPublicShift(
  { id, role_id, start_dt, end_dt, required_qty, confirmed, on_waiting_list }: ShiftReading,
  public_names: PublicNames,
): PublicShift {
  return {
    id,
    role_id,
    start_dt: toIso(start_dt),
    end_dt: toIso(end_dt),
    required_qty,
    spots_left: spotsLeft(required_qty, confirmed.length + on_waiting_list),
    assigned_count: confirmed.length,
    assigned_people: showNames(confirmed, public_names),
  }
}

/** `confirmed` identifies people by their assignment's id. */
export type ShiftReading = Omit<PublicShift, 'spots_left' | 'assigned_count' | 'assigned_people'> & {
  confirmed: ConfirmedPerson[]
  /** Number of people who wait for a place or are offered one: free places are theirs (D44). */
  on_waiting_list: number
}

/** `is_unnamed`: erased people (D33) and minors (D54) are counted and not named. */
export type ConfirmedPerson = PublicShift['assigned_people'][number] & { is_unnamed: boolean }

type Reading = { as_of: string; public_names: PublicNames | null; shifts: ShiftReading[] }

const org = sql`${sql.placeholder('org')}::uuid`
const event_id = sql.placeholder('event_id')

/** Columns of a `ShiftReading`, of `shift`. */
export const shiftReading = (): SQL => sql`
  shift.id, shift.role_id, shift.start_dt, shift.end_dt, shift.required_qty,
  (
    select coalesce(json_agg(json_build_object(
      'person_id', assignment.id, 'first_name', person.first_name, 'last_name', person.last_name,
      'is_unnamed', person.erased_at is not null or assignment.is_minor
    ) order by assignment.id), '[]')
    from assignment join person on person.id = assignment.person_id
    where assignment.shift_id = shift.id and assignment.status = 'CONFIRMED'
  ) as confirmed,
  ${countOnWaitingList()} as on_waiting_list
`

const selectAllShifts = prepare<Reading>('public_shifts', selectShifts(sql`shift.event_id = ${event_id}`))

const selectSomeShifts = prepare<Reading>(
  'public_shifts_named',
  // The event is not compared with `=`: the planner could then read the whole event for a few shifts.
  selectShifts(
    sql`shift.id = any(${sql.placeholder('shift_ids')}::uuid[]) and uuid_cmp(shift.event_id, ${event_id}) = 0`,
  ),
)

function selectShifts(condition: SQL): SQL {
  return sql`
    select statement_timestamp() as as_of,
      (
        select public_names from event
        where organization_id = ${org} and id = ${event_id} and (published or ${sql.placeholder('drafts')}::boolean)
      ) as public_names,
      coalesce(json_agg(s order by s.start_dt, s.id), '[]') as shifts
    from (
      select ${shiftReading()}
      from shift
      where ${isOrganization(sql`shift.organization_id`, org)} and ${condition} and (shift.visibility = 'public' or exists (
        select from event e where e.organization_id = ${org} and e.id = ${event_id} and e.link_key = ${sql.placeholder('link_key')}
      ))
    ) s
  `
}

export function showNames(confirmed: readonly ConfirmedPerson[], public_names: PublicNames) {
  if (public_names === 'hidden') return []
  return confirmed.flatMap(({ is_unnamed, ...person }) => {
    if (is_unnamed) return []
    return public_names === 'full' ? person : { ...person, last_name: initialOf(person.last_name) }
  })
}

function initialOf(last_name: string): string {
  const first = [...graphemes.segment(last_name)].find(({ segment }) => !/^[\p{P}\p{Sk}\p{Z}]/u.test(segment))
  return `${first?.segment ?? ''}.`
}

const graphemes = new Intl.Segmenter('en')

const toIso = (instant: string) => new Date(instant).toISOString()
