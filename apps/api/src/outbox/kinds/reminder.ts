import type { Language } from '@muster/contract/language'
import { addNamespace } from '@muster/contract/translate'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { isoInstant } from '../../db/iso-instant.ts'
import { ON_WAITING_LIST } from '../../db/on-waiting-list.ts'
import { broadcastFooter, smsFooter } from '../../mail/broadcast-footer.ts'
import { button, heading, htmlOnly, paragraph, paragraphs } from '../../mail/email.ts'
import { shiftCard } from '../../mail/shift-card.ts'
import { describeShift } from '../../mail/shift-summary.ts'
import { toGreetingName, toGsmPunctuation, toOneLine, toShownName, truncate } from '../../mail/text.ts'
import { emailTemplate, type Kind, type Refresh, smsTemplate } from './kind.ts'

const remindedShift = z.object({
  /** Missing for a place on a waiting list, which has no link here (D68). */
  assignment_id: z.string().optional(),
  waiting_id: z.string().optional(),
  round: z.int(),
  /** True if the link asks for an answer; otherwise it only shows the shift. */
  is_open: z.boolean(),
  /** True if the link opens no page any more. */
  is_closed: z.boolean().optional(),
  /** True if this is the first message about it: an invitation (D29). */
  is_unasked: z.boolean().optional(),
  is_declined: z.boolean().optional(),
  role_name: z.string(),
  role_description: z.string().nullable(),
  start_dt: z.string(),
  end_dt: z.string(),
  /** D68. Rows queued by older versions do not have them. */
  meeting_point: z.string().nullish(),
  note: z.string().nullish(),
})

type RemindedShift = z.infer<typeof remindedShift>

/** True if a shift was over when the organiser wrote: the message leaves although its shifts are over. */
const isAboutPast = z.boolean().optional()

const remindedEvent = z.object({
  name: z.string(),
  location: z.string().nullable(),
  time_zone: z.string(),
  /** Rows queued by older versions do not have them. */
  notes: z.string().nullish(),
})

/** D29: writes the present times and place. A shift that the person is no longer on is left out. */
const refresh: Refresh = async (tx, rows, now) => {
  const ids = rows.map(({ id }) => id)
  const { rows: found } = await tx.execute<{ id: string; payload: unknown; is_changed: boolean }>(sql`
    with present as materialized (
      select m.id, m.payload as former, m.payload || ${presentPayload} as payload
      from message m
      join broadcast b on b.id = m.broadcast_id
      join event e on e.id = b.event_id
      cross join lateral (${presentShifts(now)}) own
      where m.id = any(${sql.param(ids)}::uuid[]) and own.shifts is not null
    ),
    changed as (
      update message m set payload = present.payload from present
      where m.id = present.id and present.payload <> present.former
      returning m.id
    )
    select id, payload, changed.id is not null as is_changed from present left join changed using (id)
  `)
  const found_by_id = new Map(found.map((row) => [row.id, row]))
  return {
    rows: rows.map((row) => {
      const present = found_by_id.get(row.id)
      return present?.is_changed ? { ...row, payload: present.payload } : row
    }),
    ended: new Map(ids.flatMap((id) => (found_by_id.has(id) ? [] : [[id, 'off_shift']]))),
  }
}

/** An SMS has one link, to a remaining shift. If no remaining shift has one, the link stops SMS instead (D31). */
const presentPayload = sql`
  jsonb_build_object(
    'event', m.payload->'event' || jsonb_build_object('location', e.location, 'time_zone', e.time_zone)
      || case m.channel when 'EMAIL' then jsonb_build_object('notes', e.notes) else '{}' end,
    'shifts', own.shifts
  ) || case
    when jsonb_typeof(m.payload->'link') is distinct from 'object' then '{}'
    when own.link is null then jsonb_build_object('link', null, 'message_id', m.id)
    else jsonb_build_object('link', own.link)
  end`

