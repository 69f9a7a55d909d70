import type { Language } from '@muster/contract/fields'
import { z } from 'zod'
import { calendarAttachment, calendarEntry } from '../../../calendar.ts'
import { html } from './html.ts'
import { button, greetable, heading, type Letter, letterPage, oneLine, paragraph } from './letter.ts'
import type { Links } from './links.ts'
import { shiftCard, showShift } from './shift-card.ts'
import { shiftTime } from './shift-time.ts'

const changedShift = z.object({
  assignment_id: z.string(),
  round: z.int(),
  is_confirmed: z.boolean(),
  entry: calendarEntry,
  was: z.object({
    start_dt: z.string(),
    end_dt: z.string(),
    time_zone: z.string(),
    location: z.string().nullable(),
  }),
})

/** D27: what is needed to write it again, without secrets. Shifts by start. */
export const shiftChangedFacts = z.object({
  first_name: z.string(),
  shifts: z.tuple([changedShift], changedShift),
})

type ChangedShift = z.infer<typeof changedShift>
type Facts = z.infer<typeof shiftChangedFacts>

/** D21: times or place of a shift have changed; one letter for all of a person's shifts that changed together. */
export function writeShiftChanged({ first_name, shifts }: Facts, language: Language, links: Links): Letter {
  const t = texts[language]
  const [first] = shifts
  const isOne = shifts.length === 1
  const confirmed = shifts.filter(({ is_confirmed }) => is_confirmed)
  const shown = shifts.map((shift) => ({
    entry: shift.entry,
    lines: showShift(shift.entry, language).lines,
    before: `${t.before}: ${placeAndTime(shift, language)}`,
    label: shift.is_confirmed ? t.open : t.answer,
    link: links.personal(shift),
  }))
  const organization = oneLine(first.entry.organization_name)
  const name = greetable(first_name)
  const title = isOne ? t.one : t.many
  const subject = isOne
    ? `${t.one}: ${showShift(first.entry, language).short}`
    : `${t.many}: ${oneLine(first.entry.event_name)}`
  const advice = [...(confirmed.length > 0 ? [t.attached] : []), t.cannot]

  return {
    subject,
    text: [
      title,
      ...(name ? [t.hello(name)] : []),
      ...shown.flatMap(({ lines, before, label, link }) => [`${lines}\n${before}`, `${label}: ${link}`]),
      ...advice,
      `${organization}\n${t.sent_with}`,
    ].join('\n\n'),
    get html() {
      return letterPage({
        language,
        subject,
        preheader: advice.join(' '),
        content: html`${heading(title)}
${name ? paragraph(t.hello(name)) : undefined}
${shown.map(({ entry, before, label, link }) => html`${shiftCard(entry, language, before)}${button(label, link)}`)}
${advice.map(paragraph)}`,
        footer: `${organization} · ${t.sent_with}`,
      })
    },
    get attachments() {
      return confirmed.map(({ entry }) => calendarAttachment(entry, links.public_url))
    },
  }
}

/** What was before, as far as it is different now. */
function placeAndTime({ was, entry }: ChangedShift, language: Language): string {
  const { short_day, time } = shiftTime(was, language)
  const isMoved = was.start_dt !== entry.start_dt || was.end_dt !== entry.end_dt
  const zone = was.time_zone === entry.time_zone ? '' : ` (${was.time_zone})`
  const isElsewhere = was.location !== entry.location
  return [
    isMoved ? `${short_day} ${time}${zone}` : undefined,
    isElsewhere ? (was.location ? oneLine(was.location) : texts[language].no_place) : undefined,
  ]
    .filter(Boolean)
    .join(', ')
}

const texts = {
  en: {
    one: 'Your shift has changed',
    many: 'Your shifts have changed',
    hello: (name: string) => `Hello ${name}, please note what is new:`,
    before: 'Before',
    no_place: 'no place given',
    open: 'See your shift',
    answer: 'Answer',
    attached: 'The attached calendar file brings your calendar up to date.',
    cannot: 'Can’t make it any more? Please tell the organiser.',
    sent_with: 'Sent with Muster',
  },
  sv: {
    one: 'Ditt pass har ändrats',
    many: 'Dina pass har ändrats',
    hello: (name: string) => `Hej ${name}, det här är nytt:`,
    before: 'Tidigare',
    no_place: 'ingen plats angiven',
    open: 'Visa ditt pass',
    answer: 'Svara',
    attached: 'Den bifogade kalenderfilen uppdaterar din kalender.',
    cannot: 'Kan du inte längre? Hör av dig till arrangören.',
    sent_with: 'Skickat med Muster',
  },
}
