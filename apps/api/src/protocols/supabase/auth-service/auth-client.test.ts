import { generateKeyPairSync } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../../test/app.ts'
import { AUTH_CLIENTS, createAuthClient } from '../../../../test/auth-clients.ts'
import { signJwt } from '../../../../test/jwt.ts'
import { listen } from '../../../../test/live.ts'
import { buildProviders, deliverDue } from '../../../../test/outbox.ts'
import { buildAccount } from '../../../../test/sessions.ts'
import { newId } from '../../../db/ids.ts'

const NEW = 'seven green tents'
const REDIRECT = 'https://app.muster.example/update-password'

let api: TestApp
let url: string
let seconds = 0
beforeAll(async () => {
  api = await buildTestApp({
    allowed_origins: ['http://localhost:3000', 'https://app.muster.example'],
    sms: { provider: 'capture' },
  })
  url = await listen(api)
})
beforeEach(() => pass(0))
afterAll(() => api.close())

/** Moves the server's clock ahead of the real time, which the client reads. */
function pass(more: number): void {
  seconds += more
  api.setNow(new Date(Date.now() + seconds * 1000).toISOString())
}

const codeOf = (secret: string, offset_s = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: Date.parse(api.deps.now()) + offset_s * 1000,
  })

/** Returns the last mail to this address. */
async function readMail(address: string): Promise<string> {
  const { providers, mails } = buildProviders()
  await deliverDue(api.deps, providers)
  return mails.findLast(({ to }) => to === address)?.text ?? ''
}

async function readSms(): Promise<string> {
  const { providers, texts } = buildProviders()
  await deliverDue(api.deps, providers)
  return /^(\d{6})/.exec(texts.at(-1)?.text ?? '')?.[1] ?? ''
}

