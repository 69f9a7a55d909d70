import { answers } from '@muster/contract/answers'
import { apiKeys } from '@muster/contract/api-keys'
import { assignments } from '@muster/contract/assignments'
import { batches } from '@muster/contract/batches'
import { broadcasts } from '@muster/contract/broadcasts'
import { correction } from '@muster/contract/correction'
import { deletions } from '@muster/contract/deletions'
import { direct } from '@muster/contract/direct'
import { duplicates } from '@muster/contract/duplicates'
import { fill } from '@muster/contract/fill'
import { workingHours } from '@muster/contract/hours'
import { imports } from '@muster/contract/imports'
import { members } from '@muster/contract/members'
import { messages } from '@muster/contract/messages'
import { people } from '@muster/contract/people'
import { personalPage } from '@muster/contract/personal-page'
import { requests } from '@muster/contract/requests'
import { savedTexts } from '@muster/contract/saved-texts'
import { signup } from '@muster/contract/signup'
import { swap } from '@muster/contract/swap'
import { tags } from '@muster/contract/tags'
import { waitingList } from '@muster/contract/waiting-list'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { installAccess } from './access/access.ts'
import { installFloodLimit } from './access/rate-limit.ts'
import type { Deps } from './deps.ts'
import { installCompression } from './edge/compression.ts'
import { connectionOptions, connectionTimeouts } from './edge/connections.ts'
import { installCors } from './edge/cors.ts'
import { answerBadPath, installErrorHandler } from './edge/error-handler.ts'
import { installGracefulShutdown } from './edge/graceful-shutdown.ts'
import { installHealth } from './edge/health.ts'
import { installJsonBody } from './edge/json-body.ts'
import { installMaintenance } from './edge/maintenance.ts'
import { installMetrics } from './edge/metrics.ts'
import { mount } from './edge/mount.ts'
import { installRequestId, requestIdOf } from './edge/request-id.ts'
import { installRequestLog } from './edge/request-log.ts'
import { installTracing } from './edge/request-tracing.ts'
import { installRequestTurns } from './edge/request-turns.ts'
import { installSaturationLimit } from './edge/saturation.ts'
import { installSecurityHeaders } from './edge/security-headers.ts'
import { installProxyWarning } from './edge/untrusted-proxy.ts'
import { answerRoutes } from './features/answers/routes.ts'
import { createApiKeyGate } from './features/api-keys/find-api-key.ts'
import { apiKeyRoutes } from './features/api-keys/routes.ts'
import { assignmentRoutes } from './features/assignments/routes.ts'
import { batchRoutes } from './features/batches/routes.ts'
import { broadcastRoutes } from './features/broadcasts/routes.ts'
import { correctionRoutes } from './features/correction/routes.ts'
import { deletionRoutes } from './features/deletions/routes.ts'
import { duplicateRoutes } from './features/duplicates/routes.ts'
import { installEventPage } from './features/events/event-page.ts'
import { installPreviewImage } from './features/events/preview-image.ts'
import { createPublicEvents, installPublicEvent } from './features/events/public-event.ts'
import { eventAdministration, eventRoutes } from './features/events/routes.ts'
import { installFactors } from './features/factors/routes.ts'
import { fillRoutes } from './features/fill/routes.ts'
import { hoursRoutes } from './features/hours/routes.ts'
import { importRoutes } from './features/imports/routes.ts'
import { logAdministration, logRoutes } from './features/log/routes.ts'
import { installDisownPage } from './features/members/disown-act.ts'
import { memberRoutes } from './features/members/routes.ts'
import { LINK_PAGE_CSS } from './features/messages/link-page.ts'
import { installMailbox } from './features/messages/mailbox.ts'
import { messageRoutes } from './features/messages/routes.ts'
import { installUnsubscribe } from './features/messages/unsubscribe.ts'
import { installWebhooks } from './features/messages/webhooks.ts'
import { installLogos } from './features/organizations/logo.ts'
import { organizationAdministration, organizationRoutes } from './features/organizations/routes.ts'
import { peopleRoutes } from './features/people/routes.ts'
import { installEmailPages } from './features/personal-page/email-pages.ts'
import { installNotMe } from './features/personal-page/not-me.ts'
import { findLinkOrganization } from './features/personal-page/open-link.ts'
import { invitationRoutes } from './features/personal-page/routes.ts'
import { getOwnRequest } from './features/requests/own-request.ts'
import { requestRoutes } from './features/requests/routes.ts'
import { savedTextRoutes } from './features/saved-texts/routes.ts'
import { installAccessTokens } from './features/session/access-token.ts'
import { createGate } from './features/session/gate.ts'
import { installSession } from './features/session/routes.ts'
import { shiftAdministration, shiftRoutes } from './features/shifts/routes.ts'
import { signupRoutes } from './features/signup/routes.ts'
import { findSwapOrganization } from './features/swap/open-swap-link.ts'
import { swapRoutes } from './features/swap/routes.ts'
import { tagRoutes } from './features/tags/routes.ts'
import { findPlaceOrganization } from './features/waiting-list/change-place.ts'
import { waitingListRoutes } from './features/waiting-list/routes.ts'
import { installLive } from './live/socket-route.ts'
import { createLiveTopics } from './live.ts'
import { readFigures } from './outbox/monitoring.ts'
import type { BuiltClient } from './pages/built-client.ts'
import { installDocs } from './pages/docs.ts'
import { installLinkPages } from './pages/link-page.ts'
import { installWebApp } from './pages/web-app.ts'
import { installAuthService } from './protocols/supabase/auth-service/routes.ts'
import { directRoutes } from './protocols/supabase/direct/routes.ts'
import { installMicroCache } from './scale/micro-cache.ts'

