import type { Language } from '@muster/contract/fields'
import { type CalendarEntry, calendarAttachment } from '../calendar.ts'
import { greetable, heading, type Letter, letterPage, oneLine, paragraph } from '../email.ts'
import { type Html, html } from '../html.ts'
import { showShift } from '../shift-card.ts'

type Told = { is_confirmed: boolean; entry: CalendarEntry }

type News<Shift extends Told> = {
  first_name: string
  /** By start. */
  shifts: readonly [Shift, ...Shift[]]
  texts: {
    one: string
    many: string
    hello: (name: string) => string
    /** What the calendar file does, for whoever has one. */
    attached: string
    last: string
  }
  /** What stands of each shift: paragraphs of the text, and its markup. */
  show: (shift: Shift) => { text: string[]; html: () => Html }
  public_url: string
  is_cancelled?: boolean
}

/** D21: one letter about all of a person's shifts to which the same has happened. */
export function writeShiftNews<Shift extends Told>(
  { first_name, shifts, texts, show, public_url, is_cancelled = false }: News<Shift>,
  language: Language,
): Letter {
  const [{ entry: first }, ...more] = shifts
  const confirmed = shifts.filter(({ is_confirmed }) => is_confirmed)
  const name = greetable(first_name)
  const hello = name ? texts.hello(name) : undefined
  const [title, about] =
    more.length === 0
      ? [texts.one, showShift(first, language).short]
      : [texts.many, oneLine(first.event_name)]
  const subject = `${title}: ${about}`
  const advice = [...(confirmed.length > 0 ? [texts.attached] : []), texts.last]
  const sender = [oneLine(first.organization_name), SENT_WITH[language]]

  return {
    subject,
    text: [
      title,
      ...(hello ? [hello] : []),
      ...shifts.flatMap((shift) => show(shift).text),
      ...advice,
      sender.join('\n'),
    ].join('\n\n'),
    get html() {
      return letterPage({
        language,
        subject,
        preheader: advice.join(' '),
        content: html`${heading(title)}
${hello && paragraph(hello)}
${shifts.map((shift) => show(shift).html())}
${advice.map(paragraph)}`,
        footer: sender.join(' · '),
      })
    },
    get attachments() {
      return confirmed.map(({ entry }) => calendarAttachment(entry, public_url, { is_cancelled }))
    },
  }
}

const SENT_WITH: Record<Language, string> = { en: 'Sent with Muster', sv: 'Skickat med Muster' }
