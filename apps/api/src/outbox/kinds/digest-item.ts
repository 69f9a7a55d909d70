import type { Language } from '@muster/contract/language'
import { addNamespace } from '@muster/contract/translate'
import type { CalendarEntry } from '../../mail/calendar-entry.ts'
import { describeShift, zoneLabel } from '../../mail/shift-summary.ts'
import { toOneLine } from '../../mail/text.ts'
import type { DigestItem, WriteContext } from './kind.ts'

type Entry = Parameters<typeof describeShift>[0]

/** `more`: lines below the shift. */
export function itemOf(
  what: string,
  entry: Entry & DigestItem['organizer'],
  language: Language,
  more: readonly string[] = [],
): DigestItem {
  const { short, event } = describeShift(entry, language)
  const place = entry.location && toOneLine(entry.location)
  const lines = [what, `${short} (${zoneLabel(entry.time_zone)})`, event, place, ...more]
  return { organizer: entry, lines: lines.filter(Boolean).join('\n') }
}

/** Adds the link to the person's own page. */
export function itemOfShift(
  what: string,
  shift: { assignment_id: string; round: number; entry: CalendarEntry },
  { language, links }: WriteContext,
): DigestItem {
  const link = { label: texts[language]('open'), href: links.personal(shift) }
  return { ...itemOf(what, shift.entry, language), link }
}

const texts = addNamespace('email_digest_item', {
  en: { open: 'See your shift' },
  sv: { open: 'Visa ditt pass' },
})
