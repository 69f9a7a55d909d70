import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { isEndpoint } from './mount.ts'
import { busy } from './refusal.ts'
import type { RequestTurns } from './request-turns.ts'

/** Must be installed after CORS, so that pages of other origins can read the refusal. */
export function installSaturationLimit(
  app: FastifyInstance,
  { db }: { db: Pick<Deps['db'], 'isSaturated'> },
  turns: RequestTurns,
): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const isRefused = turns.isLate(request) || (isEndpoint(request) && db.isSaturated())
    done(isRefused ? busy() : undefined)
  })
}
