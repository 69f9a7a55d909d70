import type { Language } from '@muster/contract/fields'
import type { OrgTx, Tx } from '../../db/client.ts'
import { findCalendarEntry } from '../../db/find-calendar-entry.ts'
import { newId } from '../../db/ids.ts'
import { accountMessage, message } from '../../db/schema.ts'
import { announce } from '../../live/announce.ts'
import { type Content, LINK_IN_HISTORY, writeLetter } from './templates/write-letter.ts'

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
  now: string
}

/** D28: a confirmation e-mail after public sign-up, never an SMS. */
export async function enqueueConfirmation(
  tx: OrgTx,
  { assignment_id, round, person, language, now }: SignUpFacts,
): Promise<void> {
  const entry = await findCalendarEntry(tx, assignment_id, now)
  if (!entry) throw new Error('a confirmation is about an assignment')
  await enqueueEmail(tx, {
    person,
    language,
    content: {
      template: 'confirmation',
      facts: { assignment_id, round, first_name: person.first_name, entry },
    },
  })
}

/** Mail of an organisation to one of its people. */
async function enqueueEmail(
  tx: OrgTx,
  { person, language, content }: { person: Recipient; language: Language; content: Content },
): Promise<void> {
  // The history is read within the product: links in it lead nowhere, whatever the site's address.
  const { subject, text } = writeLetter(content, { language, link: LINK_IN_HISTORY, public_url: '' })
  await tx.insert(message).values({
    organization_id: tx.org,
    id: newId(),
    person_id: person.id,
    channel: 'EMAIL',
    subject,
    body_text: text,
    address: person.email,
    language,
    ...content,
  })
  announce(tx, { kind: 'outbox' })
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
