import { offerEnds } from '@muster/contract/rules/ask'
import { addNamespace } from '@muster/contract/translate'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { calendarEntry } from '../../mail/calendar-entry.ts'
import { button } from '../../mail/email.ts'
import { contactInBrackets } from '../../mail/organizer.ts'
import { shiftCard } from '../../mail/shift-card.ts'
import { toGreetingName } from '../../mail/text.ts'
import { itemOfShift } from './digest-item.ts'
import { endedWhere } from './ended-where.ts'
import { emailTemplate, type Kind, smsTemplate } from './kind.ts'
import { writeShiftNotice, writeShiftNoticeSms } from './shift-notice.ts'

const offerEndedPayload = z.object({
  first_name: z.string(),
  because: z.enum(offerEnds),
  assignment_id: z.string(),
  round: z.int(),
  entry: calendarEntry,
})

const shiftOf = ({ entry, ...linked }: z.infer<typeof offerEndedPayload>) => ({
  ...linked,
  entry,
  is_confirmed: false,
})

/** D61: others have got the places for which the person was asked too, or the organizer has stopped asking. */
export const offerEnded = {
  email: emailTemplate({
    payload: offerEndedPayload,
    assignmentIds: ({ assignment_id }) => [assignment_id],
    digest: {
      is_notice: true,
      items: (offer, context) => [
        itemOfShift(texts[context.language](`${offer.because}.title`), offer, context),
      ],
    },
    write(offer, context) {
      const { language, links } = context
      const t = texts[language]
      const name = toGreetingName(offer.first_name)
      const why = t(`${offer.because}.why`)
      return writeShiftNotice(
        {
          shifts: [shiftOf(offer)],
          title: t(`${offer.because}.title`),
          hello: name ? t('hello', { name, why }) : why,
          last: t('last', { contact: contactInBrackets(offer.entry) }),
          show: ({ entry }) => [shiftCard(entry, language), button(t('open'), links.personal(offer))],
        },
        context,
      )
    },
  }),
  sms: smsTemplate({
    payload: offerEndedPayload,
    assignmentIds: ({ assignment_id }) => [assignment_id],
    write: (offer, { language }) =>
      writeShiftNoticeSms(
        { shifts: [shiftOf(offer)], title: texts[language](`${offer.because}.sms`), show: () => [] },
        language,
      ),
  }),
  /** The person was put on the shift, or asked again. */
  refresh: endedWhere(
    'message',
    () => sql`exists (
      select from assignment a where a.id = (m.payload->>'assignment_id')::uuid and a.offer_ended is null
    )`,
  ),
  is_sent_despite_unsubscribe: true,
  ends_with_shifts: true,
} satisfies Kind

const texts = addNamespace('email_offer_ended', {
  en: {
    hello: 'Hello {{name}}! {{why}}',
    open: 'See your page',
    last: 'Do you have a question? Please ask the organizer{{contact}}.',
    taken: {
      title: 'Thank you, the place is taken',
      why: 'Somebody else said yes first, so you don’t need to answer. If a place becomes free again, you can take it on your page.',
      sms: 'Thank you, the place is taken. You don’t need to answer.',
    },
    stopped: {
      title: 'Thank you, no answer is needed',
      why: 'The organizer no longer needs an answer from you about this shift.',
      sms: 'Thank you, no answer is needed.',
    },
  },
  sv: {
    hello: 'Hej {{name}}! {{why}}',
    open: 'Visa din sida',
    last: 'Har du en fråga? Hör av dig till arrangören{{contact}}.',
    taken: {
      title: 'Tack, platsen är tagen',
      why: 'Någon annan hann svara ja först, så du behöver inte svara. Blir en plats ledig igen kan du ta den på din sida.',
      sms: 'Tack, platsen är tagen. Du behöver inte svara.',
    },
    stopped: {
      title: 'Tack, du behöver inte svara',
      why: 'Arrangören behöver inte längre något svar från dig om det här passet.',
      sms: 'Tack, du behöver inte svara.',
    },
  },
})
