import { createHmac, createPublicKey } from 'node:crypto'
import Fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/app.ts'
import { decodeJwt, encode, signJwt } from '../../../test/jwt.ts'
import { type Administrator, buildAdministrator } from '../../../test/organizations.ts'
import { newId } from '../../db/ids.ts'
import { generateKeys } from '../../signing/keys.ts'
import { createAccessTokens, installAccessTokens } from './access-token.ts'

/* Tokens that must be refused. Each differs from a good one in one thing. */

const api: TestApp = await buildTestApp()
const asa: Administrator = await buildAdministrator(api)
const good = asa.headers.authorization.slice('Bearer '.length)
const [header = '', payload = '', signature = ''] = good.split('.')
const { claims } = decodeJwt(good)
const [key] = api.deps.keys.session
const publicPem = createPublicKey({ key: { ...key }, format: 'jwk' }).export({ type: 'spki', format: 'pem' })
const [foreignKey] = generateKeys().session.keys
const { d: _, ...foreignJwk } = foreignKey
const seconds = Math.floor(Date.parse(api.deps.now()) / 1000)

afterAll(() => api.close())

test('the good token opens', async () => {
  expect(await open(`Bearer ${good}`)).toBe(200)
  // Negative control of the corpus below: a token built in the same way, with nothing wrong, is accepted.
  expect(await open(`Bearer ${signed({})}`)).toBe(200)
})

const corpus: Record<string, () => string> = {
  nothing: () => '',
  'one part': () => 'x',
  'two parts': () => `${header}.${payload}`,
  'four parts': () => `${good}.${signature}`,
  'no JSON': () => `${encode('x')}.${encode('y')}.${signature}`,
  'no signature': () => `${header}.${payload}.`,
  'alg none': () => `${encode({ alg: 'none', typ: 'JWT' })}.${payload}.`,
  'alg None with kid': () => `${encode({ alg: 'None', typ: 'JWT', kid: key.kid })}.${payload}.`,
  'alg none, signature kept': () => `${encode({ alg: 'none', kid: key.kid })}.${payload}.${signature}`,
  'HS256 with the public key as secret': () => hmac('sha256', 'HS256', publicPem),
  'HS512 with the public key as secret': () => hmac('sha512', 'HS512', publicPem),
  'HS256 with the public point as secret': () => hmac('sha256', 'HS256', key.x),
  'HS256 with an empty secret': () => hmac('sha256', 'HS256', ''),
  'HS256 with a link key': () => hmac('sha256', 'HS256', api.deps.keys.link[0]),
  'alg missing': () => `${encode({ typ: 'JWT', kid: key.kid })}.${payload}.${signature}`,
  'alg ES384': () => `${encode({ alg: 'ES384', typ: 'JWT', kid: key.kid })}.${payload}.${signature}`,
  'a key of somebody else': () => signed({ key: foreignKey }),
  'a key of somebody else, brought along as jwk': () =>
    signed({ key: foreignKey, header: { jwk: foreignJwk } }),
  'a key of somebody else behind jku': () =>
    signed({ key: foreignKey, header: { jku: 'https://evil.example/jwks.json' } }),
  'a key of somebody else behind x5u': () =>
    signed({ key: foreignKey, header: { x5u: 'https://evil.example/cert' } }),
  'kid unknown': () => signed({ header: { kid: 'unknown' } }),
  'kid missing': () => signed({ header: { kid: undefined } }),
  'kid a path': () => signed({ header: { kid: '../../dev/null' } }),
  'kid SQL': () => signed({ header: { kid: `${key.kid}' or '1'='1` } }),
  'kid __proto__': () => signed({ header: { kid: '__proto__' } }),
  'crit of an extension': () => signed({ header: { crit: ['exp-unix'], 'exp-unix': 1 } }),
  'typ of another kind': () => signed({ header: { typ: 'at+jwt' } }),
  'aud of another service': () => signed({ claims: { aud: 'anon' } }),
  'aud missing': () => signed({ claims: { aud: undefined } }),
  'iss of another': () => signed({ claims: { iss: 'https://evil.example/auth/v1' } }),
  'iss missing': () => signed({ claims: { iss: undefined } }),
  'exp over': () => signed({ claims: { exp: seconds - 1 } }),
  'exp missing': () => signed({ claims: { exp: undefined } }),
  'exp as text': () => signed({ claims: { exp: 'tomorrow' } }),
  'nbf ahead': () => signed({ claims: { nbf: seconds + 600 } }),
  'iat missing': () => signed({ claims: { iat: undefined } }),
  'sub missing': () => signed({ claims: { sub: undefined } }),
  'sub of another than user_id': () => signed({ claims: { sub: newId() } }),
  'session missing': () => signed({ claims: { session_id: undefined } }),
  'session that never was': () => signed({ claims: { session_id: newId() } }),
  'session no id': () => signed({ claims: { session_id: "' or 1=1" } }),
  'payload changed': () => `${header}.${encode({ ...claims, email: 'root@muster.example' })}.${signature}`,
  'header changed': () => `${encode({ ...decodeJwt(good).header, x: 1 })}.${payload}.${signature}`,
  'signature changed': () =>
    `${header}.${payload}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`,
  'signature of zeros': () => `${header}.${payload}.${Buffer.alloc(64).toString('base64url')}`,
  'signature in DER': () =>
    `${header}.${payload}.${Buffer.from(`3044${'02201'.repeat(12)}`, 'hex').toString('base64url')}`,
  'very long': () => `${header}.${'A'.repeat(12_000)}.${signature}`,
}

