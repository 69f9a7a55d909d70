import { authErrorBody, authService } from '@muster/contract/auth-service'
import { refusalsOf } from '@muster/contract/refusals'
import { session } from '@muster/contract/session'
import type { AppRoute } from '@ts-rest/core'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answerBytes } from '../../../../test/answer-bytes.ts'
import { buildTestApp, type Input, type TestApp } from '../../../../test/app.ts'
import { type BuiltAccount, buildAccount, credentialsOf, openBrowser } from '../../../../test/sessions.ts'
import { newId } from '../../../db/ids.ts'
import { session as sessionTable } from '../../../db/schema.ts'

/* Tests what the public client does not show (`auth-client.test.ts` runs that client). */

const NEW = 'seven green tents'

let api: TestApp
beforeAll(async () => {
  api = await buildTestApp({ limits: { logins_per_minute: 1_000 }, sms: undefined })
})
afterAll(() => api.close())

const grant = (grant_type: string, body: object): Input => ({ query: { grant_type }, body })
const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })

async function signIn(account?: BuiltAccount) {
  const used = account ?? (await buildAccount(api))
  const answer = await api.ok(authService.grantToken, grant('password', credentialsOf(used)))
  return { ...answer, account: used, ...bearer(answer.access_token) }
}

/** Returns a refusal in the shape of the auth service, with a code that the description names. */
async function refused(route: AppRoute, input: Input = {}) {
  const answer = await api.inject({
    method: route.method,
    url: route.path.replaceAll(/:(\w+)/g, (_, name: string) => input.params?.[name] ?? ''),
    ...(input.query && { query: input.query }),
    ...(input.body !== undefined && { payload: JSON.stringify(input.body) }),
    headers: { ...(input.body !== undefined && { 'content-type': 'application/json' }), ...input.headers },
  })
  const body = authErrorBody.strict().parse(answer.json())
  expect(refusalsOf(route).get(answer.statusCode), answer.body).toContain(body.code)
  return { ...body, status: answer.statusCode, headers: answer.headers }
}

describe('errors', () => {
  test('have the names of every version of the client, and echo its version', async () => {
    const version = { 'x-supabase-api-version': '2024-01-01' }
    const { headers, ...body } = await refused(authService.getUser, { headers: version })
    const sentence = 'Please sign in.'
    expect(body).toEqual({
      status: 401,
      code: 'no_authorization',
      error_code: 'no_authorization',
      error: sentence,
      message: sentence,
      msg: sentence,
    })
    expect(headers['x-supabase-api-version']).toBe('2024-01-01')
    expect((await refused(authService.getUser)).headers).not.toHaveProperty('x-supabase-api-version')
  })

  test('are in the language of the caller', async () => {
    const { error } = await refused(authService.getUser, { headers: { 'accept-language': 'sv' } })
    expect(error).toBe('Logga in.')
  })

  test.each([
    ['password', {}, 'validation_failed'],
    ['password', { email: 'a@b.example' }, 'validation_failed'],
    ['refresh_token', {}, 'validation_failed'],
    ['pkce', { auth_code: 'x' }, 'validation_failed'],
    ['id_token', {}, 'validation_failed'],
  ])('grant %s of %j', async (grant_type, body, code) => {
    expect(await refused(authService.grantToken, grant(grant_type, body))).toMatchObject({
      status: 400,
      code,
    })
  })

  test.each([
    [{ email: 'a@b.example', code_challenge: 'short', code_challenge_method: 's256' }],
    [{ email: 'a@b.example', code_challenge: 'x'.repeat(43), code_challenge_method: 'plain' }],
  ])('recover of %j', async (body) => {
    expect(await refused(authService.recover, { body })).toMatchObject({
      status: 400,
      code: 'validation_failed',
    })
  })

  test('a body that is not JSON', async () => {
    const answer = await api.inject({
      method: 'POST',
      url: '/auth/v1/recover',
      payload: '{',
      headers: { 'content-type': 'application/json' },
    })
    expect(answer.json()).toMatchObject({ code: 'bad_json', msg: expect.any(String) })
  })

  test('a forged token is bad, one whose session has ended is told so', async () => {
    const { headers } = await signIn()
    expect(await refused(authService.getUser, bearer('x.y.z'))).toMatchObject({
      status: 403,
      code: 'bad_jwt',
    })
    await api.ok(authService.logout, { headers, query: { scope: 'local' } })
    const ended = await refused(authService.getUser, { headers })
    expect(ended).toMatchObject({ status: 403, code: 'session_not_found' })
  })

  test('fields of the client that are unknown are ignored', async () => {
    const account = await buildAccount(api)
    const body = { ...credentialsOf(account), gotrue_meta_security: { captcha_token: 'x' }, channel: 'sms' }
    expect(await api.ok(authService.grantToken, grant('password', body))).toHaveProperty('access_token')
  })

  test('fields of the account that cannot be changed are refused', async () => {
    const { headers } = await signIn()
    for (const body of [
      { email: 'b@c.example' },
      { data: { a: 1 } },
      { password: NEW, phone: '+46701234567' },
    ])
      expect(await refused(authService.updateUser, { headers, body })).toMatchObject({
        code: 'validation_failed',
      })
  })
})

