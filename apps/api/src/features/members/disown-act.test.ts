import { createHash } from 'node:crypto'
import { apiKeys } from '@muster/contract/api-keys'
import { authService } from '@muster/contract/auth-service'
import { factors } from '@muster/contract/factors'
import { log } from '@muster/contract/log'
import { members } from '@muster/contract/members'
import { organizations } from '@muster/contract/organizations'
import { people } from '@muster/contract/people'
import { DAY_MS } from '@muster/contract/rules/instants'
import { session } from '@muster/contract/session'
import { desc, eq } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { answerBytes } from '../../../test/answer-bytes.ts'
import { buildApiKey } from '../../../test/api-keys.ts'
import { buildTestApp, type TestApp } from '../../../test/app.ts'
import { buildAuthenticator } from '../../../test/authenticator.ts'
import { type Administrator, buildAdministrator, buildMember } from '../../../test/organizations.ts'
import { buildProviders, deliverDue } from '../../../test/outbox.ts'
import { mint } from '../../../test/planning.ts'
import * as schema from '../../db/schema.ts'
import { oneTimeLinkToken, signId } from '../../signing/signed-id.ts'
import { createApiKey } from '../api-keys/create-api-key.ts'
import { changePassword } from '../session/change-password.ts'
import { createGate } from '../session/gate.ts'
import * as passwords from '../session/passwords.ts'
import { inviteMember } from './invite-member.ts'

/* D64: the owner of an account says that an act was not theirs. */

const START = '2026-06-01T12:00:00.000Z'
const at = (ms: number) => new Date(Date.parse(START) + ms).toISOString()
const PASSWORD = 'three blue bikes'
const NEW = 'seven green tents'

let api: TestApp
let owner: Administrator
beforeAll(async () => {
  api = await buildTestApp()
})
afterAll(() => api.close())
beforeEach(async () => {
  api.setNow(START)
  owner = await buildAdministrator(api)
})

const open = (url: string) => api.inject({ method: 'GET', url })
const press = (url: string) =>
  api.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: '',
  })

/** Delivers the e-mails that are due and returns the links in those to the owner, newest first. */
async function linksInMail(): Promise<string[]> {
  const { providers, mails } = buildProviders()
  await deliverDue(api.deps, providers)
  return mails
    .filter(({ to }) => to === owner.email)
    .flatMap(({ text, html }) => {
      const url = /http:\/\/localhost:3000(\/not-me\/account\/[\w-]{43})/.exec(text)?.[1]
      if (url) expect(html).toContain(url)
      return url ? [url] : []
    })
}

async function linkInMail(): Promise<string> {
  const [url] = await linksInMail()
  if (!url) throw new Error('no link in the mail')
  return url
}

const logIn = (password: string) =>
  api.inject({ method: 'POST', url: '/auth/login', payload: { email: owner.email, password } })

async function addTotp(headers: { authorization: string }) {
  const { id, totp } = await api.ok(factors.enrolFactor, { headers, body: { factor_type: 'totp' } })
  const secret = Secret.fromBase32(totp?.secret ?? '')
  const code = new TOTP({ secret }).generate({ timestamp: Date.parse(api.deps.now()) })
  await api.ok(factors.verifySecondFactor, { headers, body: { method: 'totp', factor_id: id, code } })
  return id
}

const look = (token: string) => ({ params: { token } })

const invitation = (role: string) => ({ email: `ida-${role}@muster.example`, role, language: 'en' })

async function invite(role: string) {
  const { id } = await api.ok(members.inviteMember, { headers: owner.headers, body: invitation(role) })
  return { id, token: signId(api.deps.keys, { purpose: 'member_invitation', id, round: 1 }) }
}

/** Asks for a reset by mail, and sets the password with its link. */
async function resetByMail(password = NEW) {
  await api.ok(session.requestPasswordReset, { body: { email: owner.email } })
  const [link] = await api.deps.db.system((tx) =>
    tx
      .select({ id: schema.oneTimeToken.id })
      .from(schema.oneTimeToken)
      .where(eq(schema.oneTimeToken.user_id, owner.user_id))
      .orderBy(desc(schema.oneTimeToken.id))
      .limit(1),
  )
  await api.ok(session.resetPassword, {
    body: { token: oneTimeLinkToken(api.deps.keys, link?.id ?? ''), password },
  })
}

