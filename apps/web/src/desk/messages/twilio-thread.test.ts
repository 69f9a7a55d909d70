import type { Client, ConnectionState, Message } from '@twilio/conversations'
import { beforeEach, expect, it, vi } from 'vitest'
import type { DeliveryStatus, IncomingMessage, ThreadState } from './thread-connection.ts'
import { connectThread } from './twilio-thread.ts'

type Events = Parameters<Client['on']>[0]
type Handler = (given: unknown) => void

/** Twilio's client by its own names: what is not in its types does not compile here. */
const twilio = vi.hoisted(() => ({
  handlers: new Map<string, (given: unknown) => void>(),
  made: [] as string[],
  updateToken: (_token: string): Promise<unknown> => Promise.resolve(),
  shutdowns: 0,
}))
vi.mock('@twilio/conversations', () => {
  class FakeClient implements Pick<Client, 'shutdown'> {
    constructor(token: string) {
      twilio.made.push(token)
    }
    on(event: Events, handler: Handler) {
      twilio.handlers.set(event, handler)
      return this
    }
    updateToken: (token: Parameters<Client['updateToken']>[0]) => Promise<unknown> = (token) =>
      twilio.updateToken(token)
    removeAllListeners() {
      twilio.handlers.clear()
    }
    async shutdown() {
      twilio.shutdowns++
    }
  }
  return { Client: FakeClient }
})

const emit = (event: Events, given?: unknown) => twilio.handlers.get(event)?.(given)

type Given = { sid?: string; author?: string; conversation?: string; attributes?: unknown; receipt?: object }

function buildMessage({
  sid = 'IM1',
  author = '+46701234567',
  conversation = 'CH1',
  attributes = {},
  receipt,
}: Given) {
  const none = { sent: 'none', delivered: 'none', read: 'none', undelivered: 'none', failed: 'none' }
  const read: Partial<Record<keyof Message, unknown>> = {
    sid,
    author,
    body: 'Ja',
    attributes,
    dateCreated: new Date('2026-05-02T14:15:00.000Z'),
    conversation: { sid: conversation },
    aggregatedDeliveryReceipt: receipt ? { ...none, ...receipt } : null,
  }
  return read
}

let heard: (IncomingMessage | DeliveryStatus | ThreadState)[]
let renewToken: () => Promise<string>
beforeEach(() => {
  heard = []
  twilio.handlers.clear()
  renewToken = async () => 'second'
})

function connect() {
  return connectThread({
    conversation_sid: 'CH1',
    token: 'first',
    renewToken: () => renewToken(),
    onMessage: (message) => heard.push(message),
    onStatus: (told) => heard.push(told),
    onState: (state) => heard.push(state),
  })
}

it('tells what a person writes in this thread, and nothing else', () => {
  connect()
  expect(twilio.made.at(-1)).toBe('first')
  emit('messageAdded', buildMessage({}))
  emit('messageAdded', buildMessage({ author: 'muster' }))
  emit('messageAdded', buildMessage({ conversation: 'CH2' }))
  expect(heard).toEqual([{ sid: 'IM1', text: 'Ja', written_at: '2026-05-02T14:15:00.000Z' }])
})

it.each([
  [{ sent: 'all' }, 'accepted'],
  [{ sent: 'all', delivered: 'all' }, 'delivered'],
  [{ read: 'some' }, 'delivered'],
  [{ sent: 'all', undelivered: 'all' }, 'undelivered'],
  [{ failed: 'all' }, 'undelivered'],
  [{}, undefined],
  [undefined, undefined],
])('tells what became of ours: %j is %s', (receipt, event) => {
  connect()
  const attributes = { message_id: 'm1' }
  const given = { author: 'muster', attributes, ...(receipt && { receipt }) }
  emit('messageUpdated', { message: buildMessage(given), updateReasons: ['deliveryReceipt'] })
  emit('messageUpdated', { message: buildMessage({ ...given, attributes: null }), updateReasons: [] })
  emit('messageUpdated', { message: buildMessage({ ...given, conversation: 'CH2' }), updateReasons: [] })
  expect(heard).toEqual(event ? [{ message_id: 'm1', event }] : [])
})

it.each<[ConnectionState, ThreadState | undefined]>([
  ['connecting', undefined],
  ['retrying', 'lost'],
  ['connected', 'connected'],
  ['disconnected', 'lost'],
  ['denied', 'lost'],
  ['error', 'lost'],
])('%s is %s', (state, expected) => {
  connect()
  emit('connectionStateChanged', state)
  expect(heard).toEqual(expected ? [expected] : [])
})

it('renews the token in time, and says when it cannot', async () => {
  const used: string[] = []
  twilio.updateToken = async (token) => used.push(token)
  connect()
  emit('tokenAboutToExpire')
  await vi.waitFor(() => expect(used).toEqual(['second']))
  renewToken = () => Promise.reject(new Error('busy'))
  emit('tokenExpired')
  await vi.waitFor(() => expect(heard).toEqual(['lost']))
  emit('initFailed', {})
  expect(heard).toEqual(['lost', 'lost'])
})

it('is silent once closed', () => {
  connect().close()
  emit('messageAdded', buildMessage({}))
  expect(heard).toEqual([])
  expect(twilio.shutdowns).toBe(1)
})
