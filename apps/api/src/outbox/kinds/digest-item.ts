import type { Language } from '@muster/contract/language'
import type { CalendarEntry } from '../../mail/calendar-entry.ts'
import type { Links } from '../../mail/links.ts'
import { describeShift, zoneLabel } from '../../mail/shift-summary.ts'
import { toOneLine } from '../../mail/text.ts'
import { digestTexts } from './digest-texts.ts'
import type { DigestItem } from './kind.ts'

type Entry = Parameters<typeof describeShift>[0]
type What =
  | 'confirmation'
  | 'link_again'
  | 'cancelled'
  | 'cancelled_asked'
  | 'removed'
  | 'removed_asked'
  | 'put_back'
  | 'given_up'
  | 'place_freed'
  | 'phone_changed'
  | 'phone_removed'
  | 'reminder'
  | 'waiting_joined'
  | 'waiting_moved'
  | 'waiting_cancelled'

export function itemOf(what: What, entry: Entry & DigestItem['organizer'], language: Language): DigestItem {
  return {
    organizer: entry,
    lines: [digestTexts[language](what), describeBriefly(entry, language)].join('\n'),
  }
}

/** Adds the link to the person's own page. */
export function itemOfShift(
  what: What,
  shift: { assignment_id: string; round: number; entry: CalendarEntry },
  { language, links }: { language: Language; links: Links },
): DigestItem {
  const link = { label: digestTexts[language]('open'), href: links.personal(shift) }
  return { ...itemOf(what, shift.entry, language), link }
}

export function describeBriefly(entry: Entry, language: Language): string {
  const { short, event } = describeShift(entry, language)
  const place = entry.location ? toOneLine(entry.location) : undefined
  return [`${short} (${zoneLabel(entry.time_zone)})`, event, place].filter(Boolean).join('\n')
}
