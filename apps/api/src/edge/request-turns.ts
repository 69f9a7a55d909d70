import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isEndpoint } from './mount.ts'

/** Sign-ups take about 0.3 ms each. */
export const PER_TURN = 8
/** A refusal takes about 0.1 ms. */
const REFUSED_PER_TURN = 64

/** ms that an API call may wait. Must stay far below the 30 s after which a page gives up and sends it again. */
export const LONGEST_TURN_WAIT = 5_000

export type RequestTurns = {
  /** Returns true if the request waited too long to begin, or its client has disconnected. */
  isLate(request: FastifyRequest): boolean
}

type Waiting = { request: FastifyRequest; since: number; begin: () => void }

/**
 * Node accepts one connection in each turn of the event loop. If a turn begins every request that it has read, it
 * takes hundreds of ms when hundreds sign up at once, and other clients wait to be accepted while these ask again.
 * So requests begin in order, a few in each turn (decisions/0029).
 */
export function installRequestTurns(app: FastifyInstance): RequestTurns {
  const waiting: Waiting[] = []
  const late = new WeakSet<FastifyRequest>()
  let begun = 0
  let isCounting = false

  function endTurn(): void {
    isCounting = waiting.length > 0
    if (isCounting) setImmediate(endTurn)
    const now = performance.now()
    const in_time = waiting.findIndex((each, at) => at === REFUSED_PER_TURN || !isTooLate(each, now))
    // Late requests cost little, so they do not use up the turn of one that can still be answered.
    for (const { request, begin } of waiting.splice(0, in_time < 0 ? waiting.length : in_time)) {
      late.add(request)
      begin()
    }
    const next = waiting.splice(0, PER_TURN)
    begun = next.length
    for (const { begin } of next) begin()
  }

  app.addHook('onRequest', (request, _reply, done) => {
    if (!isCounting) {
      isCounting = true
      setImmediate(endTurn)
    }
    if (waiting.length > 0 || begun >= PER_TURN) {
      waiting.push({ request, since: performance.now(), begin: done })
      return
    }
    begun++
    done()
  })
  return { isLate: (request) => late.has(request) }
}

function isTooLate({ request, since }: Waiting, now: number): boolean {
  return isEndpoint(request) && (request.raw.socket.destroyed || now - since > LONGEST_TURN_WAIT)
}
