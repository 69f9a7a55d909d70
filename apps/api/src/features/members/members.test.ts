import { members } from '@muster/contract/members'
import { organizations } from '@muster/contract/organizations'
import { people } from '@muster/contract/people'
import { addMs, DAY_MS } from '@muster/contract/rules/instants'
import { session } from '@muster/contract/session'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { buildApiKey } from '../../../test/api-keys.ts'
import { buildTestApp, type TestApp } from '../../../test/app.ts'
import { awaitLocks } from '../../../test/await-locks.ts'
import { hold } from '../../../test/hold.ts'
import { setHits } from '../../../test/limits.ts'
import { type Administrator, buildAdministrator, buildMember } from '../../../test/organizations.ts'
import { buildProviders, deliverDue } from '../../../test/outbox.ts'
import { buildEvent, buildRole } from '../../../test/planning.ts'
import { newId } from '../../db/ids.ts'
import * as lock from '../../db/lock.ts'
import * as schema from '../../db/schema.ts'
import { createLinks } from '../../mail/links.ts'
import { deleteOldInvitations } from './delete-old-invitations.ts'
import * as queries from './queries.ts'

/* M1, M2 */

const START = '2026-06-01T10:00:00.000Z'
const DAY = DAY_MS
const PASSWORD = 'tre blåa cyklar i regn'
const at = (ms: number) => addMs(START, ms)

let api: TestApp
let owner: Administrator
beforeAll(async () => {
  api = await buildTestApp()
})
beforeEach(async () => {
  api.setNow(START)
  owner = await buildAdministrator(api, { name: 'Solsidan' })
})
afterAll(() => api.close())

const list = (by = owner) => api.ok(members.listMembers, { headers: by.headers })

const newEmail = () => `${newId()}@muster.example`

type Changes = { email?: string; role?: string; lead_role_ids?: string[] }

async function invite({ email = newEmail(), ...changes }: Changes = {}, by = owner) {
  const body = { email, role: 'viewer', language: 'sv', ...changes }
  const invitation = await api.ok(members.inviteMember, { headers: by.headers, body })
  return { invitation, email, token: await lastToken(invitation.id) }
}

/** Derives the token of the e-mail, whose row holds only the id and the round. */
async function lastToken(invitation_id: string): Promise<string> {
  const rows = await api.deps.db.system((tx) =>
    tx.select().from(schema.accountMessage).where(eq(schema.accountMessage.template, 'member_invitation')),
  )
  const rounds = rows
    .filter(({ payload }) => payload['invitation_id'] === invitation_id)
    .map(({ payload }) => Number(payload['round']))
  const link = createLinks(api.deps.keys, api.deps.config).join({ invitation_id, round: Math.max(...rounds) })
  return link.split('/').at(-1) ?? ''
}

const open = (token: string) => api.ok(members.getMemberInvitation, { params: { token } })
const openRefused = (token: string) => api.refused(members.getMemberInvitation, { params: { token } })

