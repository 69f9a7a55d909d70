import { notesOf } from '@muster/contract/endpoint'
import { withKnownFieldsOnly } from '@muster/contract/known-fields'
import type { AppRouter } from '@ts-rest/core'
import { initServer, type RouterImplementation } from '@ts-rest/fastify'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { refuseUselessKey } from '../access/idempotency.ts'
import { answerError } from './error-handler.ts'

/* Answers are validated against the contract in production too: that strips undeclared fields (D22). */

const server = initServer()

export const handlers = <T extends AppRouter>(_feature: T, implementation: RouterImplementation<T>) =>
  implementation

/** Part of a feature's handlers, to be spread into `handlers`. */
export type SomeHandlers<T extends AppRouter> = Partial<RouterImplementation<T>>

export function mount<T extends AppRouter>(
  app: FastifyInstance,
  feature: T,
  implementation: RouterImplementation<T>,
  answer: typeof answerError = answerError,
): void {
  app.register(async (scope) => {
    scope.addHook('onRoute', allowBody)
    await scope.register(server.plugin(server.router(withKnownFieldsOnly(feature), implementation)), {
      responseValidation: true,
      hooks: { onRequest: forbidStoring, preValidation: refuseUselessKey },
      requestValidationErrorHandler: (error, request, reply) => answer(error, request, reply),
    })
  })
}

/** ts-rest passes no options of Fastify. */
function allowBody(options: RouteOptions): void {
  const route = options.config?.tsRestRoute
  const limit = route && notesOf(route).body_limit
  if (limit !== undefined) options.bodyLimit = limit
}

/** Answers contain personal data or depend on who asks; what may be cached is not mounted here. */
function forbidStoring(_request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  reply.header('cache-control', 'no-store')
  done()
}

export const isEndpoint = ({ routeOptions }: FastifyRequest) => 'tsRestRoute' in routeOptions.config

type JsonReply = { type(content_type: string): unknown; serializer(write: () => string): unknown }

/** Sends a list that was validated and written before. Returns an empty one, for the validation of each answer. */
export function sendJson(reply: JsonReply, json: string): [] {
  reply.type('application/json; charset=utf-8')
  reply.serializer(() => json)
  return []
}
