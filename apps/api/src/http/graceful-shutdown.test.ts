import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { installGracefulShutdown } from './graceful-shutdown.ts'

/* A server that ends waits for answers, and for nobody who has not asked. */

let app: FastifyInstance
let socket: Socket
beforeEach(() => {
  app = Fastify({ forceCloseConnections: 'idle' })
  app.get('/slow', () => sleep(900, 'answered'))
})
afterEach(() => {
  socket.destroy()
})

async function open() {
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  socket = connect(Number(new URL(address).port), '127.0.0.1')
  const accepted = once(app.server, 'connection')
  await once(socket, 'connect')
  await accepted
}

const end = () => Promise.race([app.close().then(() => 'ended'), sleep(3_000, 'waits')])

test('one that is open and silent', async () => {
  installGracefulShutdown(app)
  await open()
  expect(await end()).toBe('ended')
})

test('negative control: Node waits for it', async () => {
  await open()
  expect(await end()).toBe('waits')
})

test('what was asked is answered', async () => {
  installGracefulShutdown(app)
  await open()
  const asked = once(app.server, 'request')
  socket.write('GET /slow HTTP/1.1\r\nhost: localhost\r\n\r\n')
  await asked
  const answer = once(socket, 'data')
  expect(await end()).toBe('ended')
  expect(String(await answer)).toContain('answered')
})
