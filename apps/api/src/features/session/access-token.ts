import fastifyJwt from '@fastify/jwt'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { toPrivatePem, toPublicJwk, toPublicPem } from '../../signing/keys.ts'

/** Lifetime in seconds (D7). */
export const LIFETIME = 15 * 60
const AUDIENCE = 'authenticated'
/** Number of verified tokens that are cached. Measured: 17 µs instead of 220 µs of CPU per request. */
const CACHED = 10_000

export type Authentication = { method: string; timestamp: number }

export type TokenSubject = {
  user_id: string
  email: string
  session_id: string
  aal: 'aal1' | 'aal2'
  amr: Authentication[]
}

type TokenHolder = { user_id: string; session_id: string; email: string; expires_at: string }

export type AccessTokens = {
  sign(subject: TokenSubject): string
  /** Returns undefined unless the token is valid now. Does not check that its session is alive. */
  verify(token: string): Promise<TokenHolder | undefined>
}

const claims = z.object({
  sub: z.uuid(),
  user_id: z.uuid(),
  session_id: z.uuid(),
  email: z.string(),
  iat: z.number(),
  exp: z.number(),
  nbf: z.number().optional(),
})

export async function installAccessTokens(
  app: FastifyInstance,
  { config, keys }: Pick<Deps, 'config' | 'keys'>,
): Promise<void> {
  const issuer = `${config.public_url}/auth/v1`
  const [signing_key] = keys.session
  const public_keys = new Map(keys.session.map((key) => [key.kid, toPublicPem(key)]))

  await app.register(fastifyJwt, {
    secret: {
      private: toPrivatePem(signing_key),
      // Only `kid` chooses the key, and only among ours: never `jwk`, `jku` or `x5u`.
      public: async ({ header }: { header: { kid?: string } }) => {
        const key = header.kid === undefined ? undefined : public_keys.get(header.kid)
        if (key === undefined) throw new Error('unknown kid')
        return key
      },
    },
    sign: { algorithm: 'ES256', kid: signing_key.kid, aud: AUDIENCE, iss: issuer, expiresIn: LIFETIME },
    verify: {
      algorithms: ['ES256'],
      checkTyp: 'JWT',
      allowedAud: AUDIENCE,
      allowedIss: issuer,
      requiredClaims: ['aud', 'iss'],
      cache: CACHED,
      // `verify` checks them by `now`; the library reads the system's clock.
      ignoreExpiration: true,
      ignoreNotBefore: true,
    },
  })

  const key_set = { keys: keys.session.map(toPublicJwk) }
  for (const prefix of ['', '/auth/v1']) {
    app.get(`${prefix}/.well-known/jwks.json`, async (_request, reply) => {
      reply.header('cache-control', 'public, max-age=600')
      return key_set
    })
  }
}

export function createAccessTokens({ jwt }: FastifyInstance, { now }: Pick<Deps, 'now'>): AccessTokens {
  return {
    sign({ user_id, email, session_id, aal, amr }) {
      const iat = toSeconds(now())
      return jwt.sign({ sub: user_id, user_id, email, session_id, role: AUDIENCE, aal, amr, iat })
    },

    async verify(token) {
      try {
        // Returns a promise, because a function looks the key up. The library's types do not say so.
        const verified = await jwt.verify<Promise<unknown>>(token)
        const { sub, user_id, session_id, email, exp, nbf } = claims.parse(verified)
        const seconds = Date.parse(now()) / 1000
        if (sub !== user_id || exp <= seconds || (nbf !== undefined && nbf > seconds)) return undefined
        return { user_id, session_id, email, expires_at: new Date(exp * 1000).toISOString() }
      } catch {
        // The caller answers 401 whatever the reason.
        return undefined
      }
    },
  }
}

export const toSeconds = (instant: string) => Math.floor(Date.parse(instant) / 1000)
