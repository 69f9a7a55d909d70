import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { isEndpoint } from './mount.ts'
import { busy } from './refusal.ts'
import type { RequestTurns } from './request-turns.ts'

/** ms. In a longer queue a request would time out, after having made the queue longer. */
export const LONGEST_WAIT = 1_000

/** After CORS, so that pages of other origins can read the refusal. */
export function installSaturationLimit(
  app: FastifyInstance,
  { db }: { db: Pick<Deps['db'], 'longestWait'> },
  turns: RequestTurns,
): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const isRefused = turns.isLate(request) || (isEndpoint(request) && db.longestWait() > LONGEST_WAIT)
    done(isRefused ? busy() : undefined)
  })
}
