import type { FastifyInstance } from 'fastify'

/** ms that a turn of the event loop should take while requests wait to begin. */
const TURN = 5
/** Requests in a turn, before any was measured. */
export const FIRST = 20
const MOST = 200

/**
 * Node accepts one connection in each turn of the event loop. If a turn begins every request that it has read, it takes
 * hundreds of ms when hundreds press at once, and further clients wait to be accepted while these ask again and again. So
 * requests begin in their order, as many in a turn as fit (decisions/0029).
 */
export function installRequestTurns(app: FastifyInstance): void {
  const waiting: (() => void)[] = []
  let fitting = FIRST
  let begun = 0
  let began_at = 0
  let isCounting = false

  function startTurn(): void {
    begun = 0
    began_at = performance.now()
    setImmediate(endTurn)
  }

  function endTurn(): void {
    if (begun === 0) {
      isCounting = false
      return
    }
    const measured = (TURN * begun) / (performance.now() - began_at)
    // Half of the one before: a turn may have been long by chance.
    fitting = Math.min(Math.max(1, (fitting + measured) / 2), MOST)
    startTurn()
    for (const begin of waiting.splice(0, Math.floor(fitting))) {
      begun += 1
      begin()
    }
  }

  app.addHook('onRequest', (_request, _reply, done) => {
    if (!isCounting) {
      isCounting = true
      startTurn()
    }
    if (waiting.length > 0 || begun >= fitting) {
      waiting.push(done)
      return
    }
    begun += 1
    done()
  })
}