describe.each(AUTH_CLIENTS)('with version %s', (_version, Client) => {
  const open = (stored?: Map<string, string>) => createAuthClient(Client, url, stored)

  async function signIn() {
    const account = await buildAccount(api)
    const opened = open()
    const { data, error } = await opened.client.signInWithPassword(account)
    expect(error).toBeNull()
    return { ...opened, account, session: must(data.session) }
  }

  async function withTotp() {
    const signedIn = await signIn()
    const { data, error } = await signedIn.client.mfa.enroll({ factorType: 'totp', friendlyName: 'App' })
    expect(error).toBeNull()
    const { id, totp } = must(data)
    const verified = await signedIn.client.mfa.challengeAndVerify({ factorId: id, code: codeOf(totp.secret) })
    expect(verified.error).toBeNull()
    return { ...signedIn, factorId: id, totp }
  }

  test('signs in, reads the user and signs out, with its events', async () => {
    const { client, events, account, session } = await signIn()
    expect(session).toMatchObject({ token_type: 'bearer', expires_in: 900, user: { email: account.email } })
    const { data } = await client.getUser()
    expect(data.user).toMatchObject({ id: account.id, aud: 'authenticated', factors: [] })
    expect(data.user?.identities).toMatchObject([{ provider: 'email', user_id: account.id }])
    expect((await client.signOut()).error).toBeNull()
    expect(events).toEqual(['INITIAL_SESSION', 'SIGNED_IN', 'SIGNED_OUT'])
    expect((await client.getUser(session.access_token)).error).toMatchObject({
      name: 'AuthSessionMissingError',
    })
  })

  test('a stored session is the initial one', async () => {
    const { stored } = await signIn()
    const again = open(stored)
    await again.client.getSession()
    expect(must((await again.client.getUser()).data.user)).toBeTruthy()
    expect(again.events).toContain('INITIAL_SESSION')
  })

  test('a wrong password and an unknown address are refused alike', async () => {
    const { email } = await buildAccount(api)
    const errors = []
    for (const credentials of [
      { email, password: 'wrong' },
      { email: 'nobody@muster.example', password: 'wrong' },
    ]) {
      const { data, error } = await open().client.signInWithPassword(credentials)
      expect(data.session).toBeNull()
      errors.push({ code: error?.code, status: error?.status, message: error?.message })
    }
    const refused = { code: 'invalid_credentials', status: 400, message: 'Wrong e-mail or password' }
    expect(errors).toEqual([refused, refused])
  })

  test('refreshes; the previous token is answered with the current one', async () => {
    const { client, events, session } = await signIn()
    const first = must((await client.refreshSession()).data.session)
    expect(first.refresh_token).not.toBe(session.refresh_token)
    const again = must((await client.refreshSession(session)).data.session)
    expect(again.refresh_token).toBe(first.refresh_token)
    expect(events.filter((event) => event === 'TOKEN_REFRESHED')).toHaveLength(2)
  })

  test('an older token ends the session', async () => {
    const { client, stored } = await signIn()
    const stale = open(new Map(stored))
    await client.refreshSession()
    const newest = must((await client.refreshSession()).data.session)
    const { error } = await stale.client.refreshSession()
    expect(error).toMatchObject({ code: 'refresh_token_already_used', status: 400 })
    const after = await open().client.refreshSession(newest)
    expect(after.error).toMatchObject({ name: 'AuthSessionMissingError' })
  })

  test('an unknown refresh token', async () => {
    const { session } = await signIn()
    const { error } = await open().client.refreshSession({ ...session, refresh_token: 'x'.repeat(43) })
    expect(error).toMatchObject({ code: 'refresh_token_not_found', status: 400 })
  })

  test('refreshes by itself shortly before the token expires', async () => {
    const { client, stored, events } = await signIn()
    const before = JSON.parse(must(stored.get('auth')))
    stored.set('auth', JSON.stringify({ ...before, expires_at: Math.floor(Date.now() / 1000) + 60 }))
    const { data } = await client.getSession()
    expect(must(data.session).refresh_token).not.toBe(before.refresh_token)
    expect(events.at(-1)).toBe('TOKEN_REFRESHED')
  })

  test('the link of a forgotten password signs in only the browser that asked', async () => {
    const account = await buildAccount(api)
    const { client, events } = open()
    expect((await client.resetPasswordForEmail(account.email, { redirectTo: REDIRECT })).error).toBeNull()
    const link = new URL(must(/https:\S+/.exec(await readMail(account.email)))[0])
    expect(link.origin + link.pathname).toBe(REDIRECT)
    const code = must(link.searchParams.get('code'))

    const stranger = open(new Map([['auth-code-verifier', JSON.stringify('y'.repeat(56))]]))
    const stolen = await stranger.client.exchangeCodeForSession(code)
    expect(stolen.error).toMatchObject({ code: 'bad_code_verifier', status: 400 })

    const { data, error } = await client.exchangeCodeForSession(code)
    expect(error).toBeNull()
    expect(data.session?.user.id).toBe(account.id)
    expect(events.some((event) => event === 'PASSWORD_RECOVERY' || event === 'SIGNED_IN')).toBe(true)
    expect((await client.updateUser({ password: NEW })).error).toBeNull()
    expect((await open().client.signInWithPassword({ email: account.email, password: NEW })).error).toBeNull()
  })

  test('the code of a link serves once, and for an hour', async () => {
    const account = await buildAccount(api)
    const { client, stored } = open()
    await client.resetPasswordForEmail(account.email, { redirectTo: REDIRECT })
    const verifier = must(stored.get('auth-code-verifier'))
    const code = must(/code=([\w-]+)/.exec(await readMail(account.email))?.[1])
    await client.exchangeCodeForSession(code)
    stored.set('auth-code-verifier', verifier)
    const again = await client.exchangeCodeForSession(code)
    expect(again.error).toMatchObject({ code: 'flow_state_not_found', status: 404 })

    const late = open()
    await late.client.resetPasswordForEmail(account.email, { redirectTo: REDIRECT })
    const late_code = must(/code=([\w-]+)/.exec(await readMail(account.email))?.[1])
    pass(60 * 60)
    const expired = await late.client.exchangeCodeForSession(late_code)
    expect(expired.error).toMatchObject({ code: 'flow_state_expired', status: 422 })
  })

  test('a link never leads to a foreign address', async () => {
    const account = await buildAccount(api)
    await open().client.resetPasswordForEmail(account.email, { redirectTo: 'https://evil.example/x' })
    const mail = await readMail(account.email)
    expect(mail).not.toContain('evil.example')
    expect(mail).toContain('http://localhost:3000/reset-password?token=')
  })

  test('changes the password; other sessions end', async () => {
    const { client, account, session } = await signIn()
    const other = open()
    await other.client.signInWithPassword(account)
    const weak = await client.updateUser({ password: 'short' })
    expect(weak.error).toMatchObject({ name: 'AuthWeakPasswordError', status: 422, reasons: ['length'] })
    const guessable = await client.updateUser({ password: 'passwordpassword' })
    expect(guessable.error).toMatchObject({ name: 'AuthWeakPasswordError', reasons: ['pwned'] })
    const same = await client.updateUser({ password: account.password })
    expect(same.error).toMatchObject({ code: 'same_password', status: 422 })

    const { data, error } = await client.updateUser({ password: NEW })
    expect(error).toBeNull()
    expect(data.user?.id).toBe(account.id)
    expect((await client.getUser(session.access_token)).error).toBeNull()
    expect((await other.client.getUser()).error).toMatchObject({ name: 'AuthSessionMissingError' })
    expect(await readMail(account.email)).toContain('Your Muster password was changed')
  })

  test('an authenticator app: enrolled, challenged, verified, listed, removed', async () => {
    const { client, events, account } = await signIn()
    const weaker = open()
    await weaker.client.signInWithPassword(account)
    const { data } = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'App', issuer: 'Acme' })
    const { id, totp } = must(data)
    expect(totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg/)
    expect(totp.uri).toMatch(/^otpauth:\/\/totp\/Acme:/)
    expect((await client.mfa.listFactors()).data).toMatchObject({
      totp: [],
      all: [{ id, status: 'unverified' }],
    })

    const challenge = must((await client.mfa.challenge({ factorId: id })).data)
    expect(challenge.expires_at - Date.parse(api.deps.now()) / 1000).toBeGreaterThan(250)
    const wrong = await client.mfa.verify({ factorId: id, challengeId: challenge.id, code: '000000' })
    expect(wrong.error).toMatchObject({ code: 'mfa_verification_failed', status: 422 })
    const verified = await client.mfa.verify({
      factorId: id,
      challengeId: challenge.id,
      code: codeOf(totp.secret),
    })
    expect(must(verified.data)).toMatchObject({ token_type: 'bearer', user: { id: account.id } })
    expect(events.at(-1)).toBe('MFA_CHALLENGE_VERIFIED')
    expect((await client.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal2',
      nextLevel: 'aal2',
      currentAuthenticationMethods: expect.arrayContaining([expect.objectContaining({ method: 'totp' })]),
    })
    expect((await client.mfa.listFactors()).data?.totp).toMatchObject([{ id, status: 'verified' }])
    expect((await weaker.client.getUser()).error).toMatchObject({ name: 'AuthSessionMissingError' })

    // The level of the session stays over refreshes.
    expect((await client.refreshSession()).error).toBeNull()
    expect((await client.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel).toBe('aal2')
    expect((await client.mfa.unenroll({ factorId: id })).data).toEqual({ id })
    expect((await client.mfa.listFactors()).data?.all).toEqual([])
  })

  test('the next sign-in is weak until the code, which is accepted once', async () => {
    const { account, factorId, totp } = await withTotp()
    pass(60)
    const { client } = open()
    await client.signInWithPassword(account)
    expect((await client.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal1',
      nextLevel: 'aal2',
    })
    for (const { error } of [
      await client.mfa.enroll({ factorType: 'totp', friendlyName: 'Mine' }),
      await client.mfa.unenroll({ factorId }),
      await client.updateUser({ password: NEW }),
    ]) {
      expect(error).toMatchObject({ code: 'insufficient_aal', status: 403 })
    }
    const code = codeOf(totp.secret)
    expect((await client.mfa.challengeAndVerify({ factorId, code })).error).toBeNull()
    const replayed = await client.mfa.challengeAndVerify({ factorId, code })
    expect(replayed.error).toMatchObject({ code: 'mfa_verification_failed' })
    // Negative control: the next code of the same app passes.
    pass(30)
    expect((await client.mfa.challengeAndVerify({ factorId, code: codeOf(totp.secret) })).error).toBeNull()
  })

  test('a code of the step before or after is accepted, of two steps away not', async () => {
    const { client, factorId, totp } = await withTotp()
    pass(300)
    const verify = (offset_s: number) =>
      client.mfa.challengeAndVerify({ factorId, code: codeOf(totp.secret, offset_s) })
    expect((await verify(-60)).error).toMatchObject({ code: 'mfa_verification_failed' })
    expect((await verify(60)).error).toMatchObject({ code: 'mfa_verification_failed' })
    expect((await verify(-30)).error).toBeNull()
    expect((await verify(30)).error).toBeNull()
  })

  test('a challenge serves once, and for five minutes', async () => {
    const { client, factorId, totp } = await withTotp()
    pass(60)
    const challenge = must((await client.mfa.challenge({ factorId })).data)
    const verify = (challengeId: string) =>
      client.mfa.verify({ factorId, challengeId, code: codeOf(totp.secret) })
    expect((await verify(challenge.id)).error).toBeNull()
    pass(60)
    expect((await verify(challenge.id)).error).toMatchObject({ code: 'mfa_challenge_expired', status: 422 })
    const late = must((await client.mfa.challenge({ factorId })).data)
    pass(5 * 60)
    expect((await verify(late.id)).error).toMatchObject({ code: 'mfa_challenge_expired' })
    // Negative control: with a fresh challenge the same code passes.
    expect((await client.mfa.challengeAndVerify({ factorId, code: codeOf(totp.secret) })).error).toBeNull()
  })

  test('the factor of another account is unknown', async () => {
    const { factorId, totp } = await withTotp()
    const { client } = await signIn()
    const calls = [
      await client.mfa.challenge({ factorId }),
      await client.mfa.unenroll({ factorId }),
      await client.mfa.verify({ factorId, challengeId: factorId, code: codeOf(totp.secret) }),
    ]
    for (const { error } of calls) expect(error).toMatchObject({ code: 'mfa_factor_not_found', status: 404 })
  })

  test('codes by SMS', async () => {
    const { client, account } = await signIn()
    const { data } = await client.mfa.enroll({
      factorType: 'phone',
      friendlyName: 'Phone',
      phone: '+46 70 123 45 67',
    })
    const { id } = must(data)
    expect(data).toMatchObject({ type: 'phone', phone: '+46701234567' })
    const challenge = must((await client.mfa.challenge({ factorId: id })).data)
    const code = await readSms()
    const verify = (given: string) =>
      client.mfa.verify({ factorId: id, challengeId: challenge.id, code: given })
    const wrong = code === '000000' ? '000001' : '000000'
    expect((await verify(wrong)).error).toMatchObject({ code: 'mfa_verification_failed' })
    expect((await verify(code)).error).toBeNull()
    expect((await verify(code)).error).toMatchObject({ code: 'mfa_challenge_expired' })
    expect((await client.mfa.listFactors()).data?.phone).toMatchObject([{ id, status: 'verified' }])
    expect(await readMail(account.email)).toContain('second factor was added')
  })

  test('no OAuth provider is switched on, and the one identity stays', async () => {
    const { client } = await signIn()
    const linked = await client.linkIdentity({ provider: 'github', options: { skipBrowserRedirect: true } })
    expect(linked.error).toMatchObject({ code: 'provider_disabled', status: 400 })
    const oauth = await client.signInWithOAuth({
      provider: 'github',
      options: { skipBrowserRedirect: true, redirectTo: REDIRECT },
    })
    const answer = await fetch(must(oauth.data.url), { redirect: 'manual' })
    expect(answer.status).toBe(302)
    expect(answer.headers.get('location')).toMatch(
      `${REDIRECT}?error=invalid_request&error_code=provider_disabled`,
    )

    const { data } = await client.getUserIdentities()
    const [identity] = must(data).identities
    const unlinked = await client.unlinkIdentity(must(identity))
    expect(unlinked.error).toMatchObject({ code: 'single_identity_not_deletable', status: 422 })
    const unknown = await client.unlinkIdentity({
      ...must(identity),
      identity_id: newId(),
    })
    expect(unknown.error).toMatchObject({ code: 'identity_not_found', status: 404 })
  })

  test.each([
    ['global', [false, false]],
    ['local', [false, true]],
    ['others', [true, false]],
  ] as const)('signs out with scope %s', async (scope, alive) => {
    const { client, account, session } = await signIn()
    const other = open()
    const other_session = must((await other.client.signInWithPassword(account)).data.session)
    expect((await client.signOut({ scope })).error).toBeNull()
    const probe = open().client
    const answers = [
      await probe.getUser(session.access_token),
      await probe.getUser(other_session.access_token),
    ]
    expect(answers.map(({ error }) => error === null)).toEqual(alive)
  })

  test('claims are checked with the published keys', async () => {
    const { client, session } = await signIn()
    const { data, error } = await client.getClaims()
    expect(error).toBeNull()
    expect(data?.claims).toMatchObject({ sub: session.user.id, aal: 'aal1', role: 'authenticated' })

    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const foreign = privateKey.export({ format: 'jwk' })
    const header = { alg: 'ES256', typ: 'JWT', kid: must(api.deps.keys.session[0]).kid }
    const claims = { ...must(data).claims }
    const forged = await open().client.getClaims(signJwt({ header, claims, key: foreign }))
    expect(forged.error).toMatchObject({ message: 'Invalid JWT signature' })
    const unknown = signJwt({ header: { ...header, kid: 'unknown' }, claims, key: foreign })
    expect((await open().client.getClaims(unknown)).error).not.toBeNull()
  })
})

function must<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new Error('nothing was answered')
  return value
}
