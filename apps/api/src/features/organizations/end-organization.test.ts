import { events } from '@muster/contract/events'
import { topics } from '@muster/contract/live'
import { members } from '@muster/contract/members'
import { organizations } from '@muster/contract/organizations'
import { people } from '@muster/contract/people'
import { addMs } from '@muster/contract/rules/instants'
import { session } from '@muster/contract/session'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { buildApiKey } from '../../../test/api-keys.ts'
import { buildTestApp, type TestApp } from '../../../test/app.ts'
import { awaitLocks } from '../../../test/await-locks.ts'
import { eventually } from '../../../test/eventually.ts'
import { hold } from '../../../test/hold.ts'
import { join, listenWithFakeIntervals, openClient } from '../../../test/live.ts'
import { type Administrator, buildAdministrator, buildMember } from '../../../test/organizations.ts'
import { buildProviders, deliverDue } from '../../../test/outbox.ts'
import { buildAssignment, buildPerson, buildShift, hoursAfter, mint } from '../../../test/planning.ts'
import { openBrowser, PASSWORD_HASH } from '../../../test/sessions.ts'
import { newId } from '../../db/ids.ts'
import { setNightlyDue } from '../../db/nightly-job.ts'
import * as schema from '../../db/schema.ts'
import { cancelEvent, runNightly } from '../../processes/nightly.ts'
import { cancelEndedEvents, deleteEndedOrganizations } from './delete-ended-organizations.ts'
import { endOrganization as endByOwner, endLocked } from './end-organization.ts'
import { lockToEnd } from './ending-queries.ts'
import * as queries from './queries.ts'

vi.mock(import('./queries.ts'), async (importOriginal) => {
  const real = await importOriginal()
  return { ...real, findMember: vi.fn(real.findMember) }
})

/* D24, by an owner. */

const { endOrganization, listMyOrganizations } = organizations
const NAME = 'Åhus IF'
const NOW = '2026-05-04T12:00:00.000Z'

let api: TestApp
let owner: Administrator
beforeAll(async () => {
  api = await buildTestApp()
})
beforeEach(async () => {
  api.setNow(NOW)
  owner = await buildAdministrator(api, { name: NAME })
})
afterEach(() => vi.restoreAllMocks())
afterAll(() => api.close())

const end = ({ headers } = owner, name: string = NAME) => api.ok(endOrganization, { headers, body: { name } })
const refused = ({ headers } = owner, name: string = NAME) =>
  api.refused(endOrganization, { headers, body: { name } })

async function endedAt({ organization_id }: Administrator) {
  const [found] = await api.deps.db.system((tx) =>
    tx.select().from(schema.organization).where(eq(schema.organization.id, organization_id)),
  )
  return found && { ended_at: found.ended_at }
}

const listEntries = ({ organization_id }: Administrator) =>
  api.deps.db.system((tx) =>
    tx.select().from(schema.auditLog).where(eq(schema.auditLog.organization_id, organization_id)),
  )

const passNight = async (now: string) => {
  api.setNow(now)
  await api.deps.db.system((tx) => setNightlyDue(tx, now))
  await runNightly(api.deps, new AbortController().signal)
}

/** Builds one person who is CONFIRMED on a shift a month later. */
async function buildAhead({ organization_id }: Administrator) {
  const start_dt = hoursAfter(NOW, 30 * 24)
  const shift = await buildShift(api.deps, { organization_id, start_dt, end_dt: hoursAfter(start_dt, 2) })
  const person = await buildPerson(api.deps, { organization_id })
  await buildAssignment(api.deps, { shift, person, status: 'CONFIRMED' })
  return { shift, person }
}

