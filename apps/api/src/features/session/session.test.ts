import { randomUUID } from 'node:crypto'
import { organizations } from '@muster/contract/organizations'
import { addMs, DAY_MS } from '@muster/contract/rules/instants'
import { readSessionToken } from '@muster/contract/rules/session-token'
import { session as contract } from '@muster/contract/session'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answerBytes } from '../../../test/answer-bytes.ts'
import { buildTestApp, type TestApp } from '../../../test/app.ts'
import { decodeJwt, isSignedBy } from '../../../test/jwt.ts'
import { type Browser, buildAccount, credentialsOf, openBrowser } from '../../../test/sessions.ts'

const WRONG = { status: 401, code: 'invalid_credentials', error: 'Wrong e-mail or password' }

/** Seconds, as in tokens. */
const AT_NOON = Date.parse('2026-06-01T12:00:00.000Z') / 1_000

let api: TestApp
beforeAll(async () => {
  api = await buildTestApp()
  api.setNow('2026-06-01T12:00:00.000Z')
})
afterAll(() => api.close())

describe('login', () => {
  test('gives a token that anybody can verify with the published keys', async () => {
    const account = await buildAccount(api)
    const { token, expires_in } = await api.ok(contract.login, { body: credentialsOf(account) })
    const { keys } = (await api.inject('/.well-known/jwks.json')).json<{ keys: [{ kid: string }] }>()
    expect(keys).toEqual([
      {
        kty: 'EC',
        crv: 'P-256',
        x: expect.any(String),
        y: expect.any(String),
        kid: expect.any(String),
        alg: 'ES256',
        use: 'sig',
      },
    ])
    const { header, claims } = decodeJwt(token)
    expect(isSignedBy(token, keys[0])).toBe(true)
    expect(header).toEqual({ alg: 'ES256', typ: 'JWT', kid: keys[0].kid })
    expect(claims).toEqual({
      sub: account.id,
      user_id: account.id,
      email: account.email,
      session_id: expect.any(String),
      role: 'authenticated',
      aal: 'aal1',
      amr: [{ method: 'password', timestamp: AT_NOON }],
      aud: 'authenticated',
      iss: `${api.deps.config.public_url}/auth/v1`,
      iat: AT_NOON,
      exp: AT_NOON + 900,
    })
    expect(expires_in).toBe(900)
    expect(readSessionToken(token)).toMatchObject({ id: account.id, email: account.email })
  })

  test('the same key set stands under /auth/v1', async () => {
    const [root, auth] = await Promise.all(
      ['/.well-known/jwks.json', '/auth/v1/.well-known/jwks.json'].map((url) => api.inject(url)),
    )
    expect(auth?.body).toBe(root?.body)
    expect(root?.headers['cache-control']).toBe('public, max-age=600')
  })

  test('reads the e-mail as people type it', async () => {
    const { email, password } = await buildAccount(api, { email: `åsa-${randomUUID()}@muster.example` })
    const typed = `  ${email.toUpperCase().normalize('NFD')} `
    expect(await api.ok(contract.login, { body: { email: typed, password } })).toHaveProperty('token')
  })

  test('reads the password however its letters are composed', async () => {
    const { email } = await buildAccount(api, { password: 'Ödåkra är fint' })
    const body = { email, password: 'Ödåkra är fint'.normalize('NFD') }
    expect(await api.ok(contract.login, { body })).toHaveProperty('token')
  })

  test('an unknown e-mail and a wrong password get the same bytes', async () => {
    const { email } = await buildAccount(api)
    const bodies = [
      { email, password: 'not the password' },
      { email: 'nobody@muster.example', password: 'not the password' },
      { email: 'not an address', password: '' },
      { email: 'nul\0@muster.example', password: 'x\0y' },
      { email: '\ud800@muster.example', password: '\ud800' },
      { email, password: 'x'.repeat(1_000) },
    ]
    const answers = await Promise.all(
      bodies.map((payload) => api.inject({ method: 'POST', url: '/auth/login', payload })),
    )
    expect(new Set(answers.map(answerBytes)).size).toBe(1)
    expect(answers[0]?.statusCode).toBe(401)
    expect(answers[0]?.json()).toEqual({ error: WRONG.error, code: WRONG.code })
  })

  test.each([undefined, null, [], {}, { email: 1, password: 2 }, { email: 'a@b.se' }])(
    '%j is no login',
    async (body) => {
      expect(await api.refused(contract.login, { body })).toMatchObject({ status: 400 })
    },
  )
})

