import { once } from 'node:events'
import { live, topics } from '@muster/contract/live'
import { Socket } from 'phoenix'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { buildTestApp, type TestApp } from '../../test/app.ts'
import { eventually } from '../../test/eventually.ts'
import { join, listen } from '../../test/live.ts'
import { buildRole, buildShift, type ShiftRow } from '../../test/planning.ts'
import { socketLimits } from './connection.ts'

let api: TestApp
let address: string
let shift: ShiftRow
beforeAll(async () => {
  api = await buildTestApp()
  address = await listen(api)
  shift = await buildShift(api.deps)
})
afterAll(() => api.close())

const V1 = `${live.path}?vsn=1.0.0`
const V2 = `${live.path}?vsn=2.0.0`
const object = (frame: object) => JSON.stringify({ ref: '1', payload: {}, ...frame })

/** Sends frames over a new socket and collects the answers until there are `enough` or it closes. */
async function talk(path: string, frames: (string | Buffer)[], enough = Number.POSITIVE_INFINITY) {
  const socket = await api.app.injectWS(path)
  const answers: unknown[] = []
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.on('close', (code, reason) => resolve({ code, reason: reason.toString() }))
  })
  const enoughHeard = new Promise<void>((resolve) => {
    socket.on('message', (data) => {
      if (Buffer.isBuffer(data)) answers.push(JSON.parse(data.toString()))
      if (answers.length >= enough) resolve()
    })
  })
  for (const frame of frames) socket.send(frame)
  const end = await Promise.race([closed, enoughHeard])
  socket.terminate()
  return { answers, end }
}

describe('the wire', () => {
  it('speaks version 1, objects, by default', async () => {
    const { answers } = await talk(live.path, [object({ topic: 'phoenix', event: 'heartbeat', ref: '7' })], 1)
    expect(answers).toEqual([
      {
        topic: 'phoenix',
        event: 'phx_reply',
        payload: { status: 'ok', response: {} },
        ref: '7',
        join_ref: null,
      },
    ])
  })

  it('speaks version 2, arrays', async () => {
    const { answers } = await talk(V2, [JSON.stringify([null, '7', 'phoenix', 'heartbeat', {}])], 1)
    expect(answers).toEqual([[null, '7', 'phoenix', 'phx_reply', { status: 'ok', response: {} }]])
  })

  it('joins, pushes to all joins of the topic, and leaves', async () => {
    const topic = topics.event(shift.event_id)
    const { answers } = await talk(
      V2,
      [JSON.stringify(['3', '3', topic, 'phx_join', {}]), JSON.stringify(['3', '4', topic, 'phx_leave', {}])],
      2,
    )
    expect(answers[0]).toEqual(['3', '4', topic, 'phx_reply', { status: 'ok', response: {} }])
    expect(answers[1]).toEqual(['3', '3', topic, 'phx_close', {}])
  })

  it('agrees on no compression: whole frames are written below the socket', async () => {
    const socket = new WebSocket(`${address.replace('http', 'ws')}${V2}`, { perMessageDeflate: true })
    await once(socket, 'open')
    expect(socket.extensions).toBe('')
    socket.terminate()
  })

  it('answers at the public realtime client’s address too', async () => {
    const frame = object({ topic: 'phoenix', event: 'heartbeat' })
    const { answers } = await talk('/realtime/v1/websocket?apikey=anything&vsn=1.0.0', [frame], 1)
    expect(answers).toHaveLength(1)
  })

  it('takes an older client’s token in silence, and answers what it does not know', async () => {
    const topic = topics.event(shift.event_id)
    const { answers } = await talk(
      V1,
      [
        object({ topic, event: 'access_token', payload: { access_token: 'x' }, ref: '1' }),
        object({ topic, event: 'shout', ref: '2' }),
        object({ topic: 'phoenix', event: 'shout', ref: '3' }),
        object({ topic, event: 'phx_leave', ref: '4' }),
      ],
      3,
    )
    expect(answers).toMatchObject([
      { ref: '2', payload: { status: 'error', response: { reason: 'not_joined' } } },
      { ref: '3', payload: { status: 'error', response: { reason: 'unknown_event' } } },
      { ref: '4', payload: { status: 'ok' } },
    ])
  })

  it('allows so many topics on one socket', async () => {
    const role = await buildRole(api.deps)
    const limit = socketLimits.topics
    const shifts = await Promise.all(Array.from({ length: limit + 1 }, () => buildShift(api.deps, { role })))
    const frames = shifts.map(({ id }) => JSON.stringify([id, id, topics.shiftSignup(id), 'phx_join', {}]))
    const { answers } = await talk(V2, frames, frames.length)
    const refused = answers.filter((answer) => JSON.stringify(answer).includes('"too_many_topics"'))
    expect(refused).toHaveLength(1)
  })
})