describe('one set of sessions', () => {
  test('a token of the auth service opens our own calls, and the other way round', async () => {
    const { headers, account } = await signIn()
    expect(await api.ok(session.getAccount, { headers })).toMatchObject({ email: account.email })
    const { token } = await api.ok(session.login, { body: credentialsOf(account) })
    expect(await api.ok(authService.getUser, bearer(token))).toMatchObject({ email: account.email })
  })

  test('a refresh token of one is renewed by the other', async () => {
    const { refresh_token, account } = await signIn()
    const browser = openBrowser(api, refresh_token)
    expect(await browser.refresh()).toMatchObject({ status: 200 })
    const renewed = await api.ok(
      authService.grantToken,
      grant('refresh_token', { refresh_token: browser.cookie }),
    )
    expect(renewed.user.email).toBe(account.email)
  })

  test('reuse ends the session for both, although the request fails', async () => {
    const { refresh_token, headers } = await signIn()
    const next = await api.ok(authService.grantToken, grant('refresh_token', { refresh_token }))
    const newest = await api.ok(
      authService.grantToken,
      grant('refresh_token', { refresh_token: next.refresh_token }),
    )
    const reused = await refused(authService.grantToken, grant('refresh_token', { refresh_token }))
    expect(reused).toMatchObject({ status: 400, code: 'refresh_token_already_used' })
    expect(await api.refused(session.getAccount, { headers })).toMatchObject({ code: 'session_invalid' })
    const after = await refused(
      authService.grantToken,
      grant('refresh_token', { refresh_token: newest.refresh_token }),
    )
    expect(after).toMatchObject({ status: 400, code: 'session_not_found' })
  })

  test('a session that was silent for too long has expired', async () => {
    const { refresh_token, account } = await signIn()
    await api.deps.db.system((tx) =>
      tx
        .update(sessionTable)
        .set({ refreshed_at: '2020-01-01T00:00:00.000Z' })
        .where(eq(sessionTable.user_id, account.id)),
    )
    const expired = await refused(authService.grantToken, grant('refresh_token', { refresh_token }))
    expect(expired).toMatchObject({ status: 400, code: 'session_expired' })
  })
})

describe('nothing tells whether an account exists', () => {
  test('the bytes of recover are the same', async () => {
    const { email } = await buildAccount(api)
    const flow = { code_challenge: 'x'.repeat(43), code_challenge_method: 's256' }
    const ask = (body: object) =>
      api.inject({ method: 'POST', url: '/auth/v1/recover', payload: { ...body, gotrue_meta_security: {} } })
    const [known, unknown, again] = [
      await ask({ email, ...flow }),
      await ask({ email: 'nobody@muster.example', ...flow }),
      await ask({ email, ...flow }),
    ]
    expect(known.json()).toEqual({})
    expect(answerBytes(unknown)).toEqual(answerBytes(known))
    expect(answerBytes(again)).toEqual(answerBytes(known))
  })

  test('the bytes of a wrong password are those of an unknown address', async () => {
    const { email } = await buildAccount(api)
    const ask = (address: string) =>
      api.inject({
        method: 'POST',
        url: '/auth/v1/token?grant_type=password',
        payload: { email: address, password: 'wrong' },
      })
    expect(answerBytes(await ask('nobody@muster.example'))).toEqual(answerBytes(await ask(email)))
  })
})

