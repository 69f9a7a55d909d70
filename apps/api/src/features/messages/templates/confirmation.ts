import type { Language } from '@muster/contract/fields'
import { z } from 'zod'
import { calendarAttachment, calendarEntry } from '../../../calendar.ts'
import { html } from './html.ts'
import { button, greetable, heading, type Letter, letterPage, oneLine, paragraph } from './letter.ts'
import type { Links } from './links.ts'
import { shiftCard, showShift } from './shift-card.ts'

/** D27: what is needed to write it again, without secrets. */
export const confirmationFacts = z.object({
  assignment_id: z.string(),
  round: z.int(),
  first_name: z.string(),
  entry: calendarEntry,
})

type Facts = z.infer<typeof confirmationFacts>

/** D28: what a volunteer receives after signing up. */
export function writeConfirmation(facts: Facts, language: Language, links: Links): Letter {
  const t = texts[language]
  const { entry } = facts
  const { short, lines, event, day, time } = showShift(entry, language)
  const personal_link = links.personal(facts)
  const organization = oneLine(entry.organization_name)
  const name = greetable(facts.first_name)
  const title = name ? t.title_with_name(name) : t.title
  const subject = `${t.title}: ${short}`

  return {
    subject,
    text: [
      title,
      lines,
      `${t.open}: ${personal_link}`,
      t.attached,
      t.keep_link,
      t.not_you,
      `${organization}\n${t.sent_with}`,
    ].join('\n\n'),
    html: letterPage({
      language,
      subject,
      preheader: `${event}, ${day}, ${time}. ${t.attached}`,
      content: html`${heading(title)}
${shiftCard(entry, language)}
${button(t.open, personal_link)}
${paragraph(t.attached)}
${paragraph(t.keep_link)}
${paragraph(t.not_you)}`,
      footer: `${organization} · ${t.sent_with}`,
    }),
    attachments: [calendarAttachment(entry, links.public_url)],
  }
}

const texts = {
  en: {
    title: 'You’re signed up',
    title_with_name: (name: string) => `You’re signed up, ${name}`,
    open: 'See your shift',
    attached: 'The attached calendar file puts the shift into your calendar.',
    keep_link: 'The link is yours alone, so please don’t pass this message on.',
    not_you: 'Didn’t sign up? Then somebody else wrote your address by mistake. Please tell the organiser.',
    sent_with: 'Sent with Muster',
  },
  sv: {
    title: 'Du är anmäld',
    title_with_name: (name: string) => `Du är anmäld, ${name}`,
    open: 'Visa ditt pass',
    attached: 'Den bifogade kalenderfilen lägger in passet i din kalender.',
    keep_link: 'Länken är bara din, så skicka inte det här meddelandet vidare.',
    not_you:
      'Har du inte anmält dig? Då har någon annan skrivit din adress av misstag. Hör av dig till arrangören.',
    sent_with: 'Skickat med Muster',
  },
}
