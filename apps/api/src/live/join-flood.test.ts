import { type JoinRefusal, live, topics } from '@muster/contract/live'
import { people } from '@muster/contract/people'
import Fastify from 'fastify'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import { buildTestApp, type TestApp } from '../../test/app.ts'
import { closedGate } from '../../test/live.ts'
import { buildAdministrator } from '../../test/organizations.ts'
import { buildShift } from '../../test/planning.ts'
import { createFindOrganization, type LookUpLimits } from '../db/find-organization.ts'
import { newId } from '../db/ids.ts'
import { createLiveTopics } from '../live.ts'
import { REFUSED_JOIN } from './join-budget.ts'
import { installLive } from './socket-route.ts'

const SOCKETS = 60
const JOINS_OF_EACH = 40
const LOOK_UPS_AT_ONCE = 4

let api: TestApp
const closing: (() => unknown)[] = []
beforeAll(async () => {
  api = await buildTestApp()
})
afterEach(async () => {
  vi.restoreAllMocks()
  for (const close of closing.splice(0).toReversed()) await close()
})
afterAll(() => api.close())

/** Starts a live channel with its own limits, on the pool that the administrator's requests use. */
async function startLive(joins_per_minute: number, lookUpLimits?: LookUpLimits): Promise<string> {
  const { config, db } = api.deps
  const limits = { ...config.limits, live: { sockets: 100, joins_per_minute } }
  const deps = {
    ...api.deps,
    config: { ...config, limits },
    findOrganization: createFindOrganization(db, lookUpLimits),
  }
  const app = Fastify()
  await installLive(app, deps, createLiveTopics(deps, closedGate))
  closing.push(() => app.close())
  return app.listen({ host: '127.0.0.1', port: 0 })
}

/** Counts the look-ups, how many run at once, and how many wait for a connection of the pool. */
function watchPool() {
  const { pool } = api.deps.db
  const seen = { look_ups: 0, at_once: 0, most_at_once: 0, most_waiting: 0 }
  const query = pool.query.bind(pool)
  vi.spyOn(pool, 'query').mockImplementation(async (text: string) => {
    seen.look_ups += 1
    seen.at_once += 1
    seen.most_at_once = Math.max(seen.most_at_once, seen.at_once)
    const asked = query(text)
    seen.most_waiting = Math.max(seen.most_waiting, pool.waitingCount)
    return asked.finally(() => {
      seen.at_once -= 1
    })
  })
  return seen
}

async function openSocket(address: string): Promise<WebSocket> {
  const socket = new WebSocket(`${address.replace('http', 'ws')}${live.path}?vsn=2.0.0`)
  closing.push(() => socket.terminate())
  await new Promise((resolve, reject) => socket.on('open', resolve).on('error', reject))
  return socket
}

/** Joins each of the topics on one socket. Returns the answers: `{}`, a state, or a refusal. */
function joinAll(socket: WebSocket, names: string[], config: object = {}): Promise<Partial<JoinRefusal>[]> {
  const answers: Partial<JoinRefusal>[] = []
  const all = new Promise<Partial<JoinRefusal>[]>((resolve) => {
    socket.on('message', (data) => {
      if (!Buffer.isBuffer(data)) return
      const [, , , event, payload] = JSON.parse(data.toString())
      if (event === 'phx_reply') answers.push(payload.response)
      if (answers.length === names.length) resolve(answers)
    })
  })
  for (const [i, name] of names.entries())
    socket.send(JSON.stringify([`${i}`, `${i}`, name, 'phx_join', { config }]))
  return all
}

const randomTopics = (topic: (id: string) => string, length = JOINS_OF_EACH) =>
  Array.from({ length }, () => topic(newId()))

/** Attacks for a second while an administrator works. */
async function attack(address: string, topic: (id: string) => string) {
  const administrator = await buildAdministrator(api)
  const sockets = await Promise.all(Array.from({ length: SOCKETS }, () => openSocket(address)))
  const began_at = performance.now()
  const seen = watchPool()
  const joining = Promise.all(sockets.map((socket) => joinAll(socket, randomTopics(topic))))
  const { path } = people.listPeople
  const requests = Array.from({ length: 6 }, () => api.inject({ url: path, headers: administrator.headers }))
  const statuses = (await Promise.all(requests)).map(({ statusCode }) => statusCode)
  const answers = (await joining).flat()
  const seconds = (performance.now() - began_at) / 1_000
  return { ...seen, statuses, answers, seconds }
}

const countOf = (answers: Partial<JoinRefusal>[], reason: string) =>
  answers.filter((answer) => answer.reason === reason).length

