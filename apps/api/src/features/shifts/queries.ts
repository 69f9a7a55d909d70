import type { MeantTimes, MovedShift } from '@muster/contract/rules/event-dates'
import { and, asc, count, eq, gt, inArray, type SQL, sql } from 'drizzle-orm'
import type { OrgTx } from '../../db/client.ts'
import { inOrganization, isOrganization } from '../../db/in-organization.ts'
import { isAnyOf } from '../../db/is-any-of.ts'
import { countOnWaitingList } from '../../db/on-waiting-list.ts'
import { reminderDue } from '../../db/reminder-due.ts'
import { assignment, event, role, type ShiftRow, shift } from '../../db/schema.ts'
import { valuesById } from '../../db/values-by-id.ts'
import { type ListPage, rowsToRead } from '../../edge/list-page.ts'

export type ShiftFilter = {
  event_id?: string | undefined
  person_id?: string | undefined
  role_ids?: readonly string[] | undefined
  ids?: readonly string[] | undefined
  /** Of the shift, or of somebody on it. */
  updated_since?: string | undefined
}

/** Lists shifts by start, but the pages of a list by id. */
export async function listShifts(tx: OrgTx, filter: ShiftFilter, page?: ListPage) {
  const shifts = tx
    .select({
      id: shift.id,
      role_id: shift.role_id,
      start_dt: shift.start_dt,
      end_dt: shift.end_dt,
      required_qty: shift.required_qty,
      visibility: shift.visibility,
      meeting_point: shift.meeting_point,
      note: shift.note,
      meant_times: shift.meant_times,
      version: shift.version,
      role_name: role.name,
      event_id: event.id,
      event_name: event.name,
      waiting: countOnWaitingList(),
    })
    .from(shift)
    .innerJoin(role, eq(role.id, shift.role_id))
    .innerJoin(event, eq(event.id, shift.event_id))
    .where(and(...conditions(tx, filter), page?.after === undefined ? undefined : gt(shift.id, page.after)))
  return page
    ? shifts.orderBy(asc(shift.id)).limit(rowsToRead(page))
    : shifts.orderBy(asc(shift.start_dt), asc(shift.id))
}

export type ListedShift = Awaited<ReturnType<typeof listShifts>>[number]

/**
 * Locks roles, so that they cannot be deleted until the transaction ends. Comes before the shifts in the lock order
 * (D15). Returns the event of each.
 */
export async function holdRoles(tx: OrgTx, ids: readonly string[]): Promise<Map<string, string>> {
  const held = await tx
    .select({ id: role.id, event_id: role.event_id })
    .from(role)
    .where(and(inOrganization(tx, role), isAnyOf(role.id, ids)))
    .orderBy(asc(role.id))
    .for('key share')
  return new Map(held.map(({ id, event_id }) => [id, event_id]))
}

/** What an administrator sets. */
export type ShiftFields = Pick<
  typeof shift.$inferSelect,
  | 'id'
  | 'event_id'
  | 'role_id'
  | 'start_dt'
  | 'end_dt'
  | 'required_qty'
  | 'visibility'
  | 'meeting_point'
  | 'note'
>

/** Without a meeting point and a note it has none. Without a visibility it is public. */
export type NewShiftRow = Omit<ShiftFields, 'visibility' | 'meeting_point' | 'note'> & {
  [Field in 'visibility' | 'meeting_point' | 'note']?: ShiftFields[Field] | undefined
}

export async function insertShifts(
  tx: OrgTx,
  rows: readonly (NewShiftRow & { meant_times?: MeantTimes | null })[],
  now: string,
): Promise<void> {
  await tx.execute(sql`
    insert into shift (organization_id, id, event_id, role_id, start_dt, end_dt, required_qty, visibility, meeting_point,
      note, meant_times, reminder_due_at)
    select ${tx.org}, id, event_id, role_id, start_dt, end_dt, required_qty, coalesce(visibility, 'public'), meeting_point, note,
      meant_times,
      ${reminderDue({ event_id: sql`row.event_id`, start_dt: sql`row.start_dt` }, now)}
    from jsonb_to_recordset(${JSON.stringify(rows)}) as row (
      id uuid, event_id uuid, role_id uuid, start_dt timestamptz, end_dt timestamptz, required_qty int,
      visibility text, meeting_point text, note text, meant_times jsonb
    )
  `)
}

