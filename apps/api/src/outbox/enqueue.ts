import type { Language } from '@muster/contract/language'
import { BATCH_WAITS_MS } from '@muster/contract/rules/batch-undo'
import { type SQL, sql } from 'drizzle-orm'
import type { OrgTx, Tx } from '../db/client.ts'
import { newId } from '../db/ids.ts'
import { inParts } from '../db/in-parts.ts'
import { prepare } from '../db/prepare.ts'
import { accountMessage, message } from '../db/schema.ts'
import { announce, announceMessages } from '../live/announce.ts'
import { type CalendarEntry, calendarEntryOf, listCalendarEntries } from '../mail/calendar-entry.ts'
import type { Channel } from '../providers/provider.ts'
import type { EmailContent, SmsContent } from './kinds/kinds.ts'
import type { PersonalText } from './kinds/personal-email.ts'

/* The transaction that causes a message inserts it, and its announcement wakes the worker after the commit (D27). */

/** Of `assignment a`. */
export const joinAround = sql`
  join shift s on s.id = a.shift_id
  join role r on r.id = s.role_id
  join event e on e.id = s.event_id
  join organization o on o.id = a.organization_id`

/**
 * Inserts a message about an assignment, in one round trip. The limit makes the planner look up each other assignment
 * by its key whatever the statistics say.
 */
const insertAbout = prepare<{ person_id: string }>(
  'enqueue_about_assignments',
  sql`
    insert into message (organization_id, id, person_id, channel, template, payload, language, address)
    select a.organization_id, ${sql.placeholder('id')}, p.id, 'EMAIL', ${sql.placeholder('template')},
      jsonb_build_object(
        'assignment_id', a.id, 'round', a.round, 'first_name', p.first_name, 'notes', e.notes,
        'entry', ${calendarEntryOf(sql`${sql.placeholder('now')}::text`)}
      ) || jsonb_strip_nulls(jsonb_build_object('day', ${sql.placeholder('day')}::text))
      || coalesce((
        select jsonb_build_object('more', jsonb_agg(payload order by start_dt, id))
        from unnest(${sql.placeholder('more_ids')}::uuid[]) as more_id
        cross join lateral (
          select s.start_dt, a.id, jsonb_build_object(
            'assignment_id', a.id, 'round', a.round, 'entry', ${calendarEntryOf(sql`${sql.placeholder('now')}::text`)}
          ) as payload
          from assignment a ${joinAround}
          where a.organization_id = ${sql.placeholder('org')}::uuid and a.id = more_id
          limit 1
        ) other
        having count(*) > 0
      ), '{}')
      || coalesce((
        select jsonb_build_object('others', jsonb_agg(payload order by place))
        from unnest(${sql.placeholder('other_ids')}::uuid[]) with ordinality as given (other_id, place)
        cross join lateral (
          select jsonb_build_object(
            'assignment_id', a.id, 'round', a.round, 'first_name', p.first_name, 'last_name', p.last_name
          ) as payload
          from assignment a join person p on p.id = a.person_id
          where a.organization_id = ${sql.placeholder('org')}::uuid and a.id = other_id
          limit 1
        ) other
        having count(*) > 0
      ), '{}'),
      coalesce(p.language, o.language), p.email
    from assignment a join person p on p.id = a.person_id ${joinAround}
    where a.organization_id = ${sql.placeholder('org')}::uuid and a.id = ${sql.placeholder('assignment_id')}
      and p.email is not null
    on conflict do nothing
    returning person_id
  `,
)

type Confirmed = {
  /** Of one person and event, ordered by start (D42). */
  assignment_ids: readonly string[]
  /** Of the people who were signed up with them, ordered by person and start (D54). */
  other_ids?: readonly string[]
  now: string
}

export async function enqueueConfirmation(
  tx: OrgTx,
  { assignment_ids: [assignment_id, ...more_ids], other_ids = [], now }: Confirmed,
): Promise<void> {
  if (assignment_id === undefined) return
  await enqueueAbout(tx, { template: 'confirmation', assignment_id, more_ids, other_ids, now, day: null })
}

export function announceEnqueued(tx: OrgTx, person_ids: readonly string[]): void {
  announce(tx, { kind: 'outbox' })
  announceMessages(
    tx,
    person_ids.map((person_id) => ({ organization_id: tx.org, person_id })),
  )
}

