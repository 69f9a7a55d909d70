import { and, eq, sql } from 'drizzle-orm'
import { listAddressesInUse } from '../../db/addresses-in-use.ts'
import type { Db, Tx } from '../../db/client.ts'
import { newId } from '../../db/ids.ts'
import { oneRow } from '../../db/one-row.ts'
import { endedThread, smsThread } from '../../db/schema.ts'
import type { SendResult, SentMessage, Sms } from '../provider.ts'
import { readRefusal } from '../twilio-client.ts'
import type { Conversations } from './twilio-conversations.ts'

/* A thread is the one conversation of a person's phone with a number of the organisation, both in E.164 (D30). */

export type ThreadKey = { organization_id: string; phone: string; number: string }
export type Thread = typeof smsThread.$inferSelect

/** `number` must be the organisation's own: a shared number's threads would show it what others have written. */
export type Threads = {
  send(sms: Sms, number: string): Promise<SendResult>
  /** Returns undefined if there is no thread. Without `message_sid` the message was not sent through it. */
  find(
    message: SentMessage,
    where: { number: string; since: Date },
  ): Promise<{ message_sid: string | undefined; created_at: string } | undefined>
}

export function createThreads({ db }: { db: Db }, conversations: Conversations): Threads {
  return {
    async send(sms, number) {
      const key = keyOf(sms, number)
      let conversation_sid: string
      try {
        conversation_sid = await openThread((work) => db.system(work), conversations, key)
      } catch (error) {
        return notOpened(error)
      }
      try {
        return { provider_message_id: await conversations.post(conversation_sid, sms) }
      } catch (error) {
        const refusal = readRefusal(error)
        if (refusal.status !== 404) return refusal
        await db.system((tx) => forgetConversation(tx, key))
        return { ...refusal, is_final: false }
      }
    },

    async find(sent, { number, since }) {
      const thread = await db.system((tx) => findThread(tx, keyOf(sent, number)))
      if (!thread?.conversation_sid) return undefined
      const { conversation_sid, created_at } = thread
      const message_sid = await conversations.findPosted(conversation_sid, { id: sent.id, since })
      return { message_sid, created_at }
    },
  }
}

/** Nothing has been posted yet, so even a 5xx is a known refusal. */
function notOpened(error: unknown): SendResult {
  const refused = `The thread could not be opened: ${error instanceof Error ? error.message : String(error)}`
  try {
    return { ...readRefusal(error), refused, is_final: false }
  } catch {
    return { refused, is_final: false }
  }
}

function keyOf({ organization_id, to }: Pick<Sms, 'organization_id' | 'to'>, number: string): ThreadKey {
  if (organization_id === null) throw new Error('an SMS belongs to an organisation')
  return { organization_id, phone: to, number }
}

/** Our row is inserted first and names the conversation: after a crash or a race the same one is found. */
export async function openThread(
  transaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>,
  conversations: Conversations,
  key: ThreadKey,
): Promise<string> {
  const thread = await transaction((tx) => findOrInsertThread(tx, key))
  if (thread.conversation_sid) return thread.conversation_sid
  let conversation_sid = await conversations.findOrCreate(thread)
  if (await transaction((tx) => isEnded(tx, conversation_sid))) {
    // This conversation is an erased person's with the same phone: their messages must not be shown.
    await conversations.remove(conversation_sid)
    conversation_sid = await conversations.findOrCreate(thread)
  }
  await transaction((tx) => tx.update(smsThread).set({ conversation_sid }).where(isThread(key)))
  return conversation_sid
}

async function findOrInsertThread(tx: Tx, key: ThreadKey): Promise<Thread> {
  await tx
    .insert(smsThread)
    .values({ ...key, id: newId() })
    .onConflictDoNothing()
  return oneRow(await tx.select().from(smsThread).where(isThread(key)))
}

async function findThread(tx: Tx, key: ThreadKey): Promise<Thread | undefined> {
  const [found] = await tx.select().from(smsThread).where(isThread(key))
  return found
}

export async function findThreadByConversation(
  tx: Tx,
  conversation_sid: string,
): Promise<Thread | undefined> {
  const [found] = await tx.select().from(smsThread).where(eq(smsThread.conversation_sid, conversation_sid))
  return found
}

async function isEnded(tx: Tx, conversation_sid: string): Promise<boolean> {
  const found = await tx
    .select({ conversation_sid: endedThread.conversation_sid })
    .from(endedThread)
    .where(eq(endedThread.conversation_sid, conversation_sid))
  return found.length > 0
}

/** The next message opens a new conversation. */
export async function forgetConversation(tx: Tx, key: ThreadKey): Promise<void> {
  await tx.update(smsThread).set({ conversation_sid: null }).where(isThread(key))
}

/** D33. Call when a person no longer has the phone. */
export async function deleteUnusedThreads(
  tx: Tx,
  organization_id: string,
  phones: readonly string[],
): Promise<void> {
  const ofPhones = (some: readonly string[]) =>
    and(
      eq(smsThread.organization_id, organization_id),
      sql`${smsThread.phone} = any(${sql.param(some)}::text[])`,
    )
  const stored = await tx.selectDistinct({ phone: smsThread.phone }).from(smsThread).where(ofPhones(phones))
  const addresses = stored.map(({ phone }) => phone)
  const in_use = await listAddressesInUse(tx, { organization_id, channel: 'SMS', addresses })
  const deleted = await tx
    .delete(smsThread)
    .where(ofPhones(addresses.filter((phone) => !in_use.has(phone))))
    .returning({ conversation_sid: smsThread.conversation_sid })
  const ended = deleted.flatMap(({ conversation_sid }) => conversation_sid ?? [])
  if (ended.length === 0) return
  await tx
    .insert(endedThread)
    .values(ended.map((conversation_sid) => ({ organization_id, conversation_sid })))
    .onConflictDoNothing()
}

const isThread = ({ organization_id, phone, number }: ThreadKey) =>
  and(
    eq(smsThread.organization_id, organization_id),
    eq(smsThread.phone, phone),
    eq(smsThread.number, number),
  )