describe('the e-mail has the link', () => {
  const acts: [string, () => Promise<unknown>][] = [
    ['a first factor', () => addTotp(owner.headers)],
    [
      'a removed factor',
      async () => {
        const id = await addTotp(owner.headers)
        await linksInMail()
        await api.ok(factors.removeFactor, { headers: owner.headers, params: { id } })
      },
    ],
    ['recovery codes', () => api.ok(factors.createRecoveryCodes, { headers: owner.headers })],
    [
      'a new password',
      () =>
        api.ok(session.changePassword, {
          headers: owner.headers,
          body: { current_password: PASSWORD, password: NEW },
        }),
    ],
    ['an API key', () => buildApiKey(api, owner)],
    ['an owner who is invited', () => invite('owner')],
    [
      'an invitation that becomes an owner’s',
      async () => {
        const { id } = await invite('viewer')
        await linksInMail()
        const body = { role: 'owner' }
        await api.ok(members.changeMemberInvitation, { headers: owner.headers, params: { id }, body })
      },
    ],
    [
      'an owner who is made',
      async () => {
        const { user_id: userId } = await buildMember(api, { ...owner, email: 'b@m.example', role: 'admin' })
        await api.ok(members.changeMember, {
          headers: owner.headers,
          params: { userId },
          body: { role: 'owner' },
        })
      },
    ],
    ['an export', () => api.ok(organizations.exportOrganization, { headers: owner.headers })],
    ['the end of the account', () => api.ok(session.endAccount, { headers: owner.headers })],
    [
      'the end of the organisation',
      () =>
        api.ok(organizations.endOrganization, {
          headers: owner.headers,
          body: { name: 'Åhusfestivalen' },
        }),
    ],
  ]

  test.each(acts)('about %s', async (_name, act) => {
    await act()
    expect(await linksInMail()).toHaveLength(1)
  })

  test('not about members who are no owners', async () => {
    await invite('viewer')
    expect(await linksInMail()).toEqual([])
  })

  test('of the one who ended the organisation only', async () => {
    const other = await buildMember(api, { organization_id: owner.organization_id, role: 'owner' })
    const body = { name: 'Åhusfestivalen' }
    await api.ok(organizations.endOrganization, { headers: other.headers, body })
    expect(await linksInMail()).toEqual([])
  })
})

test('opening the link changes nothing: link scanners do', async () => {
  await buildApiKey(api, owner)
  const url = await linkInMail()
  for (let n = 0; n < 3; n++) {
    const { statusCode, body, headers } = await open(url)
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
    expect(body).toContain('This wasn’t me')
    expect(body).not.toContain('<script')
  }
  await api.ok(session.getAccount, { headers: owner.headers })
  expect((await logIn(PASSWORD)).statusCode).toBe(200)
})

