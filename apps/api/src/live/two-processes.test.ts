import { type SignupPresence, topics } from '@muster/contract/live'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type NatsServer, startNatsServer } from '../../../../infra/run/nats-server.ts'
import { buildTestApp, type TestApp } from '../../test/app.ts'
import { eventually } from '../../test/eventually.ts'
import { change, closeClients, closedGate, join, openClient, watchEvent } from '../../test/live.ts'
import { PATIENT } from '../../test/patient.ts'
import { buildAssignment, buildShift } from '../../test/planning.ts'
import { closeDeps, createDeps, type Deps } from '../deps.ts'
import { createLiveTopics } from '../live.ts'
import { createNatsBus } from '../scale/bus-nats.ts'
import type { Bus } from './bus.ts'
import { createLocalBus } from './bus.ts'
import { createPostgresBus } from './bus-postgres.ts'
import { installLive } from './socket-route.ts'

type Process = { deps: Deps; address: string; close(): Promise<void> }

let api: TestApp
const processes: Process[] = []
beforeAll(async () => {
  api = await buildTestApp()
})
afterEach(async () => {
  await closeClients()
  await Promise.all(processes.splice(0).map((each) => each.close()))
})
afterAll(() => api.close())

/** Simulates another process on the same database. */
async function startProcess(bus: Bus, reread_ms = 30_000): Promise<Process> {
  const { config, log, keys } = api.deps
  const database_url = String(api.deps.db.pool.options.connectionString)
  const deps = createDeps({ config, log, keys, bus, database_url, database_timeouts: PATIENT })
  const app: FastifyInstance = Fastify()
  await installLive(app, deps, createLiveTopics(deps, closedGate, { reread_ms }))
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  const started = {
    deps,
    address,
    async close() {
      await app.close()
      await closeDeps(deps)
    },
  }
  processes.push(started)
  return started
}

let nats: NatsServer
beforeAll(async () => {
  nats = await startNatsServer()
})
afterAll(() => nats.kill())

const openPostgres = () =>
  createPostgresBus({ url: String(api.deps.db.pool.options.connectionString), log: api.deps.log })
const openNats = () => createNatsBus({ urls: [nats.url], log: api.deps.log })

describe.each([
  ['PostgreSQL', openPostgres],
  ['NATS', openNats],
])('two processes on one database, with announcements over %s', (_name, createBus) => {
  it('show each other’s changes', async () => {
    const [here, there] = [await startProcess(await createBus()), await startProcess(await createBus())]
    const shift = await buildShift(here.deps)
    const watched = await Promise.all(
      [here, there].map(({ address }) => watchEvent(openClient(address), shift.event_id)),
    )
    for (const at of [here, there]) {
      await buildAssignment(at.deps, { shift, status: 'CONFIRMED' })
      await change(at, shift)
    }
    await eventually(() =>
      expect(watched.map(({ shift: find }) => find(shift.id)?.spots_left)).toEqual([3, 3]),
    )
  })

  it('count each other’s visitors of a sign-up page', async () => {
    const [here, there] = [await startProcess(await createBus()), await startProcess(await createBus())]
    const shift = await buildShift(here.deps)
    const watched = await watchEvent(openClient(here.address), shift.event_id)
    const others: number[] = []
    for (const [i, { address }] of [here, there].entries()) {
      const channel = openClient(address).channel(topics.shiftSignup(shift.id))
      channel.on('count', (now: SignupPresence) => {
        others[i] = now.others
      })
      await join(channel)
    }
    await eventually(() => expect(others).toEqual([1, 1]))
    await eventually(() => expect(watched.shift(shift.id)?.signing_up).toBe(2))
  })
})

describe('a process', () => {
  it('finds what it was never told by reading again', async () => {
    const deaf = await startProcess(createLocalBus(), 200)
    const shift = await buildShift(api.deps)
    const watched = await watchEvent(openClient(deaf.address), shift.event_id)
    await buildAssignment(api.deps, { shift, status: 'CONFIRMED' })
    await change(api, shift)
    await eventually(() => expect(watched.shift(shift.id)?.spots_left).toBe(4))
    expect(watched.frames).toHaveLength(1)
  })

  it('catches up after its connection to the database was cut', async () => {
    const process = await startProcess(await openPostgres())
    const shift = await buildShift(api.deps)
    const watched = await watchEvent(openClient(process.address), shift.event_id)
    await api.deps.db.pool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'muster live'",
    )
    await buildAssignment(api.deps, { shift, status: 'CONFIRMED' })
    await change(api, shift)
    await eventually(() => expect(watched.shift(shift.id)?.spots_left).toBe(4))
  })

  it('reads again while NATS is away, and catches up at once when it is back', async () => {
    const [here, there] = [await startProcess(await openNats(), 200), await startProcess(await openNats())]
    const shift = await buildShift(here.deps)
    const [rereading, waiting] = await Promise.all(
      [here, there].map(({ address }) => watchEvent(openClient(address), shift.event_id)),
    )
    await nats.kill()
    await eventually(() => expect(there.deps.bus.isConnected()).toBe(false))
    await buildAssignment(here.deps, { shift, status: 'CONFIRMED' })
    await change(here, shift)
    await eventually(() => expect(rereading?.shift(shift.id)?.spots_left).toBe(4))
    expect(waiting?.shift(shift.id)?.spots_left).toBe(5)
    await nats.start()
    await eventually(() => expect(waiting?.shift(shift.id)?.spots_left).toBe(4))
  })
})
