import { withKnownFieldsOnly } from '@muster/contract/known-fields'
import type { AppRouter } from '@ts-rest/core'
import { initServer, type RouterImplementation } from '@ts-rest/fastify'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { answerError } from './error-handler.ts'
import { refuseUselessKey } from './idempotency.ts'

/* Answers are validated against the contract in production too: that strips undeclared fields (D22). */

const server = initServer()

export const handlers = <T extends AppRouter>(_feature: T, implementation: RouterImplementation<T>) =>
  implementation

export function mount<T extends AppRouter>(
  app: FastifyInstance,
  feature: T,
  implementation: RouterImplementation<T>,
  answer: typeof answerError = answerError,
): void {
  app.register(server.plugin(server.router(withKnownFieldsOnly(feature), implementation)), {
    responseValidation: true,
    hooks: { preValidation: refuseUselessKey },
    requestValidationErrorHandler: (error, request, reply) => answer(error, request, reply),
  })
}

export const isEndpoint = ({ routeOptions }: FastifyRequest) => 'tsRestRoute' in routeOptions.config
