import { addNamespace } from '@muster/contract/translate'
import { z } from 'zod'
import { calendarEntry } from '../../mail/calendar-entry.ts'
import { button } from '../../mail/email.ts'
import { contactInBrackets } from '../../mail/organizer.ts'
import { shiftCard } from '../../mail/shift-card.ts'
import { toGreetingName } from '../../mail/text.ts'
import { itemOfShift } from './digest-item.ts'
import { emailTemplate, type Kind, smsTemplate } from './kind.ts'
import { writeShiftNotice, writeShiftNoticeSms } from './shift-notice.ts'

export const putBackPayload = z.object({
  first_name: z.string(),
  assignment_id: z.string(),
  round: z.int(),
  entry: calendarEntry,
})

const shiftOf = ({ entry, ...linked }: z.infer<typeof putBackPayload>) => ({
  ...linked,
  entry,
  is_confirmed: true,
})

/** D28: the person was told before that they are off the shift. */
export const putBack = {
  email: emailTemplate({
    payload: putBackPayload,
    assignmentIds: ({ assignment_id }) => [assignment_id],
    digest: {
      is_notice: true,
      items: (place, context) => [itemOfShift(texts[context.language]('title'), place, context)],
    },
    write(place, context) {
      const { language, links } = context
      const t = texts[language]
      const name = toGreetingName(place.first_name)
      const link = links.personal(place)
      return writeShiftNotice(
        {
          shifts: [shiftOf(place)],
          title: t('title'),
          hello: name ? t('hello', { name, why: t('why') }) : t('why'),
          attached: () => t('attached'),
          last: t('last', { contact: contactInBrackets(place.entry) }),
          show: ({ entry }) => [shiftCard(entry, language), button(t('open'), link)],
          personalUrl: () => link,
        },
        context,
      )
    },
  }),
  sms: smsTemplate({
    payload: putBackPayload,
    assignmentIds: ({ assignment_id }) => [assignment_id],
    write(place, { language, links }) {
      const t = texts[language]
      return writeShiftNoticeSms(
        {
          shifts: [shiftOf(place)],
          title: t('title'),
          show: (_shift, link) => [`${t('open')}: ${link}`],
          personalUrl: () => links.personal(place),
        },
        language,
      )
    },
  }),
  is_sent_despite_unsubscribe: true,
  ends_with_shifts: true,
} satisfies Kind

const texts = addNamespace('email_put_back', {
  en: {
    title: 'You’re on this shift again',
    hello: 'Hello {{name}}! {{why}}',
    why: 'You were told that you’re off this shift. That has changed: the organizer counts on you.',
    open: 'See your shift',
    attached: 'Open the attached calendar file to put the shift into your calendar again.',
    last: 'Can’t make it? Open the link of the shift, or tell the organizer{{contact}}.',
  },
  sv: {
    title: 'Du är med på passet igen',
    hello: 'Hej {{name}}! {{why}}',
    why: 'Du har fått besked om att du inte är med på det här passet. Det har ändrats: arrangören räknar med dig.',
    open: 'Visa ditt pass',
    attached: 'Öppna den bifogade kalenderfilen, så läggs passet in i din kalender igen.',
    last: 'Får du förhinder? Öppna länken till passet eller hör av dig till arrangören{{contact}}.',
  },
})