describe('after the press', () => {
  test('all sessions end, and signing in is answered like a wrong password', async () => {
    const other = (await logIn(PASSWORD)).json<{ token: string }>()
    await buildApiKey(api, owner)
    const url = await linkInMail()
    const page = await press(url)
    expect(page.statusCode).toBe(200)
    expect(page.body).toContain('Your account is locked')
    expect(page.body).toContain('href="http://localhost:3000/request-password-reset"')
    for (const authorization of [owner.headers.authorization, `Bearer ${other.token}`])
      expect(await api.refused(session.getAccount, { headers: { authorization } })).toMatchObject({
        status: 401,
      })
    const verified = vi.spyOn(passwords, 'verifyPassword')
    verified.mockClear()
    const right = answerBytes(await logIn(PASSWORD))
    expect(right).toBe(answerBytes(await logIn('not the password')))
    // Both take the time of one argon2.
    expect(verified).toHaveBeenCalledTimes(2)
    expect(
      await api.refused(authService.grantToken, {
        query: { grant_type: 'password' },
        body: { email: owner.email, password: PASSWORD },
      }),
    ).toMatchObject({ code: 'invalid_credentials' })
  })

  test('a passkey does not sign in either', async () => {
    const authenticator = buildAuthenticator()
    const { challenge_id, options } = await api.ok(factors.getNewPasskeyOptions, { headers: owner.headers })
    const challenge = options.challenge
    const response = authenticator.create(challenge)
    await api.ok(factors.addPasskey, { headers: owner.headers, body: { challenge_id, response } })
    await press(await linkInMail())
    const login = await api.ok(factors.getPasskeyOptions, {})
    const body = {
      challenge_id: login.challenge_id,
      response: authenticator.get(login.options.challenge),
    }
    expect(await api.refused(factors.verifyPasskey, { body })).toMatchObject({
      status: 422,
      code: 'passkey_refused',
    })
  })

  test('keys and invitations made since the act are suspended, those from before go on', async () => {
    const before = await buildApiKey(api, owner, { name: 'Before' })
    const invited_before = await invite('viewer')
    const raised = await invite('admin')
    await linksInMail()
    api.setNow(at(1_000))
    const since = await buildApiKey(api, owner, { name: 'Since' })
    const url = await linkInMail()
    api.setNow(at(2_000))
    const invited_since = await invite('owner')
    const body = { role: 'owner' }
    await api.ok(members.changeMemberInvitation, {
      headers: owner.headers,
      params: { id: raised.id },
      body,
    })
    await api.ok(people.listPeople, { headers: since.headers })
    api.setNow(at(3_000))
    await press(url)
    api.setNow(at(9_000))
    expect(await api.refused(people.listPeople, { headers: since.headers })).toMatchObject({
      code: 'api_key_invalid',
    })
    await api.ok(people.listPeople, { headers: before.headers })
    expect(await api.refused(members.getMemberInvitation, look(invited_since.token))).toMatchObject({
      status: 403,
      code: 'member_link_expired',
    })
    await api.ok(members.getMemberInvitation, look(invited_before.token))
    // It was sent before, and made its recipient an owner since.
    expect(await api.refused(members.getMemberInvitation, look(raised.token))).toMatchObject({ status: 403 })

    await resetByMail()
    const { token } = (await logIn(NEW)).json<{ token: string }>()
    const headers = { ...owner.headers, authorization: `Bearer ${token}` }
    const { api_keys } = await api.ok(apiKeys.listApiKeys, { headers })
    expect(api_keys.map(({ name, is_stopped }) => ({ name, is_stopped }))).toEqual([
      { name: 'Since', is_stopped: true },
      { name: 'Before', is_stopped: false },
    ])
    expect(await api.refused(people.listPeople, { headers: since.headers })).toMatchObject({ status: 401 })
    const entries = await api.ok(log.listLog, { headers })
    expect(entries.map(({ action }) => action)).toContain('member.disowned')
  })

  test('a reset by mail opens the account, and removes only the factors added since', async () => {
    const mine = await addTotp(owner.headers)
    await linksInMail()
    api.setNow(at(60_000))
    const theirs = await addTotp(owner.headers)
    const url = await linkInMail()
    await api.ok(factors.createRecoveryCodes, { headers: owner.headers })
    await press(url)
    await resetByMail()
    expect((await logIn(PASSWORD)).statusCode).toBe(401)
    const { token } = (await logIn(NEW)).json<{ token: string }>()
    const left = await api.ok(factors.listFactors, { headers: { authorization: `Bearer ${token}` } })
    expect(left).toMatchObject({ factors: [{ id: mine }], recovery_codes_left: 0 })
    expect(JSON.stringify(left)).not.toContain(theirs)
  })

  test('a reset by the client’s own link opens it too, whatever factor was added', async () => {
    await addTotp(owner.headers)
    await press(await linkInMail())
    const code_verifier = 'v'.repeat(64)
    const code_challenge = createHash('sha256').update(code_verifier).digest('base64url')
    await api.ok(authService.recover, {
      body: { email: owner.email, code_challenge, code_challenge_method: 's256' },
    })
    const [flow] = await api.deps.db.system((tx) =>
      tx.select().from(schema.flowState).where(eq(schema.flowState.user_id, owner.user_id)),
    )
    const auth_code = signId(api.deps.keys, { purpose: 'auth_code', id: flow?.id ?? '', round: 1 })
    const { access_token } = await api.ok(authService.grantToken, {
      query: { grant_type: 'pkce' },
      body: { auth_code, code_verifier },
    })
    expect((await logIn(PASSWORD)).statusCode).toBe(401)
    const headers = { authorization: `Bearer ${access_token}` }
    await api.ok(authService.updateUser, { headers, body: { password: NEW } })
    expect((await logIn(NEW)).json()).toMatchObject({ second_factors: [] })
  })

  test('a second press, and an e-mail about a later act, change nothing; one about an earlier act does', async () => {
    await buildApiKey(api, owner)
    const earlier = await linkInMail()
    api.setNow(at(1_000))
    await buildApiKey(api, owner)
    const later = await linkInMail()
    await press(later)
    const lockedSince = async () => {
      const [account] = await api.deps.db.system((tx) =>
        tx.select().from(schema.appUser).where(eq(schema.appUser.id, owner.user_id)),
      )
      return account?.locked_since
    }
    expect(await lockedSince()).toBe(at(1_000))
    expect((await press(later)).body).toContain('Your account is locked')
    expect(await lockedSince()).toBe(at(1_000))
    expect((await open(earlier)).body).toContain('<form')
    await press(earlier)
    expect(await lockedSince()).toBe(START)
    await press(later)
    expect(await lockedSince()).toBe(START)
  })

  test('what was on its way when the sessions ended is refused', async () => {
    await buildApiKey(api, owner)
    await press(await linkInMail())
    const { user_id, session_id, email, organization_id } = owner
    const identity = {
      user_id,
      session_id,
      email,
      expires_at: at(DAY_MS),
      aal: 'aal1',
      has_second_factor: false,
    } as const
    const key = { name: 'Late', rights: ['read' as const], event_id: null, expires_in_days: null }
    const ended = { code: 'session_invalid' }
    await expect(createApiKey(api.deps, mint(organization_id), identity, key)).rejects.toMatchObject(ended)
    const late = { email: 'late@muster.example', role: 'owner', language: 'en', inviter: owner } as const
    await expect(inviteMember(api.deps, mint(organization_id), late)).rejects.toMatchObject(ended)
    const gate = createGate(api.app, api.deps)
    const change = { current_password: PASSWORD, password: NEW }
    await expect(changePassword(api.deps, gate, identity, change)).rejects.toMatchObject(ended)
  })
})

