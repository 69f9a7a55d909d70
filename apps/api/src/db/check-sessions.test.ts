import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { portOf } from '../../../../infra/run/ports.ts'
import { createTestDatabase, type TestDatabase } from '../../test/database.ts'
import { checkSessions } from './check-sessions.ts'

/* Simulates what PgBouncer 1.18 in transaction mode does to a session, as observed with the real one. */

let database: TestDatabase
const proxies: Server[] = []
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(async () => {
  for (const proxy of proxies) proxy.close()
  await database.drop()
})

type Change = { startup?: (packet: Buffer) => Buffer; isDropped?: (type: string) => boolean }

async function openPooler({
  startup = (packet) => packet,
  isDropped = () => false,
}: Change): Promise<string> {
  const target = new URL(database.url)
  const proxy = createServer((client) => {
    const upstream = connect({ host: target.hostname, port: Number(target.port) })
    client.once('data', (packet: Buffer) => {
      upstream.write(startup(packet))
      client.pipe(upstream)
    })
    forwardMessages(upstream, client, isDropped)
    for (const end of [client, upstream]) end.on('error', () => undefined)
    client.on('close', () => upstream.destroy())
  })
  proxies.push(proxy.listen(0, '127.0.0.1'))
  await once(proxy, 'listening')
  const url = new URL(database.url)
  url.port = String(portOf(proxy))
  return url.href
}

/** Each message begins with one byte of type and four of length. */
function forwardMessages(from: Socket, to: Socket, isDropped: (type: string) => boolean): void {
  let rest = Buffer.alloc(0)
  from.on('data', (data: Buffer) => {
    rest = Buffer.concat([rest, data])
    while (rest.length >= 5 && rest.length > rest.readInt32BE(1)) {
      const end = rest.readInt32BE(1) + 1
      const message = rest.subarray(0, end)
      rest = rest.subarray(end)
      if (!isDropped(message.toString('latin1', 0, 1))) to.write(message)
    }
  })
  from.on('close', () => to.destroy())
}

function withoutOptions(packet: Buffer): Buffer {
  const body = packet.toString('latin1', 4).replace(/options\0[^\0]*\0/, '')
  const changed = Buffer.from(`\0\0\0\0${body}`, 'latin1')
  changed.writeInt32BE(changed.length)
  return changed
}

test('PostgreSQL itself, and what forwards everything, keep sessions', async () => {
  await checkSessions(database.url, 'DATABASE_URL')
  await checkSessions(await openPooler({}), 'DATABASE_URL')
})

test('a pooler that drops the settings of a session is named', async () => {
  await expect(checkSessions(await openPooler({ startup: withoutOptions }), 'DATABASE_URL')).rejects.toThrow(
    'transaction mode',
  )
})

test('a pooler that drops notifications is named: live pages would stand still without an error', async () => {
  const url = await openPooler({ isDropped: (type) => type === 'A' })
  await expect(checkSessions(url, 'DATABASE_DIRECT_URL', 1_000)).rejects.toThrow(
    'a pooler that keeps no sessions',
  )
})
