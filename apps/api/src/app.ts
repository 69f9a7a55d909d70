import cookie from '@fastify/cookie'
import cors from '@fastify/cors'
import websocket from '@fastify/websocket'
import { organizations } from '@muster/contract/organizations'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import type { Deps } from './deps.ts'
import { organizationRoutes } from './features/organizations/routes.ts'
import { openAccessTokens } from './features/session/access-token.ts'
import { openGate } from './features/session/gate.ts'
import { installAccess } from './http/access.ts'
import { installDocs } from './http/docs.ts'
import { installErrorHandler } from './http/error-handler.ts'
import { installJsonBody } from './http/json-body.ts'
import { mount } from './http/mount.ts'
import { installRequestLog } from './http/request-log.ts'

/** The visible list of all that is mounted. Never listens: tests inject. */
export async function buildApp(deps: Deps): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: deps.log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: 64 * 1024,
    requestTimeout: 15_000,
    keepAliveTimeout: 65_000,
    trustProxy: deps.config.trusted_proxies.length > 0 ? deps.config.trusted_proxies : false,
    routerOptions: { maxParamLength: 300 },
    forceCloseConnections: 'idle',
  })

  installErrorHandler(app)
  installRequestLog(app)
  installJsonBody(app)
  await app.register(cookie)
  await app.register(cors, {
    origin: deps.config.allowed_origins,
    credentials: true,
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: [
      'authorization',
      'content-type',
      'accept-language',
      'x-organization-id',
      'idempotency-key',
      'event-id',
    ],
    exposedHeaders: ['retry-after'],
    maxAge: 600,
  })
  await app.register(websocket, { options: { maxPayload: 64 * 1024 } })
  const tokens = await openAccessTokens(deps)
  const gate = openGate(deps, tokens)
  installAccess(app, gate)
  await installDocs(app)
  mount(app, organizations, organizationRoutes(deps, gate))

  return app
}
