import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { hold } from '../../test/hold.ts'
import { installGracefulShutdown } from './graceful-shutdown.ts'

const sockets: Socket[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})

const build = () => Fastify({ forceCloseConnections: 'idle' })

async function connectTo(app: FastifyInstance) {
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  const socket = connect(Number(new URL(address).port), '127.0.0.1')
  sockets.push(socket)
  const accepted = once(app.server, 'connection')
  await once(socket, 'connect')
  await accepted
  return socket
}

async function closeWithIdleConnection() {
  const app = build()
  installGracefulShutdown(app)
  await connectTo(app)
  await app.close()
}

test('closes a connection that has sent no request', closeWithIdleConnection)

test('negative control: Node waits for it', async () => {
  const app = build()
  const socket = await connectTo(app)
  let is_closed = false
  const closing = app.close().then(() => {
    is_closed = true
  })
  await closeWithIdleConnection()
  expect(is_closed).toBe(false)
  socket.destroy()
  await closing
})

test('answers a request under way', async () => {
  const app = build()
  const { held, release } = hold()
  app.get('/slow', async () => {
    await held
    return 'answered'
  })
  installGracefulShutdown(app)
  const socket = await connectTo(app)
  const asked = once(app.server, 'request')
  socket.write('GET /slow HTTP/1.1\r\nhost: localhost\r\n\r\n')
  await asked
  const answer = once(socket, 'data')
  const closing = app.close()
  release()
  await closing
  expect(String(await answer)).toContain('answered')
})