/** Selects the shifts of `message m` that the person still has in the event of `broadcast b`, and the one to link to. */
const presentShifts = (now: string) => sql`
  select jsonb_agg(shift order by start_dt, id) as shifts,
    (array_agg(shift order by is_open desc, end_dt <= ${now}, start_dt, id) filter (where not is_closed))[1] as link
  from (
    select a.id, s.start_dt, s.end_dt, coalesce((named->>'is_closed')::boolean, false) as is_closed, state.is_open,
      named || jsonb_build_object('start_dt', ${isoInstant(sql`s.start_dt`)}, 'end_dt', ${isoInstant(sql`s.end_dt`)},
        'meeting_point', s.meeting_point, 'note', s.note, 'is_open', state.is_open) as shift
    from jsonb_array_elements(m.payload->'shifts') as named
    -- OFFSET 0: each is looked up by its key, whatever the planner expects.
    cross join lateral (
      (select id, shift_id, status from assignment
      where id = (named->>'assignment_id')::uuid
        and (status = 'DECLINED') = coalesce((named->>'is_declined')::boolean, false) and status <> 'ABSENT' offset 0)
      union all
      (select id, shift_id, status from waiting
      where id = (named->>'waiting_id')::uuid and status ${ON_WAITING_LIST} offset 0)
    ) a
    cross join lateral (
      select start_dt, end_dt, event_id, meeting_point, note from shift where id = a.shift_id offset 0
    ) s
    cross join lateral (select a.status = 'INVITED' and (named->>'is_open')::boolean as is_open) state
    where s.event_id = b.event_id
  ) listed`

export const reminder = {
  email: emailTemplate({
    payload: z.object({
      message_id: z.string(),
      first_name: z.string(),
      text: z.string().nullable(),
      organization_name: z.string(),
      contact_email: z.string().nullish(),
      contact_phone: z.string().nullish(),
      event: remindedEvent,
      shifts: z.tuple([remindedShift], remindedShift),
      is_about_past: isAboutPast,
      has_links: z.boolean(),
    }),
    assignmentIds: ({ shifts }) => assignmentIdsOf(shifts),
    write(payload, { language, links }) {
      const t = texts[language]
      const event_name = toShownName(payload.event.name)
      const subject = `${titleOf(payload.shifts, language)} ${event_name}`
      const unsubscribe_url = links.unsubscribe(payload.message_id)
      const { organization_name, contact_email, contact_phone } = payload
      const organizer = { organization_name, contact_email, contact_phone }
      const opening = payload.text ?? greet(payload.first_name, payload.shifts, language)
      const linkTo = ({ assignment_id, round, is_closed }: RemindedShift) =>
        payload.has_links && !is_closed && assignment_id !== undefined
          ? links.personal({ assignment_id, round })
          : undefined
      const count = payload.shifts.filter(linkTo).length

      return {
        subject,
        preheader: toOneLine(opening),
        blocks: [
          htmlOnly(heading(subject)),
          paragraphs(opening),
          ...payload.shifts.flatMap((shift) => {
            const link = linkTo(shift)
            const state = stateOf(shift, language)
            return [
              shiftCard(entryOf(payload.event, shift), language, {
                lines: state ? [state] : [],
                notes: [shift.note, shift.role_description],
              }),
              link !== undefined && button(t(shift.is_open ? 'answer' : 'open'), link),
            ]
          }),
          payload.event.notes && paragraphs(payload.event.notes),
          count > 0 && paragraph(t('keep_link', { count })),
        ],
        organizer,
        footer: broadcastFooter({ ...organizer, event_name, unsubscribe_url }, language),
        unsubscribe_url,
      }
    },
  }),
  /** Contains one link, whose page leads to the other shifts (D29). */
  sms: smsTemplate({
    payload: z.object({
      /** Rows queued by older versions do not have it. */
      first_name: z.string().optional(),
      /** Set when there is no personal link, whose page offers to unsubscribe. */
      message_id: z.string().optional(),
      text: z.string().nullable(),
      event: remindedEvent,
      shifts: z
        .array(
          remindedShift
            .omit({ round: true, is_open: true, role_description: true })
            .extend({ is_open: z.boolean().optional() }),
        )
        .min(1),
      is_about_past: isAboutPast,
      link: z.object({ assignment_id: z.string(), round: z.int(), is_open: z.boolean() }).nullable(),
    }),
    assignmentIds: ({ shifts }) => assignmentIdsOf(shifts),
    write({ message_id, text, event, shifts, link }, { language, links }) {
      const t = texts[language]
      const event_name = truncate(toShownName(event.name), 60)
      const opening = text?.includes(event.name)
        ? text
        : [`${titleOf(shifts, language)} ${event_name}`, text].filter(Boolean).join('\n\n')
      const times = shifts.map((shift) => {
        const { role, short_time } = describeShift(entryOf(event, shift), language)
        const state = stateOf(shift, language)
        const where = shift.meeting_point && truncate(toOneLine(shift.meeting_point), 60)
        return [`${truncate(role, 40)}, ${short_time}${state ? ` (${state})` : ''}`, where]
          .filter(Boolean)
          .join(', ')
      })
      const place = event.location && truncate(toOneLine(event.location), 60)
      return toGsmPunctuation(
        [
          opening,
          [...times, place].filter(Boolean).join('\n'),
          ...(link ? [`${link.is_open ? t('answer') : t('open')}: ${links.personal(link)}`] : []),
          ...(message_id ? [smsFooter(message_id, language, links)] : []),
        ].join('\n\n'),
      )
    },
  }),
  refresh,
  ends_with_shifts: true,
} satisfies Kind