describe('an invitation', () => {
  test.each(['used', 'expired', 'withdrawn'] as const)('that is %s is accepted in no way', async (state) => {
    const guest = await buildAdministrator(api)
    const { token, invitation } = await invite({ email: guest.email })
    const { headers } = guest
    if (state === 'used') await api.ok(members.joinWithAccount, { headers, body: { token } })
    if (state === 'expired') api.setNow(at(7 * DAY))
    if (state === 'withdrawn')
      await api.ok(members.withdrawMemberInvitation, {
        headers: owner.headers,
        params: { id: invitation.id },
      })
    const refused = { status: 403, code: `member_link_${state}` }
    const body = { password: PASSWORD }
    expect(await openRefused(token)).toMatchObject(refused)
    expect(await api.refused(members.joinWithNewAccount, { params: { token }, body })).toMatchObject(refused)
    const renewed = state === 'expired' ? { headers: (await buildAdministrator(api)).headers } : { headers }
    expect(await api.refused(members.joinWithAccount, { ...renewed, body: { token } })).toMatchObject(refused)
  })

  test('is listed, and accepted with a new account that may then sign in', async () => {
    const { invitation, email, token } = await invite()
    expect(invitation).toEqual({
      id: expect.any(String),
      email,
      role: 'viewer',
      leads: [],
      language: 'sv',
      state: 'invited',
      invited_by: owner.email,
      sent_at: START,
      expires_at: at(7 * DAY),
    })
    expect((await list()).invitations).toEqual([invitation])
    expect(await open(token)).toEqual({
      organization: { name: 'Solsidan' },
      email,
      role: 'viewer',
      has_account: false,
    })
    await api.ok(members.joinWithNewAccount, { params: { token }, body: { password: PASSWORD } })
    const { invitations, members: found } = await list()
    expect(invitations).toEqual([])
    expect(found).toContainEqual(expect.objectContaining({ email, role: 'viewer' }))
    const { token: access } = await api.ok(session.login, { body: { email, password: PASSWORD } })
    const [organization] = await api.ok(organizations.listMyOrganizations, {
      headers: { authorization: `Bearer ${access}` },
    })
    expect(organization).toMatchObject({ id: owner.organization_id, role: 'viewer' })
  })

  test('names who invited, who is listed by name too', async () => {
    const { headers, user_id, email } = owner
    await api.ok(session.changeAccount, { headers, body: { name: 'Maja Lind' } })
    const { invitation } = await invite()
    expect(invitation.invited_by).toBe('Maja Lind')
    const listed = await list()
    expect(listed.invitations).toEqual([invitation])
    expect(listed.members).toContainEqual(expect.objectContaining({ user_id, name: 'Maja Lind', email }))
    const { providers, mails } = buildProviders()
    await deliverDue(api.deps, providers)
    // A name alone would not do: anybody can choose any name.
    expect(mails.at(-1)?.text).toContain(`Maja Lind (${email})`)
  })

  test('stores nothing with which it could be accepted', async () => {
    const { token } = await invite()
    const stored = await api.deps.db.system(async (tx) => [
      await tx.select().from(schema.memberInvitation),
      await tx.select().from(schema.accountMessage),
    ])
    expect(JSON.stringify(stored)).not.toContain(token)
  })

  test('is accepted with the account of its address', async () => {
    const guest = await buildAdministrator(api)
    const { token } = await invite({ email: guest.email.toUpperCase(), role: 'admin' })
    expect(await open(token)).toMatchObject({ has_account: true })
    const { organization_id } = await api.ok(members.joinWithAccount, {
      headers: guest.headers,
      body: { token },
    })
    expect(organization_id).toBe(owner.organization_id)
    const headers = { ...guest.headers, 'x-organization-id': organization_id }
    await api.ok(people.listPeople, { headers })
  })

  test('is not accepted with another account', async () => {
    const stranger = await buildAdministrator(api)
    const { token } = await invite()
    expect(
      await api.refused(members.joinWithAccount, { headers: stranger.headers, body: { token } }),
    ).toMatchObject({ status: 403, code: 'member_link_not_yours' })
  })

  test('makes no second account of an address', async () => {
    const guest = await buildAdministrator(api)
    const { token } = await invite({ email: guest.email })
    expect(
      await api.refused(members.joinWithNewAccount, { params: { token }, body: { password: PASSWORD } }),
    ).toMatchObject({ status: 409, code: 'account_exists' })
  })

  test.each([
    ['short', 'password_weak'],
    ['x'.repeat(201), 'password_too_long'],
  ])('with the password %s is refused (%s), and can be accepted afterwards', async (password, code) => {
    const { token } = await invite()
    expect(
      await api.refused(members.joinWithNewAccount, { params: { token }, body: { password } }),
    ).toMatchObject({ status: 400, code })
    await open(token)
  })

  test('is used once, also by two at once', async () => {
    const { token } = await invite()
    const join = () =>
      api.inject({
        method: 'POST',
        url: `/member-invitations/${token}/account`,
        payload: { password: PASSWORD },
      })
    const answers = await Promise.all([join(), join()])
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([204, 403])
    expect(await openRefused(token)).toMatchObject({ status: 403, code: 'member_link_used' })
  })

  test('expires after seven days, and works again when it is sent again, by the new link only', async () => {
    const { invitation, token } = await invite()
    api.setNow(at(7 * DAY - 1))
    await open(token)
    api.setNow(at(7 * DAY))
    expect(await openRefused(token)).toMatchObject({ status: 403, code: 'member_link_expired' })
    // The session of the first has ended.
    const { headers } = await buildMember(api, { organization_id: owner.organization_id, role: 'owner' })
    const { invitations } = await api.ok(members.listMembers, { headers })
    expect(invitations).toMatchObject([{ state: 'expired' }])
    const params = { id: invitation.id }
    const again = await api.ok(members.resendMemberInvitation, { headers, params })
    expect(again).toMatchObject({ state: 'invited', expires_at: at(14 * DAY) })
    expect(await openRefused(token)).toMatchObject({ status: 404, code: 'member_link_invalid' })
    await open(await lastToken(invitation.id))
  })

  test('to an address that has one replaces it', async () => {
    const { email, token, invitation } = await invite()
    const second = await invite({ email, role: 'owner' })
    expect(second.invitation).toMatchObject({ id: invitation.id, role: 'owner' })
    expect(await openRefused(token)).toMatchObject({ code: 'member_link_invalid' })
    expect((await list()).invitations).toHaveLength(1)
  })

  test('can be withdrawn', async () => {
    const { invitation, token } = await invite()
    const call = { headers: owner.headers, params: { id: invitation.id } }
    await api.ok(members.withdrawMemberInvitation, call)
    expect(await openRefused(token)).toMatchObject({ status: 403, code: 'member_link_withdrawn' })
    for (const route of [members.withdrawMemberInvitation, members.resendMemberInvitation])
      expect(await api.refused(route, call)).toMatchObject({ code: 'member_invitation_not_found' })
  })

  test('can get another role, which the link then gives', async () => {
    const { invitation, token } = await invite()
    const changed = await api.ok(members.changeMemberInvitation, {
      headers: owner.headers,
      params: { id: invitation.id },
      body: { role: 'admin' },
    })
    expect(changed).toMatchObject({ role: 'admin', expires_at: invitation.expires_at })
    expect(await open(token)).toMatchObject({ role: 'admin' })
  })

  test('is not for a member', async () => {
    expect(
      await api.refused(members.inviteMember, {
        headers: owner.headers,
        body: { email: owner.email, role: 'viewer', language: 'sv' },
      }),
    ).toMatchObject({ status: 409, code: 'already_member' })
  })

  test('of a leader names roles of this organisation', async () => {
    const event = await buildEvent(api.deps, { organization_id: owner.organization_id, name: 'Loppis' })
    const role = await buildRole(api.deps, { event, name: 'Kafé' })
    const { invitation, email, token } = await invite({ role: 'leader', lead_role_ids: [role.id] })
    const leads = [{ id: role.id, name: 'Kafé', event: { id: event.id, name: 'Loppis' } }]
    expect(invitation.leads).toEqual(leads)
    await api.ok(members.joinWithNewAccount, { params: { token }, body: { password: PASSWORD } })
    expect((await list()).members).toContainEqual(expect.objectContaining({ email, leads }))

    const other = await buildRole(api.deps, { event: await buildEvent(api.deps) })
    const body = { email: newEmail(), role: 'leader', lead_role_ids: [other.id], language: 'sv' }
    expect(await api.refused(members.inviteMember, { headers: owner.headers, body })).toMatchObject({
      status: 404,
      code: 'role_not_found',
    })
  })

  test('sends at most fifty a day', async () => {
    const { invitation } = await invite()
    await setHits(api.deps, 'member-invitations', 49)
    await invite()
    const body = { email: newEmail(), role: 'viewer', language: 'sv' }
    const refused = { status: 429, code: 'daily_cap_reached' }
    const { headers } = owner
    expect(await api.refused(members.inviteMember, { headers, body })).toMatchObject(refused)
    const params = { id: invitation.id }
    expect(await api.refused(members.resendMemberInvitation, { headers, params })).toMatchObject(refused)
  })

  test('sends at most a hundred a day for one account, from all its organisations', async () => {
    await invite()
    await setHits(api.deps, 'member-invitations-account', 99)
    const { headers } = owner
    const { organization } = await api.ok(organizations.createOrganization, {
      headers,
      body: { name: 'Andra sidan' },
    })
    const elsewhere = { headers: { ...headers, 'x-organization-id': organization.id } }
    const body = { email: newEmail(), role: 'viewer', language: 'sv' }
    await api.ok(members.inviteMember, { ...elsewhere, body })
    expect(
      await api.refused(members.inviteMember, { ...elsewhere, body: { ...body, email: newEmail() } }),
    ).toMatchObject({ status: 429, code: 'daily_cap_reached' })
    await invite({}, await buildAdministrator(api))
  })

  test('to one address: ten e-mails a day from all organisations, with the same answer above', async () => {
    const email = newEmail()
    const mailsTo = async () =>
      (
        await api.deps.db.system((tx) =>
          tx.select().from(schema.accountMessage).where(eq(schema.accountMessage.address, email)),
        )
      ).length
    await invite({ email })
    await setHits(api.deps, 'member-invitations-address', 9)
    const { headers } = await buildAdministrator(api)
    const body = { email: email.toUpperCase(), role: 'viewer', language: 'sv' }
    const invitation = await api.ok(members.inviteMember, { headers, body })
    expect(await mailsTo()).toBe(2)
    const params = { id: invitation.id }
    expect(await api.ok(members.resendMemberInvitation, { headers, params })).toEqual(invitation)
    expect(await mailsTo()).toBe(2)
    api.setNow(at(DAY))
    await invite({ email }, await buildAdministrator(api))
    expect(await mailsTo()).toBe(3)
  })

  test('to an address that others have invited ten times that day: the link before works on', async () => {
    const { invitation, email, token } = await invite()
    const attacker = await buildAdministrator(api)
    for (let times = 0; times < 10; times++) await invite({ email }, attacker)
    api.setNow(at(60_000))
    const params = { id: invitation.id }
    const sent_again = { sent_at: at(60_000), expires_at: at(7 * DAY + 60_000) }
    expect(await api.ok(members.resendMemberInvitation, { headers: owner.headers, params })).toMatchObject(
      sent_again,
    )
    await open(token)
    const body = { email, role: 'admin', language: 'sv' }
    expect(await api.ok(members.inviteMember, { headers: owner.headers, body })).toMatchObject(sent_again)
    expect(await open(token)).toMatchObject({ role: 'admin' })
  })

  test.each(['x', 'AZsvbkwafSCfPlprfI2eDwbV1bY0l1mZ8mC2nq0uQyE'])('%s is no link', async (token) => {
    expect(await openRefused(token)).toMatchObject({ status: 404, code: 'member_link_invalid' })
  })

  test('is deleted thirty days after it has expired', async () => {
    const { invitation } = await invite()
    const count = async () =>
      (
        await api.deps.db.system((tx) =>
          tx.select().from(schema.memberInvitation).where(eq(schema.memberInvitation.id, invitation.id)),
        )
      ).length
    api.setNow(at(37 * DAY))
    await api.deps.db.system((tx) => deleteOldInvitations(tx, api.deps.now()))
    expect(await count()).toBe(1)
    api.setNow(at(37 * DAY + 1))
    await api.deps.db.system((tx) => deleteOldInvitations(tx, api.deps.now()))
    expect(await count()).toBe(0)
  })
})

