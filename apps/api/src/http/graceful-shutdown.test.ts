import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { installGracefulShutdown } from './graceful-shutdown.ts'

let app: FastifyInstance
let socket: Socket
beforeEach(() => {
  app = Fastify({ forceCloseConnections: 'idle' })
  app.get('/slow', () => sleep(700, 'answered'))
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

test('closes a connection that has sent no request', async () => {
  installGracefulShutdown(app)
  await open()
  await app.close()
})

test('negative control: Node waits for it', async () => {
  await open()
  expect(await Promise.race([app.close().then(() => 'closed'), sleep(1_000, 'waits')])).toBe('waits')
})

test('answers a request under way', async () => {
  installGracefulShutdown(app)
  await open()
  const asked = once(app.server, 'request')
  socket.write('GET /slow HTTP/1.1\r\nhost: localhost\r\n\r\n')
  await asked
  const answer = once(socket, 'data')
  await app.close()
  expect(String(await answer)).toContain('answered')
})
