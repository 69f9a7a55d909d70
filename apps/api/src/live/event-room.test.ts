import { EventEmitter, once } from 'node:events'
import { type PublicShift, publicShift } from '@muster/contract/public-event'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readTextFrame } from '../../test/read-text-frame.ts'
import type { Viewer } from './channel.ts'
import { createEventHub, type EventHub, type EventReading } from './event-room.ts'

const EVENT = '01890000-0000-7000-8000-000000000001'

const shift = (id: string, spots_left = 5): PublicShift => ({
  id: `01890000-0000-7000-8000-00000000000${id}`,
  role_id: '01890000-0000-7000-8000-0000000000ff',
  start_dt: '2026-07-04T08:00:00.000Z',
  end_dt: '2026-07-04T10:00:00.000Z',
  required_qty: 5,
  spots_left,
  assigned_count: 5 - spots_left,
  assigned_people: [],
})

type Sent = {
  event: string
  payload: { n: number; as_of: string; shifts: { id: string; spots_left: number }[] }
}

/** Builds a viewer whose connection can be blocked. */
function buildViewer() {
  const sent: Sent[] = []
  const viewer = {
    sent,
    isBlocked: false,
    ended: '',
    address: '192.0.2.1',
    accept(json: string) {
      sent.push({ event: 'reply', payload: JSON.parse(json) })
    },
    send(push: Parameters<Viewer['send']>[0]) {
      if (viewer.isBlocked) return false
      const [, , , event, payload] = JSON.parse(readTextFrame(push('2.0.0')))
      sent.push({ event, payload })
      return true
    },
    isDrained: () => !viewer.isBlocked,
    end(event: string) {
      viewer.ended = event
    },
  }
  return viewer
}

/** Builds a table in memory whose reads can be delayed. */
function buildTable() {
  const rows = new Map(['1', '2'].map((id) => [shift(id).id, shift(id)]))
  let second = 0
  const table = {
    rows,
    readings: 0,
    isAway: false,
    held: undefined as Promise<unknown> | undefined,
    exists: true,
    set: (row: PublicShift) => rows.set(row.id, row),
    async read(_event_id: string, ids?: readonly string[]): Promise<EventReading | undefined> {
      table.readings += 1
      if (table.isAway) throw new Error('the database is away')
      const all = [...rows.values()].filter(({ id }) => !ids || ids.includes(id))
      second += 1
      const as_of = `2026-07-01T12:00:${String(second).padStart(2, '0')}.000Z`
      await table.held
      return table.exists ? { as_of, shifts: all } : undefined
    },
  }
  return table
}

let table: ReturnType<typeof buildTable>
let hub: EventHub
const counts = new Map<string, number>()
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval', 'performance'] })
  table = buildTable()
  counts.clear()
  hub = createEventHub({
    read: (event_id, ids) => table.read(event_id, ids),
    countSigningUp: (id) => counts.get(id) ?? 0,
    reread_ms: 30_000,
    log: pino({ level: 'silent' }),
  })
})
afterEach(() => {
  hub.close()
  vi.useRealTimers()
})

async function enter(viewer = buildViewer()) {
  const joining = hub.join(EVENT, viewer)
  await vi.advanceTimersByTimeAsync(1)
  return { viewer, membership: await joining }
}

const one = shift('1').id
/** Returns a row with more than the contract declares, as a careless query would. */
const careless = () => ({ ...shift('1', 1), email: 'canary@volunteer.example' })
const last = (viewer: ReturnType<typeof buildViewer>) => viewer.sent.at(-1)

