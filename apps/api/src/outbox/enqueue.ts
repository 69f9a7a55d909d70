import type { Language } from '@muster/contract/language'
import type { Message } from '@muster/contract/messages'
import { type SQL, sql } from 'drizzle-orm'
import type { OrgTx, Tx } from '../db/client.ts'
import { newId } from '../db/ids.ts'
import { oneRow } from '../db/one-row.ts'
import { prepare } from '../db/prepare.ts'
import { accountMessage, message } from '../db/schema.ts'
import { announce, announceMessages } from '../live/announce.ts'
import { findCalendarEntry } from '../mail/calendar.ts'
import { historyLinks } from '../mail/links.ts'
import { type EmailContent, emailTemplates, type SmsContent, smsTemplates } from '../mail/templates.ts'

/* Inserted by the transaction that causes them; its announcement wakes the worker after the commit (D27). */

/** Facts alone, in one round trip: the worker writes the text. */
const insertAboutAssignment = prepare<{ person_id: string }>(
  'enqueue_about_assignment',
  sql`
    insert into message (organization_id, id, person_id, channel, template, facts, language, address)
    select a.organization_id, ${sql.placeholder('id')}, p.id, 'EMAIL', ${sql.placeholder('template')},
      jsonb_build_object(
        'assignment_id', a.id, 'round', a.round, 'first_name', p.first_name, 'notes', e.notes,
        'entry', jsonb_build_object(
          'uid', a.calendar_uid, 'sequence', a.calendar_sequence, 'stamp', ${sql.placeholder('now')}::text,
          'start_dt', ${iso('s.start_dt')}, 'end_dt', ${iso('s.end_dt')},
          'role_name', r.name, 'role_description', r.description, 'event_id', e.id, 'event_name', e.name,
          'time_zone', e.time_zone, 'location', e.location, 'organization_name', o.name,
          'contact_email', coalesce(e.contact_email, o.contact_email),
          'contact_phone', coalesce(e.contact_phone, o.contact_phone)
        )
      ) || jsonb_strip_nulls(jsonb_build_object('day', ${sql.placeholder('day')}::text)),
      coalesce(p.language, o.language), p.email
    from assignment a
    join person p on p.id = a.person_id
    join shift s on s.id = a.shift_id
    join role r on r.id = s.role_id
    join event e on e.id = s.event_id
    join organization o on o.id = a.organization_id
    where a.organization_id = ${sql.placeholder('org')}::uuid and a.id = ${sql.placeholder('assignment_id')}
    on conflict do nothing
    returning person_id
  `,
)

type AboutAssignment = { assignment_id: string; now: string }

export async function enqueueConfirmation(tx: OrgTx, { assignment_id, now }: AboutAssignment): Promise<void> {
  await enqueueAboutAssignment(tx, { template: 'confirmation', assignment_id, now, day: null })
}

/** At most once a day (UTC) for each assignment (D13); a unique index ignores the rest. */
export async function enqueueLinkAgain(tx: OrgTx, { assignment_id, now }: AboutAssignment): Promise<void> {
  await enqueueAboutAssignment(tx, { template: 'link_again', assignment_id, now, day: now.slice(0, 10) })
}

async function enqueueAboutAssignment(
  tx: OrgTx,
  values: AboutAssignment & { template: 'confirmation' | 'link_again'; day: string | null },
): Promise<void> {
  const rows = await insertAboutAssignment(tx, { org: tx.org, id: newId(), ...values })
  if (rows.length === 0) return
  announce(tx, { kind: 'outbox' })
  announceMessages(
    tx,
    rows.map(({ person_id }) => ({ organization_id: tx.org, person_id })),
  )
}

/** The connection's time zone is UTC. */
function iso(instant: string): SQL {
  return sql.raw(`to_char(${instant}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`)
}

type Invitation = {
  assignment: { id: string; round: number; is_confirmed: boolean; answer_by: string }
  person: { id: string; first_name: string; email: string; phone: string | null }
  channels: readonly ('EMAIL' | 'SMS')[]
  language: Language
  now: string
}

export async function enqueueInvitation(
  tx: OrgTx,
  { assignment: { id: assignment_id, ...asked }, person, channels, language, now }: Invitation,
): Promise<void> {
  const entry = await findCalendarEntry(tx, assignment_id, now)
  if (!entry) throw new Error('an invitation is about an assignment')
  const facts = { assignment_id, ...asked, first_name: person.first_name, entry }
  const content = { template: 'invitation', facts } as const
  if (channels.includes('EMAIL')) await enqueueEmails(tx, [{ person, language, content }])
  if (channels.includes('SMS')) await enqueueSms(tx, { person, language, content })
}

export async function enqueueSms(
  tx: OrgTx,
  {
    person,
    language,
    content,
  }: { person: { id: string; phone: string | null }; language: Language; content: SmsContent },
): Promise<Message> {
  if (person.phone === null) throw new Error('an SMS needs a number')
  const id = newId()
  const body_text = smsTemplates.write(content, { message_id: id, language, links: historyLinks })
  const rows = await tx
    .insert(message)
    .values({
      organization_id: tx.org,
      id,
      person_id: person.id,
      channel: 'SMS',
      body_text,
      address: person.phone,
      language,
      ...content,
    })
    .returning(historyColumns)
  announce(tx, { kind: 'outbox' })
  announceMessages(tx, [{ organization_id: tx.org, person_id: person.id }])
  return { ...oneRow(rows), body_text }
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

export type PersonEmail = {
  person: { id: string; email: string }
  language: Language
  content: EmailContent
}

/** Keeps a statement far below PostgreSQL's 65,535 parameters. */
const ROWS_PER_STATEMENT = 500

export async function enqueueEmails(tx: OrgTx, emails: readonly PersonEmail[]): Promise<void> {
  for (let start = 0; start < emails.length; start += ROWS_PER_STATEMENT) {
    await tx
      .insert(message)
      .values(emails.slice(start, start + ROWS_PER_STATEMENT).map((email) => rowOf(tx, email)))
  }
  if (emails.length === 0) return
  announce(tx, { kind: 'outbox' })
  announceMessages(
    tx,
    emails.map(({ person }) => ({ organization_id: tx.org, person_id: person.id })),
  )
}

function rowOf(tx: OrgTx, { person, language, content }: PersonEmail) {
  const id = newId()
  const { subject, text } = emailTemplates.write(content, { message_id: id, language, links: historyLinks })
  return {
    organization_id: tx.org,
    id,
    person_id: person.id,
    channel: 'EMAIL' as const,
    subject,
    body_text: text,
    address: person.email,
    language,
    ...content,
  }
}

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
    /** Without an id: of no account. */
    user: { id: string | null; email: string }
    language: Language
    content: EmailContent
    /** For what names people who have no account. */
    is_erased_when_sent?: boolean
  },
): Promise<void> {
  const erased_at = is_erased_when_sent ? sql`now()` : null
  await tx
    .insert(accountMessage)
    .values({ id: newId(), user_id: user.id, address: user.email, language, erased_at, ...content })
  announce(tx, { kind: 'outbox' })
}
