import { isDeepStrictEqual } from 'node:util'
import type { Language } from '@muster/contract/language'
import { confirmBy } from '@muster/contract/rules/unanswered-move'
import { addNamespace } from '@muster/contract/translate'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Tx } from '../../db/client.ts'
import { calendarEntry } from '../../mail/calendar-entry.ts'
import { button, paragraph, withoutGaps } from '../../mail/email.ts'
import { contactInBrackets } from '../../mail/organizer.ts'
import { shiftCard } from '../../mail/shift-card.ts'
import { formatDeadline } from '../../mail/shift-summary.ts'
import { toGreetingName, toOneLine, truncate } from '../../mail/text.ts'
import type { FailureCode } from '../failure-text.ts'
import { updatePayloads } from '../update-payloads.ts'
import { itemOf } from './digest-item.ts'
import { beforeLine, plan } from './former-plan.ts'
import { emailTemplate, type Kind, type Refresh, smsTemplate, type Waited } from './kind.ts'
import { cancelledLine, cancelledShift } from './shift-cancelled.ts'
import { writeShiftNotice, writeShiftNoticeSms } from './shift-notice.ts'

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
  /** V1: when the place is released. Set when the e-mail is claimed. */
  confirm_by: z.string().nullable().default(null),
  entry: calendarEntry,
  was: plan,
  /** New descriptions. Rows queued by older versions do not have them. */
  news: z.array(z.string()).default([]),
})

export const shiftChangedPayload = z
  .object({
    first_name: z.string(),
    /** Ordered by start. Empty only once the person has given them all up, while the message waited. */
    shifts: z.array(changedShift),
    /** D46: shifts that the same batch has cancelled. */
    off: z.array(cancelledShift).optional(),
  })
  .refine(({ shifts, off = [] }) => shifts.length + off.length > 0)

type ChangedShift = z.infer<typeof changedShift>
type CancelledShift = z.infer<typeof cancelledShift>
type Payload = z.infer<typeof shiftChangedPayload>

/**
 * V1: removes each question that the person has answered, and each shift that the person has given up. The other
 * questions get their deadline here, because its time begins when the e-mail is sent. A digest shows no deadline.
 */
const refresh: Refresh = async (tx, rows, now) => {
  const asking = rows.flatMap((row) => readQuestions(row) ?? [])
  const ended = new Map<string, FailureCode>()
  if (asking.length === 0) return { rows, ended }
  const isOpen = await readOpen(tx, asking)
  const released = await listReleased(tx, asking)
  const updated = new Map<string, Payload>()
  for (const { id, payload, is_in_digest } of asking) {
    const present = payload.shifts.flatMap((shift) => {
      if (!shift.asks_again) return shift
      const asks_again = isOpen.get(shift.assignment_id)
      return asks_again === undefined ? [] : { ...shift, asks_again }
    })
    const hasDeadline = !is_in_digest && present.some(({ asks_again }) => asks_again)
    const shifts = hasDeadline ? present.map(withDeadline) : present
    if (shifts.length + (payload.off?.length ?? 0) === 0) ended.set(id, 'off_shift')
    else if (!isDeepStrictEqual(shifts, payload.shifts)) updated.set(id, { ...payload, shifts })
  }
  return { rows: await updatePayloads(tx, rows, updated), ended }

  function withDeadline(shift: ChangedShift): ChangedShift {
    return { ...shift, confirm_by: released.has(shift.assignment_id) ? confirmBy(shift.entry, now) : null }
  }
}

type Asking = { id: string; payload: Payload; is_in_digest: boolean }

function readQuestions({ id, channel, payload, digest_id }: Waited): Asking | undefined {
  if (channel !== 'EMAIL') return undefined
  const read = shiftChangedPayload.safeParse(payload)
  const asks = read.success && read.data.shifts.some(({ asks_again }) => asks_again)
  return asks ? { id, payload: read.data, is_in_digest: typeof digest_id === 'string' } : undefined
}

