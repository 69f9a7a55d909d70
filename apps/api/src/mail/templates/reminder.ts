import type { Language } from '@muster/contract/fields'
import { z } from 'zod'
import { broadcastEnd } from '../broadcast-end.ts'
import {
  button,
  greetable,
  heading,
  type Letter,
  letterPage,
  oneLine,
  paragraph,
  paragraphs,
} from '../email.ts'
import { html } from '../html.ts'
import type { Links } from '../links.ts'
import { shiftCard, showShift } from '../shift-card.ts'
import { smsEnd } from '../sms-end.ts'
import { cut, plainSigns } from '../sms-text.ts'

const remindedShift = z.object({
  assignment_id: z.string(),
  round: z.int(),
  /** Whether the link asks for an answer, or only shows the shift. */
  is_open: z.boolean(),
  role_name: z.string(),
  role_description: z.string().nullable(),
  start_dt: z.string(),
  end_dt: z.string(),
})

/** D27: what is needed to write it again, without secrets. Shifts by start. */
export const reminderFacts = z.object({
  message_id: z.string(),
  first_name: z.string(),
  /** What the organiser adds. */
  text: z.string().nullable(),
  organization_name: z.string(),
  event: z.object({ name: z.string(), location: z.string().nullable(), time_zone: z.string() }),
  shifts: z.tuple([remindedShift], remindedShift),
  has_links: z.boolean(),
})

type Facts = z.infer<typeof reminderFacts>

/** D29: all of a person's shifts that a broadcast is about, each with its own link. */
export function writeReminder(facts: Facts, language: Language, links: Links): Letter {
  const t = texts[language]
  const event_name = oneLine(facts.event.name)
  const organization = oneLine(facts.organization_name)
  const subject = `${t.subject}: ${event_name}`
  const unsubscribe_url = links.unsubscribe(facts.message_id)
  const end = broadcastEnd({ organization, event_name, unsubscribe_url }, language)
  const opening = facts.text ?? t.hello(greetable(facts.first_name))
  const shown = facts.shifts.map((shift) => {
    const entry = entryOf(facts, shift)
    const link = facts.has_links
      ? { label: shift.is_open ? t.answer : t.open, href: links.personal(shift) }
      : undefined
    return {
      entry,
      about: shift.role_description ?? undefined,
      lines: showShift(entry, language).lines,
      link,
    }
  })
  const keep_link = facts.has_links ? t.keep_link : undefined

  return {
    subject,
    text: [
      opening,
      ...shown.flatMap(({ lines, about, link }) => [
        [lines, about].filter(Boolean).join('\n\n'),
        ...(link ? [`${link.label}: ${link.href}`] : []),
      ]),
      ...(keep_link ? [keep_link] : []),
      end.text,
    ].join('\n\n'),
    get html() {
      return letterPage({
        language,
        subject,
        preheader: oneLine(opening),
        content: html`${heading(subject)}
${paragraphs(opening)}
${shown.map(({ entry, about, link }) => html`${shiftCard(entry, language, about)}${link && button(link.label, link.href)}`)}
${keep_link && paragraph(keep_link)}`,
        footer: end.footer,
      })
    },
    attachments: [],
    unsubscribe_url,
  }
}

/** D29: the same as one SMS, with the one link that matters most: its page shows the other shifts too. */
export const reminderSmsFacts = reminderFacts
  .omit({ first_name: true, has_links: true, organization_name: true })
  .extend({
    /** Where there is no link to a page that ends them. */
    message_id: z.string().optional(),
    shifts: z
      .array(remindedShift.pick({ assignment_id: true, role_name: true, start_dt: true, end_dt: true }))
      .min(1),
    link: remindedShift.pick({ assignment_id: true, round: true, is_open: true }).nullable(),
  })

export function writeReminderSms(
  { message_id, text, event, shifts, link }: z.infer<typeof reminderSmsFacts>,
  language: Language,
  links: Links,
): string {
  const t = texts[language]
  const event_name = cut(oneLine(event.name), 60)
  // A text that names the event needs no line above it that does.
  const opening = text?.includes(event.name)
    ? text
    : [`${t.subject}: ${event_name}`, text].filter(Boolean).join('\n\n')
  const times = shifts.map((shift) => {
    const { role, short_time } = showShift(entryOf({ event }, shift), language)
    return `${cut(role, 40)}, ${short_time}`
  })
  const place = event.location && cut(oneLine(event.location), 60)
  return plainSigns(
    [
      opening,
      [...times, place].filter(Boolean).join('\n'),
      ...(link ? [`${link.is_open ? t.answer : t.open}: ${links.personal(link)}`] : []),
      ...(message_id ? [smsEnd(message_id, language, links)] : []),
    ].join('\n\n'),
  )
}

function entryOf(
  { event }: Pick<Facts, 'event'>,
  { role_name, start_dt, end_dt }: { role_name: string; start_dt: string; end_dt: string },
) {
  const { name: event_name, location, time_zone } = event
  return { role_name, start_dt, end_dt, event_name, location, time_zone }
}

const texts = {
  en: {
    subject: 'Reminder',
    hello: (name: string | undefined) => `Hello${name ? ` ${name}` : ''}, this is when and where:`,
    answer: 'Answer yes or no',
    open: 'See your shift',
    keep_link: 'The link is yours alone, so please don’t pass this message on.',
  },
  sv: {
    subject: 'Påminnelse',
    hello: (name: string | undefined) => `Hej${name ? ` ${name}` : ''}, det här är när och var:`,
    answer: 'Svara ja eller nej',
    open: 'Visa ditt pass',
    keep_link: 'Länken är bara din, så skicka inte det här meddelandet vidare.',
  },
}
