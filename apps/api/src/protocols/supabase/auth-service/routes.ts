import { authService } from '@muster/contract/auth-service'
import { contractTexts } from '@muster/contract/texts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { identityOf } from '../../../access/access.ts'
import type { Deps } from '../../../deps.ts'
import { handlers, mount, type SomeHandlers } from '../../../edge/mount.ts'
import { badRequest, invalid, notFound, Refusal } from '../../../edge/refusal.ts'
import { challengeFactor } from '../../../features/factors/challenge-factor.ts'
import { enrolFactor } from '../../../features/factors/enrol-factor.ts'
import { getOwnFactor } from '../../../features/factors/list-own-factors.ts'
import { removeFactor } from '../../../features/factors/remove-factor.ts'
import { verifySecondFactor } from '../../../features/factors/verify-second-factor.ts'
import { createAccessTokens, LIFETIME, toSeconds } from '../../../features/session/access-token.ts'
import { changePassword } from '../../../features/session/change-password.ts'
import { checkNewPassword } from '../../../features/session/check-new-password.ts'
import { exchangeCode } from '../../../features/session/exchange-code.ts'
import type { SessionGate } from '../../../features/session/gate.ts'
import { login } from '../../../features/session/login.ts'
import { endSessions } from '../../../features/session/logout.ts'
import { readBrowser } from '../../../features/session/read-browser.ts'
import { refreshSession } from '../../../features/session/refresh-session.ts'
import { requestPasswordReset } from '../../../features/session/reset-password.ts'
import type { StartedSession } from '../../../features/session/start-session.ts'
import { answerLanguage } from '../../../pages/language.ts'
import { answerAuthError } from './answer-error.ts'
import { readUser } from './read-user.ts'
import { readRedirect, withProviderDisabled } from './redirect.ts'

const VERSION_HEADER = 'x-supabase-api-version'
const VERSION = '2024-01-01'

/** D10: serves the protocol of the public auth client with the same use cases as our own web app. */
export function installAuthService(app: FastifyInstance, deps: Deps, gate: SessionGate): void {
  app.register(async (scope) => {
    scope.setErrorHandler(answerAuthError)
    // The hook covers every answer, those of the access check included.
    scope.addHook('onSend', async (request, reply) => echoVersion(request, reply))
    mount(scope, authService, authServiceRoutes(app, deps, gate), answerAuthError)
  })
}

function echoVersion({ headers }: FastifyRequest, reply: FastifyReply): void {
  if (headers[VERSION_HEADER] !== undefined) reply.header(VERSION_HEADER, VERSION)
}

function authServiceRoutes(app: FastifyInstance, deps: Deps, gate: SessionGate) {
  const answer = createTokenAnswer(app, deps)
  return handlers(authService, {
    ...tokenHandlers(deps, gate, answer),
    ...userHandlers(deps, gate),
    ...identityHandlers(deps),
    ...factorHandlers(deps, gate, answer),
  })
}

type AuthHandlers = SomeHandlers<typeof authService>
type TokenAnswer = ReturnType<typeof createTokenAnswer>

function createTokenAnswer(app: FastifyInstance, deps: Deps) {
  const tokens = createAccessTokens(app, deps)
  return async ({ subject, refresh_token }: StartedSession, reply: HeaderReply) => {
    reply.header('cache-control', 'no-store')
    const body = {
      access_token: tokens.sign(subject),
      token_type: 'bearer',
      expires_in: LIFETIME,
      expires_at: toSeconds(deps.now()) + LIFETIME,
      refresh_token,
      user: await readUser(deps, subject.user_id),
    } as const
    return { status: 200, body } as const
  }
}

type HeaderReply = { header: (name: string, value: string) => unknown }

const tokenHandlers = (deps: Deps, gate: SessionGate, answer: TokenAnswer) =>
  ({
    async grantToken({ query: { grant_type }, body, request, reply }) {
      return answer(await grant(deps, gate, { grant_type, body, request }), reply)
    },

    async logout({ query: { scope = 'global' }, request }) {
      await endSessions(deps, gate, identityOf(request), scope)
      return { status: 204, body: undefined }
    },
  }) satisfies AuthHandlers

async function grant(
  deps: Deps,
  gate: SessionGate,
  { grant_type, body, request }: { grant_type: string; body: Grant; request: FastifyRequest },
): Promise<StartedSession> {
  switch (grant_type) {
    case 'password':
      return login(deps, {
        email: needed(body, 'email'),
        password: needed(body, 'password'),
        ...readBrowser(request),
      })
    case 'pkce':
      return exchangeCode(deps, {
        auth_code: needed(body, 'auth_code'),
        code_verifier: needed(body, 'code_verifier'),
        ...readBrowser(request),
      })
    default: {
      const renewed = await refreshSession(deps, gate, needed(body, 'refresh_token'))
      if (typeof renewed === 'string') throw badRequest(renewed)
      return renewed
    }
  }
}

