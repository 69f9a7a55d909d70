import { EventEmitter } from 'node:events'
import { PassThrough, Writable } from 'node:stream'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { WebSocket } from 'ws'
import { eventually } from '../../test/eventually.ts'
import { readTextFrame } from '../../test/read-text-frame.ts'
import { TokenBucket } from '../access/token-bucket.ts'
import type { Membership, Viewer } from './channel.ts'
import { Connection, socketLimits } from './connection.ts'
import { JoinBudget } from './join-budget.ts'
import { buildPush } from './wire.ts'

/** A socket whose buffer and answers the test controls. */
class FakeSocket extends EventEmitter {
  readonly OPEN = 1
  readyState = 1
  bufferedAmount = 0
  isTerminated = false
  pings = 0
  readonly sent: string[] = []
  readonly stream = new Writable({
    write: (frame: Buffer, _encoding, done) => {
      this.sent.push(readTextFrame(frame))
      done()
    },
  })
  close() {
    this.readyState = 2
  }
  ping() {
    this.pings += 1
  }
  terminate() {
    this.isTerminated = true
    this.readyState = 3
    this.emit('close')
  }
}

let socket: FakeSocket
let connection: Connection
/** Frames of all sockets of the address. */
let address_frames: TokenBucket
/** Functions that let a pending join succeed and return its viewer. */
let admit: (() => Promise<Viewer>)[]
let left: number
let log: PassThrough
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
  socket = new FakeSocket()
  admit = []
  left = 0
  log = new PassThrough()
  address_frames = new TokenBucket({ capacity: 20, per_second: 20 }, 0)
  connection = connect(socket)
})
afterEach(() => vi.useRealTimers())

const connect = (of: FakeSocket) =>
  new Connection({
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it has what a connection uses
    socket: of as unknown as WebSocket,
    stream: of.stream,
    version: '2.0.0',
    address: '192.0.2.1',
    address_frames,
    joins: new JoinBudget(new TokenBucket({ capacity: 1_000, per_second: 1 }, 0)),
    log: pino({}, log),
    topics: {
      find: (name) =>
        name === 'unknown'
          ? undefined
          : {
              id: '',
              topic: {
                join: (_id, _payload, viewer) =>
                  new Promise<Membership>((resolve) => {
                    admit.push(async () => {
                      viewer.accept('{}')
                      resolve({
                        leave() {
                          left += 1
                        },
                      })
                      await Promise.resolve()
                      return viewer
                    })
                  }),
              },
            },
    },
  })

const readLog = () => String(log.read() ?? '')
const say = (...frame: unknown[]) => sayOn(socket, ...frame)
const sayOn = (of: FakeSocket, ...frame: unknown[]) =>
  of.emit('message', Buffer.from(JSON.stringify(frame)), false)
const push = buildPush('event:1', 'shifts', '{"n":1}')

describe('a slow line', () => {
  it('gets no more frames above one limit, and is cut above the other', async () => {
    say('1', '1', 'event:1', 'phx_join', {})
    const viewer = await admit[0]?.()
    expect(viewer?.send(push)).toBe(true)
    socket.bufferedAmount = socketLimits.slow_bytes + 1
    expect(viewer?.send(push)).toBe(false)
    expect(viewer?.isDrained()).toBe(false)
    expect(socket.sent).toHaveLength(2)
    expect(socket.isTerminated).toBe(false)

    socket.bufferedAmount = socketLimits.stuck_bytes + 1
    say(null, '2', 'phoenix', 'heartbeat', {})
    expect(socket.isTerminated).toBe(true)
    expect(left).toBe(1)
  })
})

const beat = (of: FakeSocket) => sayOn(of, null, '1', 'phoenix', 'heartbeat', {})

describe('a flood', () => {
  const { capacity } = socketLimits.frames

  it('ends the socket that sends it, and no other of the address', () => {
    const other = new FakeSocket()
    connect(other)
    for (let n = 0; n < capacity + 20; n++) beat(socket)
    expect(socket.readyState).toBe(1)
    beat(socket)
    expect(socket.readyState).toBe(2)
    for (let n = 0; n < capacity; n++) beat(other)
    expect(other.sent).toHaveLength(capacity)
    expect(other.readyState).toBe(1)
  })

  it('of many sockets is one: each has little of its own', () => {
    const sockets = Array.from({ length: 21 }, () => new FakeSocket())
    for (const each of sockets) connect(each)
    for (let n = 0; n < capacity; n++) for (const each of sockets) beat(each)
    for (const each of sockets) beat(each)
    expect(sockets.filter(({ readyState }) => readyState !== 1)).toHaveLength(1)
  })
})

describe('a join under way', () => {
  it('ends in nothing when the socket closes meanwhile', async () => {
    say('1', '1', 'event:1', 'phx_join', {})
    socket.terminate()
    await admit[0]?.()
    await eventually(() => expect(left).toBe(1))
    expect(socket.sent).toEqual([])
  })

  it('is given up for a later one of the same topic, whose leave the earlier cannot take', async () => {
    say('1', '1', 'event:1', 'phx_join', {})
    say('2', '2', 'event:1', 'phx_join', {})
    await admit[0]?.()
    const viewer = await admit[1]?.()
    await eventually(() => expect(left).toBe(1))
    say('1', '3', 'event:1', 'phx_leave', {})
    expect(viewer?.send(push)).toBe(true)
    expect(socket.sent.map((frame) => JSON.parse(frame).slice(0, 2))).toEqual([
      ['2', '2'],
      ['1', '3'],
      [null, null],
    ])
  })
})

describe('a silent socket', () => {
  it('is cut after a while; any sign of life counts', () => {
    say(null, '1', 'phoenix', 'heartbeat', {})
    vi.advanceTimersByTime(20_000)
    connection.ping(30_000)
    socket.emit('pong')
    vi.advanceTimersByTime(20_000)
    connection.ping(30_000)
    expect([socket.pings, socket.isTerminated]).toEqual([2, false])
    vi.advanceTimersByTime(11_000)
    connection.ping(30_000)
    expect(socket.isTerminated).toBe(true)
  })
})

describe('refusals', () => {
  it('are counted in one line when the socket closes, without what was asked for', () => {
    for (let n = 0; n < 40; n++) say('1', '1', 'unknown', 'phx_join', { access_token: 'secret' })
    say('1', '2', 'secret', 'push', {})
    expect(readLog()).toBe('')
    socket.terminate()
    const line = readLog()
    expect(JSON.parse(line)).toMatchObject({ level: 30, refusals: { unknown_topic: 40, not_joined: 1 } })
    expect(line).not.toContain('secret')
  })

  it('none, no line', async () => {
    say('1', '1', 'event:1', 'phx_join', {})
    await admit[0]?.()
    socket.terminate()
    expect(readLog()).toBe('')
  })
})
