import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Tx } from '../../../db/client.ts'
import { message } from '../../../db/schema.ts'
import type { Deps } from '../../../deps.ts'
import { type Receipt, recordReceipts } from '../../../outbox/receipts.ts'
import { findThreadByConversation } from '../../../providers/threads/threads.ts'
import { AUTHOR, type Conversations, readMessageId } from '../../../providers/threads/twilio-conversations.ts'
import { readTwilioReceipts } from '../read-receipts.ts'
import { receiveSms } from '../receive-sms.ts'

/** Ignores other events: Twilio's settings may enable them too. */
export function isHandled({ EventType }: Record<string, string>): boolean {
  return EventType === 'onMessageAdded' || EventType === 'onDeliveryUpdated'
}

export const threadEvent = z.discriminatedUnion('EventType', [
  z.object({
    EventType: z.literal('onMessageAdded'),
    ConversationSid: z.string(),
    MessageSid: z.string(),
    ParticipantSid: z.string().optional(),
    /** Phone number in E.164, `AUTHOR`, or a browser's identity. */
    Author: z.string(),
    Body: z.string().default(''),
    Attributes: z.string().default('{}'),
  }),
  z.object({
    EventType: z.literal('onDeliveryUpdated'),
    ConversationSid: z.string(),
    MessageSid: z.string(),
    Status: z.string(),
    ErrorCode: z.string().optional(),
  }),
])

export type ThreadEvent = z.infer<typeof threadEvent>
type Added = Extract<ThreadEvent, { EventType: 'onMessageAdded' }>
type Delivery = Extract<ThreadEvent, { EventType: 'onDeliveryUpdated' }>

export async function handleThreadEvent(
  deps: Deps,
  conversations: Conversations,
  event: ThreadEvent,
): Promise<void> {
  if (event.EventType === 'onDeliveryUpdated') {
    return recordReceipts(deps, await readDelivery(deps, conversations, event))
  }
  if (event.Author === AUTHOR) return recordReceipts(deps, await readPosted(deps, event))
  if (event.Author.startsWith('+')) return receiveFromThread(deps, conversations, event)
  deps.log.warn({ message_sid: event.MessageSid }, 'a message in a thread did not come from the outbox')
}

async function receiveFromThread(
  deps: Deps,
  conversations: Conversations,
  { ConversationSid, MessageSid, ParticipantSid, Author, Body }: Added,
): Promise<void> {
  const thread = await deps.db.system((tx) => findThreadByConversation(tx, ConversationSid))
  const number =
    thread?.number ?? (ParticipantSid && (await conversations.findNumber(ConversationSid, ParticipantSid)))
  if (!number) return deps.log.warn('an SMS came in a thread that belongs to no number')
  await receiveSms(deps, { provider_message_id: MessageSid, from: Author, to: number, text: Body })
}

async function readPosted({ db }: Deps, added: Added): Promise<Receipt[]> {
  const { ConversationSid, MessageSid, Author, Attributes } = added
  const id = readMessageId({ author: Author, attributes: Attributes })
  const thread = await db.system((tx) => findThreadByConversation(tx, ConversationSid))
  if (!id || !thread) return []
  const { organization_id } = thread
  return readTwilioReceipts({ organization_id, id }, { sid: MessageSid, status: 'sent' })
}

/**
 * Finds our message by Twilio's id, all that the event carries. Until that is recorded here, Twilio is asked for
 * ours.
 */
async function readDelivery(
  { db }: Deps,
  conversations: Conversations,
  { ConversationSid, MessageSid, Status, ErrorCode }: Delivery,
): Promise<Receipt[]> {
  const thread = await db.system((tx) => findThreadByConversation(tx, ConversationSid))
  if (!thread) return []
  const { organization_id } = thread
  const id =
    (await db.system((tx) => findByProviderId(tx, organization_id, MessageSid))) ??
    (await conversations.findMessageId(ConversationSid, MessageSid))
  return id
    ? readTwilioReceipts({ organization_id, id }, { sid: MessageSid, status: Status, error_code: ErrorCode })
    : []
}

async function findByProviderId(
  tx: Tx,
  organization_id: string,
  provider_message_id: string,
): Promise<string | undefined> {
  const [found] = await tx
    .select({ id: message.id })
    .from(message)
    .where(
      and(
        eq(message.organization_id, organization_id),
        eq(message.provider_message_id, provider_message_id),
        eq(message.direction, 'OUTBOUND'),
      ),
    )
  return found?.id
}
