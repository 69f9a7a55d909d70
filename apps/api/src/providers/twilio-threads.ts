import type { Db } from '../db/client.ts'
import type { Lost, Sent, Sms } from './provider.ts'
import { findThread, forgetConversation, openThread } from './threads.ts'
import type { Conversations } from './twilio-conversations.ts'
import { readRefusal } from './twilio-requests.ts'

/**
 * The worker's way through a person's thread (D30). `number` is the organisation's own: at one of everybody's a thread
 * would show one organisation what another has written.
 */
export type Threads = {
  send(sms: Sms, number: string): Promise<Sent>
  /** Undefined: there is no thread. `message_sid` is there if the message went through it. */
  find(
    lost: Lost,
    where: { number: string; since: Date },
  ): Promise<{ message_sid: string | undefined; created_at: string } | undefined>
}

export function openThreads({ db }: { db: Db }, conversations: Conversations): Threads {
  return {
    async send(sms, number) {
      const pair = pairOf(sms, number)
      let conversation_sid: string
      try {
        conversation_sid = await openThread((work) => db.system(work), conversations, pair)
      } catch (error) {
        return notOpened(error)
      }
      try {
        return { provider_message_id: await conversations.post(conversation_sid, sms) }
      } catch (error) {
        const refusal = readRefusal(error)
        if (refusal.status !== 404) return refusal
        // Somebody has deleted it at Twilio: next time there is a new one.
        await db.system((tx) => forgetConversation(tx, pair))
        return { ...refusal, is_final: false }
      }
    },

    async find(lost, { number, since }) {
      const thread = await db.system((tx) => findThread(tx, pairOf(lost, number)))
      if (!thread?.conversation_sid) return undefined
      const { conversation_sid, created_at } = thread
      const message_sid = await conversations.findPosted(conversation_sid, { id: lost.id, since })
      return { message_sid, created_at }
    },
  }
}

/** Nothing has been sent yet, whatever went wrong: also a 5xx is a known no. */
function notOpened(error: unknown): Sent {
  const refused = `The thread could not be opened: ${error instanceof Error ? error.message : String(error)}`
  try {
    return { ...readRefusal(error), refused, is_final: false }
  } catch {
    return { refused, is_final: false }
  }
}

function pairOf({ organization_id, to }: Pick<Sms, 'organization_id' | 'to'>, number: string) {
  if (organization_id === null) throw new Error('an SMS belongs to an organisation')
  return { organization_id, phone: to, number }
}
