import { isDeepStrictEqual } from 'node:util'
import { addNamespace } from '@muster/contract/translate'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { isAskFilled } from '../../db/ask-filled.ts'
import type { Tx } from '../../db/client.ts'
import { isoInstant } from '../../db/iso-instant.ts'
import { calendarAttachment } from '../../mail/calendar.ts'
import { type CalendarEntry, calendarEntry, calendarEntryOf } from '../../mail/calendar-entry.ts'
import { button, heading, paragraph, paragraphs } from '../../mail/email.ts'
import { shiftCard } from '../../mail/shift-card.ts'
import { describeShift, formatDeadline } from '../../mail/shift-summary.ts'
import { toGreetingName, toGsmPunctuation, toShownName, truncate } from '../../mail/text.ts'
import type { FailureCode } from '../failure-text.ts'
import { updatePayloads } from '../update-payloads.ts'
import { emailTemplate, type Kind, type Refresh, smsTemplate } from './kind.ts'

const invitedShift = z.object({
  assignment_id: z.string(),
  round: z.int(),
  entry: calendarEntry,
  /** A confirmed volunteer gets the link again, without the question (D20). */
  is_confirmed: z.boolean(),
  /** D61: others were asked too, and the first yes gets the place. Missing in the payload of older messages. */
  is_first_yes: z.boolean().optional(),
  answer_by: z.string(),
})

export const invitationPayload = invitedShift.extend({
  first_name: z.string(),
  /** What the organiser has added (D61). */
  own_line: z.string().optional(),
  /** Other shifts of the event about which the person is asked, by start. */
  more: z.array(invitedShift).optional(),
})

type Payload = z.infer<typeof invitationPayload>

export const shiftsOf = ({ more = [], ...first }: Payload) => [first, ...more]
const assignmentIds = (payload: Payload) => shiftsOf(payload).map(({ assignment_id }) => assignment_id)
/** A message of several shifts asks for an answer unless all are confirmed. */
const kindOf = (payload: Payload) =>
  shiftsOf(payload).every(({ is_confirmed }) => is_confirmed) ? 'confirmed' : 'asked'

/**
 * Reads the shifts again. Leaves out those that can no longer be answered (D18), those that the person has since declined
 * or was removed from, and those whose places others have got (D61).
 */
const refresh: Refresh = async (tx, rows, now) => {
  const invitations = rows.flatMap(({ id, payload }) => {
    const read = invitationPayload.safeParse(payload)
    return read.success ? [{ id, payload: read.data, shifts: shiftsOf(read.data) }] : []
  })
  const named = invitations.flatMap(({ shifts }) => shifts.map(({ assignment_id }) => assignment_id))
  const present = await readPresent(tx, named, now)
  const ended = new Map<string, FailureCode>()
  const updated = new Map<string, object>()
  for (const { id, payload, shifts } of invitations) {
    const [first, ...more] = shifts.flatMap((shift) => {
      const { is_lapsed = true, entry, ...answer } = present.get(shift.assignment_id) ?? {}
      const { stamp } = shift.entry
      return is_lapsed ? [] : [{ ...shift, ...answer, entry: { ...shift.entry, ...entry, stamp } }]
    })
    if (first) {
      const { first_name, own_line } = payload
      const after = { ...first, first_name, ...(own_line && { own_line }), ...(more.length > 0 && { more }) }
      if (!isDeepStrictEqual(after, payload)) updated.set(id, after)
    } else {
      const isLate = shifts.some(({ assignment_id }) => present.has(assignment_id))
      ended.set(id, isLate ? 'too_late' : 'off_shift')
    }
  }
  return { rows: await updatePayloads(tx, rows, updated), ended }
}

type Present = {
  is_confirmed: boolean
  is_first_yes: boolean
  answer_by: string
  /** It can no longer be answered. */
  is_lapsed: boolean
  entry: Omit<CalendarEntry, 'notes'>
}