test.each(Object.entries(corpus))('%s opens nothing', async (_name, make) => {
  expect(await open(`Bearer ${make()}`)).toBe(401)
})

test('a token is over after 15 minutes, to the second', async () => {
  const own = await buildTestApp()
  own.setNow('2026-06-01T12:00:00.000Z')
  const { headers } = await buildAdministrator(own)
  const ask = async () => (await own.inject({ url: '/api/my-organizations', headers })).statusCode
  own.setNow('2026-06-01T12:14:59.000Z')
  expect(await ask()).toBe(200)
  own.setNow('2026-06-01T12:15:00.000Z')
  expect(await ask()).toBe(401)
  await own.close()
})

test('after a change of keys old tokens stay valid until their key is removed', async () => {
  const { session: next } = generateKeys()
  const withKeys = async (session: typeof next.keys) => {
    const app = Fastify()
    const deps = { ...api.deps, keys: { ...api.deps.keys, session } }
    await installAccessTokens(app, deps)
    return { app, tokens: createAccessTokens(app, deps) }
  }
  const both = await withKeys([...next.keys, ...api.deps.keys.session])
  expect(await both.tokens.verify(good)).toMatchObject({ user_id: asa.user_id })
  const { keys } = (await both.app.inject('/.well-known/jwks.json')).json<{ keys: { kid: string }[] }>()
  expect(keys.map(({ kid }) => kid)).toEqual([next.keys[0].kid, key.kid])
  const later = await withKeys(next.keys)
  expect(await later.tokens.verify(good)).toBeUndefined()
})

async function open(authorization: string): Promise<number> {
  const headers = { ...asa.headers, authorization }
  return (await api.inject({ url: '/api/my-organizations', headers })).statusCode
}

/** Signs the good token's claims, with our key unless another is given. */
function signed(wrong: {
  claims?: Record<string, unknown>
  header?: Record<string, unknown>
  key?: typeof foreignKey
}): string {
  return signJwt({
    header: { alg: 'ES256', typ: 'JWT', kid: key.kid, ...wrong.header },
    claims: { ...claims, ...wrong.claims },
    key: wrong.key ?? key,
  })
}

function hmac(hash: string, alg: string, secret: string | Buffer): string {
  const content = `${encode({ alg, typ: 'JWT', kid: key.kid })}.${payload}`
  return `${content}.${createHmac(hash, secret).update(content).digest('base64url')}`
}
