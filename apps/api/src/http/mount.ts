import type { AppRouter } from '@ts-rest/core'
import { initServer, type RouterImplementation } from '@ts-rest/fastify'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { answerError } from './error-handler.ts'

/*
 * The one seam to ts-rest: nothing else imports @ts-rest/fastify but the error handler, which knows
 * its validation error. Answers are checked against the contract, in production too: that strips
 * every field that is not declared (D22).
 */

const server = initServer()

/** Handlers of one feature, typed by its part of the contract. */
export const handlers = <T extends AppRouter>(_feature: T, implementation: RouterImplementation<T>) =>
  implementation

/** Registers one feature's endpoints. Routes may be given Fastify's own options through `handlers`. */
export function mount<T extends AppRouter>(
  app: FastifyInstance,
  feature: T,
  implementation: RouterImplementation<T>,
): void {
  app.register(server.plugin(server.router(feature, implementation)), {
    responseValidation: true,
    requestValidationErrorHandler: (error, request, reply) => answerError(error, request, reply),
  })
}

/** Whether one of them was asked for, not a page, a file or a health check. */
export const isEndpoint = ({ routeOptions }: FastifyRequest) => 'tsRestRoute' in routeOptions.config
