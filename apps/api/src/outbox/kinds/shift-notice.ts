import type { Language } from '@muster/contract/language'
import { isWithinTenSegments } from '@muster/contract/rules/segments'
import { addNamespace } from '@muster/contract/translate'
import { calendarAttachment } from '../../mail/calendar.ts'
import type { CalendarEntry } from '../../mail/calendar-entry.ts'
import { type Block, type EmailDraft, heading, paragraph, paragraphs } from '../../mail/email.ts'
import { describeShift } from '../../mail/shift-summary.ts'
import { toGsmPunctuation, toShownName, truncate } from '../../mail/text.ts'
import type { WriteContext } from './kind.ts'

type NoticeShift = { is_confirmed: boolean; entry: CalendarEntry }

type Notice<Shift extends NoticeShift> = {
  shifts: readonly [Shift, ...Shift[]]
  title: string
  hello: string | undefined
  /** Returns a sentence about the `count` attached calendar files. Without it, nothing is attached. */
  attached?: (count: number) => string
  last: string
  show: (shift: Shift) => readonly Block[]
  isCancelled?: (shift: Shift) => boolean
  /** D26: returns the link for the attached calendar file. */
  personalUrl?: (shift: Shift) => string
}

export function writeShiftNotice<Shift extends NoticeShift>(
  { shifts, title, hello, attached, last, show, isCancelled = () => false, personalUrl }: Notice<Shift>,
  { language, links }: WriteContext,
): EmailDraft {
  const [{ entry: first }, ...more] = shifts
  const confirmed = shifts.filter(({ is_confirmed }) => is_confirmed)
  const about = more.length === 0 ? describeShift(first, language).short : toShownName(first.event_name)
  const subject = `${title}: ${about}`
  const notes = [...new Set(shifts.flatMap(({ entry }) => entry.notes ?? []))]
  const advice = [...(attached && confirmed.length > 0 ? [attached(confirmed.length)] : []), last]

  return {
    subject,
    preheader: advice.join(' '),
    blocks: [
      heading(title),
      hello && paragraph(hello),
      ...shifts.flatMap(show),
      ...notes.map(paragraphs),
      ...advice.map(paragraph),
    ],
    organizer: first,
    attachments: () =>
      attached
        ? confirmed.map((shift) =>
            calendarAttachment(shift.entry, links.public_url, {
              method: isCancelled(shift) ? 'CANCEL' : 'PUBLISH',
              personal_url: isCancelled(shift) ? undefined : personalUrl?.(shift),
            }),
          )
        : [],
  }
}

type NoticeSms<Shift> = {
  shifts: readonly [Shift, ...Shift[]]
  title: string
  /** Returns the lines below the shift. `link`: that of the shift, where it has one. */
  show: (shift: Shift, link: string) => string[]
  personalUrl?: (shift: Shift) => string
}

/** Replaces each link when the text is measured, so that the history, which has no links, names the same shifts. */
const LONG_LINK = 'x'.repeat(120)

/** Names as many shifts as fit into ten segments (D4): providers refuse a longer SMS, and it would be lost. */
export function writeShiftNoticeSms<Shift extends Pick<NoticeShift, 'entry'>>(
  { shifts, title, show, personalUrl = () => '' }: NoticeSms<Shift>,
  language: Language,
): string {
  const organization = truncate(toShownName(shifts[0].entry.organization_name), 30)
  const linesOf = (shift: Shift, link: string) => {
    const { role, event, short_time } = describeShift(shift.entry, language)
    return [`${truncate(role, 30)}, ${truncate(event, 30)}, ${short_time}`, ...show(shift, link)]
  }
  const write = (lines: readonly string[], rest: number) => {
    const more = rest > 0 ? [texts[language]('more', { count: rest })] : []
    return toGsmPunctuation([`${organization}: ${title}`, ...lines, ...more].join('\n'))
  }
  const named: Shift[] = []
  const measured: string[] = []
  for (const shift of shifts) {
    measured.push(...linesOf(shift, LONG_LINK))
    const rest = shifts.length - named.length - 1
    if (named.length > 0 && !isWithinTenSegments(write(measured, rest))) break
    named.push(shift)
  }
  return write(
    named.flatMap((shift) => linesOf(shift, personalUrl(shift))),
    shifts.length - named.length,
  )
}

const texts = addNamespace('shift_notice', {
  en: { more_one: 'and {{count}} more', more_other: 'and {{count}} more' },
  sv: { more_one: 'och {{count}} till', more_other: 'och {{count}} till' },
})
