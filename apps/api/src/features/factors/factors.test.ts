import { authService } from '@muster/contract/auth-service'
import { factors } from '@muster/contract/factors'
import { organizations } from '@muster/contract/organizations'
import { session } from '@muster/contract/session'
import { verifyRegistrationResponse } from '@simplewebauthn/server'
import { and, desc, eq } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/app.ts'
import { attestAndroid, attestSelf, buildAuthenticator } from '../../../test/authenticator.ts'
import { decodeJwt } from '../../../test/jwt.ts'
import { setHits } from '../../../test/limits.ts'
import { type Administrator, buildAdministrator } from '../../../test/organizations.ts'
import { buildProviders, deliverDue } from '../../../test/outbox.ts'
import { openBrowser } from '../../../test/sessions.ts'
import * as access from '../../access/access.ts'
import { accountMessage, mfaChallenge, mfaFactor, recoveryCode } from '../../db/schema.ts'

const PASSWORD = 'three blue bikes'

let api: TestApp
let seconds = 0
beforeAll(async () => {
  api = await buildTestApp({ limits: { logins_per_minute: 1_000 }, sms: { provider: 'capture' } })
  pass(0)
})
afterAll(() => api.close())

function pass(more: number): void {
  seconds += more
  api.setNow(new Date(Date.UTC(2026, 5, 1, 12) + seconds * 1000).toISOString())
}

const codeOf = (secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.parse(api.deps.now()) })

const bearer = (token: string | undefined) => ({ headers: { authorization: `Bearer ${token}` } })

async function signIn({ email }: Pick<Administrator, 'email'>) {
  const body = await api.ok(session.login, { body: { email, password: PASSWORD } })
  return { ...body, ...bearer(body.token) }
}

/** Builds an administrator with an authenticator app, signed in with the password alone. */
async function withTotp() {
  const admin = await buildAdministrator(api)
  const strong = await signIn(admin)
  const added = await addTotp(strong.headers)
  pass(60)
  return { admin, strong, ...added, weak: await signIn(admin) }
}

async function addTotp(headers: { authorization: string }) {
  const { id, totp } = await api.ok(factors.enrolFactor, { headers, body: { factor_type: 'totp' } })
  const secret = totp?.secret ?? ''
  const body = { method: 'totp', factor_id: id, code: codeOf(secret) }
  const finished = await api.ok(factors.verifySecondFactor, { headers, body })
  return { factor_id: id, secret, finished }
}

const mailsOf = (user_id: string) =>
  api.deps.db.system((tx) =>
    tx
      .select({ template: accountMessage.template, payload: accountMessage.payload })
      .from(accountMessage)
      .where(and(eq(accountMessage.user_id, user_id), eq(accountMessage.template, 'account_changed')))
      .orderBy(desc(accountMessage.created_at)),
  )

