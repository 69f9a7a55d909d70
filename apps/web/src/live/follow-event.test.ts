import type { LiveShift } from '@muster/contract/live'
import type { LiveState } from '@muster/contract/rules/live-state'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { followEvent } from './follow-event.ts'
import type { LiveStatus } from './live-status.ts'

type Callback = (payload?: unknown) => void

const channels = vi.hoisted((): FakeChannel[] => [])
vi.mock('./connection.ts', () => ({
  openChannel: () => {
    const channel = buildChannel()
    channels.push(channel)
    return channel
  },
}))

type FakeChannel = ReturnType<typeof buildChannel>

/** Simulates a channel. `tell` does what the server or the socket would do. */
function buildChannel() {
  const callbacks = new Map<string, Callback>()
  const push = {
    receive(status: string, callback: Callback) {
      callbacks.set(status, callback)
      return push
    },
  }
  return {
    on: (event: string, callback: Callback) => callbacks.set(event, callback),
    onError: (callback: Callback) => callbacks.set('broken', callback),
    onClose: (callback: Callback) => callbacks.set('close', callback),
    join: () => push,
    leave: vi.fn(),
    tell: (event: string, payload?: unknown) => callbacks.get(event)?.(payload),
  }
}

let state: LiveState
let status: LiveStatus
let stop: () => void

beforeEach(() => {
  vi.useFakeTimers()
  channels.length = 0
  state = { n: 0, as_of: '2026-06-19T08:00:00Z', shifts: [shiftWith(4)] }
  status = 'connecting'
  stop = followEvent({
    event_id: 'event-1',
    read: () => state,
    show: (next) => {
      state = next
    },
    setStatus: (next) => {
      status = next
    },
  })
})

afterEach(() => {
  stop()
  vi.useRealTimers()
})

it('shows what the join brings, then each frame', () => {
  channels[0]?.tell('ok', { n: 0, as_of: '2026-06-19T08:00:01Z', shifts: [shiftWith(3)] })
  expect(status).toBe('connected')
  expect(state.shifts[0]?.spots_left).toBe(3)

  channels[0]?.tell('shifts', { n: 1, as_of: '2026-06-19T08:00:02Z', shifts: [shiftWith(2)], removed: [] })
  expect(state.shifts[0]?.spots_left).toBe(2)
})

it('joins again when a frame is missing', () => {
  channels[0]?.tell('ok', { n: 0, as_of: '2026-06-19T08:00:01Z', shifts: [shiftWith(3)] })
  channels[0]?.tell('shifts', { n: 2, as_of: '2026-06-19T08:00:03Z', shifts: [shiftWith(1)], removed: [] })
  expect(channels).toHaveLength(2)
  expect(channels[0]?.leave).toHaveBeenCalled()
  expect(state.shifts[0]?.spots_left).toBe(3)

  channels[1]?.tell('ok', { n: 0, as_of: '2026-06-19T08:00:04Z', shifts: [shiftWith(1)] })
  expect(state.shifts[0]?.spots_left).toBe(1)
})

it('takes a whole state between the frames', () => {
  channels[0]?.tell('ok', { n: 0, as_of: '2026-06-19T08:00:01Z', shifts: [shiftWith(3)] })
  channels[0]?.tell('state', { n: 7, as_of: '2026-06-19T08:00:30Z', shifts: [shiftWith(1)] })
  channels[0]?.tell('shifts', { n: 8, as_of: '2026-06-19T08:00:31Z', shifts: [shiftWith(0)], removed: [] })
  expect(channels).toHaveLength(1)
  expect(state.shifts[0]?.spots_left).toBe(0)
})

it.each([
  ['broken', undefined, 'error'],
  ['timeout', undefined, 'error'],
  ['error', 'rate_limited', 'error'],
  ['error', 'busy', 'error'],
  ['error', 'unavailable', 'error'],
  ['error', 'origin_forbidden', 'refused'],
])('says that the line is down after: %s %s', (what, reason, said) => {
  channels[0]?.tell(what, { reason })
  expect(status).toBe(said)
  // The client joins again by itself.
  channels[0]?.tell('ok', { n: 0, as_of: '2026-06-19T08:00:05Z', shifts: [shiftWith(0)] })
  expect(status).toBe('connected')
})

it('joins again about five seconds after a close', () => {
  channels[0]?.tell('close')
  expect(status).toBe('error')
  vi.advanceTimersByTime(3_700)
  expect(channels).toHaveLength(1)
  vi.advanceTimersByTime(2_550)
  expect(channels).toHaveLength(2)
})

it('hears nothing after the end', () => {
  stop()
  channels[0]?.tell('close')
  channels[0]?.tell('shifts', { n: 1, as_of: '2026-06-19T09:00:00Z', shifts: [], removed: [] })
  vi.advanceTimersByTime(10_000)
  expect(status).toBe('connecting')
  expect(state.shifts).toHaveLength(1)
  expect(channels).toHaveLength(1)
})

function shiftWith(spots_left: number): LiveShift {
  return {
    id: 'shift-1',
    role_id: 'role-1',
    start_dt: '2026-06-19T08:00:00Z',
    end_dt: '2026-06-19T10:00:00Z',
    required_qty: 4,
    spots_left,
    assigned_count: 4 - spots_left,
    assigned_people: [],
    signing_up: 0,
  }
}

it.each([
  { how: 'refuses the join', tell: () => channels[0]?.tell('error', { reason: 'not_found' }) },
  { how: 'ends the topic', tell: () => channels[0]?.tell('close', { reason: 'not_found' }) },
])('follows an event no more when the server $how because it is gone', ({ tell }) => {
  tell()
  expect(status).toBe('gone')
  expect(channels[0]?.leave).toHaveBeenCalled()
  vi.advanceTimersByTime(60_000)
  expect(channels).toHaveLength(1)
})
