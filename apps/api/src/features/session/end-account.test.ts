import { members } from '@muster/contract/members'
import { session } from '@muster/contract/session'
import { eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/app.ts'
import { type Administrator, buildAdministrator, buildMember } from '../../../test/organizations.ts'
import { buildProviders, deliverDue } from '../../../test/outbox.ts'
import { buildAssignment, buildPerson, buildShift, hoursAfter } from '../../../test/planning.ts'
import { newId } from '../../db/ids.ts'
import { setNightlyDue } from '../../db/nightly-job.ts'
import * as schema from '../../db/schema.ts'
import { runNightly } from '../../processes/nightly.ts'
import { signId } from '../../signing/signed-id.ts'
import { deleteEndedAccounts } from './delete-ended-accounts.ts'

const { getAccount, endAccount, keepAccount } = session
const NOW = '2026-05-04T12:00:00.000Z'
const day = (number: number) => hoursAfter(NOW, number * 24)

let api: TestApp
beforeAll(async () => {
  api = await buildTestApp()
})
afterAll(() => api.close())
beforeEach(() => api.setNow(NOW))

const call = ({ headers: { authorization } }: Administrator) => ({ headers: { authorization } })
const emailsTo = (address: string) =>
  api.deps.db.system((tx) =>
    tx.select().from(schema.accountMessage).where(eq(schema.accountMessage.address, address)),
  )
const passNight = async (now: string) => {
  api.setNow(now)
  // Another test may have set the job to a later night.
  await api.deps.db.system((tx) => setNightlyDue(tx, now))
  await runNightly(api.deps, new AbortController().signal)
}
const accountOf = async ({ user_id }: Administrator) =>
  (
    await api.deps.db.system((tx) => tx.select().from(schema.appUser).where(eq(schema.appUser.id, user_id)))
  )[0]
const organizationOf = async (id: string) =>
  (
    await api.deps.db.system((tx) =>
      tx.select().from(schema.organization).where(eq(schema.organization.id, id)),
    )
  )[0]

test.each(Object.entries({ getAccount, endAccount, keepAccount }))(
  '%s needs a session',
  async (_name, route) => {
    expect(await api.refused(route)).toMatchObject({ status: 401 })
  },
)

test('an account ends 30 days later, and its owner gets an e-mail that says so', async () => {
  const admin = await buildAdministrator(api)
  expect(await api.ok(getAccount, call(admin))).toEqual({
    email: admin.email,
    name: null,
    ends_at: null,
    password_changed_at: null,
  })
  expect(await api.ok(endAccount, call(admin))).toEqual({
    email: admin.email,
    name: null,
    ends_at: day(30),
    password_changed_at: null,
  })
  const { providers, mails } = buildProviders()
  await deliverDue(api.deps, providers)
  const [mail] = mails.filter(({ to }) => to === admin.email)
  expect(mail?.subject).toBe('Your Muster account ends on 3 June 2026')
})

test('ended and kept again and again it sends five e-mails a day', async () => {
  const admin = await buildAdministrator(api)
  for (let count = 0; count < 5; count++) {
    await api.ok(endAccount, call(admin))
    // A repeated call changes nothing, so it does not count.
    await api.ok(endAccount, call(admin))
    await api.ok(keepAccount, call(admin))
  }
  expect(await api.refused(endAccount, call(admin))).toMatchObject({ status: 429, code: 'rate_limited' })
  expect(await emailsTo(admin.email)).toHaveLength(5)
  expect(await accountOf(admin)).toMatchObject({ ends_at: null })
  await api.ok(endAccount, call(await buildAdministrator(api)))
})

test('ending it again changes nothing', async () => {
  const admin = await buildAdministrator(api)
  await api.ok(endAccount, call(admin))
  api.setNow(hoursAfter(NOW, 0.1))
  expect(await api.ok(endAccount, call(admin))).toMatchObject({ ends_at: day(30) })
  expect(await emailsTo(admin.email)).toHaveLength(1)
})

test('until then it works as before, and can be kept', async () => {
  const admin = await buildAdministrator(api)
  await api.ok(endAccount, call(admin))
  await passNight(day(29))
  expect(await accountOf(admin)).toMatchObject({ ends_at: day(30) })
  // Back to a time at which the access token is valid.
  api.setNow(NOW)
  expect(await api.ok(keepAccount, call(admin))).toEqual({
    email: admin.email,
    name: null,
    ends_at: null,
    password_changed_at: null,
  })
  await passNight(day(40))
  expect(await accountOf(admin)).toMatchObject({ ends_at: null })
})

describe('after 30 days', () => {
  test('account, sessions and an organisation without another member are gone, with all that belongs to it', async () => {
    const admin = await buildAdministrator(api)
    const { organization_id, session_id } = admin
    const shift = await buildShift(api.deps, { organization_id })
    const person = await buildPerson(api.deps, { organization_id })
    await buildAssignment(api.deps, { shift, person })
    await api.deps.db.system((tx) =>
      tx.insert(schema.message).values({
        organization_id,
        id: newId(),
        person_id: person.id,
        channel: 'EMAIL',
        template: 'custom_text',
        payload: {},
        language: 'sv',
        address: person.email,
        status: 'SENT',
      }),
    )
    await api.ok(endAccount, call(admin))
    await deliverDue(api.deps, buildProviders().providers)
    await passNight(day(60))

    expect(await accountOf(admin)).toBeUndefined()
    expect(await emailsTo(admin.email)).toEqual([])
    const sessions = await api.deps.db.system((tx) =>
      tx.select().from(schema.session).where(eq(schema.session.id, session_id)),
    )
    expect(sessions).toEqual([])
    expect(await listTablesOf(organization_id)).toEqual([])
  })

  test('people on coming shifts are told first, and then the organisation is gone (D21)', async () => {
    const admin = await buildAdministrator(api)
    const { organization_id } = admin
    const ahead = await buildShift(api.deps, {
      organization_id,
      start_dt: hoursAfter(day(40), 1),
      end_dt: hoursAfter(day(40), 3),
    })
    const over = await buildShift(api.deps, { organization_id })
    const coming = await buildPerson(api.deps, { organization_id })
    const picked = await buildPerson(api.deps, { organization_id })
    const earlier = await buildPerson(api.deps, { organization_id })
    await buildAssignment(api.deps, { shift: ahead, person: coming, status: 'CONFIRMED' })
    await buildAssignment(api.deps, { shift: ahead, person: picked })
    await buildAssignment(api.deps, { shift: over, person: earlier, status: 'CONFIRMED' })
    await api.ok(endAccount, call(admin))
    const { providers, mails } = buildProviders()
    await deliverDue(api.deps, providers)
    mails.length = 0

    await passNight(day(31))
    expect(await organizationOf(organization_id)).toBeDefined()
    await deliverDue(api.deps, providers)
    expect(mails.map(({ to, subject }) => [to, subject.replace(/:.*/, '')])).toEqual([
      [coming.email, 'Ditt pass är inställt'],
    ])
    await passNight(day(32))
    expect(await listTablesOf(organization_id)).toEqual([])
  })

  test('an organisation whose messages cannot leave is gone after a week', async () => {
    const admin = await buildAdministrator(api)
    const { organization_id } = admin
    const shift = await buildShift(api.deps, {
      organization_id,
      start_dt: hoursAfter(day(60), 1),
      end_dt: hoursAfter(day(60), 3),
    })
    const person = await buildPerson(api.deps, { organization_id })
    await buildAssignment(api.deps, { shift, person, status: 'CONFIRMED' })
    await api.ok(endAccount, call(admin))
    await passNight(day(31))
    await passNight(day(38))
    expect(await organizationOf(organization_id)).toBeDefined()
    await passNight(day(39))
    expect(await listTablesOf(organization_id)).toEqual([])
  })

  test.each([
    ['admin', 'owner', null],
    ['viewer', undefined, expect.any(String)],
    ['leader', undefined, expect.any(String)],
  ] as const)('M1: what becomes of an organisation left to one %s', async (role, after, ended_at) => {
    const leaving = await buildAdministrator(api)
    const { organization_id } = leaving
    const other = await buildMember(api, { organization_id, role })
    // A shift ahead keeps the row for a night, so that it can be read.
    const shift = await buildShift(api.deps, {
      organization_id,
      start_dt: hoursAfter(day(90), 1),
      end_dt: hoursAfter(day(90), 3),
    })
    const person = await buildPerson(api.deps, { organization_id })
    await buildAssignment(api.deps, { shift, person, status: 'CONFIRMED' })
    await api.ok(endAccount, call(leaving))
    await passNight(day(31))
    expect(await organizationOf(organization_id)).toMatchObject({ ended_at })
    const [membership] = await api.deps.db.system((tx) =>
      tx.select().from(schema.membership).where(eq(schema.membership.user_id, other.user_id)),
    )
    expect(membership?.role).toBe(after ?? role)
  })

  test('M2: invitations to an organisation that ends are withdrawn, those to one that goes on are not', async () => {
    const [ending, leaving] = [await buildAdministrator(api), await buildAdministrator(api)]
    await buildMember(api, { organization_id: leaving.organization_id, role: 'owner' })
    const invite = async ({ headers }: Administrator) => {
      const body = { email: `${newId()}@muster.example`, role: 'owner', language: 'en' } as const
      const { id } = await api.ok(members.inviteMember, { headers, body })
      return `/member-invitations/${signId(api.deps.keys, { purpose: 'member_invitation', id, round: 1 })}`
    }
    const [to_ending, to_staying] = [await invite(ending), await invite(leaving)]
    await api.deps.db.system((tx) =>
      tx
        .update(schema.appUser)
        .set({ ends_at: NOW })
        .where(inArray(schema.appUser.id, [ending.user_id, leaving.user_id])),
    )
    await deleteEndedAccounts(api.deps, {
      stopping: new AbortController().signal,
      onProgress: async () => undefined,
    })
    const join = await api.inject({
      method: 'POST',
      url: `${to_ending}/account`,
      payload: { password: 'quiet harbour lantern 27' },
    })
    expect([join.statusCode, join.json()]).toMatchObject([403, { code: 'member_link_withdrawn' }])
    expect((await api.inject(to_staying)).statusCode).toBe(200)
  })

  test('one that cannot be deleted keeps no other, and the step fails', async () => {
    const failing = await buildAdministrator(api)
    const fine = await buildAdministrator(api)
    for (const admin of [failing, fine]) await api.ok(endAccount, call(admin))
    api.setNow(day(31))
    const { db } = api.deps
    let calls = 0
    // The first transaction lists the accounts.
    const system: typeof db.system = (work) =>
      ++calls === 2 ? Promise.reject(new Error('no connection')) : db.system(work)
    const stopping = new AbortController()
    const watched = { stopping: stopping.signal, onProgress: async () => undefined }
    await expect(deleteEndedAccounts({ ...api.deps, db: { ...db, system } }, watched)).rejects.toThrow(
      '1 ended accounts could not be deleted',
    )
    expect([await accountOf(failing), await accountOf(fine)].filter(Boolean)).toHaveLength(1)
    stopping.abort()
    expect(await deleteEndedAccounts(api.deps, watched)).toBe(0)
    await passNight(day(31))
    expect([await accountOf(failing), await accountOf(fine)].filter(Boolean)).toEqual([])
  })

  test('an organisation with another member stays', async () => {
    const [leaving, staying] = [await buildAdministrator(api), await buildAdministrator(api)]
    const { organization_id } = leaving
    const { user_id } = staying
    await api.deps.db.system((tx) => tx.insert(schema.membership).values({ organization_id, user_id }))
    await api.ok(endAccount, call(leaving))
    await passNight(day(100))
    expect(await accountOf(leaving)).toBeUndefined()
    expect(await accountOf(staying)).toBeDefined()
    expect(await organizationOf(organization_id)).toMatchObject({ ended_at: null })
    expect(await organizationOf(staying.organization_id)).toMatchObject({ ended_at: null })
  })
})

/** Lists the tables with a row of the organisation. */
async function listTablesOf(organization_id: string): Promise<string[]> {
  const { rows: tables } = await api.deps.db.system((tx) =>
    tx.execute<{ name: string }>(`
      select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and a.attname = 'organization_id'`),
  )
  const found = []
  for (const { name } of [...tables, { name: 'organization' }]) {
    const key = name === 'organization' ? 'id' : 'organization_id'
    const { rows } = await api.deps.db.system((tx) =>
      tx.execute(`select 1 from ${name} where ${key} = '${organization_id}' limit 1`),
    )
    if (rows.length > 0) found.push(name)
  }
  return found
}