describe('an organisation that an owner ends', () => {
  test('is lost to every member at once, and their other organisations stay', async () => {
    const { organization_id } = owner
    const admin = await buildMember(api, { organization_id, role: 'admin' })
    const guest = await buildAdministrator(api, { name: 'Other' })
    await api.deps.db.system((tx) =>
      tx.insert(schema.membership).values({ organization_id, user_id: guest.user_id, role: 'owner' }),
    )
    const visits = [
      owner,
      admin,
      { ...guest, headers: { ...guest.headers, 'x-organization-id': organization_id } },
    ]
    for (const { headers } of visits) await api.ok(events.listEvents, { headers })

    expect(await end()).toBe('')
    // Nothing may come from a cache, although the clock stands still.
    for (const { headers } of visits)
      expect(await api.refused(events.listEvents, { headers })).toMatchObject({
        status: 403,
        code: 'organization_forbidden',
      })
    expect(await api.ok(listMyOrganizations, owner)).toEqual([])
    expect(await api.ok(listMyOrganizations, guest)).toMatchObject([{ name: 'Other' }])
    await api.ok(people.listPeople, guest)
    await api.ok(session.getAccount, { headers: { authorization: owner.headers.authorization } })
    expect(await listEntries(owner)).toMatchObject([
      { action: 'organization.ended', at: NOW, actor_kind: 'account', actor_id: owner.user_id },
    ])
  })

  test('tells every member by e-mail', async () => {
    const admin = await buildMember(api, { organization_id: owner.organization_id, role: 'viewer' })
    await end()
    const { providers, mails } = buildProviders()
    await deliverDue(api.deps, providers)
    for (const { email } of [owner, admin])
      expect(mails.filter(({ to }) => to === email)).toMatchObject([
        { subject: 'An organization of yours has ended in Muster', text: expect.stringContaining(NAME) },
      ])
  })

  test('stops its API keys within five seconds', async () => {
    const key = await buildApiKey(api, owner)
    await api.ok(events.listEvents, key)
    await end()
    api.setNow(addMs(NOW, 5_000))
    expect(await api.refused(events.listEvents, key)).toMatchObject({ status: 401, code: 'api_key_invalid' })
  })

  test('withdraws its open invitations', async () => {
    const { organization_id } = owner
    const guest = await buildAdministrator(api)
    const { id } = await api.ok(members.inviteMember, {
      ...owner,
      body: { email: guest.email, role: 'owner', language: 'sv' },
    })
    await end()
    const rows = await api.deps.db.system((tx) =>
      tx
        .select()
        .from(schema.memberInvitation)
        .where(eq(schema.memberInvitation.organization_id, organization_id)),
    )
    expect(rows).toMatchObject([{ id, withdrawn_at: NOW }])
  })

  test('takes no invitation that waited for its end', async () => {
    const { organization_id } = owner
    const [locked, finish] = [hold(), hold()]
    const ending = api.deps.db.system(async (tx) => {
      await lockToEnd(tx, organization_id)
      locked.release()
      await finish.held
      await endLocked(tx, { organization_id, name: NAME, now: NOW })
    })
    await locked.held
    const inviting = api.refused(members.inviteMember, {
      ...owner,
      body: { email: 'bo@volunteer.example', role: 'owner', language: 'sv' },
    })
    await awaitLocks(api.deps, 1)
    finish.release()
    await ending
    expect(await inviting).toMatchObject({ status: 403, code: 'organization_forbidden' })
    const rows = await api.deps.db.system((tx) =>
      tx
        .select()
        .from(schema.memberInvitation)
        .where(eq(schema.memberInvitation.organization_id, organization_id)),
    )
    expect(rows).toEqual([])
  })

  test('ends live topics within five seconds', async () => {
    const address = await listenWithFakeIntervals(api)
    const token = owner.headers.authorization.replace('Bearer ', '')
    const channel = openClient(address).channel(topics.organization(owner.organization_id), { token })
    const reasons: unknown[] = []
    channel.onError((reason) => reasons.push(reason))
    await join(channel)
    await end()
    vi.advanceTimersByTime(5_000)
    await eventually(() => expect(reasons).toContainEqual({ reason: 'access_ended' }))
  })

  test('cancels its coming shifts before the night, tells their people, and is deleted afterwards', async () => {
    const { organization_id } = owner
    const { person } = await buildAhead(owner)
    const other = await buildAhead(await buildAdministrator(api))
    await end()
    await cancelEndedEvents(api.deps, steps())
    const rows = await api.deps.db.system((tx) =>
      tx.select().from(schema.shift).where(eq(schema.shift.organization_id, organization_id)),
    )
    expect(rows).toEqual([])
    const kept = await api.deps.db.system((tx) =>
      tx.select().from(schema.shift).where(eq(schema.shift.id, other.shift.id)),
    )
    expect(kept).toHaveLength(1)
    expect(await endedAt(owner)).toEqual({ ended_at: NOW })

    const { providers, mails } = buildProviders()
    await deliverDue(api.deps, providers)
    expect(mails.filter(({ to }) => to === person.email)).toMatchObject([
      { subject: expect.stringContaining('Ditt pass är inställt') },
    ])
    expect(mails.filter(({ to }) => to === other.person.email)).toEqual([])
    await passNight(hoursAfter(NOW, 14))
    expect(await endedAt(owner)).toBeUndefined()
  })

  test('tells those who get SMS, whatever the daily limit', async () => {
    const { organization_id } = owner
    const { person } = await buildAhead(owner)
    const phone = '+46701740605'
    await api.deps.db.system(async (tx) => {
      await tx.update(schema.person).set({ phone }).where(eq(schema.person.id, person.id))
      await tx.insert(schema.message).values({
        organization_id,
        id: newId(),
        person_id: person.id,
        channel: 'SMS',
        template: 'invitation',
        payload: {},
        language: 'sv',
        address: phone,
        status: 'SENT',
      })
    })
    const { limits } = api.deps.config
    api.deps.config.limits = { ...limits, messages_per_day: { ...limits.messages_per_day, SMS: 0 } }
    await end()
    await cancelEndedEvents(api.deps, steps())
    api.deps.config.limits = limits
    const { providers, texts } = buildProviders()
    await deliverDue(api.deps, providers)
    expect(texts.filter(({ to }) => to === phone)).toHaveLength(1)
  })
})

