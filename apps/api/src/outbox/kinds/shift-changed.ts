import type { Language } from '@muster/contract/language'
import { addNamespace } from '@muster/contract/translate'
import { z } from 'zod'
import { html } from '../../http/html.ts'
import { calendarEntry } from '../../mail/calendar.ts'
import { button, paragraph } from '../../mail/email.ts'
import { reachOf } from '../../mail/organizer.ts'
import {
  describeShift,
  formatDeadline,
  formatPeriod,
  shiftCard,
  zoneLabel,
} from '../../mail/shift-summary.ts'
import { toGreetingName, toOneLine, toShownName, truncate } from '../../mail/text.ts'
import { describeBriefly } from './digest-item.ts'
import { digestTexts } from './digest-texts.ts'
import { automaticTemplate, smsTemplate } from './kind.ts'
import { writeShiftNotice, writeShiftNoticeSms } from './shift-notice.ts'

export const plan = z.object({
  start_dt: z.string(),
  end_dt: z.string(),
  time_zone: z.string(),
  location: z.string().nullable(),
  /** Rows queued by older versions do not have these two. */
  role_name: z.string().optional(),
  event_name: z.string().optional(),
})

const changedShift = z.object({
  assignment_id: z.string(),
  round: z.int(),
  is_confirmed: z.boolean(),
  /** Rows queued by older versions do not have it. */
  can_answer: z.boolean().default(true),
  /** V1: asks whether the new time works. Rows queued by older versions do not have it. */
  asks_again: z.boolean().default(false),
  /** `asked_again_at` of the assignment. */
  asked_at: z.string().nullable().default(null),
  /** V1: when the place is freed. Set when the e-mail is claimed. */
  confirm_by: z.string().nullable().default(null),
  entry: calendarEntry,
  was: plan,
  /** New descriptions. Rows queued by older versions do not have them. */
  news: z.array(z.string()).default([]),
})

export const shiftChangedFacts = z.object({
  first_name: z.string(),
  shifts: z.tuple([changedShift], changedShift),
})

export const shiftChanged = automaticTemplate({
  facts: shiftChangedFacts,
  assignmentIds: ({ shifts }) => shifts.map(({ assignment_id }) => assignment_id),
  is_sent_despite_unsubscribe: true,
  ends_with_shifts: true,
  digest: {
    is_notice: true,
    items: ({ shifts }, language, links) =>
      shifts.map((shift) => {
        const t = digestTexts[language]
        const link = { label: t(shift.asks_again ? 'question' : 'open'), href: links.personal(shift) }
        return {
          organizer: shift.entry,
          lines: [t('changed'), describeBriefly(shift.entry, language), ...beforeLine(shift, language)].join(
            '\n',
          ),
          ...(hasOpenLink(shift) && { link }),
        }
      }),
  },
  write({ first_name, shifts }, { language, links }) {
    const t = texts[language]
    const name = toGreetingName(first_name)
    return writeShiftNotice(
      {
        shifts,
        title: t('title', { count: shifts.length }),
        hello: name && t('hello', { name }),
        attached: (count) => t('attached', { count }),
        last: t(shifts.some(isCountedOn) ? 'last' : 'questions', {
          reach: reachOf(shifts[0].entry),
        }),
        show: (shift) => {
          const { entry, news } = shift
          const before = beforeLine(shift, language)
          const lines = [[describeShift(entry, language).lines, ...before].join('\n'), ...news].join('\n\n')
          const card = () => shiftCard(entry, language, [...before, ...news].join('\n\n'))
          if (!hasOpenLink(shift)) {
            const closed = t('closed', { reach: reachOf(entry) })
            return { text: [lines, closed], html: () => html`${card()}${paragraph(closed)}` }
          }
          const label = t(shift.asks_again ? 'yes_or_no' : linkLabel(shift))
          const link = links.personal(shift)
          const question = shift.asks_again ? `${t('question')} ${consequence(shift, language)}` : undefined
          return {
            text: [lines, `${question ? `${question}\n` : ''}${label}: ${link}`],
            html: () => html`${card()}${question && paragraph(question)}${button(label, link)}`,
          }
        },
        public_url: links.public_url,
        personalUrl: (shift) => links.personal(shift),
      },
      language,
    )
  },
})

export const shiftChangedSms = smsTemplate({
  facts: shiftChangedFacts,
  assignmentIds: ({ shifts }) => shifts.map(({ assignment_id }) => assignment_id),
  write({ shifts }, { language, links }) {
    const t = texts[language]
    const show = (shift: z.infer<typeof changedShift>, link: string) => [
      ...beforeLine(shift, language),
      ...shift.news.map((text) => truncate(toOneLine(text), 160)),
      hasOpenLink(shift) ? `${t(linkLabel(shift))}: ${link}` : t('closed', { reach: reachOf(shift.entry) }),
    ]
    const title = t('title', { count: shifts.length })
    return writeShiftNoticeSms(
      { shifts, title, show, personalUrl: (shift) => links.personal(shift) },
      language,
    )
  },
})