describe('the link', () => {
  test.each([
    ['en', 'This link has expired'],
    ['sv', 'Länken har gått ut'],
  ] as const)('works for seven days (%s)', async (language, title) => {
    await api.deps.db.system((tx) =>
      tx.update(schema.appUser).set({ language }).where(eq(schema.appUser.id, owner.user_id)),
    )
    await buildApiKey(api, owner)
    const url = await linkInMail()
    api.setNow(at(7 * DAY_MS + 1))
    expect((await open(url)).body).toContain(title)
    expect((await press(url)).body).toContain(title)
    expect((await logIn(PASSWORD)).statusCode).toBe(200)
    api.setNow(at(7 * DAY_MS))
    await press(url)
    expect((await logIn(PASSWORD)).statusCode).toBe(401)
  })

  test('is signed for this alone', async () => {
    await buildApiKey(api, owner)
    const url = await linkInMail()
    const [message] = await api.deps.db.system((tx) =>
      tx.select().from(schema.accountMessage).where(eq(schema.accountMessage.user_id, owner.user_id)),
    )
    const foreign = signId(api.deps.keys, { purpose: 'not_me', id: message?.id ?? '', round: 1 })
    for (const token of [foreign, 'x', `${url.slice(-43, -1)}_`])
      expect((await press(`/not-me/account/${token}`)).statusCode).toBe(404)
    await api.ok(session.getAccount, { headers: owner.headers })
  })

  test('of an e-mail that is about no act is unknown', async () => {
    await api.ok(session.requestPasswordReset, { body: { email: owner.email } })
    const [message] = await api.deps.db.system((tx) =>
      tx.select().from(schema.accountMessage).where(eq(schema.accountMessage.user_id, owner.user_id)),
    )
    const token = signId(api.deps.keys, { purpose: 'account_not_me', id: message?.id ?? '', round: 1 })
    expect((await press(`/not-me/account/${token}`)).statusCode).toBe(404)
  })
})