describe('a member', () => {
  test('gets another role at once', async () => {
    const { organization_id } = owner
    const member = await buildMember(api, { organization_id, role: 'admin' })
    await api.ok(people.listPeople, { headers: member.headers, query: { email: 'a@b.example' } })
    const changed = await api.ok(members.changeMember, {
      headers: owner.headers,
      params: { userId: member.user_id },
      body: { role: 'viewer' },
    })
    expect(changed).toMatchObject({ user_id: member.user_id, email: member.email, role: 'viewer' })
    // The cached role must have been forgotten, because the clock stands still.
    expect(
      await api.refused(people.listPeople, { headers: member.headers, query: { email: 'a@b.example' } }),
    ).toMatchObject({ status: 403, code: 'role_forbidden' })
  })

  test.each(['gets another role', 'is removed'])(
    'who was an owner and %s: their keys have ended for good',
    async (how) => {
      const { organization_id } = owner
      const member = await buildMember(api, { organization_id, role: 'owner' })
      const key = await buildApiKey(api, member)
      const kept = await buildApiKey(api, owner)
      const use = (headers: Record<string, string>) =>
        api.inject({ url: '/admin/people?email=a@b.example', headers })
      expect((await use(key.headers)).statusCode).toBe(200)
      const given = { headers: owner.headers, params: { userId: member.user_id } }
      if (how === 'is removed') await api.ok(members.removeMember, given)
      else await api.ok(members.changeMember, { ...given, body: { role: 'viewer' } })
      await api.deps.db.system((tx) =>
        tx
          .insert(schema.membership)
          .values({ organization_id, user_id: member.user_id, role: 'owner' })
          .onConflictDoUpdate({
            target: [schema.membership.organization_id, schema.membership.user_id],
            set: { role: 'owner' },
          }),
      )
      api.setNow(addMs(api.deps.now(), DAY_MS))
      expect((await use(key.headers)).statusCode).toBe(401)
      expect((await use(kept.headers)).statusCode).toBe(200)
    },
  )

  test('is removed from this organisation at once, and stays in others', async () => {
    const guest = await buildAdministrator(api)
    const { organization_id } = owner
    await api.deps.db.system((tx) =>
      tx.insert(schema.membership).values({ organization_id, user_id: guest.user_id, role: 'admin' }),
    )
    const headers = { ...guest.headers, 'x-organization-id': organization_id }
    await api.ok(people.listPeople, { headers })
    await api.ok(members.removeMember, { headers: owner.headers, params: { userId: guest.user_id } })
    expect(await api.refused(people.listPeople, { headers })).toMatchObject({
      status: 403,
      code: 'organization_forbidden',
    })
    await api.ok(people.listPeople, { headers: guest.headers })
    expect(
      await api.refused(members.removeMember, { headers: owner.headers, params: { userId: guest.user_id } }),
    ).toMatchObject({ status: 404, code: 'member_not_found' })
  })

  test('may leave', async () => {
    const member = await buildMember(api, { organization_id: owner.organization_id, role: 'viewer' })
    await api.ok(members.leaveOrganization, { headers: member.headers })
    expect((await list()).members.map(({ email }) => email)).toEqual([owner.email])
  })

  test('is shown without when the account was used, which may be elsewhere', async () => {
    const [member] = (await list()).members
    expect(member).not.toHaveProperty('last_seen_at')
  })

  test('of another organisation is not found', async () => {
    const { user_id } = await buildAdministrator(api)
    expect(
      await api.refused(members.changeMember, {
        headers: owner.headers,
        params: { userId: user_id },
        body: { role: 'owner' },
      }),
    ).toMatchObject({ status: 404, code: 'member_not_found' })
  })
})