describe('a password alone does not finish the sign-in', () => {
  test('of an account with a second factor: what is missing is named', async () => {
    const { admin, weak, factor_id } = await withTotp()
    expect(weak.second_factors).toEqual(['totp'])
    expect(decodeJwt(weak.token).claims).toMatchObject({ aal: 'aal1' })
    const other = await buildAdministrator(api)
    expect(await signIn(other)).toMatchObject({ second_factors: [] })
    expect(await api.ok(factors.listFactors, weak)).toMatchObject({ factors: [{ id: factor_id }] })
    expect(await api.ok(session.getAccount, weak)).toMatchObject({ email: admin.email })
  })

  test.each([
    ['GET', '/admin/people'],
    ['GET', '/admin/events'],
    ['GET', '/api/my-organizations'],
    ['POST', '/api/organizations'],
    ['GET', '/api/account/sessions'],
    ['POST', '/api/account/password'],
    ['POST', '/api/account/factors'],
    ['POST', '/api/account/recovery-codes'],
    ['POST', '/api/account/passkey-options'],
    ['POST', '/api/account/end'],
  ] as const)('%s %s is refused until then', async (method, url) => {
    const { admin, weak, secret } = await withTotp()
    const ask = (headers: { authorization: string }) =>
      api.inject({
        method,
        url,
        headers: { ...admin.headers, ...headers },
        ...(method === 'POST' && { payload: {} }),
      })
    const refused = await ask(weak.headers)
    expect({ status: refused.statusCode, ...refused.json<{ code: string }>() }).toMatchObject({
      status: 403,
      code: 'second_factor_required',
    })
    const body = { method: 'totp', code: codeOf(secret) }
    const { token } = await api.ok(factors.verifySecondFactor, { ...weak, body })
    expect((await ask(bearer(token).headers)).json()).not.toMatchObject({ code: 'second_factor_required' })
    // The old token belongs to the same session.
    expect((await ask(weak.headers)).json()).not.toMatchObject({ code: 'second_factor_required' })
  })

  test('the cookie is replaced, and a refresh keeps the level', async () => {
    const { admin, secret } = await withTotp()
    const browser = openBrowser(api)
    await browser.login({ email: admin.email, password: PASSWORD })
    const answer = await api.inject({
      method: 'POST',
      url: '/auth/second-factor',
      ...bearer(browser.token),
      payload: { method: 'totp', code: codeOf(secret) },
    })
    const [cookie] = answer.cookies
    expect(cookie).toMatchObject({
      name: 'muster_refresh',
      httpOnly: true,
      sameSite: 'Strict',
      path: '/auth',
    })
    expect(cookie?.value).not.toBe(browser.cookie)
    const renewed = openBrowser(api, cookie?.value)
    await renewed.refresh()
    expect(decodeJwt(renewed.token ?? '').claims).toMatchObject({
      aal: 'aal2',
      amr: [{ method: 'password' }, { method: 'totp' }],
    })
    expect(answer.body).not.toContain(cookie?.value)
  })

  test('a code is accepted once, also of the app’s own display', async () => {
    const { weak, secret, admin } = await withTotp()
    const code = codeOf(secret)
    const body = { method: 'totp', code: `${code.slice(0, 3)} ${code.slice(3)}` }
    await api.ok(factors.verifySecondFactor, { ...weak, body })
    const again = await signIn(admin)
    expect(await api.refused(factors.verifySecondFactor, { ...again, body })).toMatchObject({
      status: 422,
      code: 'mfa_verification_failed',
    })
    // Negative control: without the record of the last code it passes.
    await api.deps.db.system((tx) =>
      tx.update(mfaFactor).set({ last_step: null }).where(eq(mfaFactor.user_id, admin.user_id)),
    )
    await api.ok(factors.verifySecondFactor, { ...again, body })
  })

  test('guesses are limited; a recovery code still works', async () => {
    const { admin, strong, secret } = await withTotp()
    const { codes } = await api.ok(factors.createRecoveryCodes, strong)
    const weak = await signIn(admin)
    const guess = () =>
      api.refused(factors.verifySecondFactor, { ...weak, body: { method: 'totp', code: '000000' } })
    for (let n = 0; n < 5; n++) expect(await guess()).toMatchObject({ status: 422 })
    expect(await guess()).toMatchObject({ status: 429, code: 'rate_limited' })
    const right = { method: 'totp', code: codeOf(secret) }
    expect(await api.refused(factors.verifySecondFactor, { ...weak, body: right })).toMatchObject({
      status: 429,
    })
    const recovery = { method: 'recovery', code: codes[0] }
    expect(await api.ok(factors.verifySecondFactor, { ...weak, body: recovery })).toHaveProperty('token')
  })

  test('wrong codes of who knows only the password do not shut the owner out at another address', async () => {
    const { weak, admin, secret } = await withTotp()
    const send = (headers: object, code: string, remoteAddress: string) =>
      api.inject({
        method: 'POST',
        url: '/auth/second-factor',
        headers: { ...headers },
        payload: { method: 'totp', code },
        remoteAddress,
      })
    for (const address of ['192.0.2.1', '192.0.2.2', '192.0.2.3']) {
      for (let n = 0; n < 5; n++) expect((await send(weak.headers, '000000', address)).statusCode).toBe(422)
      expect((await send(weak.headers, '000000', address)).statusCode).toBe(429)
    }
    await setHits(api.deps, 'second-factor-account', 1_000)
    const owner = await signIn(admin)
    const started = performance.now()
    expect((await send(owner.headers, codeOf(secret), '192.0.2.9')).statusCode).toBe(200)
    // The guesses only delay.
    expect(performance.now() - started).toBeGreaterThan(2_900)
  })

  test('a day of wrong codes at one address shuts out that address alone', async () => {
    const { weak, admin, secret } = await withTotp()
    const body = { method: 'totp', code: '000000' }
    await api.refused(factors.verifySecondFactor, { ...weak, body })
    await setHits(api.deps, 'second-factor-day', 50)
    expect(await api.refused(factors.verifySecondFactor, { ...weak, body })).toMatchObject({ status: 429 })
    const owner = await signIn(admin)
    const answer = await api.inject({
      method: 'POST',
      url: '/auth/second-factor',
      headers: owner.headers,
      payload: { method: 'totp', code: codeOf(secret) },
      remoteAddress: '192.0.2.9',
    })
    expect(answer.statusCode).toBe(200)
  })

  test('challenges of who knows only the password leave the owner’s', async () => {
    const { weak, admin, factor_id } = await withTotp()
    const params = { id: factor_id }
    await api.ok(authService.challengeFactor, { ...weak, params })
    await setHits(api.deps, 'challenge-factor', 60)
    expect(await api.refused(authService.challengeFactor, { ...weak, params })).toMatchObject({ status: 429 })
    await api.ok(authService.challengeFactor, { ...(await signIn(admin)), params })
  })

  test.each(['global', 'others', 'local'] as const)(
    'logging out (%s) without the second factor ends only that session',
    async (scope) => {
      const { strong, weak, admin } = await withTotp()
      const other = await signIn(admin)
      await api.ok(authService.logout, { ...weak, query: { scope } })
      expect(await api.refused(session.getAccount, weak)).toMatchObject({ status: 401 })
      expect(await api.ok(session.getAccount, strong)).toMatchObject({ email: admin.email })
      expect(await api.ok(session.getAccount, other)).toMatchObject({ email: admin.email })
    },
  )

  test('twenty right codes at once: one is accepted', async () => {
    const { weak, secret } = await withTotp()
    const body = { method: 'totp', code: codeOf(secret) }
    const send = () =>
      api.inject({ method: 'POST', url: '/auth/second-factor', headers: weak.headers, payload: body })
    const answers = await Promise.all(Array.from({ length: 20 }, send))
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  })

  test('what a method needs', async () => {
    const { weak } = await withTotp()
    for (const body of [{ method: 'totp' }, { method: 'phone', code: '123456' }, { method: 'passkey' }])
      expect(await api.refused(factors.verifySecondFactor, { ...weak, body })).toMatchObject({
        status: 400,
        code: 'validation',
      })
  })

  test('sessions of the password alone end when a factor is verified', async () => {
    const admin = await buildAdministrator(api)
    const [strong, other] = [await signIn(admin), await signIn(admin)]
    await addTotp(strong.headers)
    expect(await api.refused(session.getAccount, other)).toMatchObject({ status: 401 })
    expect(await api.ok(session.getAccount, strong)).toMatchObject({ email: admin.email })
  })

  test('negative control: without the check a password reads the people', async () => {
    const { admin, weak } = await withTotp()
    const headers = { ...admin.headers, ...weak.headers }
    expect((await api.inject({ url: '/admin/people', headers })).statusCode).toBe(403)
    expect(access.isUnfinished({ aal: 'aal1', has_second_factor: true })).toBe(true)
    await api.deps.db.system((tx) => tx.delete(mfaFactor).where(eq(mfaFactor.user_id, admin.user_id)))
    expect((await api.inject({ url: '/admin/people', headers })).statusCode).toBe(200)
  })
})