describe('the refresh cookie', () => {
  test('is out of reach of scripts, other sites and other paths', async () => {
    const { browser, answer } = await signIn()
    expect(browser.cookie).toMatch(/^[\w-]{43}$/)
    expect(answer.headers['set-cookie']).toMatch(
      /^muster_refresh=[\w-]{43}; Max-Age=2592000; Path=\/auth; HttpOnly; SameSite=Strict$/,
    )
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  test('travels over https only where the pages do', async () => {
    const secure = await buildTestApp({ public_url: 'https://muster.example' })
    const account = await buildAccount(secure)
    const answer = await secure.inject({
      method: 'POST',
      url: '/auth/login',
      payload: credentialsOf(account),
    })
    expect(answer.headers['set-cookie']).toMatch(/^__Secure-muster_refresh=.*; Path=\/auth; .*; Secure/)
    const cookies = { '__Secure-muster_refresh': answer.cookies[0]?.value ?? '' }
    const refreshed = await secure.inject({ method: 'POST', url: '/auth/refresh', cookies })
    expect(refreshed.statusCode).toBe(200)
    expect(answer.headers['strict-transport-security']).toBe('max-age=63072000; includeSubDomains')
    await secure.close()
  })
})

describe('a sign-in in a browser that has a session', () => {
  test('ends that session, not those of other browsers', async () => {
    const { browser, account } = await signIn()
    const elsewhere = openBrowser(api)
    await elsewhere.login(account)
    const previous = browser.cookie
    await browser.login(account)
    expect(await openBrowser(api, previous).refresh()).toMatchObject({ status: 401 })
    expect(await browser.refresh()).toMatchObject({ status: 200 })
    expect(await elsewhere.refresh()).toMatchObject({ status: 200 })
  })

  test('leaves it alone while the password is wrong', async () => {
    const { browser, account } = await signIn()
    expect((await browser.login({ ...account, password: 'wrong' })).statusCode).toBe(401)
    expect(await browser.refresh()).toMatchObject({ status: 200 })
  })
})

describe('refresh', () => {
  test('the current token gives the next', async () => {
    const { browser } = await signIn()
    const first = browser.cookie
    expect(await browser.refresh()).toMatchObject({ status: 200 })
    expect(browser.cookie).not.toBe(first)
    expect(await browser.refresh()).toMatchObject({ status: 200 })
  })

  test('the one before gives the current one again', async () => {
    const { browser } = await signIn()
    const first = browser.cookie
    await browser.refresh()
    const current = browser.cookie
    for (const _ of [1, 2]) {
      browser.cookie = first
      expect(await browser.refresh()).toMatchObject({ status: 200 })
      expect(browser.cookie).toBe(current)
    }
    expect(await browser.refresh()).toMatchObject({ status: 200 })
    expect(browser.cookie).not.toBe(current)
  })

  test('an older one ends the session, for the thief and for everybody', async () => {
    const { browser } = await signIn()
    const stolen = browser.cookie
    await browser.refresh()
    const { token } = await browser.refresh()
    const current = browser.cookie
    expect(await isSignedIn(token)).toBe(true)

    browser.cookie = stolen
    expect(await browser.refresh()).toMatchObject({ status: 401, code: 'session_invalid' })
    expect(browser.cookie).toBeUndefined()
    browser.cookie = current
    expect(await browser.refresh()).toMatchObject({ status: 401, code: 'session_invalid' })
    expect(await isSignedIn(token)).toBe(false)
  })

  test('a hundred tokens are kept: an older one is refused and ends nothing', async () => {
    const { browser } = await signIn()
    const first = browser.cookie
    for (let renewals = 0; renewals < 101; renewals++) await browser.refresh()
    expect(await openBrowser(api, first).refresh()).toMatchObject({ status: 401 })
    expect(await browser.refresh()).toMatchObject({ status: 200 })
  })

  test('what is no token of ours is refused', async () => {
    const { browser } = await signIn()
    const real = browser.cookie ?? ''
    const forged = real.slice(0, 30) + (real[30] === 'A' ? 'B' : 'A') + real.slice(31)
    for (const cookie of ['', 'x', 'å', forged, `${real}x`, 'a'.repeat(5_000)]) {
      expect(await openBrowser(api, cookie).refresh()).toMatchObject({ status: 401 })
    }
    // Without a cookie nothing is refused, and nothing is given.
    expect(await openBrowser(api, undefined).refresh()).toEqual({ status: 204 })
    // A guessed token ends no session.
    expect(await browser.refresh()).toMatchObject({ status: 200 })
  })

  test('a session that was silent for 30 days is over, and one that lived for 180', async () => {
    const own = await buildTestApp()
    const start = '2026-06-01T12:00:00.000Z'
    const day = (number: number) => addMs(start, number * DAY_MS)
    own.setNow(start)
    const account = await buildAccount(own)
    const [silent, busy] = [openBrowser(own), openBrowser(own)]
    await silent.login(account)
    await busy.login(account)
    for (let at = 29; at < 180; at += 29) {
      own.setNow(day(at))
      expect(await busy.refresh()).toMatchObject({ status: 200 })
    }
    expect(await silent.refresh()).toMatchObject({ status: 401 })
    own.setNow(day(181))
    expect(await busy.refresh()).toMatchObject({ status: 401 })
    await own.close()
  })

  test('a page elsewhere cannot ask for it; a page of ours can, by whatever name it was opened', async () => {
    const { browser } = await signIn()
    for (const origin of ['https://evil.example', 'null', 'http://localhost:3000.evil.example'])
      for (const path of ['refresh', 'logout'] as const)
        expect(await browser.send(path, { origin })).toMatchObject({ status: 403, code: 'origin_forbidden' })
    for (const origin of ['http://localhost:3000', 'http://192.168.1.7:3000'])
      expect(await browser.send('refresh', { origin, host: '192.168.1.7:3000' })).toMatchObject({
        status: 200,
      })
  })
})

describe('logout', () => {
  test('ends the session at once and clears the cookie', async () => {
    const { browser } = await signIn()
    const { cookie, token } = browser
    expect(await isSignedIn(token)).toBe(true)
    expect(await browser.send('logout')).toMatchObject({ status: 204 })
    expect(browser.cookie).toBeUndefined()
    expect(await isSignedIn(token)).toBe(false)
    expect(await openBrowser(api, cookie).refresh()).toMatchObject({ status: 401 })
  })

  test('leaves the other sessions of the account alone', async () => {
    const { browser, account } = await signIn()
    const other = openBrowser(api)
    await other.login(account)
    await browser.send('logout')
    expect(await other.refresh()).toMatchObject({ status: 200 })
  })

  test('works with the token alone, twice, and with nothing', async () => {
    const { browser } = await signIn()
    const { token } = browser
    for (const _ of [1, 2]) {
      const answer = await openBrowser(api).send('logout', { authorization: `Bearer ${token}` })
      expect(answer).toMatchObject({ status: 204 })
    }
    expect(await isSignedIn(token)).toBe(false)
    expect(await openBrowser(api).send('logout')).toMatchObject({ status: 204 })
  })

  test('is seen by another process within five seconds', async () => {
    const own = await buildTestApp()
    const account = await buildAccount(own)
    const browser = openBrowser(own)
    own.setNow('2026-06-01T12:00:00.000Z')
    await browser.login(account)
    const ask = () => own.inject({ url: '/api/my-organizations', headers: bearer(browser.token) })
    expect((await ask()).statusCode).toBe(200)
    // Ends the sessions as another process does: without telling this one.
    await own.deps.db.system((tx) => tx.execute('update session set ended_at = now()'))
    own.setNow('2026-06-01T12:00:04.999Z')
    expect((await ask()).statusCode).toBe(200)
    own.setNow('2026-06-01T12:00:05.000Z')
    expect((await ask()).statusCode).toBe(401)
    await own.close()
  })
})

async function signIn() {
  const account = await buildAccount(api)
  const browser: Browser = openBrowser(api)
  const answer = await browser.login(account)
  return { account, browser, answer }
}

async function isSignedIn(token: string | undefined): Promise<boolean> {
  const answer = await api.inject({ url: organizations.listMyOrganizations.path, headers: bearer(token) })
  return answer.statusCode === 200
}

const bearer = (token: string | undefined) => ({ authorization: `Bearer ${token}` })
