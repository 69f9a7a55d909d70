import { foldForSearch } from '@muster/contract/rules/fold'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { OrgTx } from '../db/client.ts'
import { inParts, PEOPLE_AT_ONCE } from '../db/in-parts.ts'
import { isAnyOf } from '../db/is-any-of.ts'
import { isoInstant } from '../db/iso-instant.ts'
import { assignment, event, organization, role, shift } from '../db/schema.ts'

export const calendarEntry = z.object({
  uid: z.string(),
  sequence: z.int(),
  stamp: z.string(),
  start_dt: z.string(),
  end_dt: z.string(),
  role_name: z.string(),
  role_description: z.string().nullable(),
  event_id: z.string(),
  event_name: z.string(),
  time_zone: z.string(),
  location: z.string().nullable(),
  /** D68. Missing in the payload of older messages. */
  meeting_point: z.string().nullish(),
  note: z.string().nullish(),
  organization_name: z.string(),
  contact_email: z.string().nullish(),
  contact_phone: z.string().nullish(),
  /** Notes of the event. Missing where no file shows them, and in the payload of older messages. */
  notes: z.string().nullish(),
})

export type CalendarEntry = z.infer<typeof calendarEntry>

/**
 * JSON of `shift s`, `role r`, `event e` and `organization o`. Leaves out the event's notes, which messages of
 * several shifts store once, beside the entries.
 */
export const shiftEntryOf = sql`
  jsonb_build_object(
    'start_dt', ${isoInstant(sql`s.start_dt`)}, 'end_dt', ${isoInstant(sql`s.end_dt`)},
    'role_name', r.name, 'role_description', r.description, 'event_id', e.id, 'event_name', e.name,
    'time_zone', e.time_zone, 'location', e.location, 'meeting_point', s.meeting_point, 'note', s.note,
    'organization_name', o.name,
    'contact_email', coalesce(e.contact_email, o.contact_email),
    'contact_phone', coalesce(e.contact_phone, o.contact_phone)
  )`

/** JSON of the same rows and `assignment a`. */
export const calendarEntryOf = (stamp: SQL): SQL => sql`
  (jsonb_build_object('uid', a.calendar_uid, 'sequence', a.calendar_sequence, 'stamp', ${stamp}) || ${shiftEntryOf})`

export async function findCalendarEntry(
  tx: OrgTx,
  assignment_id: string,
  stamp: string,
): Promise<CalendarEntry | undefined> {
  return (await listCalendarEntries(tx, [assignment_id], stamp)).get(assignment_id)
}

const entryColumns = {
  start_dt: shift.start_dt,
  end_dt: shift.end_dt,
  role_name: role.name,
  role_description: role.description,
  event_id: event.id,
  event_name: event.name,
  time_zone: event.time_zone,
  location: event.location,
  meeting_point: shift.meeting_point,
  note: shift.note,
  organization_name: organization.name,
  notes: event.notes,
  contact_email: sql<string | null>`coalesce(${event.contact_email}, ${organization.contact_email})`,
  contact_phone: sql<string | null>`coalesce(${event.contact_phone}, ${organization.contact_phone})`,
}

export async function listCalendarEntries(
  tx: OrgTx,
  assignment_ids: readonly string[],
  stamp: string,
): Promise<Map<string, CalendarEntry>> {
  const found = await inParts(assignment_ids, PEOPLE_AT_ONCE, (ids) =>
    tx
      .select({
        assignment_id: assignment.id,
        uid: assignment.calendar_uid,
        sequence: assignment.calendar_sequence,
        ...entryColumns,
      })
      .from(assignment)
      .innerJoin(shift, eq(shift.id, assignment.shift_id))
      .innerJoin(role, eq(role.id, shift.role_id))
      .innerJoin(event, eq(event.id, shift.event_id))
      .innerJoin(organization, eq(organization.id, assignment.organization_id))
      .where(and(eq(assignment.organization_id, tx.org), isAnyOf(assignment.id, ids))),
  )
  return new Map(found.map(({ assignment_id, ...entry }) => [assignment_id, { ...entry, stamp }]))
}

/** Lists by shift what an entry of a new assignment would show, without a `uid` that a calendar may know. */
export async function listShiftEntries(
  tx: OrgTx,
  { event_id, shift_ids }: { event_id: string; shift_ids: readonly string[] },
  stamp: string,
): Promise<Map<string, CalendarEntry>> {
  const found = await tx
    .select({ shift_id: shift.id, ...entryColumns })
    .from(shift)
    .innerJoin(role, eq(role.id, shift.role_id))
    .innerJoin(event, eq(event.id, shift.event_id))
    .innerJoin(organization, eq(organization.id, shift.organization_id))
    .where(and(eq(shift.organization_id, tx.org), eq(shift.event_id, event_id), isAnyOf(shift.id, shift_ids)))
  return new Map(found.map(({ shift_id, ...entry }) => [shift_id, { uid: '', sequence: 0, ...entry, stamp }]))
}

/** Removes notes for messages that do not show them: they may be long. */
export const withoutNotes = (entry: CalendarEntry): CalendarEntry => ({ ...entry, notes: null, note: null })

export function calendarUid(
  assignment_id: string,
  { start_dt, role_name }: { start_dt: string; role_name: string },
): string {
  const start = start_dt.replace(/[-:]|\.\d+/g, '')
  const name = foldForSearch(role_name)
    .replace(/[^a-z\d]+/g, '-')
    .slice(0, 40)
  return `${start}-${name}-${assignment_id}@muster`
}
