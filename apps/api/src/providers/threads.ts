import { and, eq, inArray, ne, notExists, or } from 'drizzle-orm'
import type { OrgTx, Tx } from '../db/client.ts'
import { newId } from '../db/ids.ts'
import { inOrganization } from '../db/in-organization.ts'
import { oneRow } from '../db/one-row.ts'
import { message, person, smsThread } from '../db/schema.ts'
import type { Conversations } from './twilio-conversations.ts'

/** A person's phone and their organisation's own number, E.164. */
export type ThreadOf = { organization_id: string; phone: string; number: string }
export type Thread = typeof smsThread.$inferSelect

/**
 * Twilio's name for the one conversation of a phone and a number, which is made where there is none. Our row comes
 * first and gives it its name there: whoever dies in between, or is not alone, finds the same one (D30).
 */
export async function openThread(
  transaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>,
  conversations: Conversations,
  of: ThreadOf,
): Promise<string> {
  const thread = await transaction((tx) => findOrInsertThread(tx, of))
  if (thread.conversation_sid) return thread.conversation_sid
  const conversation_sid = await conversations.open(thread)
  await transaction((tx) => tx.update(smsThread).set({ conversation_sid }).where(isThread(of)))
  return conversation_sid
}

async function findOrInsertThread(tx: Tx, of: ThreadOf): Promise<Thread> {
  await tx
    .insert(smsThread)
    .values({ ...of, id: newId() })
    .onConflictDoNothing()
  return oneRow(await tx.select().from(smsThread).where(isThread(of)))
}

export async function findThread(tx: Tx, of: ThreadOf): Promise<Thread | undefined> {
  const [found] = await tx.select().from(smsThread).where(isThread(of))
  return found
}

/** For whoever knows Twilio's name only: its webhooks. */
export async function findThreadOf(tx: Tx, conversation_sid: string): Promise<Thread | undefined> {
  const [found] = await tx.select().from(smsThread).where(eq(smsThread.conversation_sid, conversation_sid))
  return found
}

/** Twilio has it no more: the next message makes a new one. */
export async function forgetConversation(tx: Tx, of: ThreadOf): Promise<void> {
  await tx.update(smsThread).set({ conversation_sid: null }).where(isThread(of))
}

/** Before the person is deleted: the threads of every phone they were written to at, unless it is another's too. */
export async function deleteThreadsWith(
  tx: OrgTx,
  { id, phone }: { id: string; phone: string | null },
): Promise<void> {
  const theirs = tx
    .select({ address: message.address })
    .from(message)
    .where(and(inOrganization(tx, message), eq(message.person_id, id), eq(message.channel, 'SMS')))
  const others = tx
    .select({ id: person.id })
    .from(person)
    .where(and(eq(person.organization_id, tx.org), eq(person.phone, smsThread.phone), ne(person.id, id)))
  await tx
    .delete(smsThread)
    .where(
      and(
        eq(smsThread.organization_id, tx.org),
        or(inArray(smsThread.phone, theirs), phone === null ? undefined : eq(smsThread.phone, phone)),
        notExists(others),
      ),
    )
}

const isThread = ({ organization_id, phone, number }: ThreadOf) =>
  and(
    eq(smsThread.organization_id, organization_id),
    eq(smsThread.phone, phone),
    eq(smsThread.number, number),
  )
