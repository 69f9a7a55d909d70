import type { Language } from '@muster/contract/fields'
import { z } from 'zod'
import { calendarAttachment, calendarEntry } from '../../../calendar.ts'
import { html } from './html.ts'
import { greetable, heading, type Letter, letterPage, oneLine, paragraph } from './letter.ts'
import type { Links } from './links.ts'
import { shiftCard, showShift } from './shift-card.ts'

const cancelledShift = z.object({ is_confirmed: z.boolean(), entry: calendarEntry })

/** D27: what is needed to write it again. The rows it speaks of are gone. Shifts by start. */
export const shiftCancelledFacts = z.object({
  first_name: z.string(),
  /** The shift is not held, or it is held without this person. */
  because: z.enum(['cancelled', 'removed']),
  shifts: z.tuple([cancelledShift], cancelledShift),
})

type Facts = z.infer<typeof shiftCancelledFacts>

/** D21: a person need not come. One letter for all shifts that went together. It leads nowhere: the links are dead. */
export function writeShiftCancelled(
  { first_name, because, shifts }: Facts,
  language: Language,
  { public_url }: Links,
): Letter {
  const t = { ...texts[language], ...texts[language][because] }
  const [first] = shifts
  const isOne = shifts.length === 1
  const confirmed = shifts.filter(({ is_confirmed }) => is_confirmed)
  const organization = oneLine(first.entry.organization_name)
  const name = greetable(first_name)
  const title = isOne ? t.one : t.many
  const subject = isOne
    ? `${t.one}: ${showShift(first.entry, language).short}`
    : `${t.many}: ${oneLine(first.entry.event_name)}`
  const advice = [...(confirmed.length > 0 ? [t.attached] : []), t.questions]

  return {
    subject,
    text: [
      title,
      ...(name ? [t.hello(name)] : []),
      ...shifts.map(({ entry }) => showShift(entry, language).lines),
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
${shifts.map(({ entry }) => shiftCard(entry, language))}
${advice.map(paragraph)}`,
        footer: `${organization} · ${t.sent_with}`,
      })
    },
    get attachments() {
      return confirmed.map(({ entry }) => calendarAttachment(entry, public_url, { is_cancelled: true }))
    },
  }
}

const texts = {
  en: {
    cancelled: { one: 'Your shift is cancelled', many: 'Your shifts are cancelled' },
    removed: { one: 'You’re no longer on this shift', many: 'You’re no longer on these shifts' },
    hello: (name: string) => `Hello ${name}, you need not come to what stands here:`,
    attached: 'The attached calendar file takes it out of your calendar.',
    questions: 'Do you have a question? Please ask the organiser.',
    sent_with: 'Sent with Muster',
  },
  sv: {
    cancelled: { one: 'Ditt pass är inställt', many: 'Dina pass är inställda' },
    removed: { one: 'Du är inte längre med på passet', many: 'Du är inte längre med på passen' },
    hello: (name: string) => `Hej ${name}, det här behöver du inte komma till:`,
    attached: 'Den bifogade kalenderfilen tar bort det ur din kalender.',
    questions: 'Har du en fråga? Hör av dig till arrangören.',
    sent_with: 'Skickat med Muster',
  },
}
