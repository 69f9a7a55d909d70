import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type NatsServer, startNatsServer } from '../../../../infra/run/nats-server.ts'
import { eventually } from '../../test/eventually.ts'
import { newId } from '../db/ids.ts'
import type { Announcement } from '../live/announcement.ts'
import type { Bus } from '../live/bus.ts'
import { createNatsBus } from './bus-nats.ts'

const log = pino({ level: 'silent' })
let server: NatsServer
const buses: Bus[] = []
beforeAll(async () => {
  server = await startNatsServer()
})
afterEach(async () => {
  await Promise.all(buses.splice(0).map((bus) => bus.close()))
})
afterAll(() => server.kill())

async function openNode(url = server.url) {
  const bus = await createNatsBus({ urls: [url], log })
  buses.push(bus)
  const received: Announcement[] = []
  bus.subscribe((announcement) => received.push(announcement))
  return { bus, received }
}

const ended = (): Announcement => ({ kind: 'session_ended', session_id: newId() })

describe('the bus over NATS', () => {
  it('delivers to other processes, and to its own listeners at once and only once', async () => {
    const [one, other] = [await openNode(), await openNode()]
    const [first, second] = [ended(), ended()]
    one.bus.publish([first])
    expect(one.received).toEqual([first])
    await eventually(() => expect(other.received).toEqual([first]))
    other.bus.publish([second])
    await eventually(() => expect(one.received).toEqual([first, second]))
  })

  it('says that it is cut off, reconnects, delivers a resync and then what waited', async () => {
    const [one, other] = [await openNode(), await openNode()]
    await server.kill()
    await eventually(() => expect([one, other].map(({ bus }) => bus.isConnected())).toEqual([false, false]))
    const meanwhile = ended()
    one.bus.publish([meanwhile])
    await server.start()
    for (const { bus, received } of [one, other]) {
      await eventually(() => expect(received).toContainEqual({ kind: 'resync' }))
      expect(bus.isConnected()).toBe(true)
    }
    const later = ended()
    one.bus.publish([later])
    await eventually(() => expect(other.received).toContainEqual(later))
    expect(one.received).toContainEqual(meanwhile)
  })

  it('signs in with the login of its address, and throws without it', async () => {
    const guarded = await startNatsServer(['--user', 'muster', '--pass', 'p@ss'])
    try {
      const url = guarded.url.replace('//', '//muster:p%40ss@')
      const [one, other] = [await openNode(url), await openNode(url)]
      const announcement = ended()
      one.bus.publish([announcement])
      await eventually(() => expect(other.received).toEqual([announcement]))
      await expect(createNatsBus({ urls: [guarded.url], log })).rejects.toThrow(/authorization/i)
    } finally {
      await Promise.all(buses.splice(0).map((bus) => bus.close()))
      await guarded.kill()
    }
  })

  it('throws when there is no server', async () => {
    await expect(createNatsBus({ urls: ['nats://127.0.0.1:1'], log })).rejects.toThrow()
  })
})
