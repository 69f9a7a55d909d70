import { importJWK, jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import type { Identity } from '../../http/access.ts'
import type { SessionKey } from '../../signing/keys.ts'

/** Seconds. D7: 15 minutes. */
const LIFETIME = 15 * 60
const AUDIENCE = 'authenticated'

/** What a token is made from; `created_at` is when the session began with its password. */
export type TokenSubject = {
  user_id: string
  email: string
  session_id: string
  aal: string
  created_at: string
}

export type AccessTokens = {
  sign(subject: TokenSubject): Promise<string>
  /** Who the token speaks of; undefined unless it is ours and valid now. Whether its session lives is another question. */
  read(token: string): Promise<Identity | undefined>
  /** The public halves, for `/.well-known/jwks.json`. */
  readonly key_set: { keys: PublicKey[] }
}

type PublicKey = ReturnType<typeof publicHalf>

const claims = z.object({
  sub: z.uuid(),
  user_id: z.uuid(),
  session_id: z.uuid(),
  email: z.string(),
  exp: z.number(),
})

/** ES256 tokens (D7): the first key signs, all verify. */
export async function openAccessTokens({ config, keys, now }: Deps): Promise<AccessTokens> {
  const issuer = `${config.public_url}/auth/v1`
  const [first] = keys.session
  const signingKey = await importJWK(first, 'ES256')
  const published = keys.session.map(publicHalf)
  const verifyingKeys = new Map(
    await Promise.all(published.map(async (key) => [key.kid, await importJWK(key, 'ES256')] as const)),
  )

  return {
    key_set: { keys: published },

    sign({ user_id, email, session_id, aal, created_at }) {
      const seconds = secondsOf(now())
      const amr = [{ method: 'password', timestamp: secondsOf(created_at) }]
      return new SignJWT({ user_id, email, session_id, role: AUDIENCE, aal, amr })
        .setProtectedHeader({ alg: 'ES256', typ: 'JWT', kid: first.kid })
        .setSubject(user_id)
        .setAudience(AUDIENCE)
        .setIssuer(issuer)
        .setIssuedAt(seconds)
        .setExpirationTime(seconds + LIFETIME)
        .sign(signingKey)
    },

    async read(token) {
      try {
        // The key is chosen by `kid` among our own, never by anything else the header says.
        const { payload } = await jwtVerify(token, ({ kid }) => getKey(verifyingKeys, kid), {
          algorithms: ['ES256'],
          typ: 'JWT',
          audience: AUDIENCE,
          issuer,
          requiredClaims: ['iat', 'exp'],
          currentDate: new Date(now()),
        })
        const { sub, user_id, session_id, email, exp } = claims.parse(payload)
        if (sub !== user_id) return undefined
        return { user_id, session_id, email, expires_at: new Date(exp * 1000).toISOString() }
      } catch {
        // Why a token is not ours is of no use to whoever sent it: the caller answers 401.
        return undefined
      }
    },
  }
}

function getKey<Key>(known: Map<string, Key>, kid: string | undefined): Key {
  const key = kid === undefined ? undefined : known.get(kid)
  if (key === undefined) throw new Error('unknown key')
  return key
}

const publicHalf = ({ kty, crv, x, y, kid }: SessionKey) => ({
  kty,
  crv,
  x,
  y,
  kid,
  alg: 'ES256',
  use: 'sig',
})

const secondsOf = (instant: string) => Math.floor(Date.parse(instant) / 1000)
