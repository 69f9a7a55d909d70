import { addNamespace } from '@muster/contract/translate'
import { z } from 'zod'
import { html } from '../../http/html.ts'
import { calendarEntry } from '../calendar.ts'
import { button } from '../email.ts'
import { describeShift, formatMoment, shiftCard } from '../shift-summary.ts'
import { emailTemplate, smsTemplate } from '../template.ts'
import { toGreetingName } from '../text.ts'
import { writeShiftNotice, writeShiftNoticeSms } from './shift-notice.ts'

const linkedShift = z.object({
  assignment_id: z.string(),
  round: z.int(),
  is_confirmed: z.boolean(),
  /** Null if it has been answered. */
  answer_by: z.string().nullable(),
  entry: calendarEntry,
})

export const newLinkFacts = z.object({
  first_name: z.string(),
  shifts: z.tuple([linkedShift], linkedShift),
})

export const newLink = emailTemplate({
  facts: newLinkFacts,
  assignmentIds: ({ shifts }) => shifts.map(({ assignment_id }) => assignment_id),
  is_sent_despite_unsubscribe: true,
  ends_with_shifts: true,
  write({ first_name, shifts }, { language, links }) {
    const t = texts[language]
    const count = shifts.length
    const name = toGreetingName(first_name)
    return writeShiftNotice(
      {
        shifts,
        title: t('title', { count }),
        hello: name ? t('hello_with_name', { name, count }) : t('hello', { count }),
        attached: undefined,
        last: t('keep_link'),
        show: (shift) => {
          const { entry, answer_by } = shift
          const label = answer_by === null ? t('open') : t('answer')
          const link = links.personal(shift)
          const until =
            answer_by === null
              ? undefined
              : t('until', { answer_by: formatMoment(answer_by, entry.time_zone, language) })
          return {
            text: [
              [describeShift(entry, language).lines, until].filter(Boolean).join('\n'),
              `${label}: ${link}`,
            ],
            html: () => html`${shiftCard(entry, language, until)}${button(label, link)}`,
          }
        },
        public_url: links.public_url,
      },
      language,
    )
  },
})

export const newLinkSms = smsTemplate({
  facts: newLinkFacts,
  assignmentIds: ({ shifts }) => shifts.map(({ assignment_id }) => assignment_id),
  write({ shifts }, { language, links }) {
    const t = texts[language]
    const show = (shift: z.infer<typeof linkedShift>) => [
      `${t(shift.answer_by === null ? 'open' : 'answer')}: ${links.personal(shift)}`,
    ]
    return writeShiftNoticeSms({ shifts, title: t('sms', { count: shifts.length }), show }, language)
  },
})

const texts = addNamespace('email_new_link', {
  en: {
    title_one: 'Your new link',
    title_other: 'Your new links',
    hello_one: 'Hello, the link you had no longer works. Please use this one:',
    hello_other: 'Hello, the links you had no longer work. Please use these:',
    hello_with_name_one: 'Hello {{name}}, the link you had no longer works. Please use this one:',
    hello_with_name_other: 'Hello {{name}}, the links you had no longer work. Please use these:',
    open: 'See your shift',
    answer: 'Answer',
    until: 'Please answer by {{answer_by}}.',
    keep_link: 'The link is yours alone, so please don’t pass this message on.',
    sms_one: 'The link you had no longer works. This is the new one.',
    sms_other: 'The links you had no longer work. These are the new ones.',
  },
  sv: {
    title_one: 'Din nya länk',
    title_other: 'Dina nya länkar',
    hello_one: 'Hej! Länken du hade fungerar inte längre. Använd den här i stället:',
    hello_other: 'Hej! Länkarna du hade fungerar inte längre. Använd de här i stället:',
    hello_with_name_one: 'Hej {{name}}! Länken du hade fungerar inte längre. Använd den här i stället:',
    hello_with_name_other: 'Hej {{name}}! Länkarna du hade fungerar inte längre. Använd de här i stället:',
    open: 'Visa ditt pass',
    answer: 'Svara',
    until: 'Svara senast {{answer_by}}.',
    keep_link: 'Länken är personlig. Skicka den inte vidare.',
    sms_one: 'Länken du hade fungerar inte längre. Här är den nya.',
    sms_other: 'Länkarna du hade fungerar inte längre. Här är de nya.',
  },
})
