import { and, eq, inArray } from 'drizzle-orm'
import type { OrgTx } from '../db/client.ts'
import { assignment, event, organization, role, shift } from '../db/schema.ts'
import type { CalendarEntry } from './calendar.ts'

export async function findCalendarEntry(
  tx: OrgTx,
  assignment_id: string,
  stamp: string,
): Promise<CalendarEntry | undefined> {
  return (await listCalendarEntries(tx, [assignment_id], stamp)).get(assignment_id)
}

/** By assignment id. */
export async function listCalendarEntries(
  tx: OrgTx,
  assignment_ids: readonly string[],
  stamp: string,
): Promise<Map<string, CalendarEntry>> {
  const found = await tx
    .select({
      assignment_id: assignment.id,
      uid: assignment.calendar_uid,
      sequence: assignment.calendar_sequence,
      start_dt: shift.start_dt,
      end_dt: shift.end_dt,
      role_name: role.name,
      role_description: role.description,
      event_id: event.id,
      event_name: event.name,
      time_zone: event.time_zone,
      location: event.location,
      organization_name: organization.name,
    })
    .from(assignment)
    .innerJoin(shift, eq(shift.id, assignment.shift_id))
    .innerJoin(role, eq(role.id, shift.role_id))
    .innerJoin(event, eq(event.id, shift.event_id))
    .innerJoin(organization, eq(organization.id, assignment.organization_id))
    .where(and(eq(assignment.organization_id, tx.org), inArray(assignment.id, [...assignment_ids])))
  return new Map(found.map(({ assignment_id, ...entry }) => [assignment_id, { ...entry, stamp }]))
}
