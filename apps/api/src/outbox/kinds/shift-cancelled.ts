import type { Language } from '@muster/contract/language'
import { addNamespace } from '@muster/contract/translate'
import { z } from 'zod'
import { calendarEntry } from '../../mail/calendar-entry.ts'
import { contactInBrackets } from '../../mail/organizer.ts'
import { shiftCard } from '../../mail/shift-card.ts'
import { toGreetingName } from '../../mail/text.ts'
import { itemOf } from './digest-item.ts'
import { emailTemplate, type Kind, smsTemplate } from './kind.ts'
import { writeShiftNotice, writeShiftNoticeSms } from './shift-notice.ts'

export const cancelledShift = z.object({
  /** Rows queued by older versions do not have it. */
  shift_id: z.string().optional(),
  is_confirmed: z.boolean(),
  entry: calendarEntry,
})

export const shiftCancelledPayload = z.object({
  first_name: z.string(),
  /** `removed`: the shift takes place without this person. */
  because: z.enum(['cancelled', 'removed']),
  /** Ordered by start. Their rows may be deleted. */
  shifts: z.tuple([cancelledShift], cancelledShift),
})

/** D21. Uses no links and assignments, because both may have been deleted. */
export const shiftCancelled = {
  email: emailTemplate({
    payload: shiftCancelledPayload,
    digest: {
      is_notice: true,
      items: ({ because, shifts }, { language }) =>
        shifts.map((shift) => {
          const what = texts[language](whatHappened(because, [shift]), { count: 1 })
          return itemOf(what, shift.entry, language)
        }),
    },
    write({ first_name, because, shifts }, context) {
      const { language } = context
      const t = texts[language]
      const what = whatHappened(because, shifts)
      const hello = what === because ? 'hello' : 'hello_asked'
      const name = toGreetingName(first_name)
      return writeShiftNotice(
        {
          shifts,
          title: t(what, { count: shifts.length }),
          hello: name && t(hello, { name, count: shifts.length }),
          attached: (count) => t('attached', { count }),
          last: t('last', { contact: contactInBrackets(shifts[0].entry) }),
          show: ({ entry }) => [shiftCard(entry, language)],
          isCancelled: () => true,
        },
        context,
      )
    },
  }),
  sms: smsTemplate({
    payload: shiftCancelledPayload,
    write({ because, shifts }, { language }) {
      const title = texts[language](whatHappened(because, shifts), { count: shifts.length })
      return writeShiftNoticeSms({ shifts, title, show: () => [] }, language)
    },
  }),
  is_sent_to_deleted: true,
  is_sent_despite_unsubscribe: true,
  ends_with_shifts: true,
} satisfies Kind

/** Says it of one shift among others that have only changed (D46). */
export const cancelledLine = (shift: z.infer<typeof cancelledShift>, language: Language): string =>
  texts[language](whatHappened('cancelled', [shift]), { count: 1 })

/** Returns the key of the title. An invited person who has not confirmed gets other words: they have no place. */
function whatHappened(
  because: 'cancelled' | 'removed',
  shifts: readonly Pick<z.infer<typeof cancelledShift>, 'is_confirmed'>[],
) {
  return shifts.some(({ is_confirmed }) => is_confirmed) ? because : (`${because}_asked` as const)
}

const texts = addNamespace('email_shift_cancelled', {
  en: {
    cancelled_one: 'Your shift is cancelled',
    cancelled_other: 'Your shifts are cancelled',
    removed_one: 'You’re no longer on this shift',
    removed_other: 'You’re no longer on these shifts',
    cancelled_asked_one: 'A shift you were asked about is cancelled',
    cancelled_asked_other: 'Shifts you were asked about are cancelled',
    removed_asked_one: 'You’re no longer asked to help on this shift',
    removed_asked_other: 'You’re no longer asked to help on these shifts',
    hello_one: 'Hello {{name}}, you don’t need to come to this shift:',
    hello_other: 'Hello {{name}}, you don’t need to come to these shifts:',
    hello_asked_one: 'Hello {{name}}, you don’t need to answer about this shift:',
    hello_asked_other: 'Hello {{name}}, you don’t need to answer about these shifts:',
    attached_one: 'Open the attached calendar file to take the shift out of your calendar.',
    attached_other: 'Open the attached calendar files to take the shifts out of your calendar.',
    last: 'Do you have a question? Please ask the organizer{{contact}}.',
  },
  sv: {
    cancelled_one: 'Ditt pass är inställt',
    cancelled_other: 'Dina pass är inställda',
    removed_one: 'Du är inte längre med på passet',
    removed_other: 'Du är inte längre med på passen',
    cancelled_asked_one: 'Ett pass du blev tillfrågad om är inställt',
    cancelled_asked_other: 'Pass du blev tillfrågad om är inställda',
    removed_asked_one: 'Du är inte längre tillfrågad om passet',
    removed_asked_other: 'Du är inte längre tillfrågad om passen',
    hello_one: 'Hej {{name}}! Du behöver inte komma till det här passet:',
    hello_other: 'Hej {{name}}! Du behöver inte komma till de här passen:',
    hello_asked_one: 'Hej {{name}}! Du behöver inte svara om det här passet:',
    hello_asked_other: 'Hej {{name}}! Du behöver inte svara om de här passen:',
    attached_one: 'Öppna den bifogade kalenderfilen så försvinner passet ur din kalender.',
    attached_other: 'Öppna de bifogade kalenderfilerna så försvinner passen ur din kalender.',
    last: 'Har du en fråga? Hör av dig till arrangören{{contact}}.',
  },
})
