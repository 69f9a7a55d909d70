import type { Language } from '@muster/contract/fields'
import { z } from 'zod'
import { calendarAttachment, calendarEntry } from '../calendar.ts'
import { button, greetable, heading, type Letter, letterPage, oneLine, paragraph } from '../email.ts'
import { html } from '../html.ts'
import type { Links } from '../links.ts'
import { shiftCard, showShift } from '../shift-card.ts'
import { momentIn } from '../shift-time.ts'
import { cut, plainSigns } from '../sms-text.ts'

/** D27: what is needed to write it again, without secrets. */
export const invitationFacts = z.object({
  assignment_id: z.string(),
  round: z.int(),
  first_name: z.string(),
  entry: calendarEntry,
  /** D20: who has confirmed gets the link again, and is not asked once more. */
  is_confirmed: z.boolean(),
  /** D18 */
  answer_by: z.string(),
})

type Facts = z.infer<typeof invitationFacts>

/** The question whether somebody comes, with the link that answers it. */
export function writeInvitation(facts: Facts, language: Language, links: Links): Letter {
  const { entry, is_confirmed } = facts
  const t = { ...texts[language], ...texts[language][is_confirmed ? 'confirmed' : 'asked'] }
  const { short, lines, event, day, time } = showShift(entry, language)
  const personal_link = links.personal(facts)
  const organization = oneLine(entry.organization_name)
  const name = greetable(facts.first_name)
  const title = name ? t.title_with_name(name) : t.title
  const subject = `${t.subject} ${short}`
  const why = t.why(momentIn(facts.answer_by, entry.time_zone, language))

  return {
    subject,
    text: [
      title,
      lines,
      why,
      `${t.open}: ${personal_link}`,
      t.keep_link,
      `${organization}\n${t.sent_with}`,
    ].join('\n\n'),
    html: letterPage({
      language,
      subject,
      preheader: `${event}, ${day}, ${time}. ${why}`,
      content: html`${heading(title)}
${shiftCard(entry, language)}
${paragraph(why)}
${button(t.open, personal_link)}
${paragraph(t.keep_link)}`,
      footer: `${organization} · ${t.sent_with}`,
    }),
    attachments: is_confirmed ? [calendarAttachment(entry, links.public_url)] : [],
  }
}

/** The same, as short as it can be said: one or two segments. */
export function writeInvitationSms(facts: Facts, language: Language, links: Links): string {
  const { entry, is_confirmed } = facts
  const t = texts[language][is_confirmed ? 'confirmed' : 'asked']
  const [organization, role, event] = [entry.organization_name, entry.role_name, entry.event_name].map(
    (name) => cut(oneLine(name), 30),
  )
  const { short_time } = showShift(entry, language)
  return plainSigns(
    `${organization}: ${t.sms} ${role}, ${event}, ${short_time}. ${t.sms_open}: ${links.personal(facts)}`,
  )
}

const texts = {
  en: {
    keep_link: 'The link is yours alone, so please don’t pass this message on.',
    sent_with: 'Sent with Muster',
    asked: {
      subject: 'Can you help?',
      title: 'Can you help?',
      title_with_name: (name: string) => `Can you help, ${name}?`,
      why: (answer_by: string) => `Please answer by ${answer_by}.`,
      open: 'Answer',
      sms: 'Can you help?',
      sms_open: 'Answer',
    },
    confirmed: {
      subject: 'Your shift:',
      title: 'You’re on this shift',
      title_with_name: (name: string) => `You’re on this shift, ${name}`,
      why: () => 'Here is the link to it again. The attached calendar file puts it into your calendar.',
      open: 'See your shift',
      sms: 'You are on this shift:',
      sms_open: 'See it',
    },
  },
  sv: {
    keep_link: 'Länken är bara din, så skicka inte det här meddelandet vidare.',
    sent_with: 'Skickat med Muster',
    asked: {
      subject: 'Kan du hjälpa till?',
      title: 'Kan du hjälpa till?',
      title_with_name: (name: string) => `Kan du hjälpa till, ${name}?`,
      why: (answer_by: string) => `Svara senast ${answer_by}.`,
      open: 'Svara',
      sms: 'Kan du hjälpa till?',
      sms_open: 'Svara',
    },
    confirmed: {
      subject: 'Ditt pass:',
      title: 'Du är med på det här passet',
      title_with_name: (name: string) => `Du är med på det här passet, ${name}`,
      why: () => 'Här är länken till det igen. Den bifogade kalenderfilen lägger in det i din kalender.',
      open: 'Visa ditt pass',
      sms: 'Du är med på passet:',
      sms_open: 'Visa det',
    },
  },
}
