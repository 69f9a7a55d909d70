import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** After the server has stopped listening, ms: a request on its way has come by then. */
const SILENT_UNTIL = 500
/** No answer takes so long, ms. */
const CUT_AFTER = 10_000

/**
 * When the server ends, every connection ends with its answer. Node closes those that are idle at the first moment only,
 * and takes one that has asked for nothing yet for busy: browsers open some before they need them. It would wait for
 * both without end.
 */
export function installGracefulShutdown(app: FastifyInstance): void {
  const silent = new Set<Socket>()
  app.server.on('connection', (socket: Socket) => {
    silent.add(socket)
    socket.once('close', () => silent.delete(socket))
  })
  for (const asks of ['request', 'upgrade'] as const) {
    app.server.on(asks, ({ socket }) => silent.delete(socket))
  }
  app.addHook('preClose', async () => {
    if (!app.server.listening) return
    const timers = [
      setInterval(() => app.server.closeIdleConnections(), 50),
      setTimeout(() => {
        for (const socket of silent) socket.destroy()
      }, SILENT_UNTIL),
      setTimeout(() => app.server.closeAllConnections(), CUT_AFTER),
    ]
    app.server.once('close', () => {
      for (const timer of timers) clearTimeout(timer)
    })
  })
}
