import { eq, inArray, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../test/app.ts'
import {
  buildAssignment,
  buildEvent,
  buildOrganization,
  buildPerson,
  buildRole,
  buildShift,
  hoursAfter,
} from '../../test/planning.ts'
import { newId } from '../db/ids.ts'
import { claimNightly, readNightlyDelay } from '../db/nightly-job.ts'
import { accountMessage, dailyCap, person, scheduledJob } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { runNightly } from './nightly.ts'

const NOW = '2026-05-04T02:00:00.000Z'
const LONG_AGO = '2024-01-01T12:00:00.000Z'

let api: TestApp
beforeAll(async () => {
  api = await buildTestApp()
})
afterAll(() => api.close())
beforeEach(async () => {
  api.setNow(NOW)
  await api.deps.db.system((tx) => tx.delete(scheduledJob))
})

const run = (deps: Deps = api.deps, stopping = new AbortController()) => runNightly(deps, stopping.signal)
const buildOld = (organization_id: string) => buildPerson(api.deps, { organization_id, created_at: LONG_AGO })
const isThere = async ({ id }: { id: string }) =>
  (await api.deps.db.system((tx) => tx.select().from(person).where(eq(person.id, id)))).length === 1
const dueAt = async () => (await api.deps.db.system((tx) => tx.select().from(scheduledJob)))[0]?.due_at

const claim = (now: string) =>
  api.deps.db.system((tx) => claimNightly(tx, { now, until: hoursAfter(now, 0.5) }))

test('people of several organisations, more than one transaction takes', async () => {
  const [one, other] = [await buildOrganization(api.deps), await buildOrganization(api.deps)]
  await api.deps.db.system((tx) =>
    tx.execute(sql`
      insert into person (organization_id, id, first_name, last_name, email, identity_key, created_at)
      select o.id, gen_random_uuid(), 'Namn', n::text, n || '@volunteer.example', n::text, ${LONG_AGO}
      from (values (${one.id}::uuid, 410), (${other.id}::uuid, 3)) as o (id, people), generate_series(1, o.people) n
    `),
  )
  const count = async () =>
    (
      await api.deps.db.system((tx) =>
        tx
          .select()
          .from(person)
          .where(inArray(person.organization_id, [one.id, other.id])),
      )
    ).length
  expect(await count()).toBe(413)
  await run()
  expect(await count()).toBe(0)
})

test('once a night: the next run is due at two o’clock', async () => {
  const { id } = await buildOrganization(api.deps)
  await run()
  expect(await dueAt()).toBe('2026-05-05T02:00:00.000Z')
  const old = await buildOld(id)
  api.setNow('2026-05-05T01:59:59.999Z')
  await run()
  expect(await isThere(old)).toBe(true)
  api.setNow('2026-05-05T02:00:00.000Z')
  await run()
  expect(await isThere(old)).toBe(false)
})

test('of several workers one runs it, and another when that one has died', async () => {
  const claims = await Promise.all(Array.from({ length: 5 }, () => claim(NOW)))
  expect(claims.filter(Boolean)).toHaveLength(1)
  expect(await claim(hoursAfter(NOW, 0.4))).toBe(false)
  expect(await claim(hoursAfter(NOW, 0.5))).toBe(true)
})

test('a worker that stops leaves the rest to the next, at once', async () => {
  const { id } = await buildOrganization(api.deps)
  const old = await buildOld(id)
  const stopping = new AbortController()
  stopping.abort()
  await run(api.deps, stopping)
  expect(await isThere(old)).toBe(true)
  await run()
  expect(await isThere(old)).toBe(false)
})

test('people whom another version stored are folded anew (D11)', async () => {
  const { id: organization_id } = await buildOrganization(api.deps)
  const { id } = await buildPerson(api.deps, { organization_id, last_name: 'O’Brien', search_text: null })
  await run()
  const [folded] = await api.deps.db.system((tx) => tx.select().from(person).where(eq(person.id, id)))
  expect(folded?.search_text).toContain("o'brien")
})

test('somebody who takes a shift meanwhile is kept', async () => {
  const { id: organization_id } = await buildOrganization(api.deps)
  const role = await buildRole(api.deps, { event: await buildEvent(api.deps, { organization_id }) })
  const shift = await buildShift(api.deps, { role })
  const [returning, other] = [await buildOld(organization_id), await buildOld(organization_id)]
  // Runs between the query for expired people and the lock.
  const ofPerson = async (id: string) => {
    await buildAssignment(api.deps, { shift, person: returning, status: 'CONFIRMED' })
    return api.deps.findOrganization.ofPerson(id)
  }
  await run({ ...api.deps, findOrganization: { ...api.deps.findOrganization, ofPerson } })
  expect(await isThere(returning)).toBe(true)
  expect(await isThere(other)).toBe(false)
})

test('account messages and counts of days that are over are deleted, and the lease is renewed meanwhile', async () => {
  const { id: organization_id } = await buildOrganization(api.deps)
  const { db } = api.deps
  await db.system(async (tx) => {
    const sent = { template: 'digest', payload: {}, language: 'sv', address: 'asa@muster.example' }
    await tx.insert(accountMessage).values({ id: newId(), ...sent, status: 'SENT', created_at: LONG_AGO })
    await tx.insert(dailyCap).values({ organization_id, channel: 'SMS', day: '2026-05-02' })
  })
  const leases = new Set<string | null>()
  const system: typeof db.system = async (work) => {
    const result = await db.system(work)
    const [job] = await db.system((tx) => tx.select().from(scheduledJob))
    if (job) leases.add(job.leased_until)
    return result
  }
  let ms = Date.parse(NOW)
  const now = () => new Date((ms += 1_000)).toISOString()
  await run({ ...api.deps, now, db: { ...db, system } })
  for (const table of [accountMessage, dailyCap])
    expect(await db.system((tx) => tx.select().from(table))).toEqual([])
  // The lease of the claim, those of the two steps, and none at the end.
  expect(leases.size).toBe(4)
})

test('what fails does not keep the others from being erased, and leaves the job due', async () => {
  const [one, other] = [await buildOrganization(api.deps), await buildOrganization(api.deps)]
  const [failing, fine] = [await buildOld(one.id), await buildOld(other.id)]
  const ofPerson = (id: string) =>
    id === failing.id ? Promise.reject(new Error('no connection')) : api.deps.findOrganization.ofPerson(id)
  await run({ ...api.deps, findOrganization: { ...api.deps.findOrganization, ofPerson } })
  expect(await isThere(failing)).toBe(true)
  expect(await isThere(fine)).toBe(false)
  expect(await dueAt()).toBe(NOW)
})

test('a step that fails stops no other, leaves the job overdue, and is tried again after half an hour', async () => {
  const { id } = await buildOrganization(api.deps)
  const old = await buildOld(id)
  const { db } = api.deps
  let calls = 0
  // The first call is the claim.
  const system: typeof db.system = (work) =>
    ++calls === 2 ? Promise.reject(new Error('no connection')) : db.system(work)
  await run({ ...api.deps, db: { ...db, system } })
  expect(await isThere(old)).toBe(false)
  const overdue = (now: string) => db.system((tx) => readNightlyDelay(tx, now))
  expect(await overdue(hoursAfter(NOW, 7))).toBe(7 * 3_600)
  api.setNow(hoursAfter(NOW, 0.4))
  await run()
  expect(await dueAt()).toBe(NOW)
  api.setNow(hoursAfter(NOW, 0.5))
  await run()
  expect(await dueAt()).toBe('2026-05-05T02:00:00.000Z')
  expect(await overdue(hoursAfter(NOW, 7))).toBe(0)
})

test.each(['CONFIRMED', 'ABSENT', 'INVITED', 'DECLINED'] as const)(
  'a recent shift that is over, %s: kept only if they took it',
  async (status) => {
    const { id: organization_id } = await buildOrganization(api.deps)
    const role = await buildRole(api.deps, { event: await buildEvent(api.deps, { organization_id }) })
    const shift = await buildShift(api.deps, { role, start_dt: hoursAfter(NOW, -48) })
    const old = await buildOld(organization_id)
    await buildAssignment(api.deps, { shift, person: old, status })
    await run()
    const [row] = await api.deps.db.system((tx) => tx.select().from(person).where(eq(person.id, old.id)))
    expect(row?.erased_at).toEqual(status === 'CONFIRMED' || status === 'ABSENT' ? null : NOW)
  },
)
