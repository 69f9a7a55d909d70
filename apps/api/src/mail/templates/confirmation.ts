import type { Language } from '@muster/contract/fields'
import { z } from 'zod'
import { calendarAttachment, calendarEntry } from '../calendar.ts'
import {
  button,
  greetable,
  heading,
  type Letter,
  letterPage,
  linkLine,
  oneLine,
  paragraph,
  paragraphs,
} from '../email.ts'
import { html } from '../html.ts'
import type { Links } from '../links.ts'
import { shiftCard, showShift } from '../shift-card.ts'

/** D27: what is needed to write it again, without secrets. */
export const confirmationFacts = z.object({
  assignment_id: z.string(),
  round: z.int(),
  first_name: z.string(),
  entry: calendarEntry,
  /** The event's, for those who take part. */
  notes: z.string().nullish(),
})

/** D13: once a day (UTC) for each shift; the index on `message` holds it. */
export const linkAgainFacts = confirmationFacts.extend({ day: z.string() })

type Facts = z.infer<typeof confirmationFacts>

type Written = {
  /** D28: after a sign-up or a yes. D13: the form was filled in once more. */
  template: 'confirmation' | 'link_again'
  id: string
  language: Language
  links: Links
}

/** What a volunteer receives who has a place on a shift: when and where, the personal link, the calendar file. */
export function writeConfirmation(facts: Facts, { template, id, language, links }: Written): Letter {
  const t = { ...texts[language], ...texts[language][template] }
  const { entry, notes } = facts
  const { short, lines, event, day, time } = showShift(entry, language)
  const personal_link = links.personal(facts)
  const not_me = { label: t.not_me, href: links.notMe(id) }
  const organization = oneLine(entry.organization_name)
  const name = greetable(facts.first_name)
  const title = name ? t.title_with_name(name) : t.title
  const subject = `${t.subject}: ${short}`

  return {
    subject,
    text: [
      title,
      ...(t.why ? [t.why] : []),
      lines,
      ...(notes ? [notes] : []),
      `${t.open}: ${personal_link}`,
      t.attached,
      t.keep_link,
      `${t.not_you} ${not_me.label}: ${not_me.href}`,
      `${organization}\n${t.sent_with}`,
    ].join('\n\n'),
    get html() {
      return letterPage({
        language,
        subject,
        preheader: `${event}, ${day}, ${time}. ${t.attached}`,
        content: html`${heading(title)}
${t.why && paragraph(t.why)}
${shiftCard(entry, language)}
${notes ? paragraphs(notes) : undefined}
${button(t.open, personal_link)}
${paragraph(t.attached)}
${paragraph(t.keep_link)}
${linkLine(t.not_you, not_me)}`,
        footer: `${organization} · ${t.sent_with}`,
      })
    },
    get attachments() {
      return [calendarAttachment(entry, links.public_url)]
    },
  }
}

const texts = {
  en: {
    open: 'See your shift',
    attached: 'The attached calendar file puts the shift into your calendar.',
    keep_link: 'The link is yours alone, so please don’t pass this message on.',
    not_you: 'Wasn’t it you?',
    not_me: 'Give up the place and get no more e-mail',
    sent_with: 'Sent with Muster',
    confirmation: {
      subject: 'You’re signed up',
      title: 'You’re signed up',
      title_with_name: (name: string) => `You’re signed up, ${name}`,
      why: undefined,
    },
    link_again: {
      subject: 'Your link',
      title: 'Your link again',
      title_with_name: (name: string) => `Your link again, ${name}`,
      why: 'The sign-up form was filled in once more with your name and address. Nothing has changed: this is your shift, and the link to it.',
    },
  },
  sv: {
    open: 'Visa ditt pass',
    attached: 'Den bifogade kalenderfilen lägger in passet i din kalender.',
    keep_link: 'Länken är personlig. Skicka den inte vidare.',
    not_you: 'Var det inte du?',
    not_me: 'Lämna platsen och få ingen mer e-post',
    sent_with: 'Skickat med Muster',
    confirmation: {
      subject: 'Du är anmäld',
      title: 'Du är anmäld',
      title_with_name: (name: string) => `Du är anmäld, ${name}`,
      why: undefined,
    },
    link_again: {
      subject: 'Din länk',
      title: 'Din länk igen',
      title_with_name: (name: string) => `Din länk igen, ${name}`,
      why: 'Anmälan fylldes i en gång till med ditt namn och din adress. Ingenting har ändrats: det här är ditt pass och länken till det.',
    },
  },
}
