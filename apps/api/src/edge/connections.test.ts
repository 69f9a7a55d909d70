import { once } from 'node:events'
import { get } from 'node:http'
import { connect, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { portOf } from '../../../../infra/run/ports.ts'
import { buildTestApp, type TestApp } from '../../test/app.ts'
import { eventually } from '../../test/eventually.ts'
import { listen } from '../../test/live.ts'

const SILENT = 300
const timeouts = { headers_ms: 200, request_ms: 400, stalled_ms: 5_000, idle_ms: 65_000, check_ms: 50 }
/** On a busy machine a request may be read after a short limit has passed: the answer would be 408, not 400. */
const patient = { ...timeouts, headers_ms: 60_000, request_ms: 60_000 }
const HALF_A_REQUEST = 'POST /auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n'

let api: TestApp
let unhurried: TestApp
const clients: Socket[] = []
beforeAll(async () => {
  api = await buildTestApp({}, { connections: timeouts })
  unhurried = await buildTestApp({}, { connections: patient })
  await Promise.all([listen(api), listen(unhurried)])
})
afterEach(() => {
  for (const client of clients.splice(0)) client.destroy()
})
afterAll(async () => {
  await api.close()
  await unhurried.close()
})

/** Sends the text and then nothing more. Does not even close when the server does. */
function openSilent({ app }: TestApp, text: string) {
  const client = connect({ port: portOf(app.server), host: '127.0.0.1', allowHalfOpen: true })
  clients.push(client)
  let heard = ''
  const answer = new Promise<string>((resolve) => {
    client.setEncoding('latin1').on('data', (part: string) => {
      heard += part
    })
    // A client whose socket the server has destroyed may get a reset.
    client.on('error', () => resolve(heard)).on('end', () => resolve(heard))
  })
  client.write(text)
  return { client, answer }
}

const openMany = (to: TestApp, text: string) =>
  Promise.all(Array.from({ length: SILENT }, () => openSilent(to, text).answer))

const countSockets = ({ app }: TestApp) =>
  new Promise<number>((resolve, reject) => {
    app.server.getConnections((error, count) => (error ? reject(error) : resolve(count)))
  })
/** Counts the descriptors of both ends, which are in this process. */
const countDescriptors = () =>
  process.getActiveResourcesInfo().filter((resource) => resource === 'TCPSocketWrap').length

describe.each([
  ['nothing at all', '', 408, () => api],
  ['half of its headers', HALF_A_REQUEST, 408, () => api],
  ['half of its body', `${HALF_A_REQUEST}content-length: 100\r\n\r\n{"email":`, 408, () => api],
  ['no HTTP', 'EHLO muster\r\n\r\n', 400, () => unhurried],
])(`${SILENT} clients that send %s and stay`, (_what, text, status, server) => {
  it(`are answered ${status}, and every socket is given back`, async () => {
    const before = countDescriptors()
    const answers = await openMany(server(), text)
    for (const answer of answers) {
      if (text !== '') expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    }
    await eventually(async () => expect(await countSockets(server())).toBe(0))
    for (const client of clients.splice(0)) client.destroy()
    await eventually(() => expect(countDescriptors()).toBeLessThanOrEqual(before))
  })
})

it('negative control: half closed, the sockets stay for as long as their clients do', async () => {
  const [destroying] = api.app.server.listeners('clientError')
  api.app.server.removeAllListeners('clientError')
  api.app.server.on('clientError', (_error, socket) => socket.end('HTTP/1.1 408 Request Timeout\r\n\r\n'))
  await openMany(api, HALF_A_REQUEST)
  // A later connection has been answered and closed, so these had enough time, too.
  const { client, answer } = openSilent(api, HALF_A_REQUEST)
  await answer
  client.end()
  await eventually(() => expect(client.closed).toBe(true))
  // A busy machine may have reset one of them.
  expect(await countSockets(api)).toBeGreaterThan(SILENT / 2)

  for (const each of clients) each.destroy()
  await eventually(async () => expect(await countSockets(api)).toBe(0))
  api.app.server.removeAllListeners('clientError')
  if (destroying)
    api.app.server.on('clientError', (...given) => Reflect.apply(destroying, api.app.server, given))
})

it('a client that does not read its answer is let go', async () => {
  const impatient = await buildTestApp({}, { connections: { ...timeouts, stalled_ms: 300 } })
  const address = await listen(impatient)
  const client = connect({ port: Number(new URL(address).port), host: '127.0.0.1' }).pause()
  const closed = new Promise<void>((resolve) => {
    impatient.app.server.once('connection', (socket: Socket) => socket.on('close', () => resolve()))
  })
  // Answers of 1.4 MB, of which the socket buffers hold only a part.
  client.write('GET /docs/static/swagger-ui-bundle.js HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(20))
  await closed
  client.destroy()
  await impatient.close()
})

it('connections above the setting are closed at once, and the others live on', async () => {
  const small = await buildTestApp({ http_connections: 2 })
  const address = await listen(small)
  const [first, second, third] = Array.from({ length: 3 }, () => {
    const client = connect(Number(new URL(address).port), '127.0.0.1')
    clients.push(client)
    return client
  })
  await new Promise((resolve) => third?.on('close', resolve).resume())
  second?.destroy()
  first?.write('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n')
  const answer = await new Promise((resolve) => first?.once('data', (data) => resolve(String(data))))
  expect(answer).toMatch(/^HTTP\/1.1 200 /)
  await small.close()
})

describe('clients that send a byte now and then', () => {
  const SLOW = 500
  const PLACES = 20

  it(`keep nobody waiting while ${SLOW} of them are connected`, async () => {
    const address = `http://127.0.0.1:${portOf(unhurried.app.server)}`
    await fill(unhurried, SLOW)
    const answers = await Promise.all(Array.from({ length: 100 }, () => ask(address)))
    expect(new Set(answers)).toEqual(new Set([200]))
    expect(await countSockets(unhurried)).toBeGreaterThanOrEqual(SLOW)
  })

  it('lose their places to others, however slowly they go on', async () => {
    const small = await buildTestApp({ http_connections: PLACES }, { connections: timeouts })
    const address = await listen(small)
    await Promise.all(Array.from({ length: PLACES }, () => openSlow(small)))
    await eventually(async () => expect(await ask(address)).toBe(200))
    await small.close()
  })

  it('negative control: without the time limit they keep everybody else out', async () => {
    const small = await buildTestApp({ http_connections: PLACES }, { connections: patient })
    const address = await listen(small)
    await fill(small, PLACES)
    expect(await Promise.all(Array.from({ length: 10 }, () => ask(address)))).toEqual(
      Array(10).fill(undefined),
    )
    for (const client of clients) client.destroy()
    await small.close()
  })
})

function openSlow({ app }: TestApp) {
  const client = connect({ port: portOf(app.server), host: '127.0.0.1' })
  clients.push(client)
  client.on('error', () => undefined)
  client.write(`${HALF_A_REQUEST}x: `)
  const dripping = setInterval(() => client.write('x'), 20)
  client.on('close', () => clearInterval(dripping))
  return once(client, 'connect')
}

/** Returns undefined if the connection is closed instead. */
const ask = (address: string) =>
  new Promise<number | undefined>((resolve) => {
    get(`${address}/healthz`, { agent: false }, (answer) => {
      answer.resume()
      resolve(answer.statusCode)
    }).on('error', () => resolve(undefined))
  })

async function fill(server: TestApp, count: number) {
  await Promise.all(Array.from({ length: count }, () => openSlow(server)))
  await eventually(async () => expect(await countSockets(server)).toBe(count))
}