describe('a frame that is none closes the socket, with a reason', () => {
  const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
  it.each([
    ['no JSON', V2, 'hello', 1007],
    ['half a frame', V2, '["1","1","phoenix"', 1007],
    ['nothing', V2, '', 1007],
    ['null', V2, 'null', 1008],
    ['a number', V2, '42', 1008],
    ['an object where an array belongs', V2, object({ topic: 'phoenix', event: 'heartbeat' }), 1008],
    ['an array where an object belongs', V1, '[null,"1","phoenix","heartbeat",{}]', 1008],
    ['too short an array', V2, '["1","1","phoenix"]', 1008],
    ['too long an array', V2, '["1","1","phoenix","heartbeat",{},1]', 1008],
    ['a topic that is no text', V2, '["1","1",{},"phx_join",{}]', 1008],
    ['no event', V1, '{"topic":"phoenix"}', 1008],
    ['an endless topic', V2, JSON.stringify(['1', '1', 'e'.repeat(1_000), 'phx_join', {}]), 1008],
    ['an endless ref', V2, JSON.stringify(['1', 'r'.repeat(1_000), 'phoenix', 'heartbeat', {}]), 1008],
    ['deep nesting', V2, deep, 1008],
    ['bytes', V2, Buffer.from([0, 1, 2, 255]), 1003],
    ['too much', V2, `"${'x'.repeat(70_000)}"`, 1009],
  ])('%s', async (_name, path, frame, code) => {
    const { end } = await talk(path, [frame])
    expect(end).toMatchObject({ code })
  })

  it.each([
    ['no payload object', [null, '1', 'phoenix', 'heartbeat', 'text']],
    ['a poisoned payload', [null, '1', 'phoenix', 'heartbeat', { constructor: { prototype: 1 } }]],
    ['numbers as refs', [1, 1, 'phoenix', 'heartbeat', {}]],
  ])('but %s does no harm', async (_name, frame) => {
    const { answers } = await talk(V2, [JSON.stringify(frame)], 1)
    expect(answers).toMatchObject([{ 3: 'phx_reply' }])
  })

  it('text that is not UTF-8', async () => {
    const socket = new WebSocket(`${address.replace('http', 'ws')}${V2}`)
    const closed = new Promise<number>((resolve) => socket.on('close', resolve))
    socket.on('open', () => socket.send(Buffer.from([0xff, 0xfe]), { binary: false }))
    expect(await closed).toBe(1007)
  })

  it('a flood', async () => {
    const heartbeat = JSON.stringify([null, '1', 'phoenix', 'heartbeat', {}])
    const { end } = await talk(
      V2,
      Array.from({ length: 1_000 }, () => heartbeat),
    )
    expect(end).toEqual({ code: 1008, reason: 'too many frames' })
  })
})

/** Returns 101, or the status of the refusal. */
const statusFor = (headers: Record<string, string>, path = V2) =>
  api.app.injectWS(path, { headers }).then(
    (socket) => {
      socket.terminate()
      return 101
    },
    (error: Error) => Number(/\d+$/.exec(error.message)?.[0]),
  )

describe('who may open a socket', () => {
  it.each([
    ['our pages', { origin: 'http://localhost:3000' }, 101],
    ['our pages under another name of this host', { origin: 'http://10.0.0.7', host: '10.0.0.7' }, 101],
    ['no browser', {}, 101],
    ['another site', { origin: 'https://evil.example' }, 403],
    ['another site that looks like ours', { origin: 'http://localhost:3000.evil.example' }, 403],
    ['a page without an origin', { origin: 'null' }, 403],
  ])('%s', async (_name, headers, status) => {
    expect(await statusFor({ host: 'api.example', ...headers })).toBe(status)
  })

  it('refuses another version of the protocol', async () => {
    expect(await statusFor({}, `${live.path}?vsn=9`)).toBe(400)
  })

  it('answers a plain request with the one error body', async () => {
    const answer = await api.inject({ url: live.path })
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toMatchObject({ code: 'not_found' })
  })
})

