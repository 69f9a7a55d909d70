import { addNamespace } from '@muster/contract/translate'
import { z } from 'zod'
import { calendarEntry } from '../../mail/calendar-entry.ts'
import { button } from '../../mail/email.ts'
import { shiftCard } from '../../mail/shift-card.ts'
import { describeShift } from '../../mail/shift-summary.ts'
import { toGreetingName, toOneLine, truncate } from '../../mail/text.ts'
import { refreshReminders } from '../reminder-rows.ts'
import { itemOfShift } from './digest-item.ts'
import { emailTemplate, type Kind, smsTemplate } from './kind.ts'
import { writeShiftNotice, writeShiftNoticeSms } from './shift-notice.ts'

const remindedShift = z.object({
  assignment_id: z.string(),
  round: z.int(),
  notes: z.string().nullable(),
  entry: calendarEntry,
})

const shiftReminderPayload = z.object({
  first_name: z.string(),
  /** Day in the zone of the event. A unique index on `message` allows one reminder a day for each person. */
  day: z.string(),
  /** Ordered by start. */
  shifts: z.tuple([remindedShift], remindedShift),
})

/** D43: reminds a person of the shifts of a day before they start. */
export const shiftReminder = {
  email: emailTemplate({
    payload: shiftReminderPayload,
    assignmentIds: ({ shifts }) => shifts.map(({ assignment_id }) => assignment_id),
    digest: {
      items: ({ shifts }, context) =>
        shifts.map((shift) => itemOfShift(texts[context.language]('in_digest'), shift, context)),
    },
    write({ first_name, shifts }, context) {
      const { language, links } = context
      const t = texts[language]
      const count = shifts.length
      const name = toGreetingName(first_name)
      return writeShiftNotice(
        {
          shifts: [withAnswer(shifts[0]), ...shifts.slice(1).map(withAnswer)],
          title: t('title', { count, day: describeShift(shifts[0].entry, language).short_day }),
          hello: name ? t('hello_with_name', { name, count }) : t('hello', { count }),
          last: t('last'),
          show: (shift) => [
            shiftCard(shift.entry, language, {
              notes: [shift.entry.note, shift.entry.role_description, shift.notes],
            }),
            button(t('open'), links.personal(shift)),
          ],
        },
        context,
      )
    },
  }),
  /** Contains one link for each event, whose page shows the other shifts (D39). */
  sms: smsTemplate({
    payload: shiftReminderPayload,
    assignmentIds: ({ shifts }) => shifts.map(({ assignment_id }) => assignment_id),
    write({ shifts }, { language, links }) {
      const t = texts[language]
      const last_of_event = new Map(shifts.map((shift) => [shift.entry.event_id, shift]))
      const show = (shift: z.infer<typeof remindedShift>, link: string) => {
        if (last_of_event.get(shift.entry.event_id) !== shift) return []
        const { location } = shift.entry
        return [...(location ? [truncate(toOneLine(location), 60)] : []), `${t('open_sms')} ${link}`]
      }
      return writeShiftNoticeSms(
        { shifts, title: t('title_sms'), show, personalUrl: (shift) => links.personal(shift) },
        language,
      )
    },
  }),
  refresh: refreshReminders,
} satisfies Kind

const withAnswer = (shift: z.infer<typeof remindedShift>) => ({ ...shift, is_confirmed: true })

const texts = addNamespace('email_shift_reminder', {
  en: {
    in_digest: 'A reminder',
    title_one: 'Reminder of your shift',
    title_other: 'Reminder of your shifts on {{day}}',
    hello_one: 'Hello, a reminder of your shift:',
    hello_other: 'Hello, a reminder of your shifts:',
    hello_with_name_one: 'Hello {{name}}, a reminder of your shift:',
    hello_with_name_other: 'Hello {{name}}, a reminder of your shifts:',
    open: 'See your shift',
    title_sms: 'Reminder',
    open_sms: 'Can’t make it? No more reminders?',
    last: 'Can’t make it, or no more reminders? Open the link, which is yours alone.',
  },
  sv: {
    in_digest: 'En påminnelse',
    title_one: 'Påminnelse om ditt pass',
    title_other: 'Påminnelse om dina pass {{day}}',
    hello_one: 'Hej! En påminnelse om ditt pass:',
    hello_other: 'Hej! En påminnelse om dina pass:',
    hello_with_name_one: 'Hej {{name}}! En påminnelse om ditt pass:',
    hello_with_name_other: 'Hej {{name}}! En påminnelse om dina pass:',
    open: 'Visa ditt pass',
    title_sms: 'Påminnelse',
    open_sms: 'Fått förhinder? Inga fler påminnelser?',
    last: 'Får du förhinder, eller vill du slippa påminnelser? Öppna länken, som är personlig.',
  },
})