describe('60 sockets with 40 joins of random ids each', () => {
  const JOINS_PER_MINUTE = 3_000

  it.each([
    ['shift_signup', topics.shiftSignup],
    ['event', topics.event],
  ])('on %s ask the database no more than one address may, four at a time', async (_name, topic) => {
    const address = await startLive(JOINS_PER_MINUTE)
    const { answers, statuses, seconds, ...pool } = await attack(address, topic)

    const allowed = (JOINS_PER_MINUTE * (1 + seconds / 60)) / REFUSED_JOIN
    expect(pool.look_ups).toBeLessThanOrEqual(allowed)
    expect(pool.most_at_once).toBeLessThanOrEqual(LOOK_UPS_AT_ONCE)
    expect(pool.most_waiting).toBeLessThanOrEqual(LOOK_UPS_AT_ONCE)
    expect(countOf(answers, 'not_found')).toBe(pool.look_ups)
    const reasons = ['not_found', 'rate_limited', 'too_many_topics']
    const refusals = reasons.reduce((total, reason) => total + countOf(answers, reason), 0)
    expect(refusals).toBe(SOCKETS * JOINS_OF_EACH)
    const refused = answers.find(({ reason }) => reason === 'rate_limited')
    expect(refused?.retry_after).toBeGreaterThan(0)
    expect(new Set(statuses)).toEqual(new Set([200]))
  })

  it('on the direct feed ask the database no more than one address may, two at a time', async () => {
    const address = await startLive(JOINS_PER_MINUTE)
    const sockets = await Promise.all(Array.from({ length: SOCKETS }, () => openSocket(address)))
    const began_at = performance.now()
    const pool = watchPool()
    const joining = sockets.map((socket) => {
      const filter = `shift_id=in.(${randomTopics((id) => id, 100).join()})`
      const binding = { event: '*', schema: 'public', table: 'assignment', filter }
      const names = randomTopics((id) => `realtime:${id}`)
      return joinAll(socket, names, { postgres_changes: [binding] })
    })
    const answers = (await Promise.all(joining)).flat()
    const allowed = (JOINS_PER_MINUTE * (1 + (performance.now() - began_at) / 60_000)) / REFUSED_JOIN
    const unknown = answers.filter(({ reason }) => reason?.startsWith('NotFound: '))
    expect(unknown.length).toBeGreaterThan(0)
    expect(unknown.length).toBeLessThanOrEqual(allowed)
    // A list takes one look-up for all ids, and none if it is asked again.
    expect(pool.look_ups).toBeLessThanOrEqual(SOCKETS)
    expect(pool.most_at_once).toBeLessThanOrEqual(2)
    expect(answers.some(({ reason }) => reason?.startsWith('ClientJoinRateLimitReached: '))).toBe(true)
  })

  it('negative control: without the limits they take the whole pool', async () => {
    const address = await startLive(1_000_000, { concurrency: Number.POSITIVE_INFINITY })
    const pool = await attack(address, topics.shiftSignup)
    expect(pool.look_ups).toBeGreaterThan(1_000)
    expect(pool.most_waiting).toBeGreaterThan(100)
  })

  it('do not keep out a page on another socket that joins a real event', async () => {
    const address = await startLive(JOINS_PER_MINUTE)
    const shift = await buildShift(api.deps)
    const [flooding, page] = [await openSocket(address), await openSocket(address)]
    const flood = await joinAll(flooding, randomTopics(topics.shiftSignup, 49))
    expect(countOf(flood, 'rate_limited')).toBeGreaterThan(0)
    const answers = await joinAll(page, [topics.event(shift.event_id), topics.shiftSignup(shift.id)])
    expect(answers).toContainEqual({ others: 0 })
    expect(answers).toContainEqual(expect.objectContaining({ n: expect.any(Number) }))
  })
})

it('500 browsers of a school that all open a sign-up page are let in', async () => {
  const address = await startLive(3_000)
  const shift = await buildShift(api.deps)
  const page = [topics.event(shift.event_id), topics.shiftSignup(shift.id)]
  const pool = watchPool()
  const sockets = await Promise.all(Array.from({ length: 100 }, () => openSocket(address)))
  // Joins of five tabs on each socket stand for 500 sockets, because a second join of a topic replaces the first.
  for (let tab = 0; tab < 5; tab += 1) {
    const answers = (await Promise.all(sockets.map((socket) => joinAll(socket, page)))).flat()
    expect(answers.filter(({ reason }) => reason !== undefined)).toEqual([])
  }
  expect(pool.look_ups).toBe(2)
})

it('looks nothing up for who has no session', async () => {
  const address = await startLive(3_000)
  const pool = watchPool()
  const names = [...randomTopics(topics.broadcast, 5), ...randomTopics(topics.person, 5)]
  const answers = await joinAll(await openSocket(address), names)
  expect(countOf(answers, 'session_required')).toBe(10)
  expect(pool.look_ups).toBe(0)
})

it('does not know an id in another spelling', async () => {
  const address = await startLive(3_000)
  const { event_id } = await buildShift(api.deps)
  const pool = watchPool()
  const answers = await joinAll(await openSocket(address), [topics.event(event_id.toUpperCase())])
  expect(answers).toEqual([{ reason: 'not_found' }])
  expect(pool.look_ups).toBe(0)
})
