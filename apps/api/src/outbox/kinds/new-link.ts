import { addNamespace } from '@muster/contract/translate'
import { z } from 'zod'
import { calendarEntry } from '../../mail/calendar-entry.ts'
import { button } from '../../mail/email.ts'
import { shiftCard } from '../../mail/shift-card.ts'
import { formatDeadline } from '../../mail/shift-summary.ts'
import { toGreetingName } from '../../mail/text.ts'
import { emailTemplate, type Kind, smsTemplate } from './kind.ts'
import { writeShiftNotice, writeShiftNoticeSms } from './shift-notice.ts'

const linkedShift = z.object({
  assignment_id: z.string(),
  round: z.int(),
  is_confirmed: z.boolean(),
  /** Null if it has been answered. */
  answer_by: z.string().nullable(),
  entry: calendarEntry,
})

export const newLinkPayload = z.object({
  first_name: z.string(),
  shifts: z.tuple([linkedShift], linkedShift),
})

export const newLink = {
  email: emailTemplate({
    payload: newLinkPayload,
    assignmentIds: ({ shifts }) => shifts.map(({ assignment_id }) => assignment_id),
    write({ first_name, shifts }, context) {
      const { language, links } = context
      const t = texts[language]
      const count = shifts.length
      const name = toGreetingName(first_name)
      return writeShiftNotice(
        {
          shifts,
          title: t('title', { count }),
          hello: name ? t('hello_with_name', { name, count }) : t('hello', { count }),
          last: t('keep_link', { count }),
          show: (shift) => {
            const { entry, answer_by } = shift
            const link = links.personal(shift)
            if (answer_by === null) return [shiftCard(entry, language), button(t('open'), link)]
            const deadline = formatDeadline(answer_by, { ...entry, from: entry.stamp }, language)
            const until = t('until', { answer_by: deadline })
            return [shiftCard(entry, language, { lines: [until] }), button(t('answer'), link)]
          },
        },
        context,
      )
    },
  }),
  sms: smsTemplate({
    payload: newLinkPayload,
    assignmentIds: ({ shifts }) => shifts.map(({ assignment_id }) => assignment_id),
    write({ shifts }, { language, links }) {
      const t = texts[language]
      const show = ({ answer_by }: z.infer<typeof linkedShift>, link: string) => [
        `${t(answer_by === null ? 'open' : 'answer')}: ${link}`,
      ]
      const title = t('sms', { count: shifts.length })
      return writeShiftNoticeSms(
        { shifts, title, show, personalUrl: (shift) => links.personal(shift) },
        language,
      )
    },
  }),
  is_sent_despite_unsubscribe: true,
  ends_with_shifts: true,
} satisfies Kind

const texts = addNamespace('email_new_link', {
  en: {
    title_one: 'Your link',
    title_other: 'Your links',
    hello_one: 'Hello, here is your link. If you had one before, it no longer works.',
    hello_other: 'Hello, here are your links. If you had others before, they no longer work.',
    hello_with_name_one: 'Hello {{name}}, here is your link. If you had one before, it no longer works.',
    hello_with_name_other:
      'Hello {{name}}, here are your links. If you had others before, they no longer work.',
    open: 'See your shift',
    answer: 'Answer',
    until: 'Please answer by {{answer_by}}.',
    keep_link_one: 'The link is yours alone, so please don’t pass this message on.',
    keep_link_other: 'The links are yours alone, so please don’t pass this message on.',
    sms_one: 'Here is your link. If you had one before, it no longer works.',
    sms_other: 'Here are your links. If you had others before, they no longer work.',
  },
  sv: {
    title_one: 'Din länk',
    title_other: 'Dina länkar',
    hello_one: 'Hej! Här är din länk. Har du fått en tidigare fungerar den inte längre.',
    hello_other: 'Hej! Här är dina länkar. Har du fått andra tidigare fungerar de inte längre.',
    hello_with_name_one: 'Hej {{name}}! Här är din länk. Har du fått en tidigare fungerar den inte längre.',
    hello_with_name_other:
      'Hej {{name}}! Här är dina länkar. Har du fått andra tidigare fungerar de inte längre.',
    open: 'Visa ditt pass',
    answer: 'Svara',
    until: 'Svara senast {{answer_by}}.',
    keep_link_one: 'Länken är personlig. Skicka den inte vidare.',
    keep_link_other: 'Länkarna är personliga. Skicka inte det här meddelandet vidare.',
    sms_one: 'Här är din länk. Hade du en tidigare fungerar den inte längre.',
    sms_other: 'Här är dina länkar. Hade du andra tidigare fungerar de inte längre.',
  },
})
