import cookie from '@fastify/cookie'
import cors from '@fastify/cors'
import { assignments } from '@muster/contract/assignments'
import { broadcasts } from '@muster/contract/broadcasts'
import { invitations } from '@muster/contract/invitations'
import { messages } from '@muster/contract/messages'
import { organizations } from '@muster/contract/organizations'
import { people } from '@muster/contract/people'
import { session } from '@muster/contract/session'
import { signup } from '@muster/contract/signup'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import type { Deps } from './deps.ts'
import { assignmentRoutes } from './features/assignments/routes.ts'
import { broadcastRoutes } from './features/broadcasts/routes.ts'
import { installEventPage } from './features/events/event-page.ts'
import { openLiveEvent } from './features/events/live.ts'
import { installPublicEvent, openPublicEvents } from './features/events/public-event.ts'
import { eventAdministration, eventRoutes } from './features/events/routes.ts'
import { installNotMe } from './features/invitations/not-me.ts'
import { invitationRoutes } from './features/invitations/routes.ts'
import { installMailbox } from './features/messages/mailbox.ts'
import { messageRoutes } from './features/messages/routes.ts'
import { installUnsubscribe } from './features/messages/unsubscribe.ts'
import { installWebhooks } from './features/messages/webhooks.ts'
import { organizationRoutes } from './features/organizations/routes.ts'
import { peopleRoutes } from './features/people/routes.ts'
import { openAccessTokens } from './features/session/access-token.ts'
import { openGate } from './features/session/gate.ts'
import { mountKeySet, sessionRoutes } from './features/session/routes.ts'
import { shiftAdministration, shiftRoutes } from './features/shifts/routes.ts'
import { openFindEventOfShift } from './features/signup/live.ts'
import { signupRoutes } from './features/signup/routes.ts'
import { installAccess } from './http/access.ts'
import type { BuiltClient } from './http/built-client.ts'
import { connectionOptions, connectionTimeouts } from './http/connections.ts'
import { installDocs } from './http/docs.ts'
import { answerBadPath, installErrorHandler } from './http/error-handler.ts'
import { installGracefulShutdown } from './http/graceful-shutdown.ts'
import { installHealth } from './http/health.ts'
import { installJsonBody } from './http/json-body.ts'
import { installMetrics } from './http/metrics.ts'
import { mount } from './http/mount.ts'
import { installFloodLimit } from './http/rate-limit.ts'
import { installRequestLog } from './http/request-log.ts'
import { installSaturationLimit } from './http/saturation.ts'
import { installSecurityHeaders } from './http/security-headers.ts'
import { serveWebApp } from './http/web-app.ts'
import { installLive } from './live/socket-route.ts'
import { countOutbox } from './outbox/monitoring.ts'

/** The visible list of all that is mounted; without a built client no pages. Never listens: tests inject. */
export async function buildApp(
  deps: Deps,
  client?: BuiltClient,
  timeouts = connectionTimeouts,
): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: deps.log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: 64 * 1024,
    ...connectionOptions(timeouts),
    trustProxy: deps.config.trusted_proxies.length > 0 ? deps.config.trusted_proxies : false,
    routerOptions: { maxParamLength: 300 },
    // Whatever still arrives while the server closes is served, and told to connect anew.
    return503OnClosing: false,
    frameworkErrors: answerBadPath,
  })
  app.server.maxConnections = deps.config.http_connections

  installErrorHandler(app)
  installRequestLog(app)
  installMetrics(app, deps, () => deps.db.system((tx) => countOutbox(tx, deps.now())))
  installSecurityHeaders(app, deps.config)
  installFloodLimit(app, deps)
  installJsonBody(app)
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
  const tokens = await openAccessTokens(deps)
  const gate = openGate(deps, tokens)
  installSaturationLimit(app, deps.db)
  installAccess(app, gate)
  // Before the live channel: on shutdown a balancer hears of it first.
  installHealth(app, deps)
  await installLive(app, deps, {
    gate,
    readEvent: openLiveEvent(deps),
    findEventOfShift: openFindEventOfShift(deps),
    findOrganization: deps.findOrganization,
  })
  // After the live channel, which takes its time.
  installGracefulShutdown(app)
  if (deps.config.api_docs) await installDocs(app)
  mountKeySet(app, tokens)
  // No other feature reads cookies, and their hooks run for every request of their scope.
  await app.register(async (scope) => {
    await scope.register(cookie)
    mount(scope, session, sessionRoutes(deps, tokens, gate))
  })
  mount(app, organizations, organizationRoutes(deps, gate))
  mount(app, people, peopleRoutes(deps))
  mount(app, eventAdministration, eventRoutes(deps))
  const getEvent = openPublicEvents(deps)
  installPublicEvent(app, deps.config, getEvent)
  mount(app, shiftAdministration, shiftRoutes(deps))
  mount(app, assignments, assignmentRoutes(deps))
  mount(app, messages, messageRoutes(deps))
  mount(app, broadcasts, broadcastRoutes(deps))
  mount(app, signup, signupRoutes(deps))
  mount(app, invitations, invitationRoutes(deps))
  installMailbox(app, deps)
  installWebhooks(app, deps)
  installUnsubscribe(app, deps)
  installNotMe(app, deps)

  if (client) {
    installEventPage(app, { deps, getEvent, client })
    await serveWebApp(app, client)
  }

  return app
}
