import { apiKeys } from '@muster/contract/api-keys'
import { authService } from '@muster/contract/auth-service'
import { factors } from '@muster/contract/factors'
import { members } from '@muster/contract/members'
import { people } from '@muster/contract/people'
import { addMs } from '@muster/contract/rules/instants'
import { session } from '@muster/contract/session'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildApiKey } from '../../../test/api-keys.ts'
import { buildTestApp, type TestApp } from '../../../test/app.ts'
import { buildAuthenticator } from '../../../test/authenticator.ts'
import { decodeJwt } from '../../../test/jwt.ts'
import { buildAdministrator, buildMember } from '../../../test/organizations.ts'
import { credentialsOf, openBrowser } from '../../../test/sessions.ts'
import { auditLog, membership } from '../../db/schema.ts'
import { endOrganizationsOf } from '../organizations/ending-queries.ts'
import { disableAccount, enableAccount } from './disable-account.ts'

const PASSWORD = 'three blue bikes'
const DISABLED = { status: 403, code: 'account_disabled' }

let api: TestApp
beforeAll(async () => {
  api = await buildTestApp()
})
afterAll(() => api.close())

/** Builds an owner beside another owner. */
async function buildOwner() {
  const owner = await buildAdministrator(api)
  const other = await buildMember(api, { organization_id: owner.organization_id, role: 'owner' })
  return { owner, other, account: { email: owner.email, password: PASSWORD } }
}

const disable = (user_id: string, is_forced = false) => disableAccount(api.deps, { user_id, is_forced })

/** Moves the clock past the time for which a process caches sessions and keys. */
const passCaches = () => api.setNow(addMs(api.deps.now(), 5_001))

const roleOf = async (organization_id: string, user_id: string) =>
  (
    await api.deps.db.system((tx) =>
      tx
        .select({ role: membership.role })
        .from(membership)
        .where(and(eq(membership.organization_id, organization_id), eq(membership.user_id, user_id))),
    )
  )[0]?.role

describe('beside a disabled owner', () => {
  test('the lists of members and API keys show the state', async () => {
    const { owner, other } = await buildOwner()
    await buildApiKey(api, owner)
    await buildApiKey(api, other)
    await disable(owner.user_id)
    const { headers } = other
    const { members: listed } = await api.ok(members.listMembers, { headers })
    expect(new Map(listed.map(({ email, is_disabled }) => [email, is_disabled]))).toEqual(
      new Map([
        [owner.email, true],
        [other.email, false],
      ]),
    )
    const { api_keys } = await api.ok(apiKeys.listApiKeys, { headers })
    expect(api_keys.map(({ created_by, is_stopped }) => [created_by, is_stopped])).toEqual([
      [other.email, false],
      [owner.email, true],
    ])
  })

  test('the last owner who can act cannot leave, be lowered or end their account', async () => {
    const { owner, other } = await buildOwner()
    const { headers, user_id } = other
    await disable(owner.user_id)
    const refused = { status: 409, code: 'last_owner' }
    const lower = { params: { userId: user_id }, body: { role: 'admin' } }
    expect(await api.refused(members.leaveOrganization, { headers })).toMatchObject(refused)
    expect(await api.refused(members.changeMember, { headers, ...lower })).toMatchObject(refused)
    expect(await api.refused(session.endAccount, { headers })).toMatchObject(refused)
    expect(await roleOf(other.organization_id, user_id)).toBe('owner')
    // The disabled owner may be removed.
    await api.ok(members.removeMember, { headers, params: { userId: owner.user_id } })
    await api.ok(session.endAccount, { headers })
  })

  test('negative control: beside one who is enabled they can', async () => {
    const { other } = await buildOwner()
    await api.ok(session.endAccount, { headers: other.headers })
    await api.ok(members.leaveOrganization, { headers: other.headers })
  })

  test('an admin becomes owner when the account of the last owner who can act is deleted', async () => {
    const { owner, other } = await buildOwner()
    const { organization_id } = owner
    const admin = await buildMember(api, { organization_id, role: 'admin' })
    await disable(owner.user_id)
    await api.deps.db.system((tx) => endOrganizationsOf(tx, other.user_id, api.deps.now()))
    expect(await roleOf(organization_id, admin.user_id)).toBe('owner')
  })
})

