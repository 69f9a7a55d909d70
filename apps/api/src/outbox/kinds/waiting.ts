import type { Language } from '@muster/contract/language'
import { addMs, HOUR_MS } from '@muster/contract/rules/instants'
import { addNamespace } from '@muster/contract/translate'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { button, type EmailDraft, heading, htmlOnly, linkLine, paragraph } from '../../mail/email.ts'
import { shiftCard } from '../../mail/shift-card.ts'
import { describeShift, formatDeadline } from '../../mail/shift-summary.ts'
import { toGreetingName } from '../../mail/text.ts'
import { itemOf } from './digest-item.ts'
import { endedWhere } from './ended-where.ts'
import { beforeLine, plan } from './former-plan.ts'
import { type DigestItem, emailTemplate, type Kind, type WriteContext } from './kind.ts'

/** D44: a place on a waiting list. */
const waitingPayload = z.object({
  waiting_id: z.string(),
  round: z.int(),
  first_name: z.string(),
  entry: plan.extend({
    role_name: z.string(),
    event_name: z.string(),
    organization_name: z.string(),
    /** When it was written. Rows queued by older versions do not have it. */
    stamp: z.string().optional(),
    contact_email: z.string().nullable(),
    contact_phone: z.string().nullable(),
  }),
})

const waitingMovedPayload = waitingPayload.extend({
  /** Null: no place is offered. */
  offer_expires_at: z.string().nullable(),
  was: plan,
})

export const waitingJoined = {
  email: emailTemplate({
    // Rows queued by older versions do not say it.
    payload: waitingPayload.extend({ is_in_line: z.boolean().optional() }),
    digest: {
      by_stranger: 'other',
      items: ({ is_in_line, ...place }, context) => {
        const t = texts[context.language]
        return [digestItem(is_in_line ? t('in_line.title') : t('joined.in_digest'), place, context)]
      },
    },
    write: ({ is_in_line, ...payload }, context) =>
      write(is_in_line ? 'in_line' : 'joined', payload, context),
  }),
  is_sent_despite_unsubscribe: true,
  ends_with_shifts: true,
} satisfies Kind

export const placeOffered = {
  email: emailTemplate({
    payload: waitingPayload.extend({ offer_expires_at: z.string() }),
    write: ({ offer_expires_at, ...payload }, context) => {
      const until = untilOf(offer_expires_at, payload.entry, context.language)
      return write('offered', payload, context, { until })
    },
  }),
  /** The offer was answered, has ended, was withdrawn or has another link now. */
  refresh: endedWhere(
    'message',
    (now) => sql`not exists (
      select from waiting w
      where w.id = (m.payload->>'waiting_id')::uuid and w.organization_id = m.organization_id and w.status = 'OFFERED'
        and w.offer_expires_at = (m.payload->>'offer_expires_at')::timestamptz and w.round = (m.payload->>'round')::int
        and w.offer_expires_at > ${now}
    )`,
  ),
  is_sent_despite_unsubscribe: true,
} satisfies Kind

export const offerLapsed = {
  email: emailTemplate({
    payload: waitingPayload,
    digest: {
      items: (place, context) => [digestItem(texts[context.language]('lapsed.title'), place, context)],
    },
    write: (payload, context) => write('lapsed', payload, context),
  }),
  /** They have joined again since, or taken a place. */
  refresh: endedWhere(
    'message',
    () => sql`not exists (
      select from waiting w
      where w.id = (m.payload->>'waiting_id')::uuid and w.organization_id = m.organization_id and w.status = 'LAPSED'
    )`,
  ),
  ends_with_shifts: true,
} satisfies Kind

export const waitingMoved = {
  email: emailTemplate({
    payload: waitingMovedPayload,
    digest: {
      items: (place, context) => {
        const what = texts[context.language]('moved.title')
        return [digestItem(what, place, context, describeMove(place, context.language))]
      },
    },
    write: ({ offer_expires_at, was, ...payload }, context) => {
      const { entry } = payload
      const { language } = context
      const before = beforeLine({ was, entry }, language)
      if (offer_expires_at === null) return write('moved', payload, context, { before })
      const until = untilOf(offer_expires_at, entry, language)
      return write('moved_offered', payload, context, { before, until })
    },
  }),
  is_sent_despite_unsubscribe: true,
  ends_with_shifts: true,
} satisfies Kind