describe('factors', () => {
  test('the secret is encrypted where it is stored', async () => {
    const { admin, secret } = await withTotp()
    const [stored] = await api.deps.db.system((tx) =>
      tx.select().from(mfaFactor).where(eq(mfaFactor.user_id, admin.user_id)),
    )
    expect(stored?.secret).toBeTruthy()
    expect(stored?.secret).not.toContain(secret)
  })

  test('adding and removing is told by e-mail', async () => {
    const { admin, strong, factor_id } = await withTotp()
    expect(await mailsOf(admin.user_id)).toMatchObject([{ payload: { change: 'factor_added' } }])
    await api.ok(factors.removeFactor, { ...strong, params: { id: factor_id } })
    expect(await mailsOf(admin.user_id)).toMatchObject([{ payload: { change: 'factor_removed' } }, {}])
    expect(await signIn(admin)).toMatchObject({ second_factors: [] })
  })

  test('of another account are unknown', async () => {
    const { factor_id, secret } = await withTotp()
    const other = await signIn(await buildAdministrator(api))
    expect(await api.refused(factors.removeFactor, { ...other, params: { id: factor_id } })).toMatchObject({
      status: 404,
      code: 'mfa_factor_not_found',
    })
    const body = { method: 'totp', factor_id, code: codeOf(secret) }
    expect(await api.refused(factors.verifySecondFactor, { ...other, body })).toMatchObject({ status: 404 })
  })

  test('one begun before the account had another does not lift a session of the password', async () => {
    const admin = await buildAdministrator(api)
    const strong = await signIn(admin)
    await addTotp(strong.headers)
    const body = { factor_type: 'totp', friendly_name: 'Second' }
    const { id, totp } = await api.ok(factors.enrolFactor, { ...strong, body })
    const weak = await signIn(admin)
    const proof = { method: 'totp', factor_id: id, code: codeOf(totp?.secret ?? '') }
    expect(await api.refused(factors.verifySecondFactor, { ...weak, body: proof })).toMatchObject({
      status: 403,
      code: 'insufficient_aal',
    })
    await api.ok(factors.verifySecondFactor, { ...strong, body: proof })
  })

  test('codes by SMS: sent to the number, shown only in part, used once, and few', async () => {
    const admin = await buildAdministrator(api)
    const strong = await signIn(admin)
    const phone = '+46701740605'
    const { id } = await api.ok(factors.enrolFactor, { ...strong, body: { factor_type: 'phone', phone } })
    const ask = { ...strong, body: { method: 'phone', factor_id: id } }
    const { challenge_id } = await api.ok(factors.challengeSecondFactor, ask)
    const { providers, texts } = buildProviders()
    await deliverDue(api.deps, providers)
    const sms = texts.find(({ to }) => to === phone)
    expect(sms?.text).toMatch(/^\d{6} is your Muster code/)
    const code = sms?.text.slice(0, 6)
    const stored = await api.deps.db.system((tx) =>
      tx.select().from(mfaChallenge).where(eq(mfaChallenge.id, challenge_id)),
    )
    expect(JSON.stringify(stored)).not.toContain(code)

    const body = { method: 'phone', challenge_id, code }
    await api.ok(factors.verifySecondFactor, { ...strong, body })
    expect(await api.refused(factors.verifySecondFactor, { ...strong, body })).toMatchObject({
      status: 422,
      code: 'mfa_challenge_expired',
    })
    const weak = await signIn(admin)
    expect(await api.ok(factors.listFactors, weak)).toMatchObject({ factors: [{ phone: '••••••0605' }] })
    const user = await api.ok(authService.getUser, weak)
    expect(user).toMatchObject({ factors: [{ factor_type: 'phone', phone: '••••••0605' }] })
    const again = { ...weak, body: { method: 'phone' } }
    for (let n = 0; n < 4; n++) await api.ok(factors.challengeSecondFactor, again)
    expect(await api.refused(factors.challengeSecondFactor, again)).toMatchObject({ status: 429 })
  })

  test('a satellite number is refused', async () => {
    const strong = await signIn(await buildAdministrator(api))
    const body = { factor_type: 'phone', phone: '+881612345678' }
    expect((await api.refused(factors.enrolFactor, { ...strong, body })).status).toBeGreaterThanOrEqual(400)
  })
})

