import { foldForSearch } from '@muster/contract/rules/text'
import ical, { ICalEventStatus } from 'ical-generator'
import { z } from 'zod'

/*
 * D26: calendar files, for downloads and for attachments. Public data only: what stands here about a
 * shift, everybody can read on the event's page. No METHOD and no ORGANIZER: with them Outlook and
 * Apple take the file for an invitation from a mailbox that does not exist, and offer to answer it.
 */

export const calendarEntry = z.object({
  /** Built once and stored with the assignment: a moved shift updates its entry. */
  uid: z.string(),
  sequence: z.int(),
  /** When these facts were read. */
  stamp: z.string(),
  start_dt: z.string(),
  end_dt: z.string(),
  role_name: z.string(),
  role_description: z.string().nullable(),
  event_id: z.string(),
  event_name: z.string(),
  /** For people; the file itself is in UTC. */
  time_zone: z.string(),
  location: z.string().nullable(),
  organization_name: z.string(),
})

export type CalendarEntry = z.infer<typeof calendarEntry>

/** One VEVENT in UTC: UTF-8, CRLF, folded. A cancelled one needs a higher sequence than what was sent before. */
export function calendarFile(
  entry: CalendarEntry,
  public_url: string,
  { is_cancelled = false }: { is_cancelled?: boolean } = {},
): string {
  const event_url = `${public_url}/e/${entry.event_id}`
  const calendar = ical({ prodId: { company: 'Muster', product: 'Muster', language: 'EN' } })
  calendar.createEvent({
    id: entry.uid,
    sequence: entry.sequence,
    stamp: entry.stamp,
    start: entry.start_dt,
    end: entry.end_dt,
    summary: `${entry.role_name} – ${entry.event_name}`,
    location: entry.location,
    description: [entry.role_description, entry.organization_name, event_url].filter(Boolean).join('\n\n'),
    url: event_url,
    ...(is_cancelled && { status: ICalEventStatus.CANCELLED }),
  })
  // RFC 5545 ends the last line, too.
  return `${calendar.toString()}\r\n`
}

/** The file as a letter carries it. */
export function calendarAttachment(
  entry: CalendarEntry,
  public_url: string,
  how: { is_cancelled?: boolean } = {},
) {
  return {
    file_name: calendarFileName(entry.role_name),
    content_type: 'text/calendar; charset=utf-8',
    content: calendarFile(entry, public_url, how),
  }
}

/** Unique by the assignment's id; start and role are there for whoever reads the file. */
export function calendarUid(assignment_id: string, shift: { start_dt: string; role_name: string }): string {
  const start = shift.start_dt.replace(/[-:]|\.\d+/g, '')
  const role = foldForSearch(shift.role_name)
    .replace(/[^a-z\d]+/g, '-')
    .slice(0, 40)
  return `${start}-${role}-${assignment_id}@muster`
}

/** Named after the role, without what file systems refuse. */
export function calendarFileName(role_name: string): string {
  const name = role_name
    .replace(/[\\/:*?"<>|\p{C}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '')
  return `${Array.from(name).slice(0, 80).join('') || 'shift'}.ics`
}

/** A download under its name: the plain one for old clients, the true one by RFC 6266. */
export function contentDisposition(file_name: string): string {
  const plain = file_name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\w .-]/g, '_')
  const exact = encodeURIComponent(file_name).replace(
    /['()*!]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${exact}`
}
