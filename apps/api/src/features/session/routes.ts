import cookie from '@fastify/cookie'
import { session } from '@muster/contract/session'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { identityOf } from '../../access/access.ts'
import { bearerToken } from '../../access/bearer-token.ts'
import type { Deps } from '../../deps.ts'
import { handlers, mount } from '../../edge/mount.ts'
import { forbidden, notFound, unauthorized } from '../../edge/refusal.ts'
import { isHttps } from '../../edge/security-headers.ts'
import { createAccessTokens, LIFETIME } from './access-token.ts'
import { changePassword } from './change-password.ts'
import { changeAccount, endOwnAccount, keepAccount, readAccount } from './end-account.ts'
import type { SessionGate } from './gate.ts'
import { listSessions } from './list-sessions.ts'
import { login } from './login.ts'
import { endSessions, logout } from './logout.ts'
import { readBrowser } from './read-browser.ts'
import { LONGEST_SILENCE_MS, refreshSession } from './refresh-session.ts'
import { requestPasswordReset, resetPassword } from './reset-password.ts'
import type { StartedSession } from './start-session.ts'

/** The prefix `__Secure-` keeps pages over http, and so an attacker in the network, from setting the cookie. */
const cookieName = ({ public_url }: Deps['config']) =>
  isHttps(public_url) ? '__Secure-muster_refresh' : 'muster_refresh'

type Reply = {
  setCookie: (...cookie: Parameters<FastifyReply['setCookie']>) => unknown
  header: (name: string, value: string) => unknown
}

export function installSession(app: FastifyInstance, deps: Deps, gate: SessionGate): void {
  // A separate scope, because @fastify/cookie adds hooks to every request and no other feature reads cookies.
  app.register(async (scope) => {
    await scope.register(cookie)
    mount(scope, session, sessionRoutes(app, deps, gate))
  })
}

function sessionRoutes(app: FastifyInstance, deps: Deps, gate: SessionGate) {
  const { config } = deps
  const cookie_options = cookieOptions(config)
  const cookie_name = cookieName(config)
  const answer = createSessionAnswer(app, deps)
  const endPrevious = createPreviousEnd(deps, gate)

  return handlers(session, {
    async login({ body, request, reply }) {
      const started = await login(deps, { ...body, ...readBrowser(request) })
      await endPrevious(request)
      return answer(started, reply)
    },

    async refresh({ request, reply }) {
      checkOrigin(request, config.allowed_origins)
      const refresh_token = request.cookies[cookie_name]
      // Not 401, because browsers log failed requests as errors, and this one is normal for new visitors.
      if (refresh_token === undefined) return { status: 204, body: undefined }
      const renewed = await refreshSession(deps, gate, refresh_token)
      if (typeof renewed === 'object') return answer(renewed, reply)
      reply.clearCookie(cookie_name, cookie_options)
      throw unauthorized('session_invalid')
    },

    async logout({ request, reply }) {
      checkOrigin(request, config.allowed_origins)
      await logout(deps, gate, {
        refresh_token: request.cookies[cookie_name],
        access_token: bearerToken(request),
      })
      reply.clearCookie(cookie_name, cookie_options)
      return { status: 204, body: undefined }
    },

    async requestPasswordReset({ body: { email }, request }) {
      await requestPasswordReset(deps, { email, ip: request.ip })
      return { status: 204, body: undefined }
    },

    async resetPassword({ body, request }) {
      await resetPassword(deps, gate, { ...body, ip: request.ip })
      return { status: 204, body: undefined }
    },

    async getAccount({ request }) {
      return { status: 200, body: await readAccount(deps, identityOf(request).user_id) }
    },

    async changeAccount({ body, request }) {
      return { status: 200, body: await changeAccount(deps, identityOf(request).user_id, body) }
    },

    async endAccount({ request }) {
      return { status: 200, body: await endOwnAccount(deps, identityOf(request).user_id) }
    },

    async keepAccount({ request }) {
      return { status: 200, body: await keepAccount(deps, identityOf(request).user_id) }
    },

    async changePassword({ body, request }) {
      await changePassword(deps, gate, identityOf(request), body)
      return { status: 204, body: undefined }
    },

    async listSessions({ request }) {
      return { status: 200, body: { sessions: await listSessions(deps, identityOf(request)) } }
    },

    async endSession({ params, request }) {
      const ended = await endSessions(deps, gate, identityOf(request), { session_id: params.id })
      if (ended === 0) throw notFound('not_found')
      return { status: 204, body: undefined }
    },

    async endOtherSessions({ request }) {
      await endSessions(deps, gate, identityOf(request), 'others')
      return { status: 204, body: undefined }
    },
  })
}

/** Keeps the cookie out of reach of scripts and other sites (D7). */
const cookieOptions = ({ public_url }: Deps['config']) =>
  ({ httpOnly: true, sameSite: 'strict', path: '/auth', secure: isHttps(public_url) }) as const

/** Answers our own web app: the refresh token goes into the cookie. The scope must have @fastify/cookie. */
export function createSessionAnswer(app: FastifyInstance, deps: Deps) {
  const tokens = createAccessTokens(app, deps)
  const options = { ...cookieOptions(deps.config), maxAge: LONGEST_SILENCE_MS / 1000 }
  const name = cookieName(deps.config)
  return ({ subject, refresh_token, second_factors }: StartedSession, reply: Reply) => {
    reply.setCookie(name, refresh_token, options)
    reply.header('cache-control', 'no-store')
    const body = { token: tokens.sign(subject), expires_in: LIFETIME, second_factors }
    return { status: 200, body } as const
  }
}

/** Ends the session that the same browser had before a sign-in. The scope must have @fastify/cookie. */
export function createPreviousEnd(deps: Deps, gate: SessionGate) {
  const name = cookieName(deps.config)
  return ({ cookies }: Pick<FastifyRequest, 'cookies'>) =>
    logout(deps, gate, { refresh_token: cookies[name], access_token: undefined })
}

/** Second guard, after SameSite, of requests that only the cookie authenticates. */
function checkOrigin(
  { headers: { origin }, protocol, host }: FastifyRequest,
  allowed: readonly string[],
): void {
  if (origin === undefined || allowed.includes(origin)) return
  // Allows the server itself, by the name under which the page was opened (localhost, 127.0.0.1).
  if (origin !== `${protocol}://${host}`) throw forbidden('origin_forbidden')
}
