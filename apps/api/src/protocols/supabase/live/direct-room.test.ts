import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { eventually } from '../../../../test/eventually.ts'
import { readTextFrame } from '../../../../test/read-text-frame.ts'
import { type Binding, readDirectJoin } from './direct-join.ts'
import { createDirectHub, type DirectHub, type DirectReading, type Subscriber } from './direct-room.ts'

const EVENT = '01890000-0000-7000-8000-000000000001'
const SHIFT = '01890000-0000-7000-8000-000000000002'
const PERSON = '01890000-0000-7000-8000-000000000004'
const ASSIGNMENT = '01890000-0000-7000-8000-000000000003'

const BINDINGS = readDirectJoin({
  config: {
    postgres_changes: [
      { event: '*', schema: 'public', table: 'assignment', filter: `shift_id=eq.${SHIFT}` },
      { event: 'INSERT', schema: 'public', table: 'assignment', filter: `shift_id=in.(${SHIFT})` },
      { event: '*', schema: 'public', table: 'shift', filter: `event_id=eq.${EVENT}` },
    ],
  },
}).bindings

type Sent = { ids: number[]; data: { table: string; type: string } }

function buildSubscriber(bindings: readonly Binding[] = BINDINGS, key = 'a') {
  const sent: Sent[] = []
  const subscriber = {
    topic: 'realtime:any',
    bindings,
    member: undefined,
    key,
    sent,
    isBlocked: false,
    ended: '',
    send(push: Parameters<Subscriber['send']>[0]) {
      if (subscriber.isBlocked) return false
      const [, , , , payload] = JSON.parse(readTextFrame(push('2.0.0')))
      sent.push(payload)
      return true
    },
    end(event: string, reason: string) {
      subscriber.ended = `${event} ${reason}`
    },
  }
  return subscriber
}

let hub: DirectHub
let reading: DirectReading | undefined
let readings: number
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval', 'performance'] })
  readings = 0
  reading = buildReading([])
  hub = createDirectHub({
    async read() {
      readings += 1
      return reading
    },
    reread_ms: 30_000,
    log: pino({ level: 'silent' }),
  })
})
afterEach(() => {
  hub.close()
  vi.useRealTimers()
})

function buildReading(assignments: DirectReading['shifts'][number]['assignments'], required_qty = 5) {
  const [start_dt, end_dt] = ['2026-07-04T08:00:00.000Z', '2026-07-04T10:00:00.000Z']
  const shift = { id: SHIFT, event_id: EVENT, role_id: EVENT, start_dt, end_dt, required_qty, assignments }
  return { as_of: '2026-07-01T12:00:00.000Z', has_names: true, published: true, shifts: [shift] }
}

const confirmed = [{ id: ASSIGNMENT, person_id: PERSON, status: 'CONFIRMED' as const }]

async function enter(subscriber = buildSubscriber()) {
  const joining = hub.join(EVENT, subscriber)
  await vi.advanceTimersByTimeAsync(1)
  await joining
  return subscriber
}

async function announce(next: DirectReading | undefined, shift_ids = [SHIFT]) {
  reading = next
  hub.mark(EVENT, shift_ids)
  await vi.advanceTimersByTimeAsync(100)
}

describe('a room of the direct feed', () => {
  it('sends a change once to a channel, with the ids of all bindings that follow it', async () => {
    const subscriber = await enter()
    await announce(buildReading(confirmed))
    await announce(buildReading(confirmed, 6))
    await announce(buildReading([], 6))
    expect(subscriber.sent.map(({ ids, data: { table, type } }) => [ids, table, type])).toEqual([
      [[1, 2], 'assignment', 'INSERT'],
      [[3], 'shift', 'UPDATE'],
      [[1], 'assignment', 'DELETE'],
    ])
  })

  it('is silent about a repeated announcement, and finds a lost one within 30 s', async () => {
    const subscriber = await enter()
    await announce(buildReading(confirmed))
    await announce(buildReading(confirmed))
    expect(subscriber.sent).toHaveLength(1)
    reading = buildReading([])
    await vi.advanceTimersByTimeAsync(30_100)
    expect(subscriber.sent).toHaveLength(2)
  })

  it('reads once for all who follow the event', async () => {
    const subscribers = await Promise.all(
      Array.from({ length: 50 }, (_, i) => enter(buildSubscriber(BINDINGS, `key ${i % 3}`))),
    )
    const before = readings
    await announce(buildReading(confirmed))
    expect(readings - before).toBe(1)
    for (const { sent } of subscribers) expect(sent).toHaveLength(1)
  })

  it('yields to other work while it checks channels that follow none of the changes', async () => {
    const elsewhere = Array.from({ length: 20 }, () => BINDINGS)
      .flat()
      .map((binding) => ({ ...binding, values: new Set([ASSIGNMENT]) }))
    await Promise.all(Array.from({ length: 200 }, (_, i) => enter(buildSubscriber(elsewhere, `key ${i}`))))
    let turn = 0
    let next = setImmediate(function countTurn() {
      turn += 1
      next = setImmediate(countTurn)
    })
    const turns = new Set<number>()
    const follower = buildSubscriber()
    await enter({
      ...follower,
      send(push) {
        turns.add(turn)
        return follower.send(push)
      },
    })
    const { shifts, ...rest } = buildReading([])
    const changed = Array.from({ length: 10 }, (_, i) =>
      shifts.map((shift) => ({ ...shift, id: `${i}` })),
    ).flat()
    await announce(
      { ...rest, shifts: changed },
      changed.map(({ id }) => id),
    )
    await eventually(() => expect(follower.sent).toHaveLength(10))
    clearImmediate(next)
    expect(turns.size).toBe(10)
  })

  it('lets a reader join again that was too slow for a change', async () => {
    const [slow, other] = [await enter(), await enter()]
    slow.isBlocked = true
    await announce(buildReading(confirmed))
    expect(slow.ended).toBe('phx_error resync')
    expect(other.sent).toHaveLength(1)
  })

  it('ends when the event is gone, and lets no client in', async () => {
    const subscriber = await enter()
    await announce(undefined, [])
    expect(subscriber.ended).toMatch(/^phx_close NotFound: /)
    const refused = expect(hub.join(EVENT, buildSubscriber())).rejects.toThrow('NotFound')
    await vi.advanceTimersByTimeAsync(1)
    await refused
  })
})

describe('what a client asks for', () => {
  it.each([
    [{ postgres_changes: [{ event: 'INSERT' }] }],
    [{ postgres_changes: 'all' }],
    [{ postgres_changes: [{ event: '*', schema: 'public', table: 'shift', filter: 'id=eq.x', select: [] }] }],
    [{ postgres_changes: Array.from({ length: 21 }, () => ({ event: '*', schema: 'public' })) }],
    [{ presence: { key: 'x'.repeat(101) } }],
  ])('is refused as a configuration: %j', (config) => {
    expect(() => readDirectJoin({ config })).toThrow(/^InvalidConfig: /)
  })

  it('may be nothing', () => {
    for (const payload of [{}, undefined, { config: {} }]) {
      expect(readDirectJoin(payload)).toEqual({ bindings: [], echoed: [], presence_key: '' })
    }
  })
})
