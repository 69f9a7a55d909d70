import { addNamespace } from '@muster/contract/translate'
import { z } from 'zod'
import { html } from '../../http/html.ts'
import { button, emailPage, heading, paragraph } from '../email.ts'
import { organizerFooter, replyTo } from '../organizer.ts'
import { describeShift, formatMoment, shiftCard } from '../shift-summary.ts'
import { emailTemplate, type WriteContext } from '../template.ts'
import { toGreetingName } from '../text.ts'

export const waitingFacts = z.object({
  waiting_id: z.string(),
  first_name: z.string(),
  entry: z.object({
    start_dt: z.string(),
    end_dt: z.string(),
    role_name: z.string(),
    event_name: z.string(),
    time_zone: z.string(),
    location: z.string().nullable(),
    organization_name: z.string(),
    contact_email: z.string().nullable(),
    contact_phone: z.string().nullable(),
  }),
})

export const placeOfferedFacts = waitingFacts.extend({ offer_expires_at: z.string() })

/** D44 */
export const waitingJoined = emailTemplate({
  facts: waitingFacts,
  assignmentIds: () => [],
  write: (facts, context) => write('joined', facts, {}, context),
})

export const placeOffered = emailTemplate({
  facts: placeOfferedFacts,
  assignmentIds: () => [],
  write: ({ offer_expires_at, ...facts }, context) => {
    const until = formatMoment(offer_expires_at, facts.entry.time_zone, context.language)
    return write('offered', facts, { until }, context)
  },
})

function write(
  kind: 'joined' | 'offered',
  { waiting_id, first_name, entry }: z.infer<typeof waitingFacts>,
  { until = '' }: { until?: string },
  { language, links }: WriteContext,
) {
  const t = texts[language]
  const { short, lines, event, day, time } = describeShift(entry, language)
  const link = links.waiting({ waiting_id })
  const subject = `${t(`${kind}.title`)}: ${short}`
  const name = toGreetingName(first_name)
  const hello = name ? t('hello_with_name', { name }) : t('hello')
  const sentences = [t(`${kind}.what`, { until }), t(`${kind}.next`)]
  const footer = organizerFooter(entry, language)
  return {
    subject,
    text: [hello, ...sentences, lines, `${t(`${kind}.button`)}: ${link}`, t('keep_link'), footer.text].join(
      '\n\n',
    ),
    get html() {
      return emailPage({
        language,
        subject,
        preheader: `${event}, ${day}, ${time}. ${sentences.join(' ')}`,
        content: html`${heading(t(`${kind}.title`))}
${[hello, ...sentences].map(paragraph)}
${shiftCard(entry, language)}
${button(t(`${kind}.button`), link)}
${paragraph(t('keep_link'))}`,
        footer: footer.html,
      })
    },
    attachments: [],
    ...replyTo(entry),
  }
}

const texts = addNamespace('email_waiting', {
  en: {
    hello: 'Hello,',
    hello_with_name: 'Hello {{name}},',
    joined: {
      title: 'You’re on the waiting list',
      what: 'The shift is full. If a place becomes free, we offer it to those in line, first come first.',
      next: 'You’ll get an e-mail when it’s your turn. Nothing is booked until you take the place.',
      button: 'See your place in line',
    },
    offered: {
      title: 'A place is free for you',
      what: 'You are next in line, and we hold this place for you until {{until}}.',
      next: 'If you don’t take it by then, it goes to the next person.',
      button: 'Take the place, or say no',
    },
    keep_link: 'The link is yours alone, so please don’t pass this message on.',
  },
  sv: {
    hello: 'Hej!',
    hello_with_name: 'Hej {{name}}!',
    joined: {
      title: 'Du står på väntelistan',
      what: 'Passet är fullt. Blir en plats ledig erbjuder vi den till dem som står i kön, i tur och ordning.',
      next: 'Du får ett mejl när det är din tur. Inget är bokat förrän du tar platsen.',
      button: 'Visa din plats i kön',
    },
    offered: {
      title: 'En plats är ledig till dig',
      what: 'Du står först i kön, och vi håller platsen åt dig till {{until}}.',
      next: 'Tar du den inte innan dess går den till nästa person.',
      button: 'Ta platsen eller tacka nej',
    },
    keep_link: 'Länken är personlig. Skicka den inte vidare.',
  },
})
