import { live, topics } from '@muster/contract/live'
import { addMs } from '@muster/contract/rules/instants'
import { eq } from 'drizzle-orm'
import Fastify from 'fastify'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { buildTestApp, type TestApp } from '../../test/app.ts'
import { eventually } from '../../test/eventually.ts'
import { closeClients, join, listen, openClient } from '../../test/live.ts'
import { type Administrator, buildAdministrator, buildMember } from '../../test/organizations.ts'
import { newId } from '../db/ids.ts'
import { membership } from '../db/schema.ts'
import { createGate } from '../features/session/gate.ts'
import { endSession } from '../features/session/queries.ts'
import { createLiveTopics, type LiveTimings } from '../live.ts'
import type { LiveGate } from './admission.ts'
import { installLive } from './socket-route.ts'

let api: TestApp
beforeAll(async () => {
  api = await buildTestApp()
})
afterEach(closeClients)
afterAll(() => api.close())

/** Opens an administrator's page. `ends`: reasons for which its topic ended. */
async function follow(address: string, { organization_id, headers }: Administrator) {
  const token = headers.authorization.replace('Bearer ', '')
  const channel = openClient(address).channel(topics.organization(organization_id), { token })
  const ends: unknown[] = []
  channel.onError((reason) => ends.push(reason))
  await join(channel)
  return { channel, ends }
}

/** Ends the session like a process whose announcement is lost. */
const endUnannounced = ({ session_id }: Administrator) =>
  api.deps.db.system((tx) => endSession(tx, session_id, { because: 'signed_out', now: api.deps.now() }))

const buildGate = () => createGate(api.app, api.deps)

async function startLive(gate: LiveGate, timings: LiveTimings = { session_recheck_ms: 20 }) {
  const app = Fastify()
  await installLive(app, api.deps, createLiveTopics(api.deps, gate, timings))
  return { app, address: await app.listen({ host: '127.0.0.1', port: 0 }) }
}

const ACCESS_ENDED = { reason: 'access_ended' }

it('a topic ends with the logout, those of other sessions stay', async () => {
  const address = await listen(api)
  const [ann, other] = [await buildAdministrator(api), await buildAdministrator(api)]
  const [ended, staying] = [await follow(address, ann), await follow(address, other)]
  const answer = await api.inject({ method: 'POST', url: '/auth/logout', headers: ann.headers })
  expect(answer.statusCode).toBe(204)
  await eventually(() => expect(ended.ends).toContainEqual(ACCESS_ENDED))
  expect(staying.ends).toEqual([])
})

it('D7: the check is made every five seconds', () => {
  expect(live.session_check_ms).toBe(5_000)
})

it.each([
  ['its session, although that was not announced', endUnannounced],
  [
    'the membership',
    ({ user_id }: Administrator) =>
      api.deps.db.system((tx) => tx.delete(membership).where(eq(membership.user_id, user_id))),
  ],
  ['its token', async () => api.setNow(addMs(api.deps.now(), 16 * 60_000))],
])('a topic ends at the next check after %s has ended', async (_name, end) => {
  const { app, address } = await startLive(buildGate())
  const ann = await buildAdministrator(api)
  const { ends } = await follow(address, ann)
  await end(ann)
  await eventually(() => expect(ends).toContainEqual(ACCESS_ENDED))
  await closeClients()
  await app.close()
})

it('negative control: without the check an ended session goes on hearing what changes', async () => {
  const gate = { ...buildGate(), filterAllowed: async <H>(holders: readonly H[]) => new Set(holders) }
  const { app, address } = await startLive(gate)
  const ann = await buildAdministrator(api)
  const { channel } = await follow(address, ann)
  const hints: unknown[] = []
  channel.on('changed', (hint: unknown) => hints.push(hint))
  await endUnannounced(ann)
  api.deps.bus.publish([
    { kind: 'shifts', organization_id: ann.organization_id, event_id: 'an event', shift_ids: [] },
  ])
  await eventually(() => expect(hints).toHaveLength(1))
  await closeClients()
  await app.close()
})

const remove = async (owner: Administrator, { user_id }: Administrator) =>
  api.inject({ method: 'DELETE', url: `/admin/members/${user_id}`, headers: owner.headers })
const signOut = async (_owner: Administrator, { headers }: Administrator) =>
  api.inject({ method: 'POST', url: '/auth/logout', headers })

async function startWithMember(gate: LiveGate) {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const { app, address } = await startLive(gate, {})
  const owner = await buildAdministrator(api)
  const { organization_id } = owner
  const member = await buildMember(api, { organization_id, role: 'admin' })
  const [staying, leaving] = [await follow(address, owner), await follow(address, member)]
  const hear = async ({ channel }: typeof leaving) => {
    const hints: unknown[] = []
    channel.on('changed', (hint: unknown) => hints.push(hint))
    api.deps.bus.publish([{ kind: 'shifts', organization_id, event_id: newId(), shift_ids: [] }])
    await eventually(() => expect(hints).toHaveLength(1))
  }
  const stop = async () => {
    await closeClients()
    await app.close()
  }
  return { owner, member, staying, leaving, hear, stop }
}

describe('M1: the topic of an organization, with the intervals of production', () => {
  afterEach(() => vi.useRealTimers())

  it.each([
    ['is removed', remove],
    ['has signed out', signOut],
  ])('ends within five seconds for a member who %s; others stay', async (_name, end) => {
    const { owner, member, staying, leaving, hear, stop } = await startWithMember(buildGate())
    expect((await end(owner, member)).statusCode).toBe(204)
    vi.advanceTimersByTime(5_000)
    await eventually(() => expect(leaving.ends).toContainEqual(ACCESS_ENDED))
    await hear(staying)
    expect(staying.ends).toEqual([])
    await stop()
  })

  it('negative control: without the check a removed member goes on hearing what changes', async () => {
    const gate = { ...buildGate(), filterAllowed: async <H>(holders: readonly H[]) => new Set(holders) }
    const { owner, member, leaving, hear, stop } = await startWithMember(gate)
    expect((await remove(owner, member)).statusCode).toBe(204)
    vi.advanceTimersByTime(5_000)
    await hear(leaving)
    expect(leaving.ends).toEqual([])
    await stop()
  })
})
