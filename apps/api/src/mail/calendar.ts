import { publicPath } from '@muster/contract/pages'
import { foldForSearch } from '@muster/contract/rules/fold'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import ical, {
  ICalAlarmType,
  type ICalCalendar,
  ICalCalendarMethod,
  ICalEventStatus,
  ICalEventTransparency,
} from 'ical-generator'
import { z } from 'zod'
import type { OrgTx } from '../db/client.ts'
import { isAnyOf } from '../db/is-any-of.ts'
import { isoInstant } from '../db/iso-instant.ts'
import { assignment, event, organization, role, shift } from '../db/schema.ts'

/*
 * D26: files in e-mails have a METHOD, because Outlook otherwise shows "not supported calendar message". RFC 5546 then requires an
 * ORGANIZER: the contact's mailbox in every file, because Outlook ignores a CANCEL from another organizer. They have no ATTENDEE,
 * because calendar programs would offer to answer. Downloaded files and feeds have neither METHOD nor ORGANIZER: Outlook and
 * Apple would import the shift as a meeting that somebody else organizes.
 */

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
  organization_name: z.string(),
  contact_email: z.string().nullish(),
  contact_phone: z.string().nullish(),
  /** Notes of the event. Missing where no file shows them, and in the facts of older messages. */
  notes: z.string().nullish(),
})

export type CalendarEntry = z.infer<typeof calendarEntry>

export type ShiftEntry = Omit<CalendarEntry, 'uid' | 'sequence' | 'stamp'>

/**
 * JSON of `shift s`, `role r`, `event e` and `organization o`. Leaves out the event's notes, which messages of
 * several shifts store once, beside the entries.
 */
