import { publicPath } from '@muster/contract/pages'
import ical, {
  ICalAlarmType,
  type ICalCalendar,
  ICalCalendarMethod,
  ICalEventStatus,
  ICalEventTransparency,
} from 'ical-generator'
import type { CalendarEntry } from './calendar-entry.ts'

/*
 * D26: files in e-mails have a METHOD, because Outlook otherwise shows "not supported calendar message". RFC 5546 then requires an
 * ORGANIZER: the contact's mailbox in every file, because Outlook ignores a CANCEL from another organizer. They have no ATTENDEE,
 * because calendar programs would offer to answer. Downloaded files and feeds have neither METHOD nor ORGANIZER: Outlook and
 * Apple would import the shift as a meeting that somebody else organizes.
 */

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
  const { role_description, note, notes } = entry
  const short = {
    ...entry,
    note: note && shorten(note),
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
  const { role_description, note, notes, organization_name, contact_email } = entry
  const about = [note, role_description, notes, organization_name, event_url, personal_url]
  const summary = `${entry.role_name} – ${entry.event_name}`
  const written = ical().createEvent({
    id: entry.uid,
    sequence: entry.sequence,
    stamp: entry.stamp,
    start: entry.start_dt,
    end: entry.end_dt,
    summary,
    location: placeOf(entry),
    description: about.filter(Boolean).join('\n\n'),
    url: event_url,
    ...(method && contact_email && { organizer: { name: organization_name, email: contact_email } }),
    ...(method === 'CANCEL'
      ? { status: ICalEventStatus.CANCELLED }
      : { alarms: [{ type: ICalAlarmType.display, triggerBefore: ALARM_SECONDS, description: summary }] }),
  })
  return foldLines(written.toString())
}

/** D68: the meeting point first, as a room before its address. */
const placeOf = ({ meeting_point, location }: CalendarEntry) =>
  [meeting_point, location].filter(Boolean).join(', ') || null

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

export function calendarFileName(role_name: string): string {
  const name = role_name
    .replace(/[\\/:*?"<>|\p{C}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '')
  return `${Array.from(name).slice(0, 80).join('') || 'shift'}.ics`
}
