import cookie from '@fastify/cookie'
import { session } from '@muster/contract/session'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { identityOf } from '../../http/access.ts'
import { bearerToken } from '../../http/bearer-token.ts'
import { handlers, mount } from '../../http/mount.ts'
import { forbidden, Refusal } from '../../http/refusal.ts'
import { isHttps } from '../../http/security-headers.ts'
import { LIFETIME, openAccessTokens } from './access-token.ts'
import { endAccount, keepAccount, readAccount } from './end-account.ts'
import type { SessionGate } from './gate.ts'
import { login } from './login.ts'
import { logout } from './logout.ts'
import { LONGEST_SILENCE_MS, refreshSession } from './refresh-session.ts'
import { requestPasswordReset, resetPassword } from './reset-password.ts'
import type { StartedSession } from './start-session.ts'

const COOKIE = 'muster_refresh'

type Reply = {
  setCookie: (...cookie: Parameters<FastifyReply['setCookie']>) => unknown
  header: (name: string, value: string) => unknown
}

export function installSession(app: FastifyInstance, deps: Deps, gate: SessionGate): void {
  // In a scope of its own: @fastify/cookie adds hooks to every request, and no other feature reads cookies.
  app.register(async (scope) => {
    await scope.register(cookie)
    mount(scope, session, sessionRoutes(app, deps, gate))
  })
}

function sessionRoutes(app: FastifyInstance, deps: Deps, gate: SessionGate) {
  const { config } = deps
  const tokens = openAccessTokens(app, deps)
  /** Out of reach of scripts and other sites (D7). */
  const cookie_options = {
    httpOnly: true,
    sameSite: 'strict',
    path: '/auth',
    secure: isHttps(config.public_url),
  } as const

  async function answer({ subject, refresh_token }: StartedSession, reply: Reply) {
    reply.setCookie(COOKIE, refresh_token, { ...cookie_options, maxAge: LONGEST_SILENCE_MS / 1000 })
    reply.header('cache-control', 'no-store')
    return { status: 200, body: { token: tokens.sign(subject), expires_in: LIFETIME } } as const
  }

  return handlers(session, {
    async login({ body, request, reply }) {
      return answer(await login(deps, { ...body, ip: request.ip }), reply)
    },

    async refresh({ request, reply }) {
      checkOrigin(request, config.allowed_origins)
      const refresh_token = request.cookies[COOKIE]
      // Not 401: browsers log failed requests as errors, and this one is normal for new visitors.
      if (refresh_token === undefined) return { status: 204, body: undefined }
      try {
        return await answer(await refreshSession(deps, gate, refresh_token), reply)
      } catch (error) {
        if (error instanceof Refusal && error.status === 401) reply.clearCookie(COOKIE, cookie_options)
        throw error
      }
    },

    async logout({ request, reply }) {
      checkOrigin(request, config.allowed_origins)
      await logout(deps, gate, {
        refresh_token: request.cookies[COOKIE],
        access_token: bearerToken(request),
      })
      reply.clearCookie(COOKIE, cookie_options)
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

    async endAccount({ request }) {
      return { status: 200, body: await endAccount(deps, identityOf(request).user_id) }
    },

    async keepAccount({ request }) {
      return { status: 200, body: await keepAccount(deps, identityOf(request).user_id) }
    },
  })
}

/** For requests that the cookie alone authenticates; SameSite is the first guard, this the second. */
function checkOrigin(
  { headers: { origin }, protocol, host }: FastifyRequest,
  allowed: readonly string[],
): void {
  if (origin === undefined || allowed.includes(origin)) return
  // The server itself, under the name by which the page was opened (localhost, 127.0.0.1).
  if (origin !== `${protocol}://${host}`) throw forbidden('origin_forbidden')
}
