import { type EventJoined, type ShiftsFrame, topics } from '@muster/contract/live'
import type { SeenShift } from '@muster/contract/rules/live-diff'
import { applyFrame, applyJoin, type LiveState } from '@muster/contract/rules/live-state'
import Fastify from 'fastify'
import { type Channel, Socket } from 'phoenix'
import { onTestFinished, vi } from 'vitest'
import { WebSocket } from 'ws'
import type { OrgId, OrgTx } from '../src/db/client.ts'
import { createGate } from '../src/features/session/gate.ts'
import type { LiveGate } from '../src/live/admission.ts'
import { announce } from '../src/live/announce.ts'
import { installLive } from '../src/live/socket-route.ts'
import { createLiveTopics } from '../src/live.ts'
import type { TestApp } from './app.ts'
import type { ShiftRow } from './planning.ts'

export const closedGate: LiveGate = {
  identify: async () => undefined,
  hasEnded: async () => false,
  lacksSecondFactor: async () => false,
  isPaused: async () => false,
  isProven: async () => true,
  findMember: async () => undefined,
  areOfRoles: async () => false,
  isAnyArchived: async () => false,
  filterAllowed: async () => new Set(),
}

/** Opens a port for clients that need a real connection. */
export async function listen({ app }: Pick<TestApp, 'app'>): Promise<string> {
  return app.listen({ host: '127.0.0.1', port: 0 })
}

/** Uses the intervals of production, which elapse with `vi.advanceTimersByTime` until the test ends. */
export async function listenWithFakeIntervals({ app, deps }: Pick<TestApp, 'app' | 'deps'>): Promise<string> {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const live = Fastify()
  onTestFinished(async () => {
    await closeClients()
    await live.close()
    vi.useRealTimers()
  })
  await installLive(live, deps, createLiveTopics(deps, createGate(app, deps)))
  return listen({ app: live })
}

const open = new Set<Socket>()

export function openClient(address: string, params: Record<string, string> = {}): Socket {
  const socket = new Socket(`${address.replace('http', 'ws')}/live`, {
    params,
    transport: WebSocket,
    // As long as a busy machine may take to answer a join.
    timeout: 120_000,
    reconnectAfterMs: () => 50,
    rejoinAfterMs: () => 50,
  })
  socket.connect()
  open.add(socket)
  return socket
}

export async function closeClients(): Promise<void> {
  await Promise.all([...open].map((socket) => new Promise<void>((done) => socket.disconnect(done))))
  open.clear()
}

export function join<Reply>(channel: Channel): Promise<Reply> {
  return new Promise((resolve, reject) => {
    channel
      .join<Reply>()
      .receive('ok', resolve)
      .receive('error', (reply) => reject(Object.assign(new Error('refused'), { reply })))
      .receive('timeout', () => reject(new Error('timeout')))
  })
}

export type Watched = {
  frames: ShiftsFrame[]
  state: () => LiveState
  gaps: () => number
  loseNext: () => void
  shift: (id: string) => SeenShift | undefined
  channel: Channel
}

/** Applies the same rules as the public page. */
export async function watchEvent(client: Socket, event_id: string, payload: object = {}): Promise<Watched> {
  const channel = client.channel(topics.event(event_id), payload)
  const frames: ShiftsFrame[] = []
  let state: LiveState = { n: 0, as_of: '1970-01-01T00:00:00.000Z', shifts: [] }
  let gaps = 0
  let isLost = false
  channel.on('shifts', (frame: ShiftsFrame) => {
    if (isLost) {
      isLost = false
      return
    }
    frames.push(frame)
    const next = applyFrame(state, frame)
    if (next === 'gap') gaps += 1
    else state = next
  })
  channel.on('state', (whole: EventJoined) => {
    state = applyJoin(state, whole)
  })
  state = applyJoin(state, await join<EventJoined>(channel))
  return {
    frames,
    channel,
    state: () => state,
    gaps: () => gaps,
    loseNext: () => {
      isLost = true
    },
    shift: (id) => state.shifts.find((shift) => shift.id === id),
  }
}

/** Announces a change in the way that the features do. */
export async function change(
  { deps }: Pick<TestApp, 'deps'>,
  { organization_id, event_id, id }: Pick<ShiftRow, 'event_id' | 'id'> & { organization_id: OrgId },
  work: (tx: OrgTx) => Promise<unknown> = async () => undefined,
): Promise<void> {
  await deps.db.transaction(organization_id, async (tx) => {
    await work(tx)
    announce(tx, { kind: 'shifts', organization_id, event_id, shift_ids: [id] })
  })
}