export const waitingCancelled = {
  email: emailTemplate({
    payload: waitingPayload,
    digest: {
      items: ({ entry }, { language }) => [itemOf(texts[language]('cancelled.title'), entry, language)],
    },
    write: (payload, context) => write('cancelled', payload, context),
  }),
  is_sent_despite_unsubscribe: true,
  ends_with_shifts: true,
} satisfies Kind

const untilOf = (
  offer_expires_at: string,
  { time_zone, stamp = addMs(offer_expires_at, -HOUR_MS) }: z.infer<typeof waitingPayload>['entry'],
  language: Language,
): string => formatDeadline(offer_expires_at, { time_zone, from: stamp }, language)

function describeMove(
  { offer_expires_at, was, entry }: z.infer<typeof waitingMovedPayload>,
  language: Language,
): string[] {
  const before = beforeLine({ was, entry }, language)
  if (offer_expires_at === null) return before
  const until = untilOf(offer_expires_at, entry, language)
  return [...before, texts[language]('place_held', { until })]
}

function digestItem(
  what: string,
  { entry, waiting_id, round }: z.infer<typeof waitingPayload>,
  { language, links }: WriteContext,
  more: readonly string[] = [],
): DigestItem {
  const link = { label: texts[language]('joined.button'), href: links.waiting({ waiting_id, round }) }
  return { ...itemOf(what, entry, language, more), link }
}

type Occasion = 'joined' | 'in_line' | 'offered' | 'lapsed' | 'moved' | 'moved_offered' | 'cancelled'

function write(
  kind: Occasion,
  { waiting_id, round, first_name, entry }: z.infer<typeof waitingPayload>,
  { message_id, language, links }: WriteContext,
  { until = '', before = [] }: { until?: string; before?: readonly string[] } = {},
): EmailDraft {
  const t = texts[language]
  const { short, event, day, time } = describeShift(entry, language)
  const title = t(`${kind}.title`)
  const name = toGreetingName(first_name)
  const sentences = [t(`${kind}.what`), t(`${kind}.next`, { until })]
  return {
    subject: `${title}: ${short}`,
    preheader: `${event}, ${day}, ${time}. ${sentences.join(' ')}`,
    blocks: [
      htmlOnly(heading(title)),
      paragraph(name ? t('hello_with_name', { name }) : t('hello')),
      ...sentences.map(paragraph),
      shiftCard(entry, language, { lines: before }),
      // A cancelled shift's waiting list is deleted with it, so there is no place on it to give up.
      ...(kind === 'cancelled'
        ? []
        : [
            button(t(`${kind}.button`), links.waiting({ waiting_id, round })),
            paragraph(t('keep_link')),
            linkLine(t('not_you'), { label: t('not_me'), href: links.notMe(message_id) }),
          ]),
    ],
    organizer: entry,
  }
}

