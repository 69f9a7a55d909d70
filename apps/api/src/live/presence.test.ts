import { type SignupPresence, topics } from '@muster/contract/live'
import Fastify from 'fastify'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../test/app.ts'
import { eventually } from '../../test/eventually.ts'
import { closeClients, closedGate, join, openClient, watchEvent } from '../../test/live.ts'
import { buildShift } from '../../test/planning.ts'
import { newId } from '../db/ids.ts'
import { createLiveTopics } from '../live.ts'
import { createLocalBus } from './bus.ts'
import type { Viewer } from './channel.ts'
import { Presence } from './presence.ts'
import { installLive } from './socket-route.ts'

/** Long enough for a slow machine, short enough for a test. */
const GONE = 3_000

let api: TestApp
let address: string
const live = Fastify()
beforeAll(async () => {
  api = await buildTestApp()
  await installLive(live, api.deps, createLiveTopics(api.deps, closedGate, { presence_gone_ms: GONE }))
  address = await live.listen({ host: '127.0.0.1', port: 0 })
})
afterEach(closeClients)
afterAll(async () => {
  await live.close()
  await api.close()
})

/** Opens the sign-up page; the test sends the beats. */
async function open(shift_id: string) {
  const client = openClient(address)
  const channel = client.channel(topics.shiftSignup(shift_id))
  const counts: number[] = []
  channel.on('count', (now: SignupPresence) => counts.push(now.others))
  counts.push((await join<SignupPresence>(channel)).others)
  const beat = () => new Promise((done) => channel.push('beat', {}).receive('ok', done))
  return { channel, counts, beat, others: () => counts.at(-1) }
}

const crowdOf = (length: number, addressOf: (i: number) => string): Viewer[] =>
  Array.from({ length }, (_, i) => ({
    address: addressOf(i),
    accept: () => undefined,
    send: () => true,
    isDrained: () => true,
    end: () => undefined,
  }))

function countAfterJoins(shift: { event_id: string; shift_id: string }, viewers: Viewer[]): number {
  const presence = new Presence({ bus: createLocalBus() })
  for (const viewer of viewers) presence.join(shift, viewer)
  presence.close()
  return presence.count(shift.shift_id)
}

describe('shift_signup:{id}', () => {
  it('tells each how many others there are, and the event’s viewers how many in all', async () => {
    const shift = await buildShift(api.deps)
    const watched = await watchEvent(openClient(address), shift.event_id)
    const first = await open(shift.id)
    expect(first.others()).toBe(0)
    const second = await open(shift.id)
    expect(second.others()).toBe(1)
    const third = await open(shift.id)
    await eventually(() => expect([first, second, third].map(({ others }) => others())).toEqual([2, 2, 2]))
    await eventually(() => expect(watched.shift(shift.id)?.signing_up).toBe(3))

    await new Promise((done) => third.channel.leave().receive('ok', done))
    await eventually(() => expect([first, second].map(({ others }) => others())).toEqual([1, 1]))
    await eventually(() => expect(watched.shift(shift.id)?.signing_up).toBe(2))
    expect(JSON.stringify(watched.frames)).not.toContain('phx_ref')
  })

  it('forgets who vanished without leaving, and remembers who comes back', async () => {
    const shift = await buildShift(api.deps)
    const staying = await open(shift.id)
    const vanishing = await open(shift.id)
    const beats = setInterval(() => void staying.beat(), GONE / 5)
    await eventually(() => expect(staying.counts).toContain(1))
    await eventually(() => expect(staying.others()).toBe(0))
    const new_beats = setInterval(() => void vanishing.beat(), GONE / 5)
    await eventually(() => expect([staying, vanishing].map(({ others }) => others())).toEqual([1, 1]))
    for (const each of [beats, new_beats]) clearInterval(each)
  })

  it('counts those of other processes, until they are silent', async () => {
    const shift = await buildShift(api.deps)
    const { event_id, id: shift_id } = shift
    const elsewhere = { kind: 'presence', node_id: newId(), event_id, shift_id } as const
    const said: number[] = []
    const stop = api.deps.bus.subscribe((heard) => {
      if (heard.kind !== 'presence' || heard.shift_id !== shift_id) return
      if (heard.node_id !== elsewhere.node_id) said.push(heard.count)
    })
    const here = await open(shift.id)
    const beats = setInterval(() => void here.beat(), GONE / 5)
    api.deps.bus.publish([{ ...elsewhere, count: 4 }])
    await eventually(() => expect(here.counts).toContain(4))
    api.deps.bus.publish([{ ...elsewhere, count: 2 }])
    await eventually(() => expect(here.counts).toContain(2))
    await eventually(() => expect(here.others()).toBe(0))
    expect(said, 'what another said is not echoed').toEqual([1])
    clearInterval(beats)
    stop()
  })

  it('counts one address at most five times', () => {
    const shift = { event_id: newId(), shift_id: newId() }
    expect(
      countAfterJoins(
        shift,
        crowdOf(200, () => '192.0.2.1'),
      ),
    ).toBe(5)
    expect(
      countAfterJoins(shift, [...crowdOf(200, () => '192.0.2.1'), ...crowdOf(2, () => '192.0.2.2')]),
    ).toBe(7)
  })

  it('negative control: were each socket an address of its own, one client would be a crowd', () => {
    const shift = { event_id: newId(), shift_id: newId() }
    expect(
      countAfterJoins(
        shift,
        crowdOf(200, (i) => `192.0.2.${i}`),
      ),
    ).toBe(200)
  })

  it('refuses a shift that does not exist', async () => {
    const channel = openClient(address).channel(topics.shiftSignup(newId()))
    await expect(join(channel)).rejects.toMatchObject({ reply: { reason: 'not_found' } })
  })
})