async function readPresent(
  tx: Tx,
  assignment_ids: readonly string[],
  now: string,
): Promise<Map<string, Present>> {
  const { rows } = await tx.execute<Present & { id: string }>(sql`
    select a.id, a.status = 'CONFIRMED' as is_confirmed, a.status = 'INVITED' and a.ask_id is not null as is_first_yes,
      ${isoInstant(sql`a.token_expires_at`)} as answer_by,
      a.status = 'INVITED' and a.token_expires_at <= ${now} as is_lapsed, ${calendarEntryOf(sql`null`)} as entry
    from assignment a
    join shift s on s.id = a.shift_id
    join role r on r.id = s.role_id
    join event e on e.id = s.event_id
    join organization o on o.id = a.organization_id
    where a.id = any(${sql.param(assignment_ids)}::uuid[]) and a.status in ('INVITED', 'CONFIRMED')
      and (a.ask_id is null or a.status = 'CONFIRMED' or not ${isAskFilled})
  `)
  return new Map(rows.map(({ id, ...row }) => [id, row]))
}

export const invitation = {
  email: emailTemplate({
    payload: invitationPayload,
    assignmentIds,
    write(payload, { language, links }) {
      const t = texts[language]
      const { entry } = payload
      const kind = kindOf(payload)
      const shifts = shiftsOf(payload)
      const count = shifts.length
      const { short, event, day, time } = describeShift(entry, language)
      const name = toGreetingName(payload.first_name)
      const title = name ? t(`${kind}.title_with_name`, { name, count }) : t(`${kind}.title`, { count })
      const subject = `${t(`${kind}.subject`, { count })} ${count === 1 ? short : t('shifts_of', { count, event })}`
      const whyOf = (shift: z.infer<typeof invitedShift>) => {
        if (shift.is_confirmed) return t('confirmed.why')
        const deadline = { ...shift.entry, from: shift.entry.stamp }
        const answer_by = formatDeadline(shift.answer_by, deadline, language)
        return t(shift.is_first_yes ? 'asked.why_first_yes' : 'asked.why', { answer_by })
      }

      return {
        subject,
        preheader: `${event}, ${day}, ${time}. ${whyOf(payload)}`,
        blocks: [
          heading(title),
          payload.own_line && paragraph(payload.own_line),
          ...shifts.flatMap((shift) => [
            shiftCard(shift.entry, language, {
              notes: [shift.entry.note, shift.entry.role_description],
            }),
            paragraph(whyOf(shift)),
            button(t(shift.is_confirmed ? 'confirmed.open' : 'asked.open'), links.personal(shift)),
          ]),
          entry.notes && paragraphs(entry.notes),
          count > 1 && kind === 'asked' && paragraph(t('one_page')),
          paragraph(t(count === 1 ? 'keep_link' : 'keep_links')),
        ],
        organizer: entry,
        attachments: () =>
          shifts
            .filter(({ is_confirmed }) => is_confirmed)
            .map((shift) =>
              calendarAttachment(shift.entry, links.public_url, { personal_url: links.personal(shift) }),
            ),
      }
    },
  }),
  /** Takes one or two segments, with several shifts three or four. The one link leads to all shifts (D29). */
  sms: smsTemplate({
    payload: invitationPayload,
    assignmentIds,
    write(payload, { language, links }) {
      const t = texts[language]
      const kind = kindOf(payload)
      const shifts = shiftsOf(payload)
      const linked = shifts.find(({ is_confirmed }) => !is_confirmed) ?? payload
      const [organization, event] = [payload.entry.organization_name, payload.entry.event_name].map((name) =>
        truncate(toShownName(name), 30),
      )
      const times = shifts.slice(0, NAMED).map(({ entry }) => ({
        role: truncate(toShownName(entry.role_name), 30),
        time: describeShift(entry, language).short_time,
      }))
      const [first] = times
      const rest = shifts.length - times.length
      const which =
        shifts.length === 1 && first
          ? `${first.role}, ${event}, ${first.time}`
          : `${event}: ${[
              ...times.map(({ role, time }) => `${role}, ${time}`),
              ...(rest > 0 ? [t('sms_more', { count: rest })] : []),
            ].join('; ')}`
      const first_yes = linked.is_first_yes ? `${t('sms_first_yes')} ` : ''
      const own_line = payload.own_line ? `\n${payload.own_line}\n` : ' '
      return toGsmPunctuation(
        `${organization}: ${t(`${kind}.sms`, { count: shifts.length })} ${which}.${own_line}${first_yes}${t(`${kind}.sms_open`)}: ${links.personal(linked)}`,
      )
    },
  }),
  refresh,
  ends_with_shifts: true,
} satisfies Kind

