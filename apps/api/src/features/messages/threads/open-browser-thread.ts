import type { Thread } from '@muster/contract/messages'
import { and, eq } from 'drizzle-orm'
import { takeShared } from '../../../access/rate-limit.ts'
import type { OrgId, OrgTx } from '../../../db/client.ts'
import { message } from '../../../db/schema.ts'
import type { Deps } from '../../../deps.ts'
import { notFound, unavailable } from '../../../edge/refusal.ts'
import { findRecipient } from '../../../outbox/recipients.ts'
import { forgetConversation, openThread } from '../../../providers/threads/threads.ts'
import type { Conversations } from '../../../providers/threads/twilio-conversations.ts'
import { findNumber } from '../../../providers/twilio.ts'
import { statusOf } from '../../../providers/twilio-client.ts'

const PER_MINUTE = 30

/**
 * Opens a thread for an hour (D30, D34). Throws 404 `person_not_found`, 429 `rate_limited`, 503 `busy` when Twilio
 * fails.
 */
export async function openBrowserThread(
  deps: Deps,
  conversations: Conversations | undefined,
  org: OrgId,
  { person_id, user_id }: { person_id: string; user_id: string },
): Promise<Thread> {
  const { db, config, now, log } = deps
  const found = await db.transaction(org, async (tx) => {
    const person = await findRecipient(tx, person_id)
    if (!person) throw notFound('person_not_found')
    return { phone: person.phone, has_replied: await hasReplied(tx, person.phone) }
  })
  const number = config.sms?.provider === 'twilio' ? findNumber(config.sms.numbers, org) : undefined
  if (!conversations || !number || !found.phone || !found.has_replied) return { available: false }

  await takeShared(deps, { name: 'thread', of: user_id, hits: PER_MINUTE, window_s: 60 })
  const key = { organization_id: org, phone: found.phone, number }
  // One identity per organisation: an identity keeps its conversations for ever.
  const identity = `${org}_${user_id}`
  try {
    const conversation_sid = await openThread((work) => db.transaction(org, work), conversations, key)
    await conversations.addReader(conversation_sid, identity)
    return { available: true, conversation_sid, ...conversations.createToken(identity, now()) }
  } catch (error) {
    log.warn({ err: error, person_id }, 'a thread could not be opened for a browser')
    if (statusOf(error) === 404) await db.transaction(org, (tx) => forgetConversation(tx, key))
    throw unavailable('busy', 5)
  }
}

async function hasReplied(tx: OrgTx, phone: string | null): Promise<boolean> {
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
