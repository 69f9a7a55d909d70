import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { isEndpoint } from './mount.ts'
import { busy } from './refusal.ts'

/** ms. In a longer queue a request would time out, after having made the queue longer. */
export const LONGEST_WAIT = 1_000

export function installSaturationLimit(app: FastifyInstance, { db }: Pick<Deps, 'db'>): void {
  app.addHook('onRequest', (request, _reply, done) => {
    done(isEndpoint(request) && db.longestWait() > LONGEST_WAIT ? busy() : undefined)
  })
}