describe('a disabled account', () => {
  test('has no session: calls and refreshes are refused', async () => {
    const { owner, other, account } = await buildOwner()
    const browser = openBrowser(api)
    await browser.login(account)
    await api.ok(people.listPeople, { headers: owner.headers })
    expect(await disable(owner.user_id)).toEqual({ is_changed: true, sessions: 2, without_owner: [] })
    passCaches()
    expect(await api.refused(people.listPeople, { headers: owner.headers })).toMatchObject({
      status: 401,
      code: 'session_invalid',
    })
    expect(await browser.refresh()).toMatchObject({ status: 401, code: 'session_invalid' })
    await api.ok(people.listPeople, { headers: other.headers })
  })

  test('is refused after the right password only', async () => {
    const { owner, account } = await buildOwner()
    await disable(owner.user_id)
    expect(await api.refused(session.login, { body: credentialsOf(account) })).toMatchObject(DISABLED)
    const wrong = { ...account, password: 'another' }
    expect(await api.refused(session.login, { body: wrong })).toMatchObject({ code: 'invalid_credentials' })
  })

  test('is refused by the auth service as its client expects', async () => {
    const { owner, account } = await buildOwner()
    await disable(owner.user_id)
    const refused = await api.refused(authService.grantToken, {
      query: { grant_type: 'password' },
      body: account,
    })
    expect(refused).toMatchObject({ status: 400, code: 'user_banned', error_code: 'user_banned' })
  })

  test('is refused with its passkey', async () => {
    const { owner } = await buildOwner()
    const passkey = await addPasskey(owner)
    await disable(owner.user_id)
    const { challenge_id, options } = await api.ok(factors.getPasskeyOptions)
    const body = { challenge_id, response: passkey.get(options.challenge) }
    expect(await api.refused(factors.verifyPasskey, { body })).toMatchObject(DISABLED)
  })

  test('has API keys that stop, and work again once it is enabled', async () => {
    const { owner, other, account } = await buildOwner()
    const [stopped, goes_on] = [await buildApiKey(api, owner), await buildApiKey(api, other)]
    await disable(owner.user_id)
    expect(await api.refused(people.listPeople, { headers: stopped.headers })).toMatchObject({
      status: 401,
      code: 'api_key_invalid',
    })
    await api.ok(people.listPeople, { headers: goes_on.headers })
    expect(await enableAccount(api.deps, owner.user_id)).toBe(true)
    const { token } = await api.ok(session.login, { body: credentialsOf(account) })
    const { session_id } = decodeJwt(token).claims
    const unused = await buildApiKey(api, { ...owner, session_id: String(session_id) })
    await api.ok(people.listPeople, { headers: unused.headers })
  })

  test('is in the log of its organisations once, however often it is repeated', async () => {
    const { owner } = await buildOwner()
    await disable(owner.user_id)
    expect(await disable(owner.user_id)).toMatchObject({ is_changed: false })
    await enableAccount(api.deps, owner.user_id)
    expect(await enableAccount(api.deps, owner.user_id)).toBe(false)
    expect(await listActions(owner.organization_id)).toEqual(['member.disabled', 'member.enabled'])
  })
})

test('the last owner is disabled by force only, and a disabled owner does not count', async () => {
  const { owner, other } = await buildOwner()
  await disable(other.user_id)
  const kept = await disable(owner.user_id)
  expect(kept).toEqual({ is_changed: false, sessions: 0, without_owner: ['Åhusfestivalen'] })
  await api.ok(people.listPeople, { headers: owner.headers })
  expect(await disable(owner.user_id, true)).toMatchObject({ is_changed: true, sessions: 1 })
})

test('of two owners who are disabled at once, one stays', async () => {
  const { owner, other } = await buildOwner()
  const both = await Promise.all([disable(owner.user_id), disable(other.user_id)])
  expect(both.filter(({ is_changed }) => is_changed)).toHaveLength(1)
})

test('a sign-in at the same time leaves no session', async () => {
  const { owner, account } = await buildOwner()
  const browser = openBrowser(api)
  await Promise.all([browser.login(account), disable(owner.user_id)])
  expect((await browser.refresh()).status).not.toBe(200)
})

async function addPasskey({ headers }: { headers: { authorization: string } }) {
  const authenticator = buildAuthenticator()
  const { challenge_id, options } = await api.ok(factors.getNewPasskeyOptions, { headers })
  const body = { challenge_id, response: authenticator.create(options.challenge) }
  await api.ok(factors.addPasskey, { headers, body })
  return authenticator
}

const listActions = async (organization_id: string) =>
  (
    await api.deps.db.system((tx) =>
      tx
        .select({ action: auditLog.action })
        .from(auditLog)
        .where(eq(auditLog.organization_id, organization_id))
        .orderBy(auditLog.id),
    )
  ).map(({ action }) => action)
