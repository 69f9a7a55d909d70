import { once } from 'node:events'
import { connect } from 'node:http2'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Cluster, openCluster } from '../../../../infra/chaos/cluster.ts'
import { buildOpening } from '../../../../infra/chaos/sign-up-load.ts'
import { checkHaproxy, type Haproxy, startHaproxy } from '../../../../infra/run/haproxy.ts'
import { kill, prepareSettings, type Server, startServer } from '../../../../infra/run/start-programs.ts'
import { eventually } from '../eventually.ts'

/* The shipped haproxy.cfg in front of two servers whose database, and which themselves, go away. */

/** ms, in which haproxy asks each server more often than the failures after which it gives one up. */
const SEVERAL_CHECKS = 2_000

/** A frame of a client, whose mask of zeros changes nothing. */
const HEARTBEAT = '[null,"1","phoenix","heartbeat",{}]'
const MASKED_HEARTBEAT = Buffer.concat([
  Buffer.of(0x81, 0x80 | HEARTBEAT.length, 0, 0, 0, 0),
  Buffer.from(HEARTBEAT),
])

let cluster: Cluster
let servers: Server[]
let haproxy: Haproxy
let page: string
beforeAll(async () => {
  cluster = await openCluster()
  const { event_id } = await buildOpening(cluster.db)
  page = `/events/${event_id}/public`
  const env = await prepareSettings(cluster.url, cluster.dir, {
    DATABASE_CONNECTIONS: '3',
    TRUSTED_PROXIES: '127.0.0.1',
  })
  servers = await Promise.all([startServer(env), startServer(env)])
  haproxy = await startHaproxy(servers.map(({ address }) => address))
})
afterAll(async () => {
  await haproxy.stop()
  await killServers()
  await cluster.close()
})

const killServers = () => kill(...servers.map(({ server }) => server))

async function ask(url: string) {
  const answer = await fetch(url, { redirect: 'manual' })
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

test('the shipped file is one that haproxy takes without a warning', async () => {
  expect(await checkHaproxy()).toBe('Configuration file is valid\n')
  expect(await checkHaproxy([['retry-on conn-failure', 'retry-on conn-failures']])).toContain('retry-on')
})

test('http:// leads to https://, and /metrics to nobody', async () => {
  const { status, headers } = await ask(`${haproxy.unencrypted}/e/1?x=2`)
  expect([status, headers.get('location')]).toEqual([
    301,
    `${haproxy.unencrypted.replace('http:', 'https:')}/e/1?x=2`,
  ])
  expect((await ask(`${haproxy.address}/metrics`)).status).toBe(404)
})

test('browsers speak HTTP/2 with it, live sockets included', async () => {
  const client = connect(haproxy.encrypted, { rejectUnauthorized: false })
  const stream = client.request({ ':path': '/healthz' })
  const [headers] = await once(stream, 'response')
  expect(headers[':status']).toBe(200)
  expect(client.alpnProtocol).toBe('h2')
  // Live sockets too, by extended CONNECT (RFC 8441).
  const socket = client.request({
    ':method': 'CONNECT',
    ':protocol': 'websocket',
    ':scheme': 'https',
    ':authority': new URL(haproxy.encrypted).host,
    ':path': '/live/websocket?vsn=2.0.0',
    'sec-websocket-version': '13',
  })
  const [opened] = await once(socket, 'response')
  expect(opened[':status']).toBe(200)
  socket.write(MASKED_HEARTBEAT)
  const [frame] = await once(socket, 'data')
  expect(String(frame)).toContain('phx_reply')
  client.destroy()
})

test('without a database what needs none goes on, and the rest is refused by the servers themselves', async () => {
  for (const { address } of servers) expect((await ask(address + page)).status).toBe(200)
  await cluster.stop('fast')
  const readDatabases = async () =>
    (await Promise.all(servers.map(({ address }) => ask(`${address}/readyz`)))).map(({ status, text }) => [
      status,
      JSON.parse(text).database,
    ])
  await eventually(async () => expect(await readDatabases()).toEqual(servers.map(() => [200, 'away'])))
  for (const end = performance.now() + SEVERAL_CHECKS; performance.now() < end; await sleep(50)) {
    expect((await ask(haproxy.address + page)).status).toBe(200)
  }
  const refused = await ask(`${haproxy.address}/auth/v1/.well-known/nothing`)
  expect([refused.status, refused.headers.get('content-type')]).toEqual([
    404,
    'application/json; charset=utf-8',
  ])

  await cluster.start()
  await eventually(async () => expect(await readDatabases()).toEqual(servers.map(() => [200, 'ok'])))
  expect((await ask(haproxy.address + page)).status).toBe(200)
})

test('without a server it answers with a page in both languages that tries again', async () => {
  await killServers()
  await eventually(async () => {
    const { status, headers, text } = await ask(haproxy.address + page)
    expect([status, headers.get('retry-after'), headers.get('cache-control')]).toEqual([
      503,
      '10',
      'no-store',
    ])
    expect(text).toContain('<meta http-equiv="refresh" content="10">')
    expect(text).toContain('Muster cannot be reached just now')
    expect(text).toContain('Muster går inte att nå just nu')
  })
})
