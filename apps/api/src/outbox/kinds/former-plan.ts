import type { Language } from '@muster/contract/language'
import { addNamespace } from '@muster/contract/translate'
import { z } from 'zod'
import { formatPeriod, meetingPointLine, zoneLabel } from '../../mail/shift-summary.ts'
import { toOneLine, toShownName } from '../../mail/text.ts'

export const plan = z.object({
  start_dt: z.string(),
  end_dt: z.string(),
  time_zone: z.string(),
  location: z.string().nullable(),
  /** D68. Rows queued by older versions do not have it. */
  meeting_point: z.string().nullish(),
  /** Rows queued by older versions do not have these two. */
  role_name: z.string().optional(),
  event_name: z.string().optional(),
})

type Planned = { was: z.infer<typeof plan>; entry: z.infer<typeof plan> }

/** Empty if only a description or the notes have changed. */
export function beforeLine(planned: Planned, language: Language): string[] {
  const before = describeBefore(planned, language)
  return before === '' ? [] : [`${texts[language]('before')}: ${before}`]
}

export function describeBefore({ was, entry }: Planned, language: Language): string {
  const { short_day, short_time } = formatPeriod(was, language)
  const isMoved = was.start_dt !== entry.start_dt || was.end_dt !== entry.end_dt
  const zone = was.time_zone === entry.time_zone ? '' : ` (${zoneLabel(was.time_zone)})`
  const hasNewPlace = was.location !== entry.location
  const hasNewMeetingPoint = was.meeting_point !== undefined && was.meeting_point !== entry.meeting_point
  const formerName = (name: 'role_name' | 'event_name') =>
    was[name] !== undefined && was[name] !== entry[name] ? toShownName(was[name]) : undefined
  return [
    formerName('role_name'),
    isMoved ? `${short_day} ${short_time}${zone}` : undefined,
    hasNewPlace ? (was.location ? toOneLine(was.location) : texts[language]('no_place')) : undefined,
    hasNewMeetingPoint ? formerMeetingPoint(was.meeting_point, language) : undefined,
    formerName('event_name'),
  ]
    .filter(Boolean)
    .join(', ')
}

const formerMeetingPoint = (meeting_point: string | null | undefined, language: Language) =>
  meeting_point ? meetingPointLine(toOneLine(meeting_point), language) : texts[language]('no_meeting_point')

const texts = addNamespace('former_plan', {
  en: { before: 'Before', no_place: 'no place given', no_meeting_point: 'no meeting point' },
  sv: { before: 'Tidigare', no_place: 'ingen plats angiven', no_meeting_point: 'ingen samlingsplats' },
})