/** Returns whether the question is open, by assignment. Leaves out people who are not on the shift. */
async function readOpen(tx: Tx, asking: readonly Asking[]): Promise<ReadonlyMap<string, boolean>> {
  const asked = asking.flatMap(({ payload: { shifts } }) =>
    shifts.flatMap(({ asks_again, assignment_id, asked_at }) =>
      asks_again ? { assignment_id, asked_at } : [],
    ),
  )
  const { rows } = await tx.execute<{ id: string; is_open: boolean }>(sql`
    select a.id, a.asked_again_at is not distinct from asked.asked_at as is_open
    from jsonb_to_recordset(${JSON.stringify(asked)}) as asked (assignment_id uuid, asked_at timestamptz)
    join assignment a on a.id = asked.assignment_id and a.status in ('CONFIRMED', 'ABSENT')
  `)
  return new Map(rows.map(({ id, is_open }) => [id, is_open]))
}

/** Returns ids of assignments whose event frees the place, and to which the question of the e-mail still applies. */
async function listReleased(tx: Tx, asking: readonly Asking[]): Promise<Set<string>> {
  const asked = asking.flatMap(({ payload: { shifts } }) =>
    shifts.map(({ assignment_id, asked_at, entry: { start_dt, end_dt } }) => ({
      assignment_id,
      asked_at,
      start_dt,
      end_dt,
    })),
  )
  const { rows } = await tx.execute<{ id: string }>(sql`
    select a.id
    from jsonb_to_recordset(${JSON.stringify(asked)}) as asked (
      assignment_id uuid, asked_at timestamptz, start_dt timestamptz, end_dt timestamptz
    )
    join assignment a on a.id = asked.assignment_id
      and a.status = 'CONFIRMED' and timestamptz_cmp(a.asked_again_at, asked.asked_at) = 0
    join shift s on s.id = a.shift_id and s.start_dt = asked.start_dt and s.end_dt = asked.end_dt
    join event e on e.id = s.event_id and e.free_unanswered
  `)
  return new Set(rows.map(({ id }) => id))
}

/** A cancellation is sent although the changed shifts are gone since. */
const assignmentIds = ({ shifts, off = [] }: Payload) =>
  off.length > 0 ? [] : shifts.map(({ assignment_id }) => assignment_id)

export const shiftChanged = {
  email: emailTemplate({
    payload: shiftChangedPayload,
    assignmentIds,
    digest: {
      is_notice: true,
      items({ shifts, off = [] }, { language, links }) {
        const t = texts[language]
        const what = t('title', { count: 1 })
        const changed = shifts.map((shift) => {
          const label = t(shift.asks_again ? 'question_in_digest' : 'open')
          const item = itemOf(what, shift.entry, language, beforeLine(shift, language))
          return hasOpenLink(shift) ? { ...item, link: { label, href: links.personal(shift) } } : item
        })
        return [
          ...changed,
          ...off.map((shift) => itemOf(cancelledLine(shift, language), shift.entry, language)),
        ]
      },
    },
    write(payload, context) {
      const { language, links } = context
      const t = texts[language]
      const { shifts } = payload
      const all = listAll(payload)
      const name = toGreetingName(payload.first_name)
      return writeShiftNotice(
        {
          shifts: all,
          title: t('title', { count: all.length }),
          hello: name && t('hello', { name }),
          attached: (count) => t('attached', { count }),
          last: t(shifts.some(isCountedOn) ? 'last' : 'questions', {
            contact: contactInBrackets(all[0].entry),
          }),
          show: (shift) => {
            if (isOff(shift))
              return [shiftCard(shift.entry, language, { lines: [cancelledLine(shift, language)] })]
            const { entry, news } = shift
            const card = shiftCard(entry, language, { lines: beforeLine(shift, language), notes: news })
            if (!hasOpenLink(shift))
              return [card, paragraph(t('closed', { contact: contactInBrackets(entry) }))]
            const link = links.personal(shift)
            if (!shift.asks_again) return [card, button(t(linkLabel(shift)), link)]
            const question = paragraph(`${t('question')} ${consequence(shift, language)}`)
            return [card, withoutGaps(question, button(t('yes_or_no'), link))]
          },
          isCancelled: isOff,
          personalUrl: (shift) => (isOff(shift) ? '' : links.personal(shift)),
        },
        context,
      )
    },
  }),
  sms: smsTemplate({
    payload: shiftChangedPayload,
    assignmentIds,
    write(payload, { language, links }) {
      const t = texts[language]
      const show = (shift: ChangedShift | CancelledShift, link: string) =>
        isOff(shift)
          ? [cancelledLine(shift, language)]
          : [
              ...beforeLine(shift, language),
              ...shift.news.map((text) => truncate(toOneLine(text), 160)),
              hasOpenLink(shift)
                ? `${t(linkLabel(shift))}: ${link}`
                : t('closed', { contact: contactInBrackets(shift.entry) }),
            ]
      const shifts = listAll(payload)
      const title = t('title', { count: shifts.length })
      const personalUrl = (shift: ChangedShift | CancelledShift) =>
        isOff(shift) ? '' : links.personal(shift)
      return writeShiftNoticeSms({ shifts, title, show, personalUrl }, language)
    },
  }),
  refresh,
  is_sent_to_deleted: true,
  is_sent_despite_unsubscribe: true,
  ends_with_shifts: true,
} satisfies Kind