describe('recovery codes', () => {
  test('each serves once; only hashes are stored; new ones replace them', async () => {
    const { admin, strong } = await withTotp()
    const { codes } = await api.ok(factors.createRecoveryCodes, strong)
    expect(new Set(codes).size).toBe(10)
    const stored = await api.deps.db.system((tx) =>
      tx.select().from(recoveryCode).where(eq(recoveryCode.user_id, admin.user_id)),
    )
    for (const code of codes) expect(JSON.stringify(stored)).not.toContain(code)

    const weak = await signIn(admin)
    expect(weak.second_factors).toEqual(['totp', 'recovery'])
    const body = { method: 'recovery', code: ` ${codes[3]?.toUpperCase().replaceAll('-', ' ')} ` }
    await api.ok(factors.verifySecondFactor, { ...weak, body })
    expect(await api.ok(factors.listFactors, weak)).toMatchObject({ recovery_codes_left: 9 })
    expect(await mailsOf(admin.user_id)).toMatchObject([
      { payload: { change: 'recovery_code_used' } },
      {},
      {},
    ])
    const again = await signIn(admin)
    expect(await api.refused(factors.verifySecondFactor, { ...again, body })).toMatchObject({
      code: 'mfa_verification_failed',
    })

    const made = await api.ok(factors.createRecoveryCodes, weak)
    const old = { method: 'recovery', code: codes[4] }
    expect(await api.refused(factors.verifySecondFactor, { ...again, body: old })).toMatchObject({
      status: 422,
    })
    const fresh = { method: 'recovery', code: made.codes[0] }
    await api.ok(factors.verifySecondFactor, { ...again, body: fresh })
  })

  test('of another account are wrong', async () => {
    const { strong } = await withTotp()
    const { codes } = await api.ok(factors.createRecoveryCodes, strong)
    const { weak } = await withTotp()
    const body = { method: 'recovery', code: codes[0] }
    expect(await api.refused(factors.verifySecondFactor, { ...weak, body })).toMatchObject({ status: 422 })
  })

  test('go with the last second factor', async () => {
    const { strong, factor_id } = await withTotp()
    await api.ok(factors.createRecoveryCodes, strong)
    await api.ok(factors.removeFactor, { ...strong, params: { id: factor_id } })
    expect(await api.ok(factors.listFactors, strong)).toMatchObject({ recovery_codes_left: 0 })
  })
})

