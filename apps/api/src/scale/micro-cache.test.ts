import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { portOf } from '../../../../infra/run/ports.ts'
import { installMicroCache } from './micro-cache.ts'

const SHARED = 'public, max-age=0, s-maxage=1'
const MOST = 10

let app: FastifyInstance
let made: number
let endSlow: () => void
beforeEach(async () => {
  // Only the cache's timer is faked. Node times connections with its own.
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] })
  made = 0
  app = Fastify({ return503OnClosing: false })
  installMicroCache(app, { trusted_proxies: ['127.0.0.2'], limits: { requests_per_minute: MOST } })
  app.route<{ Querystring: { control?: string } }>({
    method: ['GET', 'POST'],
    url: '/places',
    handler: (asked, reply) => {
      const body = Buffer.from(`made ${++made}`)
      reply.headers({ 'cache-control': asked.query.control ?? SHARED, etag: `"${made}"` })
      app.micro_cache.keep(asked, reply, body)
      return reply.send(body)
    },
  })
  app.get('/known', (asked, reply) => {
    made++
    reply.status(304).header('cache-control', SHARED)
    app.micro_cache.keep(asked, reply)
    return reply.send()
  })
  app.get('/slow', () => new Promise<string>((resolve) => (endSlow = () => resolve('slow'))))
  await app.listen({ host: '127.0.0.1', port: 0 })
})
afterEach(async () => {
  vi.useRealTimers()
  await app.close()
})

async function ask(path = '/places', { method = 'GET', headers = {}, localAddress = '127.0.0.1' } = {}) {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const to = { port: portOf(app.server), host: '127.0.0.1', localAddress, path, method, headers }
    request(to, resolve).once('error', reject).end()
  })
  return { status: answer.statusCode, headers: answer.headers, body: await text(answer) }
}

test('sends an answer again with all its headers, and the id of each request', async () => {
  const first = await ask()
  const second = await ask('/places', { headers: { 'x-request-id': 'mine' } })
  const third = await ask()
  expect(made).toBe(1)
  expect(app.micro_cache.countRepeats()).toBe(2)
  for (const { status, headers, body } of [second, third]) {
    expect({ status, body }).toEqual({ status: 200, body: 'made 1' })
    expect(headers).toMatchObject({ 'content-length': '6', 'cache-control': SHARED, etag: '"1"' })
  }
  expect(first.body).toBe('made 1')
  expect(second.headers['x-request-id']).toBe('mine')
  expect(third.headers['x-request-id']).toMatch(/^[\da-f-]{36}$/)
})

test('sends 304 again, without a body', async () => {
  await ask('/known')
  const { status, headers, body } = await ask('/known')
  expect(made).toBe(1)
  expect({ status, body }).toEqual({ status: 304, body: '' })
  expect(headers).not.toHaveProperty('content-length')
})

test('never sends one that is older than 50 ms', async () => {
  await ask()
  vi.advanceTimersByTime(30)
  await ask('/places?other')
  vi.advanceTimersByTime(19)
  expect((await ask()).body).toBe('made 1')
  vi.advanceTimersByTime(1)
  expect((await ask()).body).toBe('made 3')
  expect((await ask('/places?other')).body).toBe('made 4')
})

test.each(['accept-encoding', 'accept-language', 'origin', 'if-none-match'])(
  'makes another for another %s',
  async (name) => {
    await ask()
    expect((await ask('/places', { headers: { [name]: 'other' } })).body).toBe('made 2')
    expect((await ask('/places', { headers: { [name]: 'third' } })).body).toBe('made 3')
    expect((await ask('/places', { headers: { [name]: 'other' } })).body).toBe('made 2')
  },
)

test.each(['no-store', 'no-cache', 'private, max-age=60', 'public, max-age=60'])(
  'does not keep what no proxy may keep: %s',
  async (control) => {
    const path = `/places?control=${encodeURIComponent(control)}`
    await ask(path)
    expect((await ask(path)).body).toBe('made 2')
  },
)

test('keeps and sends answers to GET alone', async () => {
  await ask('/places', { method: 'HEAD' })
  await ask('/places', { method: 'POST' })
  expect((await ask()).body).toBe('made 3')
  expect((await ask('/places', { method: 'POST' })).body).toBe('made 4')
  expect((await ask('/places', { method: 'HEAD' })).body).toBe('')
  expect(made).toBe(5)
})

test('keeps a thousand at most', async () => {
  for (let at = 1; at <= 1_001; at++) await app.inject(`/places?${at}`)
  await ask('/places?1000')
  expect(made).toBe(1_001)
  await ask('/places?1001')
  expect(made).toBe(1_002)
})

test('an address gets no more repeats in a minute than it may make requests', async () => {
  for (let at = 0; at < MOST + 3; at++) await ask()
  expect(app.micro_cache.countRepeats()).toBe(MOST)
  expect(made).toBe(3)
  await ask('/places', { localAddress: '127.0.0.3' })
  expect(app.micro_cache.countRepeats()).toBe(MOST + 1)
})

test.each([
  ['each client of a trusted proxy has its own', '127.0.0.2', MOST + 2],
  ['another cannot name addresses', '127.0.0.3', MOST],
])('repeats: %s', async (_, localAddress, repeats) => {
  await ask('/places', { localAddress: '127.0.0.4' })
  for (let at = 0; at < MOST + 2; at++)
    await ask('/places', { localAddress, headers: { 'x-forwarded-for': `192.0.2.${at}` } })
  expect(app.micro_cache.countRepeats()).toBe(repeats)
})

test('says during the shutdown that the connection ends', async () => {
  await ask()
  const socket = connect(portOf(app.server), '127.0.0.1')
  const asked = once(app.server, 'request')
  socket.write('GET /slow HTTP/1.1\r\nhost: localhost\r\n\r\n')
  await asked
  const closed = app.close()
  await new Promise(setImmediate)
  const next = once(app.server, 'request')
  socket.write('GET /places HTTP/1.1\r\nhost: localhost\r\n\r\n')
  await next
  endSlow()
  const answers = await text(socket)
  await closed
  expect(answers).toMatch(/made 2$/)
  expect(answers.slice(answers.lastIndexOf('HTTP/1.1'))).toMatch(/connection: close/i)
})
