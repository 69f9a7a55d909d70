import { randomBytes } from 'node:crypto'
import type { Answer, Call, Fault } from './http-fake.ts'

type Participant = {
  sid: string
  identity: string | null
  address: string | null
  proxy_address: string | null
}
type Posted = { sid: string; author: string; body: string; attributes: string; date_created: Date }
export type FakeConversation = {
  sid: string
  unique_name: string | null
  state: 'active' | 'closed'
  participants: Participant[]
  messages: Posted[]
}

export const THREADS = {
  service_sid: `IS${'0'.repeat(32)}`,
  api_key_sid: `SK${'0'.repeat(32)}`,
  api_key_secret: 'the secret of the stand-in',
}

type OnPosted = (
  sms: { to: string; from: string; body: string },
  posted: { of: FakeConversation; posted: Posted },
) => void

const sidOf = (kind: string) => kind + randomBytes(16).toString('hex')

export class ConversationsFake {
  readonly list: FakeConversation[] = []
  /** `kind` is `Conversations`, `Participants` or `Messages` for a creation, and the id for a deletion. */
  fault: (kind: string) => Fault | undefined = () => undefined
  readonly #onPosted: OnPosted

  constructor(onPosted: OnPosted) {
    this.#onPosted = onPosted
  }

  faultOf = ({ method, url }: Call): Fault | undefined =>
    method === 'GET' ? undefined : this.fault(url.pathname.split('/').at(-1) ?? '')

  /** Adds a conversation as if it was created in the console or by another program. */
  add({
    unique_name = null,
    address,
    proxy_address,
  }: Partial<FakeConversation> & { address: string; proxy_address: string }) {
    const conversation: FakeConversation = {
      sid: sidOf('CH'),
      unique_name,
      state: 'active',
      participants: [{ sid: sidOf('MB'), identity: null, address, proxy_address }],
      messages: [],
    }
    this.list.push(conversation)
    return conversation
  }

  answer({ method, url, body }: Call): Answer {
    const [resource, name = '', part, part_sid] = url.pathname
      .replace(`/v1/Services/${THREADS.service_sid}/`, '')
      .split('/')
      .map(decodeURIComponent)
    const params = new URLSearchParams(body)
    if (resource === 'ParticipantConversations') return this.#listBound(url.searchParams.get('Address'))
    if (resource !== 'Conversations') return missing()
    if (name === '') return this.#create(params.get('UniqueName'))
    const found = this.list.find(({ sid, unique_name }) => sid === name || unique_name === name)
    if (!found) return missing()
    if (part === 'Participants') return this.#participants(found, { method, part_sid, params })
    if (part === 'Messages')
      return this.#messages(found, { method, part_sid, params, query: url.searchParams })
    if (method === 'DELETE') this.list.splice(this.list.indexOf(found), 1)
    return method === 'DELETE' ? { status: 204 } : { status: 200, body: show(found) }
  }

  #create(unique_name: string | null): Answer {
    if (this.list.some((each) => each.unique_name === unique_name))
      return refusal(409, 50353, 'Conversation with provided unique name already exists')
    const conversation: FakeConversation = {
      sid: sidOf('CH'),
      unique_name,
      state: 'active',
      participants: [],
      messages: [],
    }
    this.list.push(conversation)
    return { status: 201, body: show(conversation) }
  }

  #listBound(address: string | null): Answer {
    const conversations = this.list.flatMap((each) =>
      each.participants
        .filter((participant) => participant.address === address)
        .map((participant) => ({
          conversation_sid: each.sid,
          conversation_unique_name: each.unique_name,
          conversation_state: each.state,
          participant_sid: participant.sid,
          participant_messaging_binding: showBinding(participant),
        })),
    )
    return { status: 200, body: { conversations, meta: META('conversations') } }
  }

  #participants(
    of: FakeConversation,
    { method, part_sid, params }: { method: string; part_sid: string | undefined; params: URLSearchParams },
  ): Answer {
    if (method === 'POST') return this.#addParticipant(of, params)
    const found = of.participants.find(({ sid }) => sid === part_sid)
    if (!found) return missing()
    if (method === 'DELETE') of.participants.splice(of.participants.indexOf(found), 1)
    return method === 'DELETE' ? { status: 204 } : { status: 200, body: showParticipant(found) }
  }

  #addParticipant(of: FakeConversation, params: URLSearchParams): Answer {
    const participant = {
      sid: sidOf('MB'),
      identity: params.get('Identity'),
      address: params.get('MessagingBinding.Address'),
      proxy_address: params.get('MessagingBinding.ProxyAddress'),
    }
    if (participant.identity && of.participants.some(({ identity }) => identity === participant.identity))
      return refusal(409, 50433, 'Participant already exists')
    const holder = this.list.find(
      ({ state, participants }) =>
        state !== 'closed' &&
        participants.some(
          ({ address, proxy_address }) =>
            address !== null &&
            address === participant.address &&
            proxy_address === participant.proxy_address,
        ),
    )
    if (holder) {
      return refusal(
        409,
        50416,
        `A binding for this participant and proxy address already exists in Conversation ${holder.sid}`,
      )
    }
    of.participants.push(participant)
    return { status: 201, body: showParticipant(participant) }
  }

  #messages(
    of: FakeConversation,
    {
      method,
      part_sid,
      params,
      query,
    }: { method: string; part_sid: string | undefined; params: URLSearchParams; query: URLSearchParams },
  ): Answer {
    if (method === 'POST') return { status: 201, body: showMessage(this.#post(of, params)) }
    if (part_sid) {
      const found = of.messages.find(({ sid }) => sid === part_sid)
      return found ? { status: 200, body: showMessage(found) } : missing()
    }
    const listed = query.get('Order') === 'desc' ? of.messages.toReversed() : of.messages
    const messages = listed.slice(0, Number(query.get('PageSize') ?? 50)).map(showMessage)
    return { status: 200, body: { messages, meta: META('messages') } }
  }

  #post(of: FakeConversation, params: URLSearchParams): Posted {
    const posted = {
      sid: sidOf('IM'),
      author: params.get('Author') ?? 'system',
      body: params.get('Body') ?? '',
      attributes: params.get('Attributes') ?? '{}',
      date_created: new Date(),
    }
    of.messages.push(posted)
    for (const { address, proxy_address } of of.participants) {
      if (!address || !proxy_address) continue
      this.#onPosted({ to: address, from: proxy_address, body: posted.body }, { of, posted })
    }
    return posted
  }
}

const META = (key: string) => ({ key, page: 0, page_size: 50, next_page_url: null })
const refusal = (status: number, code: number, message: string): Answer => ({
  status,
  body: { code, message, status },
})
const missing = () => refusal(404, 20404, 'The requested resource was not found')

const show = ({ sid, unique_name, state }: FakeConversation) => ({ sid, unique_name, state })
const showBinding = ({ address, proxy_address }: Participant) =>
  address === null ? null : { type: 'sms', address, proxy_address }
const showParticipant = (participant: Participant) => ({
  sid: participant.sid,
  identity: participant.identity,
  messaging_binding: showBinding(participant),
})
const showMessage = ({ date_created, ...message }: Posted) => ({
  ...message,
  date_created: date_created.toISOString(),
})
