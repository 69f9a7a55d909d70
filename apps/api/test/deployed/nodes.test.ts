import { get } from 'node:http'
import { type SignupPresence, topics } from '@muster/contract/live'
import { session } from '@muster/contract/session'
import { signup } from '@muster/contract/signup'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type BusName, type Nodes, openNodes } from '../../../../infra/chaos/nodes.ts'
import { NODE } from '../../../../infra/run/haproxy.ts'
import { checkSessions } from '../../src/db/check-sessions.ts'
import { newId } from '../../src/db/ids.ts'
import { buildTestApp, type TestApp } from '../app.ts'
import { eventually } from '../eventually.ts'
import { closeClients, join, openClient, watchEvent } from '../live.ts'
import { patiently } from '../patient.ts'
import { buildShift } from '../planning.ts'
import { closeRealtimeClients, follow, REALTIME_CLIENTS } from '../realtime-clients.ts'

/* Two servers and a worker behind haproxy, with pgbouncer in transaction mode. */

const LOGINS = 3

let api: TestApp
beforeAll(async () => {
  api = await buildTestApp()
})
afterEach(async () => {
  await closeClients()
  await closeRealtimeClients()
})
afterAll(() => api.close())

describe.each<BusName>(['PostgreSQL', 'NATS'])('two servers with announcements over %s', (bus) => {
  let nodes: Nodes
  beforeAll(async () => {
    nodes = await openNodes({
      database_url: String(api.deps.db.pool.options.connectionString),
      bus,
      settings: { LOGINS_PER_MINUTE: String(LOGINS) },
    })
  })
  afterAll(() => nodes.close())

  const ask = (node: number, path: string, body?: object) =>
    fetch(nodes.address + path, {
      headers: { [NODE]: String(node), ...(body && { 'content-type': 'application/json' }) },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })

  async function readiness() {
    const answer = await ask(1, '/readyz')
    const { live_bus }: { live_bus?: string } = Object(await answer.json())
    return { status: answer.status, live_bus }
  }

  async function signUp(node: number, shift_id: string): Promise<void> {
    const person = {
      first_name: 'Åsa',
      last_name: 'Öberg',
      email: `${newId()}@volunteer.example`,
      phone: '+46701234567',
    }
    const answer = await patiently(() => ask(node, signup.signUp.path.replace(':shiftId', shift_id), person))
    expect(answer.status, await answer.text()).toBe(201)
  }

  async function guess(at: readonly number[]): Promise<number[]> {
    const email = `${newId()}@muster.example`
    const statuses: number[] = []
    for (const node of at) {
      const answer = await ask(node, session.login.path, { email, password: 'not the password' })
      statuses.push(answer.status)
      await answer.arrayBuffer()
    }
    return statuses
  }

  const openAt = (node: number) => openClient(nodes.address, { [NODE]: String(node) })

  it('show a viewer of one the sign-up at the other, and the worker sends its message', async () => {
    const shift = await buildShift(api.deps)
    const watched = await watchEvent(openAt(1), shift.event_id)
    const followers = await Promise.all(
      REALTIME_CLIENTS.map(({ open }) =>
        follow(open(nodes.servers[0]?.address ?? ''), {
          table: 'assignment',
          filter: `shift_id=eq.${shift.id}`,
        }),
      ),
    )
    await signUp(2, shift.id)
    await eventually(() => expect(watched.shift(shift.id)?.spots_left).toBe(4))
    for (const { changes } of followers)
      await eventually(() => expect(changes).toMatchObject([{ new: { status: 'CONFIRMED' } }]))
    await eventually(async () => {
      const { rows } = await nodes.db.system((tx) => tx.execute('select distinct status from message'))
      expect(rows).toEqual([{ status: 'SENT' }])
    })
  })

  it('count the visitors of a sign-up page together', async () => {
    const shift = await buildShift(api.deps)
    const others: number[] = []
    for (const node of [1, 2]) {
      const channel = openAt(node).channel(topics.shiftSignup(shift.id))
      channel.on('count', (now: SignupPresence) => {
        others[node - 1] = now.others
      })
      await join(channel)
    }
    await eventually(() => expect(others).toEqual([1, 1]))
  })

  it('renew the public event that both have cached', async () => {
    const shift = await buildShift(api.deps)
    const read = async (node: number) => {
      const answer = await ask(node, `/events/${shift.event_id}/public`)
      const event: { roles: { shifts: { assigned_count: number }[] }[] } = Object(await answer.json())
      return event.roles[0]?.shifts[0]?.assigned_count
    }
    expect([await read(1), await read(2)]).toEqual([0, 0])
    await signUp(1, shift.id)
    await eventually(async () => expect([await read(1), await read(2)]).toEqual([1, 1]))
  })

  it('count guesses of a password together', async () => {
    let statuses: number[]
    let minute: number
    // Limits start again every minute.
    do {
      minute = minuteNow()
      statuses = await guess([1, 2, 1, 2, 1, 2])
    } while (minute !== minuteNow())
    expect(statuses).toEqual([401, 401, 401, 429, 429, 429])
  })

  it('each have the addresses that are theirs, which makes limits per process exact', async () => {
    const servedBy = new Map<string, Set<string>>()
    for (let last = 1; last <= 16; last += 1) {
      const from = `127.0.1.${last}`
      const nodes_of = await Promise.all([1, 2, 3].map(() => askFrom(from, nodes.address)))
      servedBy.set(from, new Set(nodes_of))
    }
    const of_each = [...servedBy.values()].map((names) => [...names])
    expect(of_each.filter((names) => names.length > 1)).toEqual([])
    expect(new Set(of_each.flat())).toEqual(new Set(['1', '2']))
  })

  it('stay ready without the bus, and catch up when it is back', async () => {
    const shift = await buildShift(api.deps)
    const watched = await watchEvent(openAt(1), shift.event_id)
    await nodes.killBus()
    // A connection to PostgreSQL is back at once.
    if (bus === 'NATS')
      await eventually(async () => expect(await readiness()).toEqual({ status: 200, live_bus: 'lost' }))
    await signUp(2, shift.id)
    await nodes.restoreBus()
    await eventually(() => expect(watched.shift(shift.id)?.spots_left).toBe(4))
    await eventually(async () => expect(await readiness()).toEqual({ status: 200, live_bus: 'connected' }))
  })

  it('negative control: without DATABASE_DIRECT_URL the pooler is refused', async () => {
    await expect(checkSessions(nodes.pooled_url, 'DATABASE_URL')).rejects.toThrow('DATABASE_DIRECT_URL')
  })
})

/** Returns the server that answers a client of this address. */
function askFrom(localAddress: string, address: string): Promise<string> {
  return new Promise((resolve, reject) => {
    get(`${address}/readyz`, { localAddress }, (answer) => {
      answer.resume()
      resolve(String(answer.headers[NODE]))
    }).on('error', reject)
  })
}

const minuteNow = () => Math.floor(Date.now() / 60_000)
