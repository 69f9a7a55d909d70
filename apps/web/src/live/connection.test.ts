import { live } from '@muster/contract/live'
import { HOUR_MS } from '@muster/contract/rules/instants'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

/** Simulated server: the sockets that were connected, and whether it answers. */
let sockets: FakeSocket[] = []
let isOffline = false
let isSilent = false

class FakeSocket {
  readyState = 0
  readonly sent: string[] = []
  onopen?: () => void
  onclose?: (event: { code: number; wasClean: boolean }) => void
  onerror?: () => void
  onmessage?: (event: { data: string }) => void

  constructor() {
    sockets.push(this)
    setTimeout(() => (isOffline ? this.break() : this.open()), 10)
  }

  open(): void {
    this.readyState = 1
    this.onopen?.()
  }

  send(data: string): void {
    this.sent.push(data)
    if (isSilent) return
    const [join_ref, ref, topic] = JSON.parse(data)
    const reply = [join_ref, ref, topic, 'phx_reply', { status: 'ok', response: {} }]
    setTimeout(() => this.onmessage?.({ data: JSON.stringify(reply) }), 10)
  }

  close(): void {
    this.break(1000)
  }

  break(code = 1006): void {
    if (this.readyState === 3) return
    this.readyState = 3
    this.onclose?.({ code, wasClean: code === 1000 })
  }
}

const last = () => sockets.at(-1)
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
/** Longest wait until the next attempt, in ms. */
const RETRY = live.reconnect_ms * 1.25

function show(visibility: DocumentVisibilityState): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibility)
  dispatchEvent(new Event('visibilitychange'))
}

beforeEach(() => {
  vi.useFakeTimers()
  sockets = []
  isOffline = false
  isSilent = false
  vi.stubGlobal('WebSocket', FakeSocket)
  vi.resetModules()
})
afterEach(() => vi.useRealTimers())

async function follow() {
  // A module imported by this path is not replaced (vitest.config.ts).
  const { openChannel, reconnect } = await import('../live/connection.ts')
  const { $failedAttempts } = await import('../live/failed-attempts.ts')
  const channel = openChannel('event:1')
  const told: string[] = []
  channel.onError(() => told.push('error'))
  channel.join().receive('ok', () => told.push('ok'))
  await pass(100)
  expect(told).toEqual(['ok'])
  return { told, reconnect, failed: () => $failedAttempts.get() }
}

it('a line that breaks is said at once, and joined again about five seconds later', async () => {
  const { told } = await follow()
  last()?.break()
  expect(told.at(-1)).toBe('error')
  await pass(3_700)
  expect(sockets).toHaveLength(1)
  await pass(RETRY - 3_700 + 100)
  expect(sockets).toHaveLength(2)
  expect(last()?.sent.filter((frame) => frame.includes('"phx_join"'))).toHaveLength(1)
  expect(told.at(-1)).toBe('ok')
})

it('offline it tries again and counts; when the line is back it joins, and counts anew the next time', async () => {
  const { told, failed } = await follow()
  isOffline = true
  last()?.break()
  expect(failed()).toBe(0)
  for (let attempt = 1; attempt <= 6; attempt++) {
    await pass(RETRY + 20)
    expect(failed()).toBeGreaterThanOrEqual(attempt)
  }
  expect(told.at(-1)).toBe('error')
  isOffline = false
  await pass(RETRY + 100)
  expect(told.at(-1)).toBe('ok')
  last()?.break()
  expect(failed()).toBe(0)
})

it('asked by hand, it tries at once and joins', async () => {
  const { told, reconnect } = await follow()
  isOffline = true
  last()?.break()
  await pass(RETRY + 20)
  isOffline = false
  reconnect()
  await pass(200)
  expect(told.at(-1)).toBe('ok')
  expect(last()?.sent.filter((frame) => frame.includes('"phx_join"'))).toHaveLength(1)
})

it('a server or network that falls silent is left after two heartbeats', async () => {
  const { told } = await follow()
  isSilent = true
  await pass(live.heartbeat_ms * 2 + 10)
  expect(told.at(-1)).toBe('error')
  isSilent = false
  await pass(RETRY + 200)
  expect(sockets.length).toBeGreaterThan(1)
  expect(told.at(-1)).toBe('ok')
})

it('a hidden tab waits, and joins again at once when it is shown', async () => {
  const { told } = await follow()
  show('hidden')
  last()?.break()
  await pass(10 * RETRY)
  expect(sockets).toHaveLength(1)
  expect(told.at(-1)).toBe('error')
  show('visible')
  await pass(200)
  expect(told.at(-1)).toBe('ok')
})

it('after sleep, in which the line was lost unnoticed, it finds out by its heartbeat', async () => {
  const { told } = await follow()
  // While the machine sleeps no timer runs, and the server closes the connection.
  isSilent = true
  vi.setSystemTime(Date.now() + HOUR_MS)
  show('visible')
  await pass(live.heartbeat_ms * 2 + 10)
  isSilent = false
  await pass(RETRY + 200)
  expect(told.at(-1)).toBe('ok')
  expect(sockets.length).toBeGreaterThan(1)
})
