import { createHash } from 'node:crypto'
import { apiKeys } from '@muster/contract/api-keys'
import { authService } from '@muster/contract/auth-service'
import { factors } from '@muster/contract/factors'
import { members } from '@muster/contract/members'
import { organizations } from '@muster/contract/organizations'
import { session } from '@muster/contract/session'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/app.ts'
import { buildAuthenticator } from '../../../test/authenticator.ts'
import { awaitLocks } from '../../../test/await-locks.ts'
import { hold } from '../../../test/hold.ts'
import { type Administrator, buildAdministrator, buildMember } from '../../../test/organizations.ts'
import { newId } from '../../db/ids.ts'
import { appUser, mfaFactor, organization, session as sessionTable } from '../../db/schema.ts'
import { signId } from '../../signing/signed-id.ts'
import { resetFactors } from '../factors/reset-factors.ts'
import { deleteEndedAccounts } from '../session/delete-ended-accounts.ts'
import { insertFlowState, insertResetToken } from '../session/token-queries.ts'
import { disableAccount } from './disable-account.ts'

/* Transactions that wait for each other's locks: PostgreSQL would abort one after a second. */

const NOW = '2026-06-01T10:00:00.000Z'
const LATER = '2026-06-01T11:00:00.000Z'
const NAME = 'Solsidan'
const PASSWORD = 'tre blåa cyklar i regn'

let api: TestApp
let owner: Administrator
beforeAll(async () => {
  api = await buildTestApp({ sms: { provider: 'capture' } })
})
beforeEach(async () => {
  api.setNow(NOW)
  owner = await buildAdministrator(api, { name: NAME })
})
afterAll(() => api.close())

type Row = {
  table: typeof appUser | typeof organization | typeof sessionTable
  id: string
  /** With `no key update`, rows with a foreign key to it can be inserted. */
  strength?: 'update' | 'no key update'
}

/** Starts both while the row is locked, the second when the first waits for a lock. Returns when both have ended. */
async function startBoth<First, Second>(
  { table, id, strength = 'no key update' }: Row,
  first: () => Promise<First>,
  second: () => Promise<Second>,
): Promise<[First, Second]> {
  const [locked, finish] = [hold(), hold()]
  const holding = api.deps.db.system(async (tx) => {
    await tx.select({ id: table.id }).from(table).where(eq(table.id, id)).for(strength)
    locked.release()
    await finish.held
  })
  await locked.held
  const first_ended = first()
  await awaitLocks(api.deps, 1)
  const second_ended = second()
  await awaitLocks(api.deps, 2)
  finish.release()
  const [one, two] = await Promise.all([first_ended, second_ended, holding])
  return [one, two]
}

const organizationOf = ({ organization_id }: Administrator): Row => ({
  table: organization,
  id: organization_id,
  strength: 'update',
})

const endOrganization = () =>
  api.inject({
    method: 'POST',
    url: organizations.endOrganization.path,
    headers: owner.headers,
    payload: { name: NAME },
  })

async function invite({ email }: { email: string }) {
  const body = { email, role: 'viewer', language: 'sv' } as const
  const { id } = await api.ok(members.inviteMember, { headers: owner.headers, body })
  return { id, token: signId(api.deps.keys, { purpose: 'member_invitation', id, round: 1 }) }
}

const deleteAccounts = () =>
  deleteEndedAccounts(api.deps, {
    stopping: new AbortController().signal,
    onProgress: async () => undefined,
  })

const setEnded = ({ user_id }: Administrator) =>
  api.deps.db.system((tx) => tx.update(appUser).set({ ends_at: NOW }).where(eq(appUser.id, user_id)))

async function addPasskey({ headers }: Administrator) {
  const authenticator = buildAuthenticator()
  const { challenge_id, options } = await api.ok(factors.getNewPasskeyOptions, { headers })
  const body = { challenge_id, response: authenticator.create(options.challenge) }
  return { authenticator, ...(await api.ok(factors.addPasskey, { headers, body })) }
}

test('an account is disabled while the night deletes it', async () => {
  await setEnded(owner)
  const [disabled, deleted] = await startBoth(
    organizationOf(owner),
    () => disableAccount(api.deps, { user_id: owner.user_id, is_forced: true }),
    deleteAccounts,
  )
  expect({ disabled, deleted }).toMatchObject({ disabled: { is_changed: true }, deleted: 1 })
})