const steps = (deps = api.deps) => ({
  cancelEvent: (id: string) => cancelEvent(deps, id),
  stopping: new AbortController().signal,
})

const countAhead = async ({ organization_id }: Administrator) => {
  const ahead = await api.deps.db.system((tx) =>
    tx.select().from(schema.event).where(eq(schema.event.organization_id, organization_id)),
  )
  return ahead.length
}

describe('its events ahead', () => {
  test('that another worker cancels at the same time count as cancelled: it is deleted in the same night', async () => {
    await buildAhead(owner)
    await end()
    // The other worker runs between the look-up and the lock.
    const ofEvent = async (id: string) => {
      const org = await api.deps.findOrganization.ofEvent(id)
      await cancelEvent(api.deps, id)
      const { providers } = buildProviders()
      await deliverDue(api.deps, providers)
      return org
    }
    const deps = { ...api.deps, findOrganization: { ...api.deps.findOrganization, ofEvent } }
    await deleteEndedOrganizations(deps, { ...steps(deps), onProgress: async () => undefined })
    expect(await endedAt(owner)).toBeUndefined()
  })

  test('are cancelled a few at a time, whatever fails', async () => {
    const failing = owner
    const { shift } = await buildAhead(failing)
    await end()
    owner = await buildAdministrator(api, { name: NAME })
    for (let n = 0; n < 3; n++) await buildAhead(owner)
    await end()
    const cancel = (id: string) =>
      id === shift.event_id ? Promise.reject(new Error('no connection')) : cancelEvent(api.deps, id)
    const run = () => cancelEndedEvents(api.deps, { ...steps(), cancelEvent: cancel }, 2)
    expect(await run()).toBe(2)
    expect(await countAhead(owner)).toBe(1)
    expect(await run()).toBe(1)
    expect(await countAhead(owner)).toBe(0)
    expect(await countAhead(failing)).toBe(1)
  })

  test('wait for the next worker once this one stops', async () => {
    await buildAhead(owner)
    await end()
    const stopping = AbortSignal.abort()
    const all = { ...steps(), stopping, onProgress: async () => undefined }
    expect(await cancelEndedEvents(api.deps, all)).toBe(0)
    expect(await deleteEndedOrganizations(api.deps, all)).toBe(0)
    expect(await countAhead(owner)).toBe(1)
  })
})