export function listShiftRows(tx: OrgTx, event_id: string): Promise<ShiftRow[]> {
  return tx
    .select()
    .from(shift)
    .where(and(inOrganization(tx, shift), eq(shift.event_id, event_id)))
    .orderBy(asc(shift.id))
}

export async function updateShifts(
  tx: OrgTx,
  rows: readonly (ShiftFields & MovedShift)[],
  now: string,
): Promise<void> {
  const value = (name: keyof (ShiftFields & MovedShift)) =>
    sql`(given.by_id->shift.id::text->>${sql.raw(`'${name}'`)})`
  const start_dt = sql`${value('start_dt')}::timestamptz`
  const event_id = sql`${value('event_id')}::uuid`
  await tx.execute(sql`
    update shift set event_id = ${event_id}, role_id = ${value('role_id')}::uuid, start_dt = ${start_dt},
      end_dt = ${value('end_dt')}::timestamptz, required_qty = ${value('required_qty')}::int,
      visibility = ${value('visibility')}, meeting_point = ${value('meeting_point')}, note = ${value('note')}, meant_times = ${value('meant_times')}::jsonb,
      reminder_due_at = case when shift.start_dt = ${start_dt} and shift.event_id = ${event_id} then reminder_due_at
        else ${reminderDue({ event_id, start_dt }, now)} end,
      version = version + 1
    from ${valuesById(rows)}
    where ${inOrganization(tx, shift)} and ${isAnyOf(
      shift.id,
      rows.map(({ id }) => id),
    )}
  `)
}

/** D43: after the hours of the event have changed. The shifts must be locked. */
export async function updateRemindersDue(tx: OrgTx, event_id: string, now: string): Promise<void> {
  await tx
    .update(shift)
    .set({ reminder_due_at: reminderDue(shift, now) })
    .where(and(inOrganization(tx, shift), eq(shift.event_id, event_id)))
}

export async function deleteShifts(tx: OrgTx, ids: readonly string[]): Promise<void> {
  await tx.delete(shift).where(and(eq(shift.organization_id, tx.org), isAnyOf(shift.id, ids)))
}

/** Counts the shifts of each event that has some. */
export async function countShifts(tx: OrgTx, event_ids: Iterable<string>): Promise<Map<string, number>> {
  const counted = await tx
    .select({ event_id: shift.event_id, shifts: count() })
    .from(shift)
    .where(and(inOrganization(tx, shift), isAnyOf(shift.event_id, event_ids)))
    .groupBy(shift.event_id)
  return new Map(counted.map(({ event_id, shifts }) => [event_id, shifts]))
}

function conditions(tx: OrgTx, { event_id, person_id, role_ids, ids, updated_since }: ShiftFilter): SQL[] {
  const is_all = !event_id && !person_id && !role_ids && !ids
  return [
    is_all ? eq(shift.organization_id, tx.org) : inOrganization(tx, shift),
    ...(event_id ? [eq(shift.event_id, event_id)] : []),
    ...(person_id ? [inArray(shift.id, shiftsOf(tx, person_id))] : []),
    ...(role_ids ? [isAnyOf(shift.role_id, role_ids)] : []),
    ...(ids ? [isAnyOf(shift.id, ids)] : []),
    ...(updated_since ? [isUpdated(updated_since)] : []),
  ]
}

const isUpdated = (since: string) => sql`(
  shift.updated_at >= ${since} or exists (
    select from assignment a where a.shift_id = shift.id and a.updated_at >= ${since}
      and ${isOrganization(sql`a.organization_id`, sql`shift.organization_id`)}
  )
)`

function shiftsOf(tx: OrgTx, person_id: string) {
  return tx
    .select({ id: assignment.shift_id })
    .from(assignment)
    .where(and(inOrganization(tx, assignment), eq(assignment.person_id, person_id)))
}