/** Inserts at most one a day (UTC) for each assignment (D13); a unique index rejects the rest. */
export async function enqueueLinkAgain(
  tx: OrgTx,
  { assignment_id, now }: { assignment_id: string; now: string },
): Promise<void> {
  const about = { template: 'link_again', assignment_id, more_ids: [], other_ids: [] }
  await enqueueAbout(tx, { ...about, now, day: now.slice(0, 10) })
}

type About = {
  template: string
  assignment_id: string
  more_ids: readonly string[]
  other_ids: readonly string[]
  now: string
  day: string | null
}

async function enqueueAbout(tx: OrgTx, about: About): Promise<void> {
  const rows = await insertAbout(tx, { org: tx.org, id: newId(), ...about })
  if (rows.length === 0) return
  announceEnqueued(
    tx,
    rows.map(({ person_id }) => person_id),
  )
}

export type InvitedShift = {
  assignment_id: string
  round: number
  is_confirmed: boolean
  /** D61 */
  is_first_yes: boolean
  answer_by: string
}

type Invitation = {
  /** Shifts of one person and event, ordered by start. */
  shifts: readonly InvitedShift[]
  person: { id: string; first_name: string; email: string | null; phone: string | null }
  channels: readonly ('EMAIL' | 'SMS')[]
  language: Language
}

export async function writeInvitations(
  tx: OrgTx,
  invitations: readonly Invitation[],
  { now, own_line }: { now: string; own_line?: string | null },
) {
  const ids = invitations.flatMap(({ shifts }) => shifts.map(({ assignment_id }) => assignment_id))
  const entries = await listCalendarEntries(tx, ids, now)
  return invitations.map(({ shifts, person, channels, language }) => {
    const about = shifts.flatMap((shift) => {
      const entry = entries.get(shift.assignment_id)
      return entry ? [{ ...shift, entry }] : []
    })
    return { person, channels, language, content: invitationContent(about, { ...person, own_line }) }
  })
}

type WrittenShift = InvitedShift & { entry: CalendarEntry }

/** `own_line`: what the organiser adds (D61). */
export function invitationContent(
  [first, ...more]: readonly WrittenShift[],
  { first_name, own_line }: { first_name: string; own_line?: string | null | undefined },
) {
  if (!first) throw new Error('an invitation is about a shift')
  const payload = { ...first, first_name, ...(own_line && { own_line }), ...(more.length > 0 && { more }) }
  return { template: 'invitation', payload } as const
}

export async function enqueueInvitations(
  tx: OrgTx,
  written: Awaited<ReturnType<typeof writeInvitations>>,
  of: OfBatch = {},
): Promise<void> {
  const on = (channel: Channel) => written.filter(({ channels }) => channels.includes(channel))
  await enqueueEmails(tx, on('EMAIL'), of)
  await enqueueSmsToMany(tx, on('SMS'), of)
}

export const historyColumns = {
  id: message.id,
  direction: message.direction,
  channel: message.channel,
  subject: message.subject,
  body_text: message.body_text,
  status: message.status,
  failure_reason: message.failure_reason,
  sent_at: message.sent_at,
  delivered_at: message.delivered_at,
  read_at: message.read_at,
  created_at: message.created_at,
}

type PersonEmail = {
  person: { id: string; email: string | null }
  language: Language
  content: EmailContent
}

type PersonSms = {
  person: { id: string; phone: string | null }
  language: Language
  content: SmsContent
  /** Database time. Without it, at once. */
  due_at?: string
}

/** D46: messages of a batch wait until it can no longer be undone. */
export type OfBatch = { batch_id?: string | undefined }

/** Nothing goes to people without an address (D59). */
export const enqueueEmails = (tx: OrgTx, emails: readonly PersonEmail[], of: OfBatch = {}): Promise<void> =>
  insertMessages(
    tx,
    emails.flatMap(({ person: { id: person_id, email: address }, language, content }) =>
      address === null ? [] : [{ ...content, id: newId(), person_id, channel: 'EMAIL', address, language }],
    ),
    of,
  )

