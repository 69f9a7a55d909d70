import type { FastifyInstance } from 'fastify'

/** Sign-ups take about 0.3 ms each. */
export const PER_TURN = 8

/**
 * Node accepts one connection in each turn of the event loop. If a turn begins every request that it has read, it takes
 * hundreds of ms when hundreds press at once, and further clients wait to be accepted while these ask again and again. So
 * requests begin in their order, a few in each turn (decisions/0029).
 */
export function installRequestTurns(app: FastifyInstance): void {
  const waiting: (() => void)[] = []
  let begun = 0
  let isCounting = false

  function endTurn(): void {
    isCounting = waiting.length > 0
    if (isCounting) setImmediate(endTurn)
    const next = waiting.splice(0, PER_TURN)
    begun = next.length
    for (const begin of next) begin()
  }

  app.addHook('onRequest', (_request, _reply, done) => {
    if (!isCounting) {
      isCounting = true
      setImmediate(endTurn)
    }
    if (waiting.length > 0 || begun >= PER_TURN) {
      waiting.push(done)
      return
    }
    begun += 1
    done()
  })
}
