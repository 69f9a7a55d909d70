import { type EventJoined, type ShiftsFrame, topics } from '@muster/contract/live'
import { applyFrame, applyJoin, type LiveState } from '@muster/contract/rules/live-state'
import Fastify from 'fastify'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../test/app.ts'
import { type CuttingProxy, openCuttingProxy } from '../../test/cutting-proxy.ts'
import { eventually } from '../../test/eventually.ts'
import { change, closeClients, closedGate, openClient } from '../../test/live.ts'
import { buildAssignment, buildRole, buildShift, type ShiftRow } from '../../test/planning.ts'
import { createLiveTopics } from '../live.ts'
import { installLive } from './socket-route.ts'

const ROUNDS = 4

let api: TestApp
let proxy: CuttingProxy
let direct_address: string
const live = Fastify()
beforeAll(async () => {
  api = await buildTestApp()
  await installLive(live, api.deps, createLiveTopics(api.deps, closedGate))
  direct_address = await live.listen({ host: '127.0.0.1', port: 0 })
  proxy = await openCuttingProxy(direct_address)
})
afterEach(closeClients)
afterAll(async () => {
  await proxy.close()
  await live.close()
  await api.close()
})

type ViewerOptions = { event_id: string; address: string; trusts_frames_alone: boolean }

/** Applies the rules of the page. A viewer that trusts frames alone takes only the first state. */
function openViewer({ event_id, address, trusts_frames_alone }: ViewerOptions) {
  const channel = openClient(address).channel(topics.event(event_id))
  const counts = new Map<string, number>()
  let state: LiveState = { n: 0, as_of: '1970-01-01T00:00:00.000Z', shifts: [] }
  let joins = 0
  let backwards = 0

  function show(next: LiveState): void {
    for (const { id, assigned_count } of next.shifts) {
      if (assigned_count < (counts.get(id) ?? 0)) backwards += 1
      counts.set(id, assigned_count)
    }
    state = next
  }

  channel.on('shifts', (frame: ShiftsFrame) => {
    const next = applyFrame(trusts_frames_alone ? { ...state, n: frame.n - 1 } : state, frame)
    if (next !== 'gap') show(next)
  })
  channel.join<EventJoined>().receive('ok', (reply) => {
    joins += 1
    if (joins === 1 || !trusts_frames_alone) show(applyJoin(state, reply))
  })
  return { counts: () => Object.fromEntries(counts), joins: () => joins, backwards: () => backwards }
}

/**
 * People sign up to both shifts: to the second while all viewers are cut off, until one with a lasting connection has
 * seen it. Otherwise its frame might still be in transit when they are back.
 */
async function signUpThroughCuts(clients: number, { trusts_frames_alone }: { trusts_frames_alone: boolean }) {
  const role = await buildRole(api.deps)
  const [shift, other] = [await buildShift(api.deps, { role }), await buildShift(api.deps, { role })]
  const { event_id } = shift
  const witness = openViewer({ event_id, address: direct_address, trusts_frames_alone: false })
  const viewers = Array.from({ length: clients }, () =>
    openViewer({ event_id, address: proxy.address, trusts_frames_alone }),
  )
  await eventually(() => expect(witness.joins()).toBe(1))
  await eventually(() => expect(viewers.map(({ joins }) => joins())).toEqual(viewers.map(() => 1)))
  for (let round = 1; round <= ROUNDS; round += 1) {
    await signUp(shift)
    proxy.cut()
    await eventually(() => expect(proxy.connections()).toBe(0))
    await signUp(other)
    await eventually(() => expect(witness.counts()[other.id]).toBe(round))
    proxy.restore()
    await eventually(() => expect(viewers.map(({ joins }) => joins())).toEqual(viewers.map(() => round + 1)))
  }
  await signUp(shift)
  return { viewers, expected: { [shift.id]: ROUNDS + 1, [other.id]: ROUNDS } }
}

async function signUp(shift: ShiftRow): Promise<void> {
  await buildAssignment(api.deps, { shift, status: 'CONFIRMED' })
  await change(api, shift)
}

describe('clients whose connections are cut again and again', () => {
  it('200 all end with the state of the database, and never go backwards', async () => {
    const { viewers, expected } = await signUpThroughCuts(200, { trusts_frames_alone: false })
    await eventually(() => expect(viewers.map(({ counts }) => counts())).toEqual(viewers.map(() => expected)))
    expect(viewers.map(({ backwards }) => backwards())).toEqual(viewers.map(() => 0))
  })

  it('negative control: without the state of the join they miss what happened meanwhile', async () => {
    const { viewers, expected } = await signUpThroughCuts(20, { trusts_frames_alone: true })
    const [frames] = Object.keys(expected)
    // The last frame has arrived, so none is in transit.
    await eventually(() =>
      expect(viewers.map(({ counts }) => counts()[frames ?? ''])).toEqual(viewers.map(() => ROUNDS + 1)),
    )
    for (const { counts } of viewers) expect(counts()).not.toEqual(expected)
  })
})