describe('the password', () => {
  test('is changed with the current one, and a wrong one is refused', async () => {
    const { headers, account } = await signIn()
    const wrong = { current_password: 'not this one', password: NEW }
    expect(await refused(authService.updateUser, { headers, body: wrong })).toMatchObject({
      status: 400,
      code: 'current_password_wrong',
    })
    const body = { current_password: account.password, password: NEW }
    expect(await api.ok(authService.updateUser, { headers, body })).toMatchObject({ email: account.email })
    await signIn({ ...account, password: NEW })
  })

  test('needs the current one when the sign-in was long ago', async () => {
    const { headers, account } = await signIn()
    await api.deps.db.system((tx) =>
      tx
        .update(sessionTable)
        .set({ created_at: new Date(Date.now() - 16 * 60_000).toISOString() })
        .where(eq(sessionTable.user_id, account.id)),
    )
    expect(await refused(authService.updateUser, { headers, body: { password: NEW } })).toMatchObject({
      status: 400,
      code: 'reauthentication_needed',
    })
    const body = { current_password: account.password, password: NEW }
    expect(await api.ok(authService.updateUser, { headers, body })).toMatchObject({ email: account.email })
  })
})

describe('sign-out', () => {
  test('with an empty body of JSON, as the client sends it', async () => {
    const { headers } = await signIn()
    const answer = await api.inject({
      method: 'POST',
      url: '/auth/v1/logout',
      headers: { ...headers, 'content-type': 'application/json;charset=UTF-8' },
    })
    expect(answer.statusCode).toBe(204)
  })
})

describe('second factors', () => {
  test('no phone where no SMS is sent', async () => {
    const { headers } = await signIn()
    const body = { factor_type: 'phone', phone: '+46701234567' }
    expect(await refused(authService.enrolFactor, { headers, body })).toMatchObject({
      status: 422,
      code: 'phone_provider_disabled',
    })
  })

  test('have different names, and are at most ten', async () => {
    const { headers } = await signIn()
    const enrol = (friendly_name: string) => ({ headers, body: { factor_type: 'totp', friendly_name } })
    await api.ok(authService.enrolFactor, enrol('App'))
    expect(await refused(authService.enrolFactor, enrol('App'))).toMatchObject({
      status: 422,
      code: 'mfa_factor_name_conflict',
    })
    for (let n = 2; n <= 10; n++) await api.ok(authService.enrolFactor, enrol(`App ${n}`))
    expect(await refused(authService.enrolFactor, enrol('One more'))).toMatchObject({
      status: 422,
      code: 'too_many_enrolled_mfa_factors',
    })
  })

  test('a name that cannot be stored, or shown by an app, is refused', async () => {
    const { headers } = await signIn()
    for (const names of [{ friendly_name: 'a\u0000b' }, { issuer: 'a\u0000b' }, { issuer: 'half \ud800' }]) {
      const body = { factor_type: 'totp', ...names }
      expect(await refused(authService.enrolFactor, { headers, body })).toMatchObject({ status: 400 })
    }
  })

  test('an unknown id', async () => {
    const { headers } = await signIn()
    for (const id of [newId(), 'x'])
      expect((await refused(authService.removeFactor, { headers, params: { id } })).status).toBe(404)
  })
})

describe('across origins', () => {
  test('the headers of the client are allowed, and its version is shown', async () => {
    const origin = 'http://localhost:3000'
    const preflight = await api.inject({
      method: 'OPTIONS',
      url: '/auth/v1/user',
      headers: {
        origin,
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'apikey,authorization,x-client-info,x-supabase-api-version',
      },
    })
    const allowed = String(preflight.headers['access-control-allow-headers'])
    for (const name of ['apikey', 'authorization', 'x-client-info', 'x-supabase-api-version'])
      expect(allowed).toContain(name)
    const answer = await api.inject({ url: '/auth/v1/user', headers: { origin } })
    expect(answer.headers['access-control-expose-headers']).toContain('x-supabase-api-version')
  })
})

test('a flood of refreshes is answered 503: at 429 older clients drop the session', async () => {
  const few = await buildTestApp({ limits: { requests_per_minute: 1 } })
  const send = (grant_type: string) =>
    few.inject({ method: 'POST', url: `/auth/v1/token?grant_type=${grant_type}`, payload: {} })
  await send('password')
  expect((await send('refresh_token')).statusCode).toBe(503)
  const other = await send('password')
  expect({ status: other.statusCode, ...other.json<{ code: string }>() }).toMatchObject({
    status: 429,
    code: 'over_request_rate_limit',
  })
  await few.close()
})