describe('one address', () => {
  const SOCKETS = 5
  let proxied: TestApp
  let origin: string
  beforeAll(async () => {
    proxied = await buildTestApp({
      trusted_proxies: ['127.0.0.1'],
      limits: { live: { sockets: SOCKETS, joins_per_minute: 3_000 } },
    })
    origin = await listen(proxied)
  })
  afterAll(() => proxied.close())

  /** Returns the open socket, or the answer that refused it. */
  const openFrom = (ip: string) =>
    new Promise<WebSocket | { status: number | undefined; retry_after: string | undefined }>((resolve) => {
      const headers = { 'x-forwarded-for': ip }
      const socket = new WebSocket(`${origin.replace('http', 'ws')}${V2}`, { headers })
      socket.on('open', () => resolve(socket))
      socket.on('unexpected-response', (_request, { statusCode, headers: given }) =>
        resolve({ status: statusCode, retry_after: given['retry-after'] }),
      )
    })

  it('may have so many sockets open, and gets each back that it closes', async () => {
    const attempts = await Promise.all(Array.from({ length: 50 }, () => openFrom('192.0.2.1')))
    const opened = attempts.filter((attempt) => attempt instanceof WebSocket)
    expect(opened).toHaveLength(SOCKETS)
    const refusals = attempts.filter((attempt) => !(attempt instanceof WebSocket))
    expect(new Set(refusals.map((refusal) => JSON.stringify(refusal)))).toEqual(
      new Set([JSON.stringify({ status: 429, retry_after: '5' })]),
    )
    expect(await openFrom('192.0.2.2'), 'another address').toBeInstanceOf(WebSocket)
    expect(await openFrom('2001:db8::1'), 'another network').toBeInstanceOf(WebSocket)

    for (const socket of opened) socket.terminate()
    await eventually(async () => expect(await openFrom('192.0.2.1')).toBeInstanceOf(WebSocket))
    await eventually(() => expect(proxied.app.websocketServer.clients.size).toBe(3))
  })

  it('is answered in words', async () => {
    const headers = { 'x-forwarded-for': '192.0.2.3' }
    await Promise.all(Array.from({ length: SOCKETS }, () => openFrom('192.0.2.3')))
    const answer = await proxied.inject({ url: live.path, headers })
    expect(answer.json()).toMatchObject({ code: 'rate_limited', retry_after: 5 })
  })
})

describe('the end of a server', () => {
  it('tells its clients that it restarts, and leaves nothing open', async () => {
    const own = await buildTestApp()
    const origin = (await listen(own)).replace('http', 'ws')
    const client = new Socket(`${origin}/live`, {
      transport: WebSocket,
      reconnectAfterMs: () => 60_000,
    })
    const opened: WebSocket[] = []
    const sockets = [1, 2, 3].map(
      () =>
        new Promise<number>((resolve, reject) => {
          const socket = new WebSocket(`${origin}${V2}`)
          socket.on('open', () => opened.push(socket)).on('error', reject)
          socket.on('close', resolve)
        }),
    )
    client.connect()
    await join(client.channel(topics.event((await buildShift(own.deps)).event_id)))
    await eventually(() => expect(opened).toHaveLength(3))
    await own.close()
    expect(await Promise.all(sockets)).toEqual([1001, 1001, 1001])
    client.disconnect()
  })

  it('opens no socket that it would wait for', async () => {
    const own = await buildTestApp()
    const origin = (await listen(own)).replace('http', 'ws')
    // Enough sockets that the server is still closing them when the first client comes back.
    const sockets = Array.from({ length: 50 }, () => new WebSocket(`${origin}${V2}`))
    await Promise.all(sockets.map((socket) => once(socket, 'open')))
    const ended = own.close()
    await Promise.race(sockets.map((socket) => once(socket, 'close')))
    const [, answer] = await once(new WebSocket(`${origin}${V2}`), 'unexpected-response')
    expect(answer.statusCode).toBe(503)
    await ended
  })
})
