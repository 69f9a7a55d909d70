import type { JoinRefusal } from '@muster/contract/live'
import { act } from '@testing-library/react'
import { vi } from 'vitest'
import { $failedAttempts } from '../live/failed-attempts.ts'

/** Replaces `live/connection.ts` in every test (vitest.config.ts). */
type Listener = (payload: unknown) => void

const open = new Map<string, Map<string, Listener>>()
const joinReplies = new Map<string, unknown>()
const joins = new Map<string, (reply: unknown) => void>()
const refusals = new Map<string, (refusal: JoinRefusal) => void>()

const payloads = new Map<string, () => object>()

const EMPTY = { n: 0, as_of: '1970-01-01T00:00:00.000Z', shifts: [], others: 0 }

export function answerJoin(topic: string, reply: unknown): void {
  joinReplies.set(topic, reply)
}

/** Returns what a join would send now. The real client reads the payload anew at each join. */
export function joinPayload(topic: string): object | undefined {
  return payloads.get(topic)?.()
}

export function openChannel(topic: string, payload: () => object = () => ({})) {
  const listeners = new Map<string, Listener>()
  open.set(topic, listeners)
  payloads.set(topic, payload)
  const push = {
    receive(status: string, callback: (reply?: unknown) => void) {
      if (status === 'ok') {
        joins.set(topic, callback)
        callback(joinReplies.get(topic) ?? EMPTY)
      }
      if (status === 'error') refusals.set(topic, callback)
      return push
    },
  }
  return {
    on: (event: string, listener: Listener) => listeners.set(event, listener).size,
    onError: (listener: () => void) => listeners.set('error', listener).size,
    onClose: (listener: Listener) => listeners.set('close', listener).size,
    join: () => push,
    push: () => push,
    leave: () => {
      if (open.get(topic) === listeners) open.delete(topic)
      return push
    },
  }
}

/** Records the calls of the page. */
export const reconnect = vi.fn<() => void>()

export async function pushLive(topic: string, event: string, payload: unknown): Promise<void> {
  // A push without a listener would prove nothing.
  const listen = await waitUntilThere(() => open.get(topic)?.get(event), `${event} of ${topic}`)
  await act(async () => listen(payload))
}

export async function breakLive(topic: string): Promise<void> {
  await pushLive(topic, 'error', undefined)
}

/** Answers the join that the client sends by itself after a break. */
export async function rejoinLive(topic: string): Promise<void> {
  const join = await waitUntilThere(() => joins.get(topic), `the join of ${topic}`)
  await act(async () => join(joinReplies.get(topic) ?? EMPTY))
}

export async function refuseLive(topic: string, reason = 'origin_forbidden'): Promise<void> {
  const refuse = await waitUntilThere(() => refusals.get(topic), `a refusal of ${topic}`)
  await act(async () => refuse({ reason }))
}

export async function endLive(topic: string): Promise<void> {
  await pushLive(topic, 'close', { reason: 'not_found' })
}

export async function failAttempts(count: number): Promise<void> {
  await act(async () => $failedAttempts.set(count))
}

/** Waits, because pages load on demand what opens the channel. */
function waitUntilThere<Found>(find: () => Found | undefined, what: string): Promise<Found> {
  return vi.waitFor(
    () => {
      const found = find()
      if (!found) throw new Error(`Nothing listens to ${what}`)
      return found
    },
    { timeout: 60_000 },
  )
}