/** D39: returns true if the person has a place to give up, and no open question about it (V1). */
function isCountedOn({ is_confirmed, asks_again }: z.infer<typeof changedShift>): boolean {
  return is_confirmed && !asks_again
}

/** V1: says what happens without an answer. */
function consequence(
  { confirm_by, entry }: Pick<z.infer<typeof changedShift>, 'confirm_by' | 'entry'>,
  language: Language,
): string {
  const t = texts[language]
  return confirm_by === null
    ? t('kept')
    : t('freed', { until: formatDeadline(confirm_by, { ...entry, from: entry.stamp }, language) })
}

/** The link of an expired invitation does not open (D18). */
function hasOpenLink({ is_confirmed, can_answer }: z.infer<typeof changedShift>): boolean {
  return is_confirmed || can_answer
}

function linkLabel({ is_confirmed }: z.infer<typeof changedShift>): 'open' | 'answer' {
  return is_confirmed ? 'open' : 'answer'
}

type Planned = { was: z.infer<typeof plan>; entry: z.infer<typeof plan> }

/** Empty if only a description or the notes have changed. */
export function beforeLine(planned: Planned, language: Language): string[] {
  const before = describeBefore(planned, language)
  return before === '' ? [] : [`${texts[language]('before')}: ${before}`]
}

export function describeBefore({ was, entry }: Planned, language: Language): string {
  const { short_day, short_time } = formatPeriod(was, language)
  const isMoved = was.start_dt !== entry.start_dt || was.end_dt !== entry.end_dt
  const zone = was.time_zone === entry.time_zone ? '' : ` (${zoneLabel(was.time_zone)})`
  const hasNewPlace = was.location !== entry.location
  const formerName = (name: 'role_name' | 'event_name') =>
    was[name] !== undefined && was[name] !== entry[name] ? toShownName(was[name]) : undefined
  return [
    formerName('role_name'),
    isMoved ? `${short_day} ${short_time}${zone}` : undefined,
    hasNewPlace ? (was.location ? toOneLine(was.location) : texts[language]('no_place')) : undefined,
    formerName('event_name'),
  ]
    .filter(Boolean)
    .join(', ')
}

const texts = addNamespace('email_shift_changed', {
  en: {
    title_one: 'Your shift has changed',
    title_other: 'Your shifts have changed',
    hello: 'Hello {{name}}, please note what is new:',
    before: 'Before',
    no_place: 'no place given',
    open: 'See your shift',
    answer: 'Answer',
    closed: 'The time to answer is over. Would you still like to help? Please ask the organizer{{reach}}.',
    attached_one: 'Open the attached calendar file to bring your calendar up to date.',
    attached_other: 'Open the attached calendar files to bring your calendar up to date.',
    question: 'Does the new time work for you?',
    yes_or_no: 'Answer yes or no',
    kept: 'Until you answer, you keep your place and are counted on.',
    freed: 'Please answer by {{until}}. Without an answer by then, your place is free for others.',
    questions: 'Questions? Please ask the organizer{{reach}}.',
    last: 'Can’t make it any more? Open the link of the shift to give up the place. If it cannot be given up there, please tell the organizer{{reach}}.',
  },
  sv: {
    title_one: 'Ditt pass har ändrats',
    title_other: 'Dina pass har ändrats',
    hello: 'Hej {{name}}, det här är nytt:',
    before: 'Tidigare',
    no_place: 'ingen plats angiven',
    open: 'Visa ditt pass',
    answer: 'Svara',
    closed: 'Tiden att svara är ute. Vill du fortfarande hjälpa till? Hör av dig till arrangören{{reach}}.',
    attached_one: 'Öppna den bifogade kalenderfilen så uppdateras din kalender.',
    attached_other: 'Öppna de bifogade kalenderfilerna så uppdateras din kalender.',
    question: 'Passar den nya tiden dig?',
    yes_or_no: 'Svara ja eller nej',
    kept: 'Tills du svarar har du kvar din plats, och vi räknar med dig.',
    freed: 'Svara senast {{until}}. Har du inte svarat då blir din plats ledig för andra.',
    questions: 'Frågor? Hör av dig till arrangören{{reach}}.',
    last: 'Får du förhinder? Öppna länken till passet för att lämna återbud. Går det inte där, hör av dig till arrangören{{reach}}.',
  },
})