const userHandlers = (deps: Deps, gate: SessionGate) =>
  ({
    async recover({ query: { redirect_to }, body, request }) {
      const code_challenge = readCodeChallenge(body)
      const leads_to = readRedirect(deps.config, redirect_to)
      // Without a code challenge, or for a foreign `redirect_to`, the e-mail has the link to our own page.
      const flow = code_challenge && leads_to ? { code_challenge, redirect_to: leads_to } : undefined
      await requestPasswordReset(deps, { email: body.email, ip: request.ip, flow })
      return { status: 200, body: {} }
    },

    async getUser({ request }) {
      return { status: 200, body: await readUser(deps, identityOf(request).user_id) }
    },

    async updateUser({ body, request }) {
      const identity = identityOf(request)
      const unknown = ['email', 'phone', 'data', 'nonce'].find((field) => body[field] !== undefined)
      if (unknown !== undefined) throw invalid(unknown, 'unknown_field')
      const password = needed(body, 'password')
      refuseWeak(password, identity.email)
      const current_password = body.current_password ?? undefined
      await changePassword(deps, gate, identity, { current_password, password })
      return { status: 200, body: await readUser(deps, identity.user_id) }
    },
  }) satisfies AuthHandlers

const identityHandlers = ({ config }: Deps) =>
  ({
    async authorizeIdentity() {
      throw badRequest('provider_disabled')
    },

    async unlinkIdentity({ params, request }) {
      if (params.id !== identityOf(request).user_id) throw notFound('identity_not_found')
      throw new Refusal(422, 'single_identity_not_deletable')
    },

    async authorize({ query: { redirect_to }, request, reply }) {
      const message = contractTexts[answerLanguage(request, reply)]('errors.provider_disabled')
      const back = readRedirect(config, redirect_to) ?? config.public_url
      reply.header('location', withProviderDisabled(back, message))
      return { status: 302, body: undefined }
    },
  }) satisfies AuthHandlers

const factorHandlers = (deps: Deps, gate: SessionGate, answer: TokenAnswer) =>
  ({
    async enrolFactor({ body, request }) {
      const { factor_type, friendly_name, issuer, phone } = body
      const enrolment = {
        factor_type,
        friendly_name: friendly_name ?? undefined,
        issuer: issuer ?? undefined,
        phone: phone ?? undefined,
      }
      return { status: 200, body: await enrolFactor(deps, identityOf(request), enrolment) }
    },

    async removeFactor({ params: { id }, request }) {
      await removeFactor(deps, gate, identityOf(request), id)
      return { status: 200, body: { id } }
    },

    async challengeFactor({ params, request }) {
      const { expires_at, ...challenge } = await challengeFactor(deps, identityOf(request), params.id)
      return { status: 200, body: { ...challenge, expires_at: toSeconds(expires_at) } }
    },

    async verifyFactor({ params, body: { challenge_id, code }, request, reply }) {
      const identity = identityOf(request)
      const { factor_type: method, id: factor_id } = await getOwnFactor(deps, identity, params.id)
      const proof = { method, factor_id, challenge_id, code }
      return answer(await verifySecondFactor(deps, gate, identity, { proof, ip: request.ip }), reply)
    },
  }) satisfies AuthHandlers

type Field = 'email' | 'password' | 'refresh_token' | 'auth_code' | 'code_verifier'
type Grant = { [Name in Field]?: string | null | undefined }

/** Returns the field. Throws 400 if it is missing. */
function needed(body: Grant, field: Field): string {
  const value = body[field]
  if (!value) throw invalid(field, 'empty')
  return value
}

/** Returns undefined without PKCE. Accepts only `s256`: a plain challenge would be readable in the e-mail. */
function readCodeChallenge(body: {
  code_challenge?: string | null | undefined
  code_challenge_method?: string | null | undefined
}): string | undefined {
  const { code_challenge, code_challenge_method } = body
  if (!code_challenge) return undefined
  if (code_challenge_method?.toLowerCase() !== 's256') throw invalid('code_challenge_method', 'invalid')
  if (!/^[\w-]{43}$/.test(code_challenge)) throw invalid('code_challenge', 'invalid')
  return code_challenge
}

/** Refuses with the reasons that the client shows. */
function refuseWeak(password: string, email: string): void {
  const problem = checkNewPassword(password, email)
  if (!problem) return
  const weak_because = [problem === 'easy_to_guess' ? ('pwned' as const) : ('length' as const)]
  throw new Refusal(422, 'weak_password', { weak_because })
}
