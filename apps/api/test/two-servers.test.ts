import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type SignupPresence, topics } from '@muster/contract/live'
import { signup } from '@muster/contract/signup'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type NatsServer, startNatsServer } from '../../../infra/run/nats-server.ts'
import { API, ended, startServer } from '../../../infra/run/start-programs.ts'
import { readConfig } from '../src/config.ts'
import { loadKeys } from '../src/signing/keys.ts'
import { buildTestApp, type TestApp } from './app.ts'
import { eventually } from './eventually.ts'
import { closeClients, join, openClient, watchEvent } from './live.ts'
import { patiently } from './patient.ts'
import { buildShift } from './planning.ts'
import { closeRealtimeClients, follow, REALTIME_CLIENTS } from './realtime-clients.ts'

/* Server processes as in production, on one database. */

type Server = Awaited<ReturnType<typeof startServer>>

let api: TestApp
let nats: NatsServer
let data_dir: string
beforeAll(async () => {
  api = await buildTestApp()
  nats = await startNatsServer()
  data_dir = await mkdtemp(path.join(tmpdir(), 'muster-two-servers-'))
})
afterEach(async () => {
  await closeClients()
  await closeRealtimeClients()
})
afterAll(async () => {
  await nats.kill()
  await rm(data_dir, { recursive: true, force: true })
  await api.close()
})

async function startServers(bus: Record<string, string>): Promise<[Server, Server]> {
  const env = {
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    DATABASE_URL: String(api.deps.db.pool.options.connectionString),
    MUSTER_DATA_DIR: data_dir,
    DATABASE_CONNECTIONS: '3',
    ...bus,
  }
  await loadKeys(readConfig(env, API))
  return Promise.all([startServer(env), startServer(env)])
}

async function stop(servers: readonly Server[]): Promise<void> {
  for (const { server } of servers) server.kill('SIGTERM')
  await Promise.all(servers.map(({ server }) => ended(server)))
}

async function signUp(address: string, shift_id: string): Promise<number> {
  const answer = await patiently(() =>
    fetch(address + signup.signUp.path.replace(':shiftId', shift_id), {
      method: signup.signUp.method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        first_name: 'Åsa',
        last_name: 'Öberg',
        email: 'asa@volunteer.example',
        phone: '+46701234567',
      }),
    }),
  )
  await answer.arrayBuffer()
  return answer.status
}

describe.each([
  ['PostgreSQL', () => ({})],
  ['NATS', () => ({ NATS_URL: nats.url })],
])('two servers, with announcements over %s', (_name, bus) => {
  let servers: [Server, Server]
  beforeAll(async () => {
    servers = await startServers(bus())
  })
  afterAll(() => stop(servers))

  it('show a viewer of one the sign-up at the other', async () => {
    const [here, there] = servers
    const shift = await buildShift(api.deps)
    const watched = await watchEvent(openClient(here.address), shift.event_id)
    const followers = await Promise.all(
      REALTIME_CLIENTS.map(({ open }) =>
        follow(open(here.address), { table: 'assignment', filter: `shift_id=eq.${shift.id}` }),
      ),
    )
    expect(await signUp(there.address, shift.id)).toBe(201)
    await eventually(() => expect(watched.shift(shift.id)?.spots_left).toBe(4))
    for (const { changes } of followers) {
      await eventually(() => expect(changes).toMatchObject([{ new: { status: 'CONFIRMED' } }]))
    }
  })

  it('count the visitors of a sign-up page together', async () => {
    const shift = await buildShift(api.deps)
    const others: number[] = []
    for (const [i, { address }] of servers.entries()) {
      const channel = openClient(address).channel(topics.shiftSignup(shift.id))
      channel.on('count', (now: SignupPresence) => {
        others[i] = now.others
      })
      await join(channel)
    }
    await eventually(() => expect(others).toEqual([1, 1]))
  })
})

it('two servers stay ready without NATS, and catch up when it is back', async () => {
  const servers = await startServers({ NATS_URL: nats.url })
  const [here, there] = servers
  const shift = await buildShift(api.deps)
  const watched = await watchEvent(openClient(here.address), shift.event_id)
  await nats.kill()
  await eventually(async () => expect(await readiness(here)).toEqual({ status: 200, live_bus: 'lost' }))
  expect(await signUp(there.address, shift.id)).toBe(201)
  await nats.start()
  await eventually(() => expect(watched.shift(shift.id)?.spots_left).toBe(4))
  await eventually(async () => expect(await readiness(here)).toEqual({ status: 200, live_bus: 'connected' }))
  await stop(servers)
})

async function readiness({ address }: Server) {
  const answer = await fetch(`${address}/readyz`)
  const { live_bus }: { live_bus?: string } = Object(await answer.json())
  return { status: answer.status, live_bus }
}
