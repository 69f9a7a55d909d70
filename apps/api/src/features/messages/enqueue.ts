import type { Language } from '@muster/contract/fields'
import type { Message } from '@muster/contract/messages'
import { sql } from 'drizzle-orm'
import type { CalendarEntry } from '../../calendar.ts'
import type { OrgTx, Tx } from '../../db/client.ts'
import { findCalendarEntry } from '../../db/find-calendar-entry.ts'
import { newId } from '../../db/ids.ts'
import { oneRow } from '../../db/one-row.ts'
import { prepare } from '../../db/prepare.ts'
import { accountMessage, message } from '../../db/schema.ts'
import { announce, announceMessages } from '../../live/announce.ts'
import { shown } from './history.ts'
import { linksInHistory } from './templates/links.ts'
import { type Content, writeLetter } from './templates/write-letter.ts'
import { type SmsContent, writeSms } from './templates/write-sms.ts'

/*
 * D27: what is to be sent is written in the transaction that caused it: both happen, or neither. The
 * worker is woken after the commit; if it does not hear that, it finds the row when it next looks.
 */

type Recipient = { id: string; first_name: string; email: string }
type SignUpFacts = {
  assignment_id: string
  round: number
  person: Recipient
  language: Language
  entry: CalendarEntry
}

const insertUnwritten = prepare(
  'enqueue_unwritten',
  sql`
    insert into message (organization_id, id, person_id, channel, address, language, template, facts)
    values (${sql.placeholder('org')}, ${sql.placeholder('id')}, ${sql.placeholder('person_id')}, 'EMAIL',
      ${sql.placeholder('address')}, ${sql.placeholder('language')}, ${sql.placeholder('template')}, ${sql.placeholder('facts')})
  `,
)

/** D28: a confirmation e-mail after public sign-up, never an SMS. The worker writes its text: shifts fill up meanwhile. */
export async function enqueueConfirmation(
  tx: OrgTx,
  { assignment_id, round, person, language, entry }: SignUpFacts,
): Promise<void> {
  const content = {
    template: 'confirmation',
    facts: { assignment_id, round, first_name: person.first_name, entry },
  } satisfies Content
  announce(tx, { kind: 'outbox' })
  announceMessages(tx, [{ organization_id: tx.org, person_id: person.id }])
  await insertUnwritten(tx, {
    org: tx.org,
    id: newId(),
    person_id: person.id,
    address: person.email,
    language,
    template: content.template,
    facts: JSON.stringify(content.facts),
  })
}

type InvitationFacts = {
  assignment: { id: string; round: number; is_confirmed: boolean; answer_by: string }
  /** Addresses of the channels it goes by; those must be there. */
  person: Recipient & { phone: string | null }
  channels: readonly ('EMAIL' | 'SMS')[]
  language: Language
  now: string
}

/** The personal link, by every channel asked for (D18, D20). */
export async function enqueueInvitation(
  tx: OrgTx,
  { assignment: { id: assignment_id, ...asked }, person, channels, language, now }: InvitationFacts,
): Promise<void> {
  const entry = await findCalendarEntry(tx, assignment_id, now)
  if (!entry) throw new Error('an invitation is about an assignment')
  const facts = { assignment_id, ...asked, first_name: person.first_name, entry }
  const content = { template: 'invitation', facts } as const
  if (channels.includes('EMAIL')) await enqueueEmails(tx, [{ person, language, content }])
  if (channels.includes('SMS')) await enqueueSms(tx, { person, language, content })
}

/** What `sms` is to a person; returns it as the history shows it. The person must have a phone number. */
export async function enqueueSms(
  tx: OrgTx,
  {
    person,
    language,
    content,
  }: { person: { id: string; phone: string | null }; language: Language; content: SmsContent },
): Promise<Message> {
  if (person.phone === null) throw new Error('an SMS needs a number')
  const body_text = writeSms(content, { language, links: linksInHistory })
  const rows = await tx
    .insert(message)
    .values({
      organization_id: tx.org,
      id: newId(),
      person_id: person.id,
      channel: 'SMS',
      body_text,
      address: person.phone,
      language,
      ...content,
    })
    .returning(shown)
  announce(tx, { kind: 'outbox' })
  announceMessages(tx, [{ organization_id: tx.org, person_id: person.id }])
  return { ...oneRow(rows), body_text }
}

export type Email = { person: Pick<Recipient, 'id' | 'email'>; language: Language; content: Content }

/** A statement carries so many rows that it stays far below PostgreSQL's 65,535 parameters. */
const ROWS_AT_ONCE = 500

/** Mail of an organisation to its people. */
export async function enqueueEmails(tx: OrgTx, emails: readonly Email[]): Promise<void> {
  for (let start = 0; start < emails.length; start += ROWS_AT_ONCE) {
    await tx
      .insert(message)
      .values(emails.slice(start, start + ROWS_AT_ONCE).map((email) => rowOf(tx, email)))
  }
  if (emails.length === 0) return
  announce(tx, { kind: 'outbox' })
  announceMessages(
    tx,
    emails.map(({ person }) => ({ organization_id: tx.org, person_id: person.id })),
  )
}

function rowOf(tx: OrgTx, { person, language, content }: Email) {
  const { subject, text } = writeLetter(content, { language, links: linksInHistory })
  return {
    organization_id: tx.org,
    id: newId(),
    person_id: person.id,
    channel: 'EMAIL' as const,
    subject,
    body_text: text,
    address: person.email,
    language,
    ...content,
  }
}

/** Mail that belongs to no organisation. */
export async function enqueueAccountEmail(
  tx: Tx,
  { user, language, content }: { user: { id: string; email: string }; language: Language; content: Content },
): Promise<void> {
  await tx
    .insert(accountMessage)
    .values({ id: newId(), user_id: user.id, address: user.email, language, ...content })
  announce(tx, { kind: 'outbox' })
}