async function withPasskey(options?: Parameters<typeof buildAuthenticator>[0]) {
  const admin = await buildAdministrator(api)
  const strong = await signIn(admin)
  const authenticator = buildAuthenticator(options)
  const { challenge_id, options: asked } = await api.ok(factors.getNewPasskeyOptions, strong)
  const response = authenticator.create(asked.challenge)
  const body = { challenge_id, response, friendly_name: 'Laptop' }
  return { admin, strong, authenticator, body, challenge: asked.challenge }
}

async function withAddedPasskey() {
  const built = await withPasskey()
  const passkey = await api.ok(factors.addPasskey, { ...built.strong, body: built.body })
  return { ...built, passkey }
}

async function passkeyLogin(sign: (challenge: string) => object) {
  const { challenge_id, options } = await api.ok(factors.getPasskeyOptions)
  return { body: { challenge_id, response: sign(options.challenge) } }
}

describe('passkeys', () => {
  test('sign in without a password, with both factors at once', async () => {
    const { admin, authenticator, passkey } = await withAddedPasskey()
    expect(passkey).toMatchObject({ friendly_name: 'Laptop', is_synced: false })
    const login = await passkeyLogin((challenge) => authenticator.get(challenge))
    const { token, second_factors } = await api.ok(factors.verifyPasskey, login)
    expect(second_factors).toEqual([])
    expect(decodeJwt(token).claims).toMatchObject({
      sub: admin.user_id,
      aal: 'aal2',
      amr: [{ method: 'passkey' }],
    })
    expect(await api.refused(factors.verifyPasskey, login)).toMatchObject({ code: 'mfa_challenge_expired' })
  })

  test('are a second factor', async () => {
    const { admin, authenticator } = await withAddedPasskey()
    const weak = await signIn(admin)
    expect(weak.second_factors).toEqual(['passkey'])
    const asked = { ...weak, body: { method: 'passkey' } }
    const { challenge_id, options } = await api.ok(factors.challengeSecondFactor, asked)
    const response = authenticator.get(options?.challenge ?? '')
    const body = { method: 'passkey', challenge_id, response }
    const { token } = await api.ok(factors.verifySecondFactor, { ...weak, body })
    expect(decodeJwt(token).claims).toMatchObject({ aal: 'aal2' })
  })

  test('are asked for sixty times an hour in one session, and in another of the account meanwhile', async () => {
    const { admin } = await withAddedPasskey()
    const [one, other] = [await signIn(admin), await signIn(admin)]
    const body = { method: 'passkey' }
    await api.ok(factors.challengeSecondFactor, { ...one, body })
    await setHits(api.deps, 'challenge-passkey', 60)
    expect(await api.refused(factors.challengeSecondFactor, { ...one, body })).toMatchObject({
      status: 429,
      code: 'rate_limited',
    })
    await api.ok(factors.challengeSecondFactor, { ...other, body })
  })

  test.each([
    ['without user verification', { isVerified: false }],
    ['of another site', { rp_id: 'evil.example' }],
    ['of another origin', { origin: 'https://evil.example' }],
  ])('made %s are refused', async (_name, options) => {
    const { strong, body } = await withPasskey(options)
    expect(await api.refused(factors.addPasskey, { ...strong, body })).toMatchObject({
      status: 422,
      code: 'passkey_refused',
    })
  })

  test('attested by their own key are added, although no attestation is asked for', async () => {
    const { strong, body } = await withPasskey({ attest: attestSelf })
    expect(await api.ok(factors.addPasskey, { ...strong, body })).toMatchObject({ friendly_name: 'Laptop' })
  })

  test('attested by certificates make no request to the address that these name', async () => {
    const address = 'http://inside.example/metadata'
    const fetch = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('no network'))
    const { strong, body, challenge } = await withPasskey({ attest: attestAndroid(address) })
    expect(await api.refused(factors.addPasskey, { ...strong, body })).toMatchObject({
      status: 422,
      code: 'passkey_refused',
    })
    expect(fetch).not.toHaveBeenCalled()

    // Negative control: the library requests it before it refuses the certificates.
    const given = { ...body.response, response: { ...body.response.response, transports: [] } }
    await expect(
      verifyRegistrationResponse({
        response: given,
        expectedChallenge: challenge,
        expectedOrigin: 'http://localhost:3000',
      }),
    ).rejects.toThrow('known root')
    expect(fetch).toHaveBeenCalledWith(address)
    fetch.mockRestore()
  })

  test('a signature of another challenge, of another key, or of nobody’s passkey is refused', async () => {
    const { authenticator } = await withAddedPasskey()
    const stranger = buildAuthenticator()
    for (const sign of [
      () => authenticator.get('b3RoZXI'),
      (challenge: string) => ({ ...stranger.get(challenge), id: authenticator.id, rawId: authenticator.id }),
      (challenge: string) => stranger.get(challenge),
    ]) {
      const login = await passkeyLogin(sign)
      expect(await api.refused(factors.verifyPasskey, login)).toMatchObject({ code: 'passkey_refused' })
    }
    // Negative control
    await api.ok(factors.verifyPasskey, await passkeyLogin((challenge) => authenticator.get(challenge)))
  })

  test('of another account do not finish a sign-in', async () => {
    const [one, two] = [await withAddedPasskey(), await withAddedPasskey()]
    const weak = await signIn(one.admin)
    const asked = { ...weak, body: { method: 'passkey' } }
    const { challenge_id, options } = await api.ok(factors.challengeSecondFactor, asked)
    const response = two.authenticator.get(options?.challenge ?? '')
    const body = { method: 'passkey', challenge_id, response }
    expect(await api.refused(factors.verifySecondFactor, { ...weak, body })).toMatchObject({
      code: 'passkey_refused',
    })
  })

  test('are renamed by their owner', async () => {
    const { strong, passkey } = await withAddedPasskey()
    const rename = (by: object) => ({ ...by, params: { id: passkey.id }, body: { friendly_name: 'Jobbets' } })
    const stranger = await withAddedPasskey()
    expect(await api.refused(factors.renamePasskey, rename(stranger.strong))).toMatchObject({
      status: 404,
      code: 'mfa_factor_not_found',
    })
    expect(await api.ok(factors.renamePasskey, rename(strong))).toMatchObject({ friendly_name: 'Jobbets' })
    expect((await api.ok(factors.listFactors, strong)).passkeys).toMatchObject([
      { id: passkey.id, friendly_name: 'Jobbets' },
    ])
  })

  test('are added once, and removed', async () => {
    const { strong, authenticator, passkey } = await withAddedPasskey()
    const { challenge_id, options } = await api.ok(factors.getNewPasskeyOptions, strong)
    const body = { challenge_id, response: authenticator.create(options.challenge) }
    expect(await api.refused(factors.addPasskey, { ...strong, body })).toMatchObject({
      code: 'passkey_refused',
    })
    await api.ok(factors.removePasskey, { ...strong, params: { id: passkey.id } })
    expect(await api.refused(factors.removePasskey, { ...strong, params: { id: passkey.id } })).toMatchObject(
      {
        status: 404,
      },
    )
    const login = await passkeyLogin((challenge) => authenticator.get(challenge))
    expect(await api.refused(factors.verifyPasskey, login)).toMatchObject({ code: 'passkey_refused' })
  })
})

describe('an organisation that asks for a second factor', () => {
  test('is set by somebody who has one, and shuts out those who have none', async () => {
    const admin = await buildAdministrator(api)
    const strong = await signIn(admin)
    const headers = { ...admin.headers, ...strong.headers }
    const required = { headers, body: { second_factor: 'required' } }
    expect(await api.refused(organizations.updateOrganization, required)).toMatchObject({
      status: 403,
      code: 'second_factor_setup_required',
    })
    const { factor_id } = await addTotp(strong.headers)
    expect(await api.ok(organizations.updateOrganization, required)).toMatchObject({
      second_factor: 'required',
    })
    expect((await api.inject({ url: '/admin/people', headers })).statusCode).toBe(200)

    await api.ok(factors.removeFactor, { headers, params: { id: factor_id } })
    pass(6)
    const refused = await api.inject({ url: '/admin/people', headers })
    expect({ status: refused.statusCode, ...refused.json<{ code: string }>() }).toMatchObject({
      status: 403,
      code: 'second_factor_setup_required',
    })
    // Their own account stays open, so that they can add one.
    await addTotp(strong.headers)
    expect((await api.inject({ url: '/admin/people', headers })).statusCode).toBe(200)
  })
})
