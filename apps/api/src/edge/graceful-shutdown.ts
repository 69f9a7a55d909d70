import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** ms after the server has stopped listening. By then a request in transit has arrived. */
const CLOSE_SILENT_AFTER = 500
/** ms. No answer takes this long. */
const CLOSE_ALL_AFTER = 10_000

/** Node closes idle connections only once, and never those without a request yet, which browsers open in advance. */
export function installGracefulShutdown(app: FastifyInstance): void {
  const silent = new Set<Socket>()
  app.server.on('connection', (socket: Socket) => {
    silent.add(socket)
    socket.once('close', () => silent.delete(socket))
  })
  for (const event of ['request', 'upgrade'] as const) {
    app.server.on(event, ({ socket }) => silent.delete(socket))
  }
  app.addHook('preClose', async () => {
    if (!app.server.listening) return
    const timers = [
      setInterval(() => app.server.closeIdleConnections(), 50),
      setTimeout(() => {
        for (const socket of silent) socket.destroy()
      }, CLOSE_SILENT_AFTER),
      setTimeout(() => app.server.closeAllConnections(), CLOSE_ALL_AFTER),
    ]
    app.server.once('close', () => {
      for (const timer of timers) clearTimeout(timer)
    })
  })
}