describe('is refused', () => {
  afterEach(async () => {
    expect(await endedAt(owner)).toEqual({ ended_at: null })
    expect(await listEntries(owner)).toEqual([])
    await api.ok(events.listEvents, owner)
  })

  test.each(['', 'Åhus', `${NAME} 2`, NAME.toLowerCase()])('the name %j', async (name) => {
    expect(await refused(owner, name)).toMatchObject({ status: 409, code: 'organization_name_differs' })
  })

  test('a body without a name', async () => {
    expect(await api.refused(endOrganization, { headers: owner.headers, body: {} })).toMatchObject({
      status: 400,
      issues: [{ path: 'name' }],
    })
  })

  test.each(['admin', 'viewer', 'leader'] as const)('a member who is %s', async (role) => {
    const member = await buildMember(api, { organization_id: owner.organization_id, role })
    expect(await refused(member)).toMatchObject({ status: 403, code: 'role_forbidden' })
  })

  test('an owner of another organisation', async () => {
    const other = await buildAdministrator(api, { name: NAME })
    const headers = { ...other.headers, 'x-organization-id': owner.organization_id }
    expect(await refused({ ...other, headers })).toMatchObject({
      status: 403,
      code: 'organization_forbidden',
    })
    expect(await endedAt(other)).toEqual({ ended_at: null })
  })

  test('an API key', async () => {
    const key = await buildApiKey(api, owner)
    expect(await refused({ ...owner, headers: key.headers })).toMatchObject({
      status: 403,
      code: 'person_required',
    })
    await api.deps.db.system((tx) =>
      tx.delete(schema.auditLog).where(eq(schema.auditLog.organization_id, owner.organization_id)),
    )
  })

  test('an owner whose role was lowered in this moment', async () => {
    const { organization_id, user_id } = owner
    await api.ok(events.listEvents, owner)
    // The gate still has the former role.
    await setRole(user_id, organization_id, 'admin')
    expect(await refused()).toMatchObject({ status: 403, code: 'organization_forbidden' })
    await setRole(user_id, organization_id, 'owner')
  })
})

test('negative control: without the second look at the role, a lowered owner ends it', async () => {
  const { organization_id, user_id } = owner
  await api.ok(events.listEvents, owner)
  await setRole(user_id, organization_id, 'admin')
  vi.mocked(queries.findMember).mockResolvedValueOnce({ role: 'owner', lead_role_ids: [] })
  await end()
  expect(await endedAt(owner)).toEqual({ ended_at: NOW })
})

test('a quarter of an hour after the sign-in the password is asked for again', async () => {
  await api.deps.db.system((tx) =>
    tx
      .update(schema.appUser)
      .set({ password_hash: PASSWORD_HASH })
      .where(eq(schema.appUser.id, owner.user_id)),
  )
  const browser = openBrowser(api)
  const login = { email: owner.email, password: 'three blue bikes' }
  await browser.login(login)
  api.setNow(hoursAfter(NOW, 0.26))
  const { token } = await browser.refresh()
  const headers = { ...owner.headers, authorization: `Bearer ${token}` }
  expect(await refused({ ...owner, headers })).toMatchObject({ status: 400, code: 'reauthentication_needed' })
  expect(await endedAt(owner)).toEqual({ ended_at: null })
  await browser.login(login)
  await end({ ...owner, headers: { ...headers, authorization: `Bearer ${browser.token}` } })
})

test('two presses at once end it once', async () => {
  const other = await buildMember(api, { organization_id: owner.organization_id, role: 'owner' })
  // Both have passed the gate.
  const press = ({ user_id, organization_id }: Administrator) =>
    endByOwner(api.deps, mint(organization_id), { name: NAME, user_id })
  await Promise.all([press(owner), press(owner), press(other)])
  expect(await listEntries(owner)).toHaveLength(1)
  const mails = await api.deps.db.system((tx) =>
    tx.select().from(schema.accountMessage).where(eq(schema.accountMessage.template, 'organization_ended')),
  )
  expect(mails.filter(({ address }) => [owner.email, other.email].includes(address))).toHaveLength(2)
  // Later the answer is that for an organisation which the account does not belong to.
  const unknown = { ...owner.headers, 'x-organization-id': newId() }
  for (const headers of [owner.headers, unknown])
    expect(await refused({ ...owner, headers })).toMatchObject({
      status: 403,
      code: 'organization_forbidden',
    })
})

const setRole = (user_id: string, organization_id: string, role: 'owner' | 'admin') =>
  api.deps.db.system((tx) =>
    tx
      .insert(schema.membership)
      .values({ user_id, organization_id, role })
      .onConflictDoUpdate({
        target: [schema.membership.organization_id, schema.membership.user_id],
        set: { role },
      }),
  )