/** Maximum number of shifts that an SMS names. */
const NAMED = 4

const texts = addNamespace('email_invitation', {
  en: {
    keep_link: 'The link is yours alone, so please don’t pass this message on.',
    keep_links: 'The links are yours alone, so please don’t pass this message on.',
    one_page: 'Each link opens a page on which you can answer for all of them.',
    shifts_of_one: '{{count}} shift, {{event}}',
    shifts_of_other: '{{count}} shifts, {{event}}',
    sms_first_yes: 'The first yes gets it.',
    sms_more_one: 'and {{count}} more',
    sms_more_other: 'and {{count}} more',
    asked: {
      subject: 'Can you help?',
      title: 'Can you help?',
      title_with_name: 'Can you help, {{name}}?',
      why: 'Please answer by {{answer_by}}.',
      why_first_yes:
        'We are asking several people, and the first yes gets the place. Please answer by {{answer_by}}.',
      open: 'Answer',
      sms: 'Can you help?',
      sms_open: 'Answer',
    },
    confirmed: {
      subject_one: 'Your shift:',
      subject_other: 'Your shifts:',
      title_one: 'You’re on this shift',
      title_other: 'You’re on these shifts',
      title_with_name_one: 'You’re on this shift, {{name}}',
      title_with_name_other: 'You’re on these shifts, {{name}}',
      why: 'Here is the link to it. The attached calendar file puts it into your calendar.',
      open: 'See your shift',
      sms_one: 'You are on this shift:',
      sms_other: 'You are on these shifts:',
      sms_open: 'Open',
    },
  },
  sv: {
    keep_link: 'Länken är personlig. Skicka den inte vidare.',
    keep_links: 'Länkarna är personliga. Skicka inte det här meddelandet vidare.',
    one_page: 'Varje länk öppnar en sida där du kan svara om alla passen.',
    shifts_of_one: '{{count}} pass, {{event}}',
    shifts_of_other: '{{count}} pass, {{event}}',
    sms_first_yes: 'Den som svarar ja först får passet.',
    sms_more_one: 'och {{count}} till',
    sms_more_other: 'och {{count}} till',
    asked: {
      subject: 'Kan du hjälpa till?',
      title: 'Kan du hjälpa till?',
      title_with_name: 'Kan du hjälpa till, {{name}}?',
      why: 'Svara senast {{answer_by}}.',
      why_first_yes: 'Vi frågar flera, och den som först svarar ja får platsen. Svara senast {{answer_by}}.',
      open: 'Svara',
      sms: 'Kan du hjälpa till?',
      sms_open: 'Svara',
    },
    confirmed: {
      subject_one: 'Ditt pass:',
      subject_other: 'Dina pass:',
      title_one: 'Du är med på det här passet',
      title_other: 'Du är med på de här passen',
      title_with_name_one: 'Du är med på det här passet, {{name}}',
      title_with_name_other: 'Du är med på de här passen, {{name}}',
      why: 'Här är länken till det. Den bifogade kalenderfilen lägger in det i din kalender.',
      open: 'Visa ditt pass',
      sms_one: 'Du är med på passet:',
      sms_other: 'Du är med på passen:',
      sms_open: 'Visa',
    },
  },
})