describe('a room', () => {
  it('reads once for many joins, and for one who joins and leaves in a loop', async () => {
    await Promise.all([enter(), enter(), enter()])
    for (let i = 0; i < 500; i += 1) (await enter()).membership.leave()
    expect(table.readings).toBe(1)
  })

  it('reads again when it had been empty for a while', async () => {
    const { membership } = await enter()
    membership.leave()
    await vi.advanceTimersByTimeAsync(10_000)
    await enter()
    expect(table.readings).toBe(2)
  })

  it('is not entered again when its event is gone', async () => {
    const { viewer } = await enter()
    table.exists = false
    hub.mark(EVENT, [])
    await vi.advanceTimersByTimeAsync(100)
    expect(viewer.ended).toBe('phx_close')
    const refused = expect(hub.join(EVENT, buildViewer())).rejects.toThrow('not_found')
    await vi.advanceTimersByTimeAsync(1)
    await refused
  })

  it('builds one frame of many changes, at most 20 a second', async () => {
    const { viewer } = await enter()
    for (let i = 0; i < 1_000; i += 1) {
      table.set(shift('1', i % 5))
      hub.mark(EVENT, [one])
      await vi.advanceTimersByTimeAsync(1)
    }
    await vi.advanceTimersByTimeAsync(100)
    expect(viewer.sent.length).toBeLessThanOrEqual(23)
    expect(last(viewer)?.payload.shifts).toMatchObject([{ id: one, spots_left: 4 }])
    const numbers = viewer.sent.map(({ payload }) => payload.n)
    expect(numbers).toEqual(numbers.map((_, i) => (numbers[0] ?? 0) + i))
  })

  it('has one reading under way at a time, and misses nothing that came meanwhile', async () => {
    const { viewer } = await enter()
    const held = new EventEmitter()
    table.held = once(held, 'release')
    table.set(shift('1', 3))
    hub.mark(EVENT, [one])
    await vi.advanceTimersByTimeAsync(200)
    table.set(shift('1', 2))
    hub.mark(EVENT, [one])
    await vi.advanceTimersByTimeAsync(200)
    expect(table.readings).toBe(2)
    held.emit('release')
    await vi.advanceTimersByTimeAsync(200)
    expect(viewer.sent.slice(1).map(({ payload }) => payload.shifts[0]?.spots_left)).toEqual([3, 2])
  })

  it('finds within 30 s what nobody announced, and is silent when nothing changed', async () => {
    const { viewer } = await enter()
    table.set(shift('1', 1))
    await vi.advanceTimersByTimeAsync(29_000)
    expect(viewer.sent).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(last(viewer)).toMatchObject({ event: 'shifts', payload: { shifts: [{ id: one, spots_left: 1 }] } })
    await vi.advanceTimersByTimeAsync(120_000)
    expect(viewer.sent).toHaveLength(2)
  })

  it('tries again while the database is away', async () => {
    const { viewer } = await enter()
    table.isAway = true
    table.set(shift('1', 1))
    hub.mark(EVENT, [one])
    await vi.advanceTimersByTimeAsync(5_000)
    expect(table.readings).toBeLessThan(9)
    table.isAway = false
    await vi.advanceTimersByTimeAsync(1_100)
    expect(last(viewer)?.payload.shifts).toMatchObject([{ id: one, spots_left: 1 }])
  })

  it('fails a join while the database is away, and is fresh for the next', async () => {
    table.isAway = true
    const failing = expect(hub.join(EVENT, buildViewer())).rejects.toThrow('away')
    await vi.advanceTimersByTimeAsync(1)
    await failing
    table.isAway = false
    const { viewer } = await enter()
    expect(viewer.sent[0]?.payload.shifts).toHaveLength(2)
  })

  it('does not ask the database how many are signing up', async () => {
    const { viewer } = await enter()
    counts.set(one, 3)
    hub.find(EVENT)?.recount(one)
    await vi.advanceTimersByTimeAsync(100)
    expect(last(viewer)?.payload).toMatchObject({ n: 2, shifts: [], removed: [], signing_up: { [one]: 3 } })
    expect(table.readings).toBe(1)
    const { viewer: later } = await enter()
    expect(later.sent[0]?.payload.shifts).toMatchObject([{ id: one, signing_up: 3 }, { signing_up: 0 }])
  })

  it('gives a slow reader the newest state when it is ready, and the frames from there', async () => {
    const { viewer: fast } = await enter()
    const { viewer: slow } = await enter()
    slow.isBlocked = true
    for (const spots of [4, 3, 2]) {
      table.set(shift('1', spots))
      hub.mark(EVENT, [one])
      await vi.advanceTimersByTimeAsync(100)
    }
    expect(fast.sent).toHaveLength(4)
    expect(slow.sent).toHaveLength(1)
    slow.isBlocked = false
    await vi.advanceTimersByTimeAsync(200)
    expect(slow.sent).toHaveLength(2)
    expect(last(slow)).toMatchObject({ event: 'state', payload: { n: last(fast)?.payload.n } })
    expect(last(slow)?.payload.shifts).toHaveLength(2)
    table.set(shift('1', 1))
    hub.mark(EVENT, [one])
    await vi.advanceTimersByTimeAsync(100)
    expect(last(slow)).toEqual(last(fast))
  })

  it('writes a frame to a crowd with pauses, in which the next changes are collected', async () => {
    const { viewer: first } = await enter()
    const others = await Promise.all(Array.from({ length: 999 }, async () => (await enter()).viewer))
    const viewers = [first, ...others]
    const reached = () => viewers.filter(({ sent }) => sent.length > 1).length
    const late = buildViewer()
    let reached_in_a_pause = 0
    const send = first.send.bind(first)
    vi.spyOn(first, 'send').mockImplementationOnce((push) => {
      setImmediate(() => {
        reached_in_a_pause = reached()
        for (const spots of [3, 2, 1]) {
          table.set(shift('1', spots))
          hub.mark(EVENT, [one])
        }
        void hub.join(EVENT, late)
      })
      return send(push)
    })
    table.set(shift('1', 4))
    hub.mark(EVENT, [one])
    while (late.sent.length < 2) await vi.advanceTimersByTimeAsync(50)

    expect(reached_in_a_pause).toBeGreaterThan(0)
    expect(reached_in_a_pause).toBeLessThan(viewers.length)
    const spotsOf = ({ sent }: ReturnType<typeof buildViewer>) =>
      sent.map(({ payload }) => payload.shifts.find(({ id }) => id === one)?.spots_left)
    for (const viewer of viewers) expect(spotsOf(viewer)).toEqual([5, 4, 1])
    // A viewer who enters in a pause already has the frame in the state.
    expect(spotsOf(late)).toEqual([4, 1])
  })

  it('drops what the contract does not declare (D22)', async () => {
    const { viewer } = await enter()
    table.set(careless())
    hub.mark(EVENT, [one])
    await vi.advanceTimersByTimeAsync(100)
    expect(last(viewer)?.payload.shifts).toMatchObject([{ spots_left: 1 }])
    expect(JSON.stringify(viewer.sent)).not.toContain('canary')
  })

  it('would not without the check (control)', async () => {
    vi.spyOn(publicShift, 'parse').mockReturnValue(careless())
    const { viewer } = await enter()
    table.set(careless())
    hub.mark(EVENT, [one])
    await vi.advanceTimersByTimeAsync(100)
    expect(JSON.stringify(viewer.sent)).toContain('canary')
  })

  it('ends when the event is gone', async () => {
    const { viewer } = await enter()
    table.exists = false
    hub.mark(EVENT, [])
    await vi.advanceTimersByTimeAsync(100)
    expect(last(viewer)?.payload).toMatchObject({ shifts: [], removed: [one, shift('2').id] })
    expect(viewer.ended).toBe('phx_close')
  })
})
