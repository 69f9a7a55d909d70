import type { Thread } from '@muster/contract/messages'
import { and, eq } from 'drizzle-orm'
import type { OrgId, OrgTx } from '../../db/client.ts'
import { message } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { takeShared } from '../../http/rate-limit.ts'
import { notFound, unavailable } from '../../http/refusal.ts'
import { findRecipient } from '../../outbox/recipients.ts'
import { ownNumberOf } from '../../providers/own-number.ts'
import { forgetConversation, openThread } from '../../providers/threads.ts'
import type { Conversations } from '../../providers/twilio-conversations.ts'
import { statusOf } from '../../providers/twilio-requests.ts'

/** Dialogs opened and tokens renewed, per administrator. */
const PER_MINUTE = 30

/**
 * Lets an administrator's browser follow the thread with a person (D30, D34): one conversation, for an hour at most.
 * There is one with whoever has written to a number that is the organisation's own. Throws 404 `person_not_found`, 429
 * `rate_limited`, 503 `busy` while Twilio cannot be asked.
 */
export async function openLiveThread(
  deps: Deps,
  conversations: Conversations | undefined,
  org: OrgId,
  { person_id, user_id }: { person_id: string; user_id: string },
): Promise<Thread> {
  const { db, config, now, log } = deps
  const found = await db.transaction(org, async (tx) => {
    const person = await findRecipient(tx, person_id)
    if (!person) throw notFound('person_not_found')
    return { phone: person.phone, has_written: await hasWritten(tx, person.phone) }
  })
  const number = config.sms?.provider === 'twilio' ? ownNumberOf(config.sms.numbers, org) : undefined
  if (!conversations || !number || !found.phone || !found.has_written) return { available: false }

  await takeShared(deps, { name: 'thread', of: user_id, hits: PER_MINUTE, window_s: 60 })
  const of = { organization_id: org, phone: found.phone, number }
  // Never the same one in two organisations: what it was let into here it keeps.
  const identity = `${org}_${user_id}`
  try {
    const conversation_sid = await openThread((work) => db.transaction(org, work), conversations, of)
    await conversations.admit(conversation_sid, identity)
    return { available: true, conversation_sid, ...conversations.mintToken(identity, now()) }
  } catch (error) {
    log.warn({ err: error, person_id }, 'a thread could not be opened for a browser')
    if (statusOf(error) === 404) await db.transaction(org, (tx) => forgetConversation(tx, of))
    throw unavailable('busy', 5)
  }
}

/** D30: whoever has written is answered in a thread. */
async function hasWritten(tx: OrgTx, phone: string | null): Promise<boolean> {
  if (phone === null) return false
  const found = await tx
    .select({ id: message.id })
    .from(message)
    .where(
      and(
        eq(message.organization_id, tx.org),
        eq(message.address, phone),
        eq(message.channel, 'SMS'),
        eq(message.direction, 'INBOUND'),
      ),
    )
    .limit(1)
  return found.length > 0
}
