import twilio from 'twilio'
import { z } from 'zod'
import { openTwilioClient, statusOf, type TwilioAccount } from './twilio-requests.ts'

/** Who posts what the outbox sends. People in a browser have names of their own and cannot take this one. */
export const OUR_AUTHOR = 'muster'

export type ConversationsAccount = TwilioAccount & {
  service_sid: string
  api_key_sid: string
  api_key_secret: string
}

/** A person's phone and the number of ours that they write to, both E.164. */
export type Pair = { organization_id: string; id: string; phone: string; number: string }

/** Twilio's threads, by its own REST library. What throws is read by `readRefusal`. */
export type Conversations = ReturnType<typeof openConversations>

const TOKEN_S = 3_600
/** The most that Twilio lists in one page. */
const LISTED = 100

export function openConversations(account: ConversationsAccount) {
  const { service_sid } = account
  const service = openTwilioClient(account).conversations.v1.services(service_sid)

  /** The conversation that binds the pair, whoever made it; else a new one. However many ask at once, it is one. */
  async function open(pair: Pair): Promise<string> {
    return (await findBound(pair)) ?? bind(pair)
  }

  async function bind(pair: Pair): Promise<string> {
    const conversation_sid = await findOrCreate(nameOf(pair))
    try {
      await service.conversations(conversation_sid).participants.create({
        'messagingBinding.address': pair.phone,
        'messagingBinding.proxyAddress': pair.number,
      })
      return conversation_sid
    } catch (error) {
      if (!isConflict(error)) throw error
      // Twilio's 50416: somebody was faster. One pair is in one conversation only.
      const bound = await findBound(pair)
      if (!bound) throw error
      return bound
    }
  }

  async function findOrCreate(uniqueName: string): Promise<string> {
    try {
      return (await service.conversations.create({ uniqueName })).sid
    } catch (error) {
      if (!isConflict(error)) throw error
      return (await service.conversations(uniqueName).fetch()).sid
    }
  }

  /**
   * Taken over as it is, unless it is another organisation's: a number that has changed hands must not bring along what
   * was written to it before. There the phone leaves the old one.
   */
  async function findBound(pair: Pair): Promise<string | undefined> {
    const found = await service.participantConversations.list({ address: pair.phone })
    const bound = found.find(
      ({ conversationState, participantMessagingBinding }) =>
        conversationState !== 'closed' && proxyAddressOf(participantMessagingBinding) === pair.number,
    )
    if (!bound) return undefined
    const { conversationSid, conversationUniqueName, participantSid } = bound
    if (!isOthers(conversationUniqueName, pair)) return conversationSid
    await service.conversations(conversationSid).participants(participantSid).remove()
    return undefined
  }

  return {
    open,

    /** Returns Twilio's name for the message. Ours goes along, so that it can be asked for. */
    async post(conversation_sid: string, { id, text }: { id: string; text: string }): Promise<string> {
      const { sid } = await service.conversations(conversation_sid).messages.create({
        author: OUR_AUTHOR,
        body: text,
        attributes: JSON.stringify({ message_id: id }),
        // Else Twilio tells nothing of what came by REST.
        xTwilioWebhookEnabled: 'true',
      })
      return sid
    },

    /** Twilio's name for a message of ours posted since then; undefined is proof that it has none. */
    async findPosted(
      conversation_sid: string,
      { id, since }: { id: string; since: Date },
    ): Promise<string | undefined> {
      const { messages } = service.conversations(conversation_sid)
      const listed = await messages.list({ order: 'desc', pageSize: LISTED, limit: LISTED })
      const found = listed.find((each) => ourIdOf(each) === id)
      const isWhole = listed.length < LISTED || listed.some(({ dateCreated }) => dateCreated < since)
      if (!found && !isWhole) throw new Error('more was written in one thread than Twilio lists at once')
      return found?.sid
    },

    /** Our name for a message of Twilio's; undefined where it is not ours. */
    async readOurId(conversation_sid: string, message_sid: string): Promise<string | undefined> {
      return ourIdOf(await service.conversations(conversation_sid).messages(message_sid).fetch())
    },

    /** Which of our numbers a participant writes to. */
    async findNumber(conversation_sid: string, participant_sid: string): Promise<string | undefined> {
      const participant = await service.conversations(conversation_sid).participants(participant_sid).fetch()
      return proxyAddressOf(participant.messagingBinding)
    },

    /** Lets somebody in a browser read this conversation, besides those they were let into before. */
    async admit(conversation_sid: string, identity: string): Promise<void> {
      try {
        await service.conversations(conversation_sid).participants.create({ identity })
      } catch (error) {
        // Already in.
        if (!isConflict(error)) throw error
      }
    },

    /** `expires_at` counts from `now`, ISO 8601 UTC. */
    mintToken(identity: string, now: string): { token: string; expires_at: string } {
      const token = new twilio.jwt.AccessToken(
        account.account_sid,
        account.api_key_sid,
        account.api_key_secret,
        { identity, ttl: TOKEN_S },
      )
      token.addGrant(new twilio.jwt.AccessToken.ChatGrant({ serviceSid: service_sid }))
      return {
        token: token.toJwt(),
        expires_at: new Date(Date.parse(now) + TOKEN_S * 1000).toISOString(),
      }
    },
  }
}

const PREFIX = 'muster'
const nameOf = ({ organization_id, id }: Pair) => `${PREFIX}_${organization_id}_${id}`

function isOthers(name: string | null, { organization_id }: Pair): boolean {
  return name?.startsWith(`${PREFIX}_`) === true && !name.startsWith(`${PREFIX}_${organization_id}_`)
}

const isConflict = (error: unknown) => statusOf(error) === 409

const binding = z.object({ proxy_address: z.string() })
const proxyAddressOf = (value: unknown) => binding.safeParse(value).data?.proxy_address

/** Whoever may write into a conversation may name any id there: it counts from our own author only. */
export function ourIdOf({ author, attributes }: { author: string; attributes: string }): string | undefined {
  return author === OUR_AUTHOR ? readMessageId(attributes) : undefined
}

const posted = z.object({ message_id: z.uuid() })

function readMessageId(attributes: string): string | undefined {
  try {
    return posted.safeParse(JSON.parse(attributes)).data?.message_id
  } catch {
    return undefined
  }
}