export const shiftEntryOf = sql`
  jsonb_build_object(
    'start_dt', ${isoInstant(sql`s.start_dt`)}, 'end_dt', ${isoInstant(sql`s.end_dt`)},
    'role_name', r.name, 'role_description', r.description, 'event_id', e.id, 'event_name', e.name,
    'time_zone', e.time_zone, 'location', e.location, 'organization_name', o.name,
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
      notes: event.notes,
      contact_email: sql<string | null>`coalesce(${event.contact_email}, ${organization.contact_email})`,
      contact_phone: sql<string | null>`coalesce(${event.contact_phone}, ${organization.contact_phone})`,
    })
    .from(assignment)
    .innerJoin(shift, eq(shift.id, assignment.shift_id))
    .innerJoin(role, eq(role.id, shift.role_id))
    .innerJoin(event, eq(event.id, shift.event_id))
    .innerJoin(organization, eq(organization.id, assignment.organization_id))
    .where(and(eq(assignment.organization_id, tx.org), isAnyOf(assignment.id, assignment_ids)))
  return new Map(found.map(({ assignment_id, ...entry }) => [assignment_id, { ...entry, stamp }]))
}

/** Removes the notes for messages without a calendar file: nothing would show them, and they may be long. */
export const withoutNotes = (entry: CalendarEntry): CalendarEntry => ({ ...entry, notes: null })

type FileOptions = {
  /** Set in e-mails. A cancellation needs a higher sequence than the entry sent before. */
  method?: 'PUBLISH' | 'CANCEL'
  /** D26: set only in a file for the person to whom the link belongs. */
  personal_url?: string | undefined
}

/** Returns UTF-8 with CRLF and folded lines. */
export function calendarFile(entry: CalendarEntry, public_url: string, options: FileOptions = {}): string {
  const method = options.method && ICalCalendarMethod[options.method]
  const calendar = ical({ prodId: PRODUCT, ...(method && { method }) })
  return toFile(calendar, [writeEntry(entry, public_url, options)])
}

/** V2. Asks calendar programs to read the feed every hour. `entries` are of `writeFeedEntry`. */
export function calendarFeed(
  { name, empty }: { name: string; empty: string },
  entries: readonly string[],
): string {
  const shown = entries.length > 0 ? entries : [writeEmptyEntry(empty)]
  return toFile(ical({ prodId: PRODUCT, name, ttl: 3_600 }), shown)
}

/** RFC 5545 requires at least one component. An empty feed contains one past, transparent entry. */
function writeEmptyEntry(summary: string): string {
  const at = '2020-01-01T00:00:00.000Z'
  const written = ical().createEvent({
    id: 'empty@muster',
    stamp: at,
    start: at,
    end: '2020-01-01T00:15:00.000Z',
    summary,
    transparency: ICalEventTransparency.TRANSPARENT,
  })
  return foldLines(written.toString())
}

const PRODUCT = { company: 'Muster', product: 'Muster', language: 'EN' }

/** V2. Shortens long texts, which the event's page has whole. */
export function writeFeedEntry(entry: CalendarEntry, public_url: string): string {
  const { role_description, notes } = entry
  const short = {
    ...entry,
    role_description: role_description && shorten(role_description),
    notes: notes && shorten(notes),
  }
  return writeEntry(short, public_url)
}

/** Characters of a description, and of notes. */
export const FEED_TEXT_LENGTH = 300

/** Cuts between words, if one ends near the length. */
function shorten(text: string): string {
  const characters = Array.from(text)
  if (characters.length <= FEED_TEXT_LENGTH) return text
  const start = characters.slice(0, FEED_TEXT_LENGTH - 1).join('')
  return `${/^.{200,}\S(?=\s)/su.exec(start)?.[0] ?? start}…`
}

const ALARM_SECONDS = 2 * 60 * 60

function writeEntry(
  entry: CalendarEntry,
  public_url: string,
  { method, personal_url }: FileOptions = {},
): string {
  const event_url = public_url + publicPath('event', { eventId: entry.event_id })
  const { role_description, notes, organization_name, contact_email } = entry
  const about = [role_description, notes, organization_name, event_url, personal_url]
  const summary = `${entry.role_name} – ${entry.event_name}`
  const written = ical().createEvent({
    id: entry.uid,
    sequence: entry.sequence,
    stamp: entry.stamp,
    start: entry.start_dt,
    end: entry.end_dt,
    summary,
    location: entry.location,
    description: about.filter(Boolean).join('\n\n'),
    url: event_url,
    ...(method && contact_email && { organizer: { name: organization_name, email: contact_email } }),
    ...(method === 'CANCEL'
      ? { status: ICalEventStatus.CANCELLED }
      : { alarms: [{ type: ICalAlarmType.display, triggerBefore: ALARM_SECONDS, description: summary }] }),
  })
  return foldLines(written.toString())
}

const foldLines = (written: string) => written.split('\r\n').map(foldLine).join('\r\n')

/**
 * RFC 5545: a line has at most 75 octets. The library folds whole calendars only, and takes 1 ms for 1,000
 * characters.
 */
function foldLine(line: string): string {
  const octets = Buffer.from(line)
  const parts: string[] = []
  for (let from = 0; from < octets.length; ) {
    let to = from + 74
    while (isWithinCharacter(octets[to])) to--
    parts.push(octets.toString('utf8', from, to))
    from = to
  }
  return parts.join('\r\n ')
}

/** UTF-8: all octets of a character but the first are 10xxxxxx. */
const isWithinCharacter = (octet = 0) => octet >= 0x80 && octet < 0xc0

function toFile(calendar: ICalCalendar, entries: readonly string[]): string {
  // RFC 5545 requires a line end after the last line, which the library omits.
  return calendar.toString().replace(/END:VCALENDAR$/, (end) => `${entries.join('')}${end}\r\n`)
}

export function calendarAttachment(
  entry: CalendarEntry,
  public_url: string,
  { method = 'PUBLISH', personal_url }: FileOptions = {},
) {
  return {
    file_name: calendarFileName(entry.role_name),
    content_type: `text/calendar; method=${method}; charset=utf-8`,
    content: calendarFile(entry, public_url, { method, personal_url }),
  }
}

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

export function calendarFileName(role_name: string): string {
  const name = role_name
    .replace(/[\\/:*?"<>|\p{C}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '')
  return `${Array.from(name).slice(0, 80).join('') || 'shift'}.ics`
}