const texts = addNamespace('email_waiting', {
  en: {
    hello: 'Hello,',
    hello_with_name: 'Hello {{name}},',
    joined: {
      title: 'Take your place in line',
      in_digest: 'You asked to wait for a place. You’re in line once you open the link and press the button',
      what: 'You asked to wait for a place on a shift that is full.',
      next: 'Open the link and press the button: then you’re in line, and we e-mail you when a place is free for you. Nothing is booked until you take it.',
      button: 'To the waiting list',
    },
    in_line: {
      title: 'You’re in line',
      what: 'You asked to wait for a place on a shift that is full. You’re in line now.',
      next: 'We e-mail you when a place is free for you. Nothing is booked until you take it, and you can leave the line by the link.',
      button: 'To the waiting list',
    },
    offered: {
      title: 'A place is free for you',
      what: 'It’s your turn, and we hold a place for you.',
      next: 'It’s yours to take until {{until}}. After that somebody else can have it.',
      button: 'Take the place, or say no',
    },
    lapsed: {
      title: 'The offer of a place has ended',
      what: 'We held a place for you and did not hear from you in time, so it goes to the next in line.',
      next: 'You’re no longer in line. If you still want to help, you can join it again by the link.',
      button: 'To the waiting list',
    },
    moved: {
      title: 'The shift you’re waiting for has changed',
      what: 'The organizer has changed it. You’re still in line, and your turn is the same as before.',
      next: 'If it doesn’t suit you any more, you can leave the line by the link.',
      button: 'To the waiting list',
    },
    moved_offered: {
      title: 'The shift with your free place has changed',
      what: 'The organizer has changed it. We still hold the place for you.',
      next: 'It’s yours to take until {{until}}. After that somebody else can have it.',
      button: 'Take the place, or say no',
    },
    cancelled: {
      title: 'The shift you’re waiting for is cancelled',
      what: 'The organizer has cancelled the shift you were waiting for, so its line is closed.',
      next: 'You don’t need to do anything.',
    },
    place_held: 'We hold a place for you until {{until}}',
    keep_link: 'The link is yours alone, so please don’t pass this message on.',
    not_you: 'Wasn’t it you?',
    not_me: 'Get no more e-mail',
  },
  sv: {
    hello: 'Hej!',
    hello_with_name: 'Hej {{name}}!',
    joined: {
      title: 'Ta din plats i kön',
      in_digest:
        'Du har bett om att få vänta på en plats. Du står i kön när du har öppnat länken och tryckt på knappen',
      what: 'Du har bett om att få vänta på en plats till ett pass som är fullt.',
      next: 'Öppna länken och tryck på knappen: då står du i kön, och vi mejlar när det finns en plats till dig. Inget är bokat förrän du tar den.',
      button: 'Till väntelistan',
    },
    in_line: {
      title: 'Du står i kön',
      what: 'Du har bett om att få vänta på en plats till ett pass som är fullt. Nu står du i kön.',
      next: 'Vi mejlar när det finns en plats till dig. Inget är bokat förrän du tar den, och du kan lämna kön med länken.',
      button: 'Till väntelistan',
    },
    offered: {
      title: 'Det finns en plats till dig',
      what: 'Det är din tur, och vi håller en plats åt dig.',
      next: 'Du kan ta den fram till {{until}}. Sedan kan någon annan få den.',
      button: 'Ta platsen eller tacka nej',
    },
    lapsed: {
      title: 'Erbjudandet om en plats har gått ut',
      what: 'Vi höll en plats åt dig men hörde inget i tid, så den går vidare till nästa i kön.',
      next: 'Du står inte längre i kön. Vill du fortfarande hjälpa till kan du ställa dig i den igen med länken.',
      button: 'Till väntelistan',
    },
    moved: {
      title: 'Passet du väntar på har ändrats',
      what: 'Arrangören har ändrat det. Du står kvar i kön, på samma plats som förut.',
      next: 'Passar det inte längre? Då kan du lämna kön med länken.',
      button: 'Till väntelistan',
    },
    moved_offered: {
      title: 'Passet med din lediga plats har ändrats',
      what: 'Arrangören har ändrat det. Vi håller fortfarande platsen åt dig.',
      next: 'Du kan ta den fram till {{until}}. Sedan kan någon annan få den.',
      button: 'Ta platsen eller tacka nej',
    },
    cancelled: {
      title: 'Passet du väntar på är inställt',
      what: 'Arrangören har ställt in passet som du väntade på, så kön till det är stängd.',
      next: 'Du behöver inte göra något.',
    },
    place_held: 'Vi håller en plats åt dig till {{until}}',
    keep_link: 'Länken är personlig. Skicka inte det här meddelandet vidare.',
    not_you: 'Var det inte du?',
    not_me: 'Få ingen mer e-post',
  },
})