const isOff = (shift: ChangedShift | CancelledShift): shift is CancelledShift => !('was' in shift)

function listAll({ shifts, off = [] }: Payload) {
  const [first, ...more] = [...shifts, ...off]
  if (!first) throw new Error('a notice is about a shift')
  return [first, ...more] satisfies [unknown, ...unknown[]]
}

/** D39: returns true if the person has a place to give up, and no open question about it (V1). */
function isCountedOn({ is_confirmed, asks_again }: ChangedShift): boolean {
  return is_confirmed && !asks_again
}

/** V1: says what happens without an answer. */
function consequence({ confirm_by, entry }: ChangedShift, language: Language): string {
  const t = texts[language]
  return confirm_by === null
    ? t('kept')
    : t('released', { until: formatDeadline(confirm_by, { ...entry, from: entry.stamp }, language) })
}

/** The link of an expired invitation does not open (D18). */
function hasOpenLink({ is_confirmed, can_answer }: ChangedShift): boolean {
  return is_confirmed || can_answer
}

function linkLabel({ is_confirmed }: ChangedShift): 'open' | 'answer' {
  return is_confirmed ? 'open' : 'answer'
}

const texts = addNamespace('email_shift_changed', {
  en: {
    title_one: 'Your shift has changed',
    title_other: 'Your shifts have changed',
    hello: 'Hello {{name}}, please note what is new:',
    open: 'See your shift',
    answer: 'Answer',
    closed: 'The time to answer is over. Would you still like to help? Please ask the organizer{{contact}}.',
    attached_one: 'Open the attached calendar file to bring your calendar up to date.',
    attached_other: 'Open the attached calendar files to bring your calendar up to date.',
    question: 'Does the new time work for you?',
    question_in_digest: 'Does the new time work for you? Yes or no',
    yes_or_no: 'Answer yes or no',
    kept: 'Until you answer, you keep your place and are counted on.',
    released: 'Please answer by {{until}}. Without an answer by then, your place is free for others.',
    questions: 'Questions? Please ask the organizer{{contact}}.',
    last: 'Can’t make it any more? Open the link of the shift to give up the place. If it cannot be given up there, please tell the organizer{{contact}}.',
  },
  sv: {
    title_one: 'Ditt pass har ändrats',
    title_other: 'Dina pass har ändrats',
    hello: 'Hej {{name}}, det här är nytt:',
    open: 'Visa ditt pass',
    answer: 'Svara',
    closed: 'Tiden att svara är ute. Vill du fortfarande hjälpa till? Hör av dig till arrangören{{contact}}.',
    attached_one: 'Öppna den bifogade kalenderfilen så uppdateras din kalender.',
    attached_other: 'Öppna de bifogade kalenderfilerna så uppdateras din kalender.',
    question: 'Passar den nya tiden dig?',
    question_in_digest: 'Passar den nya tiden dig? Ja eller nej',
    yes_or_no: 'Svara ja eller nej',
    kept: 'Tills du svarar har du kvar din plats, och vi räknar med dig.',
    released: 'Svara senast {{until}}. Har du inte svarat då blir din plats ledig för andra.',
    questions: 'Frågor? Hör av dig till arrangören{{contact}}.',
    last: 'Får du förhinder? Öppna länken till passet för att lämna återbud. Går det inte där, hör av dig till arrangören{{contact}}.',
  },
})