/** Builds the app without listening, so that tests can inject requests. Without `client` it serves no pages. */
export async function buildApp(
  deps: Deps,
  client?: BuiltClient,
  timeouts = connectionTimeouts,
): Promise<FastifyInstance> {
  const { config, log } = deps
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    requestIdHeader: false,
    genReqId: requestIdOf,
    bodyLimit: 64 * 1024,
    ...connectionOptions(timeouts),
    trustProxy: config.trusted_proxies.length > 0 ? config.trusted_proxies : false,
    routerOptions: { maxParamLength: 300 },
    // Requests that arrive during the shutdown are answered, with `connection: close`.
    return503OnClosing: false,
    frameworkErrors: answerBadPath,
  })
  app.server.maxConnections = config.http_connections

  installMicroCache(app, config)
  installErrorHandler(app)
  const turns = installRequestTurns(app)
  installTracing(app, deps.tracing)
  installRequestId(app)
  installCompression(app)
  installRequestLog(app, config.log_sample)
  installMetrics(app, deps, () => readFigures(deps))
  installProxyWarning(app, deps)
  installSecurityHeaders(app, deps)
  installMaintenance(app, deps, LINK_PAGE_CSS)
  await installFloodLimit(app, deps)
  installJsonBody(app)
  await installCors(app, deps)
  await installAccessTokens(app, deps)
  const gate = createGate(app, deps)
  installSaturationLimit(app, deps, turns)
  installAccess(app, gate, createApiKeyGate(app, deps))
  // The order matters on shutdown: readiness fails, live sockets are drained, connections are closed.
  installHealth(app, deps)
  await installLive(app, deps, createLiveTopics(deps, gate))
  installGracefulShutdown(app)

  installSession(app, deps, gate)
  installFactors(app, deps, gate)
  installAuthService(app, deps, gate)
  mount(app, organizationAdministration, organizationRoutes(deps, gate))
  mount(app, apiKeys, apiKeyRoutes(deps))
  mount(app, members, memberRoutes(deps))
  mount(app, logAdministration, logRoutes(deps))
  mount(app, people, peopleRoutes(deps))
  mount(app, tags, tagRoutes(deps))
  mount(app, imports, importRoutes(deps))
  mount(app, duplicates, duplicateRoutes(deps))
  mount(app, deletions, deletionRoutes(deps))
  mount(app, workingHours, hoursRoutes(deps))
  mount(app, eventAdministration, eventRoutes(deps))
  mount(app, shiftAdministration, shiftRoutes(deps))
  mount(app, assignments, assignmentRoutes(deps))
  mount(app, fill, fillRoutes(deps))
  mount(app, batches, batchRoutes(deps))
  mount(app, messages, messageRoutes(deps))
  mount(app, broadcasts, broadcastRoutes(deps))
  mount(app, savedTexts, savedTextRoutes(deps))
  mount(app, signup, signupRoutes(app, deps))
  mount(app, waitingList, waitingListRoutes(app, deps))
  mount(app, personalPage, invitationRoutes(deps))
  mount(app, swap, swapRoutes(app, deps))
  mount(app, requests, requestRoutes(deps))
  mount(app, correction, correctionRoutes(app, deps))
  mount(app, answers, answerRoutes(deps))

  const getEvent = createPublicEvents(deps)
  installPublicEvent(app, deps, getEvent)
  installLogos(app, deps)
  mount(app, direct, directRoutes(deps, getEvent))
  installWebhooks(app, deps)
  installUnsubscribe(app, deps, client?.font)
  installNotMe(app, deps)
  installEmailPages(app, deps)
  installDisownPage(app, deps, gate)
  installMailbox(app, deps)
  if (config.api_docs) await installDocs(app)
  if (client) {
    installEventPage(app, deps, { getEvent, client })
    installPreviewImage(app, deps, { getEvent, client })
    installLinkPages(app, client.pages, {
      confirmation: (token) => findLinkOrganization(deps, token),
      waiting: (token) => findPlaceOrganization(deps, token),
      swap: (token) => findSwapOrganization(deps, token),
      request: async (token) => (await getOwnRequest(deps, token)).organization,
    })
    await installWebApp(app, deps, client)
  }
  return app
}
