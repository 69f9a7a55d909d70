import type { Language } from '@muster/contract/language'
import { type CalendarEntry, calendarAttachment } from '../calendar.ts'
import { type Email, emailPage, heading, paragraph } from '../email.ts'
import { type Html, html } from '../html.ts'
import { organizerFooter, replyTo } from '../organizer.ts'
import { describeShift } from '../shift-summary.ts'
import { toOneLine } from '../text.ts'

type NoticeShift = { is_confirmed: boolean; entry: CalendarEntry }

type Notice<Shift extends NoticeShift> = {
  /** By start. */
  shifts: readonly [Shift, ...Shift[]]
  title: string
  hello: string | undefined
  /** What the calendar file does; shown to those who get one. */
  attached: string
  last: string
  show: (shift: Shift) => { text: string[]; html: () => Html }
  public_url: string
  is_cancelled?: boolean
}

/** D21: one email about all of a person's shifts to which the same has happened. */
export function writeShiftNotice<Shift extends NoticeShift>(
  { shifts, title, hello, attached, last, show, public_url, is_cancelled = false }: Notice<Shift>,
  language: Language,
): Email {
  const [{ entry: first }, ...more] = shifts
  const confirmed = shifts.filter(({ is_confirmed }) => is_confirmed)
  const about = more.length === 0 ? describeShift(first, language).short : toOneLine(first.event_name)
  const subject = `${title}: ${about}`
  const advice = [...(confirmed.length > 0 ? [attached] : []), last]
  const footer = organizerFooter(first, language)

  return {
    subject,
    text: [
      title,
      ...(hello ? [hello] : []),
      ...shifts.flatMap((shift) => show(shift).text),
      ...advice,
      footer.text,
    ].join('\n\n'),
    get html() {
      return emailPage({
        language,
        subject,
        preheader: advice.join(' '),
        content: html`${heading(title)}
${hello && paragraph(hello)}
${shifts.map((shift) => show(shift).html())}
${advice.map(paragraph)}`,
        footer: footer.html,
      })
    },
    get attachments() {
      return confirmed.map(({ entry }) => calendarAttachment(entry, public_url, { is_cancelled }))
    },
    ...replyTo(first),
  }
}