const assignmentIdsOf = (shifts: readonly { assignment_id?: string | undefined }[]) =>
  shifts.flatMap(({ assignment_id }) => assignment_id ?? [])

type Asked = InState & Pick<RemindedShift, 'is_unasked'> & { is_open?: boolean | undefined }

/** D29: the first message to somebody asks, it does not remind. */
function isInvitation(shifts: readonly Asked[]): boolean {
  const own = shifts.filter(({ is_declined, waiting_id }) => !is_declined && waiting_id === undefined)
  return own.length > 0 && own.every(({ is_unasked, is_open }) => is_unasked === true && is_open === true)
}

const titleOf = (shifts: readonly Asked[], language: Language): string =>
  texts[language](isInvitation(shifts) ? 'ask' : 'subject')

function greet(first_name: string, shifts: readonly Asked[], language: Language): string {
  const name = toGreetingName(first_name)
  const t = texts[language]
  const kind = isInvitation(shifts) ? 'ask_hello' : 'hello'
  return name ? t(`${kind}_with_name`, { name }) : t(kind)
}

type InState = Pick<RemindedShift, 'waiting_id' | 'is_declined'>

/** D68: why somebody hears of a shift that they are not on. */
function stateOf({ waiting_id, is_declined }: InState, language: Language): string | undefined {
  const t = texts[language]
  if (waiting_id !== undefined) return t('waiting')
  return is_declined ? t('declined') : undefined
}

type Times = Pick<RemindedShift, 'role_name' | 'start_dt' | 'end_dt' | 'meeting_point'>

function entryOf({ name: event_name, location, time_zone }: z.infer<typeof remindedEvent>, shift: Times) {
  const { role_name, start_dt, end_dt, meeting_point } = shift
  return { role_name, start_dt, end_dt, event_name, location, meeting_point, time_zone }
}

const texts = addNamespace('email_reminder', {
  en: {
    subject: 'Reminder:',
    ask: 'Can you help?',
    ask_hello: 'Hello, can you help with this?',
    ask_hello_with_name: 'Hello {{name}}, can you help with this?',
    declined: 'you have declined this shift',
    waiting: 'you are on the waiting list',
    hello: 'Hello, this is when and where:',
    hello_with_name: 'Hello {{name}}, this is when and where:',
    answer: 'Answer yes or no',
    open: 'See your shift',
    keep_link_one: 'The link is yours alone, so please don’t pass this message on.',
    keep_link_other: 'The links are yours alone, so please don’t pass this message on.',
  },
  sv: {
    subject: 'Påminnelse:',
    ask: 'Kan du hjälpa till?',
    ask_hello: 'Hej! Kan du hjälpa till med det här?',
    ask_hello_with_name: 'Hej {{name}}! Kan du hjälpa till med det här?',
    declined: 'du har tackat nej till det här passet',
    waiting: 'du står på väntelistan',
    hello: 'Hej! Här är tid och plats:',
    hello_with_name: 'Hej {{name}}! Här är tid och plats:',
    answer: 'Svara ja eller nej',
    open: 'Visa ditt pass',
    keep_link_one: 'Länken är personlig. Skicka den inte vidare.',
    keep_link_other: 'Länkarna är personliga. Skicka inte det här meddelandet vidare.',
  },
})
