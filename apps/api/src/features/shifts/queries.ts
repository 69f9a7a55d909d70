import type { MovedShift } from '@muster/contract/rules/event-dates'
import { and, asc, eq, gt, inArray, type SQL, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { OrgTx } from '../../db/client.ts'
import { inOrganization } from '../../db/in-organization.ts'
import { isAnyOf } from '../../db/is-any-of.ts'
import { countOnWaitingList } from '../../db/on-waiting-list.ts'
import { partsOf } from '../../db/parts-of.ts'
import { reminderDue } from '../../db/reminder-due.ts'
import { assignment, event, role, type ShiftRow, shift } from '../../db/schema.ts'
import { valuesById } from '../../db/values-by-id.ts'
import { type ListPage, rowsToRead } from '../../edge/list-page.ts'

export type NewShiftRow = Omit<typeof shift.$inferInsert, 'organization_id'>

export type ShiftFilter = {
  event_id?: string | undefined
  person_id?: string | undefined
  role_ids?: readonly string[] | undefined
  id?: string | undefined
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
 * Locks the role, so that it cannot be deleted until the transaction ends. Comes before the shift in the lock order
 * (D15).
 */
export async function holdRole(tx: OrgTx, id: string): Promise<{ event_id: string } | undefined> {
  const [held] = await tx
    .select({ event_id: role.event_id })
    .from(role)
    .where(and(eq(role.organization_id, tx.org), eq(role.id, id)))
    .for('key share')
  return held
}

export async function insertShift(tx: OrgTx, row: NewShiftRow, now: string): Promise<void> {
  const reminder_due_at = reminderDue(row, now)
  await tx.insert(shift).values({ ...row, reminder_due_at, organization_id: tx.org })
}

export async function insertShifts(tx: OrgTx, rows: readonly NewShiftRow[], now: string): Promise<void> {
  for (const part of partsOf(rows)) {
    await tx
      .insert(shift)
      .values(
        part.map((row) => ({ ...row, reminder_due_at: reminderDue(row, now), organization_id: tx.org })),
      )
  }
}

export function listShiftRows(tx: OrgTx, event_id: string): Promise<ShiftRow[]> {
  return tx
    .select()
    .from(shift)
    .where(and(inOrganization(tx, shift), eq(shift.event_id, event_id)))
    .orderBy(asc(shift.id))
}

export async function updateShift(
  tx: OrgTx,
  id: string,
  change: PgUpdateSetSource<typeof shift>,
): Promise<void> {
  await tx
    .update(shift)
    .set({ ...change, version: sql`${shift.version} + 1` })
    .where(and(eq(shift.organization_id, tx.org), eq(shift.id, id)))
}

export async function updateTimes(
  tx: OrgTx,
  moved: readonly (MovedShift & { id: string })[],
  now: string,
): Promise<void> {
  const start_dt = sql`(given.by_id->shift.id::text->>'start_dt')::timestamptz`
  await tx.execute(sql`
    update shift set start_dt = ${start_dt},
      reminder_due_at = ${reminderDue({ event_id: shift.event_id, start_dt }, now)},
      end_dt = (given.by_id->shift.id::text->>'end_dt')::timestamptz,
      meant_times = nullif(given.by_id->shift.id::text->'meant_times', 'null'), version = version + 1
    from ${valuesById(moved)}
    where ${inOrganization(tx, shift)} and ${isAnyOf(
      shift.id,
      moved.map(({ id }) => id),
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

export async function deleteShift(tx: OrgTx, id: string): Promise<void> {
  await tx.delete(shift).where(and(eq(shift.organization_id, tx.org), eq(shift.id, id)))
}

function conditions(tx: OrgTx, { event_id, person_id, role_ids, id }: ShiftFilter): SQL[] {
  const is_all = !event_id && !person_id && !role_ids && !id
  return [
    is_all ? eq(shift.organization_id, tx.org) : inOrganization(tx, shift),
    ...(event_id ? [eq(shift.event_id, event_id)] : []),
    ...(person_id ? [inArray(shift.id, shiftsOf(tx, person_id))] : []),
    ...(role_ids ? [isAnyOf(shift.role_id, role_ids)] : []),
    ...(id ? [eq(shift.id, id)] : []),
  ]
}

function shiftsOf(tx: OrgTx, person_id: string) {
  return tx
    .select({ id: assignment.shift_id })
    .from(assignment)
    .where(and(inOrganization(tx, assignment), eq(assignment.person_id, person_id)))
}
