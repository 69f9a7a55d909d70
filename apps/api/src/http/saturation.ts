import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { isEndpoint } from './mount.ts'
import { busy } from './refusal.ts'

/** ms. Behind a queue this long a request would end in a time-out, after having made the queue longer. */
const LONGEST_WAIT = 1_000

/**
 * While the database's connections cannot keep up, new calls of the contract's endpoints are refused at once, before
 * anything is asked for them: those inside are finished sooner. Pages, files, health and the worker are let through.
 */
export function installSaturationLimit(app: FastifyInstance, { db }: Pick<Deps, 'db'>): void {
  app.addHook('onRequest', (request, _reply, done) => {
    done(isEndpoint(request) && db.longestWait() > LONGEST_WAIT ? busy() : undefined)
  })
}
