import type { AppRouter } from '@ts-rest/core'
import { initServer, type RouterImplementation } from '@ts-rest/fastify'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { answerError } from './error-handler.ts'

/*
 * Besides the error handler the only import of @ts-rest/fastify. Answers are validated against the contract in production
 * too: that strips undeclared fields (D22).
 */

const server = initServer()

/** Handlers of one feature, typed by its part of the contract. */
export const handlers = <T extends AppRouter>(_feature: T, implementation: RouterImplementation<T>) =>
  implementation

/** Registers one feature's endpoints. */
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

/** Whether the request is for an endpoint of the contract, not a page, a file or a health check. */
export const isEndpoint = ({ routeOptions }: FastifyRequest) => 'tsRestRoute' in routeOptions.config