test('a new password is set while the code of an earlier link is exchanged', async () => {
  const { user_id } = owner
  const [link, flow] = [newId(), newId()]
  const code_verifier = 'v'.repeat(43)
  const code_challenge = createHash('sha256').update(code_verifier).digest('base64url')
  await api.deps.db.system(async (tx) => {
    await insertResetToken(tx, { id: link, user_id, expires_at: LATER })
    await insertFlowState(tx, { id: flow, user_id, expires_at: LATER, code_challenge })
  })
  const token = signId(api.deps.keys, { purpose: 'password_reset', id: link, round: 1 })
  const auth_code = signId(api.deps.keys, { purpose: 'auth_code', id: flow, round: 1 })
  const [, refused] = await startBoth(
    { table: appUser, id: user_id },
    () => api.ok(session.resetPassword, { body: { token, password: PASSWORD } }),
    () =>
      api.refused(authService.grantToken, {
        query: { grant_type: 'pkce' },
        body: { auth_code, code_verifier },
      }),
  )
  expect(refused).toMatchObject({ status: 404, code: 'flow_state_not_found' })
})

test('an invitation is accepted while its organisation ends', async () => {
  const invited = await buildAdministrator(api)
  const { token } = await invite(invited)
  const [ended, refused] = await startBoth(organizationOf(owner), endOrganization, () =>
    api.refused(members.joinWithAccount, { headers: invited.headers, body: { token } }),
  )
  expect(ended.statusCode).toBe(204)
  expect(refused).toMatchObject({ status: 403, code: 'member_link_withdrawn' })
})

test('an invitation is accepted while the account of the invited is deleted', async () => {
  const invited = await buildAdministrator(api)
  const { token } = await invite(invited)
  await setEnded(invited)
  // The deletion waits for the session, and the invited person for the deletion.
  const [deleted, refused] = await startBoth(
    { table: sessionTable, id: invited.session_id },
    deleteAccounts,
    () => api.refused(members.joinWithAccount, { headers: invited.headers, body: { token } }),
  )
  expect(deleted).toBe(1)
  expect(refused).toMatchObject({ status: 401, code: 'session_invalid' })
})

test('an invitation is sent again while its organisation ends', async () => {
  const { id } = await invite({ email: `${newId()}@muster.example` })
  const [ended, refused] = await startBoth(organizationOf(owner), endOrganization, () =>
    api.refused(members.resendMemberInvitation, { headers: owner.headers, params: { id } }),
  )
  expect(ended.statusCode).toBe(204)
  expect(refused).toMatchObject({ status: 404, code: 'member_invitation_not_found' })
})

test('an API key is created while its organisation ends', async () => {
  const body = { name: 'Kassan', rights: ['read'], event_id: null, expires_in_days: null }
  const [ended, refused] = await startBoth(organizationOf(owner), endOrganization, () =>
    api.refused(apiKeys.createApiKey, { headers: owner.headers, body }),
  )
  expect(ended.statusCode).toBe(204)
  expect(refused).toMatchObject({ status: 403, code: 'role_forbidden' })
})

test('the operator resets the factors of a member while the organisation ends', async () => {
  const member = await buildMember(api, { organization_id: owner.organization_id, role: 'admin' })
  const [ended, reset] = await startBoth(organizationOf(owner), endOrganization, () =>
    resetFactors(api.deps, member.user_id),
  )
  expect(ended.statusCode).toBe(204)
  expect(reset).toMatchObject({ factors: 0 })
})

test('two codes by SMS are asked for at once', async () => {
  const { user_id, headers } = owner
  const factor = {
    id: newId(),
    user_id,
    factor_type: 'phone',
    friendly_name: '',
    phone: '+46701234567',
  } as const
  await api.deps.db.system((tx) =>
    tx.insert(mfaFactor).values({ ...factor, status: 'verified', created_at: NOW }),
  )
  const ask = () => api.ok(factors.challengeSecondFactor, { headers, body: { method: 'phone' } })
  const [one, two] = await startBoth({ table: appUser, id: user_id }, ask, ask)
  expect(one.challenge_id).not.toBe(two.challenge_id)
})

test('a passkey signs in while its owner removes it', async () => {
  const { authenticator, id } = await addPasskey(owner)
  const { challenge_id, options } = await api.ok(factors.getPasskeyOptions)
  const body = { challenge_id, response: authenticator.get(options.challenge) }
  const [, refused] = await startBoth(
    { table: appUser, id: owner.user_id },
    () => api.ok(factors.removePasskey, { headers: owner.headers, params: { id } }),
    () => api.refused(factors.verifyPasskey, { body }),
  )
  expect(refused).toMatchObject({ status: 422, code: 'passkey_refused' })
})
