import { addMs } from '@muster/contract/rules/instants'
import twilio from 'twilio'
import { z } from 'zod'
import { needed } from '../../config.ts'
import type { Sms } from '../provider.ts'
import { createTwilioClient, statusOf, type TwilioAccount } from '../twilio-client.ts'

/** Author of messages that the outbox posts. Browsers cannot use it. */
export const AUTHOR = 'muster'

export type ConversationsAccount = TwilioAccount & {
  service_sid: string
  api_key_sid: string
  /** Undefined where no tokens are created. */
  api_key_secret: string | undefined
}

type Thread = { organization_id: string; id: string; phone: string; number: string }

export type Conversations = ReturnType<typeof createConversations>

const TOKEN_S = 3_600
const PAGE_SIZE = 100

export function createConversations(account: ConversationsAccount) {
  const { service_sid } = account
  const service = createTwilioClient(account).conversations.v1.services(service_sid)

  /** Concurrent calls get the same conversation. */
  async function findOrCreate(thread: Thread): Promise<string> {
    return (await findBound(thread)) ?? bind(thread)
  }

  async function bind(thread: Thread): Promise<string> {
    const conversation_sid = await findOrCreateNamed(uniqueNameOf(thread))
    try {
      await service.conversations(conversation_sid).participants.create({
        'messagingBinding.address': thread.phone,
        'messagingBinding.proxyAddress': thread.number,
      })
      return conversation_sid
    } catch (error) {
      if (!isConflict(error)) throw error
      // Twilio's error 50416: another process has bound this phone and number meanwhile.
      const bound = await findBound(thread)
      if (!bound) throw error
      return bound
    }
  }

  async function findOrCreateNamed(uniqueName: string): Promise<string> {
    try {
      return (await service.conversations.create({ uniqueName })).sid
    } catch (error) {
      if (!isConflict(error)) throw error
      return (await service.conversations(uniqueName).fetch()).sid
    }
  }

  /** Leaves a conversation of the number's previous organisation instead of reusing it: its messages are not ours. */
  async function findBound(thread: Thread): Promise<string | undefined> {
    const found = await service.participantConversations.list({ address: thread.phone })
    const bound = found.find(
      ({ conversationState, participantMessagingBinding }) =>
        conversationState !== 'closed' && proxyAddressOf(participantMessagingBinding) === thread.number,
    )
    if (!bound) return undefined
    const { conversationSid, conversationUniqueName, participantSid } = bound
    if (!isOfAnotherOrganization(conversationUniqueName, thread)) return conversationSid
    await service.conversations(conversationSid).participants(participantSid).remove()
    return undefined
  }

  return {
    findOrCreate,

    /** Returns Twilio's id. The attributes contain ours. */
    async post(
      conversation_sid: string,
      { id, request_id, text }: Pick<Sms, 'id' | 'request_id' | 'text'>,
    ): Promise<string> {
      const { sid } = await service.conversations(conversation_sid).messages.create({
        author: AUTHOR,
        body: text,
        attributes: JSON.stringify({ message_id: id, ...(request_id && { request_id }) }),
        // Without it Twilio calls no webhook for messages posted by REST.
        xTwilioWebhookEnabled: 'true',
      })
      return sid
    },

    /** Returns Twilio's id. Undefined proves that the message was not posted. */
    async findPosted(
      conversation_sid: string,
      { id, since }: { id: string; since: Date },
    ): Promise<string | undefined> {
      const { messages } = service.conversations(conversation_sid)
      const listed = await messages.list({ order: 'desc', pageSize: PAGE_SIZE, limit: PAGE_SIZE })
      const found = listed.find((each) => readMessageId(each) === id)
      const isComplete = listed.length < PAGE_SIZE || listed.some(({ dateCreated }) => dateCreated < since)
      if (!found && !isComplete) throw new Error('more messages in one thread than Twilio lists at once')
      return found?.sid
    },

    /** Returns our id of a message; undefined if the outbox has not posted it. */
    async findMessageId(conversation_sid: string, message_sid: string): Promise<string | undefined> {
      return readMessageId(await service.conversations(conversation_sid).messages(message_sid).fetch())
    },

    async findNumber(conversation_sid: string, participant_sid: string): Promise<string | undefined> {
      const participant = await service.conversations(conversation_sid).participants(participant_sid).fetch()
      return proxyAddressOf(participant.messagingBinding)
    },

    async addReader(conversation_sid: string, identity: string): Promise<void> {
      try {
        await service.conversations(conversation_sid).participants.create({ identity })
      } catch (error) {
        if (!isConflict(error)) throw error
      }
    },

    /** Deletes a conversation with its messages and participants. */
    async remove(conversation_sid: string): Promise<void> {
      try {
        await service.conversations(conversation_sid).remove()
      } catch (error) {
        if (statusOf(error) !== 404) throw error
      }
    },

    /** `expires_at` counts from `now`, ISO 8601 UTC. */
    createToken(identity: string, now: string): { token: string; expires_at: string } {
      const token = new twilio.jwt.AccessToken(
        account.account_sid,
        account.api_key_sid,
        needed('a token of a browser', 'TWILIO_API_SECRET', account.api_key_secret),
        { identity, ttl: TOKEN_S },
      )
      token.addGrant(new twilio.jwt.AccessToken.ChatGrant({ serviceSid: service_sid }))
      return {
        token: token.toJwt(),
        expires_at: addMs(now, TOKEN_S * 1000),
      }
    },
  }
}

const PREFIX = 'muster'
const uniqueNameOf = ({ organization_id, id }: Thread) => `${PREFIX}_${organization_id}_${id}`

function isOfAnotherOrganization(name: string | null, { organization_id }: Thread): boolean {
  return name?.startsWith(`${PREFIX}_`) === true && !name.startsWith(`${PREFIX}_${organization_id}_`)
}

const isConflict = (error: unknown) => statusOf(error) === 409

const binding = z.object({ proxy_address: z.string() })
const proxyAddressOf = (value: unknown) => binding.safeParse(value).data?.proxy_address

const posted = z.object({ message_id: z.uuid() })

/** Other authors could put any id into the attributes. */
export function readMessageId({ author, attributes }: { author: string; attributes: string }) {
  if (author !== AUTHOR) return undefined
  try {
    return posted.safeParse(JSON.parse(attributes)).data?.message_id
  } catch {
    return undefined
  }
}