const lowerOther = (other: Administrator) => lower(owner, other.user_id)
const remove = ({ user_id }: Administrator) =>
  api.ok(members.removeMember, { headers: owner.headers, params: { userId: user_id } })
const leave = ({ headers }: Administrator) => api.ok(members.leaveOrganization, { headers })

describe('an owner who is no longer one', () => {
  test.each([
    ['lowered', lowerOther],
    ['removed', remove],
    ['leaving', leave],
  ] as const)('%s: their open invitations are withdrawn, those of others are not', async (_name, end) => {
    const other = await buildMember(api, { organization_id: owner.organization_id, role: 'owner' })
    const [of_other, of_owner] = [await invite({}, other), await invite()]
    await end(other)
    expect(await openRefused(of_other.token)).toMatchObject({ status: 403, code: 'member_link_withdrawn' })
    expect((await list()).invitations).toMatchObject([{ id: of_owner.invitation.id }])
  })

  test('cannot send one of another owner again with a call that waited', async () => {
    const other = await buildMember(api, { organization_id: owner.organization_id, role: 'owner' })
    const { invitation } = await invite()
    const [locked, finish] = [hold(), hold()]
    const lowering = api.deps.db.system(async (tx) => {
      await lock.lockMembers(tx, owner.organization_id)
      locked.release()
      await finish.held
      await tx
        .update(schema.membership)
        .set({ role: 'admin' })
        .where(eq(schema.membership.user_id, other.user_id))
    })
    await locked.held
    const sending = api.refused(members.resendMemberInvitation, {
      headers: other.headers,
      params: { id: invitation.id },
    })
    await awaitLocks(api.deps, 1)
    finish.release()
    await lowering
    expect(await sending).toMatchObject({ status: 403, code: 'organization_forbidden' })
  })
})

