import { Client } from 'pg'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/database.ts'
import { eventually } from '../../test/eventually.ts'
import { newId } from '../db/ids.ts'
import type { Announcement } from './announcement.ts'
import type { Bus } from './bus.ts'
import { pack } from './bus-batch.ts'
import { createPostgresBus } from './bus-postgres.ts'

const log = pino({ level: 'silent' })
let database: TestDatabase
const buses: Bus[] = []
beforeAll(async () => {
  database = await createTestDatabase()
})
afterEach(async () => {
  await Promise.all(buses.splice(0).map((bus) => bus.close()))
})
afterAll(() => database.drop())

async function openNode() {
  const bus = await createPostgresBus({ url: database.url, log })
  buses.push(bus)
  const received: Announcement[] = []
  bus.subscribe((announcement) => received.push(announcement))
  return { bus, received }
}

const shifts = (event_id: string, shift_ids: string[]): Announcement => ({
  kind: 'shifts',
  organization_id: '01890000-0000-7000-8000-000000000000',
  event_id,
  shift_ids,
})

describe('the bus between processes', () => {
  it('delivers to other processes, and to its own listeners at once and only once', async () => {
    const [one, other] = [await openNode(), await openNode()]
    one.bus.publish([{ kind: 'outbox' }])
    expect(one.received).toEqual([{ kind: 'outbox' }])
    await eventually(() => expect(other.received).toEqual([{ kind: 'outbox' }]))
    // PostgreSQL notifies in the order of commits, so the echo of the first would arrive before this.
    const later = shifts(newId(), ['a'])
    other.bus.publish([later])
    await eventually(() => expect(one.received).toContainEqual(later))
    expect(one.received).toEqual([{ kind: 'outbox' }, later])
  })

  it('merges announcements of the same moment', async () => {
    const [one, other] = [await openNode(), await openNode()]
    const event_id = newId()
    const sessionEnded = { kind: 'session_ended', session_id: newId() } as const
    for (const id of ['a', 'b', 'a', 'c']) {
      one.bus.publish([shifts(event_id, [id]), { kind: 'outbox' }, messagesOf(id), sessionEnded])
    }
    await eventually(() =>
      expect(other.received).toEqual([
        shifts(event_id, ['a', 'b', 'c']),
        { kind: 'outbox' },
        messagesOf('a', 'b', 'c'),
        sessionEnded,
      ]),
    )
  })

  it('splits what does not fit into one notification, and sends an empty list for too many ids', async () => {
    const [one, other] = [await openNode(), await openNode()]
    const many = Array.from({ length: 100 }, () => shifts(newId(), [newId(), newId(), newId()]))
    const huge_ids = Array.from({ length: 1_000 }, () => newId())
    const huge = shifts(newId(), huge_ids)
    const organization_id = newId()
    const all_messages = { kind: 'messages', organization_id, person_ids: huge_ids } as const
    one.bus.publish([...many, huge, all_messages])
    await eventually(() => expect(other.received).toHaveLength(102))
    expect(other.received).toEqual([...many, { ...huge, shift_ids: [] }, { ...all_messages, person_ids: [] }])
  })

  it('never makes a payload that PostgreSQL refuses', () => {
    const announcements = Array.from({ length: 300 }, (_, i) => ({
      kind: 'shifts' as const,
      organization_id: newId(),
      event_id: newId(),
      shift_ids: Array.from({ length: i }, () => newId()),
    }))
    for (const payload of pack(newId(), announcements)) expect(Buffer.byteLength(payload)).toBeLessThan(8_000)
  })

  it('says that somebody was renamed, whatever else is said of the event at that moment', async () => {
    const [one, other] = [await openNode(), await openNode()]
    const event_id = newId()
    const renamed = { ...shifts(event_id, ['a']), has_renamed: true as const }
    one.bus.publish([renamed, shifts(event_id, ['b'])])
    await eventually(() => expect(other.received).toContainEqual({ ...renamed, shift_ids: ['a', 'b'] }))
  })

  it('reconnects after a lost connection, and delivers a resync', async () => {
    const [one, other] = [await openNode(), await openNode()]
    await cutConnections()
    one.bus.publish([{ kind: 'outbox' }])
    await eventually(() => expect(other.received).toContainEqual({ kind: 'resync' }))
    await eventually(() => expect(one.received).toContainEqual({ kind: 'resync' }))
    const event_id = newId()
    one.bus.publish([shifts(event_id, ['a'])])
    await eventually(() => expect(other.received).toContainEqual(shifts(event_id, ['a'])))
  })

  it('ignores notifications of others', async () => {
    const { received } = await openNode()
    const valid = '{"from":"x","announcements":[{"kind":"outbox"}]}'
    const others = ['', 'hello', '{}', '{"from":"x","announcements":[{"kind":"other"}]}', '[1]']
    await asClient(async (client) => {
      for (const payload of [...others, valid]) {
        await client.query('select pg_notify($1, $2)', ['muster_live', payload])
      }
    })
    // Notifications arrive in order, and the valid one is the last.
    await eventually(() => expect(received).toEqual([{ kind: 'outbox' }]))
  })

  it('throws when there is no database', async () => {
    await expect(createPostgresBus({ url: 'postgres://localhost:1/none', log })).rejects.toThrow()
  })
})

function messagesOf(...person_ids: string[]): Announcement {
  return { kind: 'messages', organization_id: 'an organisation', person_ids }
}

async function cutConnections(): Promise<void> {
  await asClient((client) =>
    client.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'muster live'",
    ),
  )
}

async function asClient(work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client(database.url)
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