/** The text's unsubscribe link needs the id. */
export async function enqueuePersonalEmail(
  tx: OrgTx,
  { person, language, content }: Omit<PersonEmail, 'content'> & { content: PersonalText },
): Promise<{ id: string }> {
  if (person.email === null) throw new Error('an e-mail needs an address')
  const id = newId()
  await insertMessages(tx, [
    {
      id,
      person_id: person.id,
      channel: 'EMAIL',
      address: person.email,
      language,
      template: 'personal_email',
      payload: { ...content, message_id: id },
    },
  ])
  return { id }
}

/** Every person must have a number. */
export const enqueueSmsToMany = (tx: OrgTx, sms: readonly PersonSms[], of: OfBatch = {}): Promise<void> =>
  insertMessages(
    tx,
    sms.map((each) => smsRow(newId(), each)),
    of,
  )

export async function enqueueSms(tx: OrgTx, sms: PersonSms): Promise<{ id: string }> {
  const id = newId()
  await insertMessages(tx, [smsRow(id, sms)])
  return { id }
}

function smsRow(id: string, { person, language, content, due_at }: PersonSms) {
  if (person.phone === null) throw new Error('an SMS needs a number')
  return {
    ...content,
    id,
    person_id: person.id,
    channel: 'SMS' as const,
    address: person.phone,
    language,
    ...(due_at && { due_at }),
  }
}

export type MessageRow = {
  id: string
  person_id: string
  channel: Channel
  address: string
  language: Language
  template: string
  payload: object
  broadcast_id?: string
  due_at?: string
}

/** Inserts payloads only: the text is written when it is read or sent. Uses one parameter for any number of rows. */
export async function insertMessages(
  tx: OrgTx,
  rows: readonly MessageRow[],
  { batch_id }: OfBatch = {},
): Promise<void> {
  if (rows.length === 0) return
  const enqueued = await inParts(rows, MESSAGES_AT_ONCE, async (part) => {
    await insertPart(tx, part, batch_id)
    return part.map(({ person_id }) => person_id)
  })
  announceEnqueued(tx, enqueued)
}

const MESSAGES_AT_ONCE = 200

async function insertPart(
  tx: OrgTx,
  rows: readonly MessageRow[],
  batch_id: string | undefined,
): Promise<void> {
  await tx.execute(sql`
    insert into message (organization_id, broadcast_id, batch_id, id, person_id, channel, address, language, template, payload, due_at)
    select ${tx.org}, row.broadcast_id, ${batch_id ?? null}::uuid, row.id, row.person_id, row.channel, row.address,
      row.language, row.template, row.payload, ${dueInBatch(sql`row.due_at`, batch_id)}
    from jsonb_to_recordset(${JSON.stringify(rows)}) as row (
      broadcast_id uuid, id uuid, person_id uuid, channel text, address text, language text, template text, payload jsonb,
      due_at timestamptz
    )
  `)
}

/** Avoids `now()` for a batch, because its transaction may have begun seconds ago. */
export const dueInBatch = (due_at: SQL, batch_id: string | undefined): SQL =>
  batch_id === undefined
    ? sql`coalesce(${due_at}, now())`
    : sql`greatest(${due_at}, clock_timestamp() + ${BATCH_WAITS_MS} * interval '1 millisecond')`

export async function enqueueAccountSms(
  tx: Tx,
  {
    user_id,
    number,
    language,
    content,
  }: { user_id: string; number: string; language: Language; content: SmsContent },
): Promise<void> {
  await tx
    .insert(accountMessage)
    .values({ id: newId(), user_id, channel: 'SMS', address: number, language, ...content })
  announce(tx, { kind: 'outbox' })
}

export async function enqueueAccountEmail(
  tx: Tx,
  {
    user,
    language,
    content,
    is_erased_when_sent = false,
  }: {
    /** The id is null if the address belongs to no account. */
    user: { id: string | null; email: string }
    language: Language
    content: EmailContent
    /** Set for messages that name people who have no account. */
    is_erased_when_sent?: boolean
  },
): Promise<void> {
  const erased_at = is_erased_when_sent ? sql`now()` : null
  await tx
    .insert(accountMessage)
    .values({ id: newId(), user_id: user.id, address: user.email, language, erased_at, ...content })
  announce(tx, { kind: 'outbox' })
}