describe('the last owner', () => {
  test('stays, whatever is tried', async () => {
    const params = { userId: owner.user_id }
    const { headers } = owner
    const refused = { status: 409, code: 'last_owner' }
    expect(
      await api.refused(members.changeMember, { headers, params, body: { role: 'admin' } }),
    ).toMatchObject(refused)
    expect(await api.refused(members.removeMember, { headers, params })).toMatchObject(refused)
    expect(await api.refused(members.leaveOrganization, { headers })).toMatchObject(refused)
    await api.ok(members.changeMember, { headers, params, body: { role: 'owner' } })
  })

  test('is protected from two owners who lower each other at once', async () => {
    const other = await buildMember(api, { organization_id: owner.organization_id, role: 'owner' })
    const answers = await Promise.all([lower(owner, other.user_id), lower(other, owner.user_id)])
    const statuses = answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)
    // The second is refused: as the last owner, or because it is no longer an owner.
    expect([
      [200, 403],
      [200, 409],
    ]).toContainEqual(statuses)
    expect(await countOwners()).toBe(1)
  })

  test('negative control: without the lock both are lowered', async () => {
    const other = await buildMember(api, { organization_id: owner.organization_id, role: 'owner' })
    let arrived = 0
    vi.mocked(lock.lockMembers).mockImplementation(async () => undefined)
    const { updateMemberRole } = await vi.importActual<typeof queries>('./queries.ts')
    // Both have read who the owners are before either writes.
    vi.mocked(queries.updateMemberRole).mockImplementation(async (...given) => {
      arrived += 1
      await vi.waitUntil(() => arrived === 2)
      return updateMemberRole(...given)
    })
    const answers = await Promise.all([lower(owner, other.user_id), lower(other, owner.user_id)])
    vi.mocked(lock.lockMembers).mockRestore()
    vi.mocked(queries.updateMemberRole).mockRestore()
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect(await countOwners()).toBe(0)
  })
})

const lower = (by: Administrator, user_id: string) =>
  api.inject({
    method: 'PUT',
    url: `/admin/members/${user_id}`,
    headers: by.headers,
    payload: { role: 'viewer' },
  })

async function countOwners() {
  const rows = await api.deps.db.system((tx) =>
    tx.select().from(schema.membership).where(eq(schema.membership.organization_id, owner.organization_id)),
  )
  return rows.filter(({ role }) => role === 'owner').length
}
