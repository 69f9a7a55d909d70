import { addNamespace } from '@muster/contract/translate'
import { z } from 'zod'
import { html } from '../../http/html.ts'
import { button, emailPage, heading, linkLine, paragraph } from '../email.ts'
import { organizerFooter, replyTo } from '../organizer.ts'
import { describeShift, formatMoment, shiftCard } from '../shift-summary.ts'
import { emailTemplate, type WriteContext } from '../template.ts'
import { toGreetingName } from '../text.ts'

export const waitingFacts = z.object({
  waiting_id: z.string(),
  round: z.int(),
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
  { waiting_id, round, first_name, entry }: z.infer<typeof waitingFacts>,
  { until = '' }: { until?: string },
  { message_id, language, links }: WriteContext,
) {
  const t = texts[language]
  const { short, lines, event, day, time } = describeShift(entry, language)
  const link = links.waiting({ waiting_id, round })
  const subject = `${t(`${kind}.title`)}: ${short}`
  const name = toGreetingName(first_name)
  const hello = name ? t('hello_with_name', { name }) : t('hello')
  const sentences = [t(`${kind}.what`, { until }), t(`${kind}.next`)]
  const not_me = { label: t('not_me'), href: links.notMe(message_id) }
  const footer = organizerFooter(entry, language)
  return {
    subject,
    text: [
      hello,
      ...sentences,
      lines,
      `${t(`${kind}.button`)}: ${link}`,
      t('keep_link'),
      `${t('not_you')} ${not_me.label}: ${not_me.href}`,
      footer.text,
    ].join('\n\n'),
    get html() {
      return emailPage({
        language,
        subject,
        preheader: `${event}, ${day}, ${time}. ${sentences.join(' ')}`,
        content: html`${heading(t(`${kind}.title`))}
${[hello, ...sentences].map(paragraph)}
${shiftCard(entry, language)}
${button(t(`${kind}.button`), link)}
${paragraph(t('keep_link'))}
${linkLine(t('not_you'), not_me)}`,
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
      title: 'Take your place in line',
      what: 'You asked to wait for a place on a shift that is full.',
      next: 'Open the link and press the button: then you’re in line, and we e-mail you when a place is free for you. Nothing is booked until you take it.',
      button: 'To the waiting list',
    },
    offered: {
      title: 'A place is free for you',
      what: 'It’s your turn, and we hold this place for you until {{until}}.',
      next: 'If you don’t take it by then, it goes to the next person.',
      button: 'Take the place, or say no',
    },
    keep_link: 'The link is yours alone, so please don’t pass this message on.',
    not_you: 'Wasn’t it you?',
    not_me: 'Get no more e-mail',
  },
  sv: {
    hello: 'Hej!',
    hello_with_name: 'Hej {{name}}!',
    joined: {
      title: 'Ta din plats i kön',
      what: 'Du har bett om att få vänta på en plats till ett pass som är fullt.',
      next: 'Öppna länken och tryck på knappen: då står du i kön, och vi mejlar när en plats är ledig till dig. Inget är bokat förrän du tar den.',
      button: 'Till väntelistan',
    },
    offered: {
      title: 'En plats är ledig till dig',
      what: 'Det är din tur, och vi håller platsen åt dig till {{until}}.',
      next: 'Tar du den inte innan dess går den till nästa person.',
      button: 'Ta platsen eller tacka nej',
    },
    keep_link: 'Länken är personlig. Skicka den inte vidare.',
    not_you: 'Var det inte du?',
    not_me: 'Få ingen mer e-post',
  },
})
