import { people } from '@muster/contract/people'
import { tags } from '@muster/contract/tags'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/app.ts'
import { type Administrator, buildAdministrator, buildMember } from '../../../test/organizations.ts'
import {
  type AssignmentRow,
  buildAssignment,
  buildEvent,
  buildPerson,
  buildPersonByPhone,
  buildRole,
  buildShift,
  hoursAfter,
  type RoleRow,
} from '../../../test/planning.ts'

const NOW = '2026-06-01T10:00:00.000Z'
const SENT = '2026-05-30T10:00:00.000Z'

let api: TestApp
let admin: Administrator
let role: RoleRow
beforeAll(async () => {
  api = await buildTestApp()
  api.setNow(NOW)
})
afterAll(() => api.close())
beforeEach(async () => {
  admin = await buildAdministrator(api)
  role = await buildRole(api.deps, { event: await buildEvent(api.deps, admin) })
})

const person = () => buildPerson(api.deps, { organization_id: admin.organization_id })

/** A person with a shift of the event for each. */
async function personWith(...given: Partial<AssignmentRow>[]) {
  const added = await person()
  for (const each of given)
    await buildAssignment(api.deps, { shift: await buildShift(api.deps, { role }), person: added, ...each })
  return added
}

const list = (query: Record<string, string>, by = admin) =>
  api.ok(people.listPeople, { headers: by.headers, query })
const idsOf = async (query: Record<string, string>) => (await list(query)).map(({ id }) => id).toSorted()
const ids = (...of: { id: string }[]) => of.map(({ id }) => id).toSorted()

test('the answer counts the shifts of one event', async () => {
  const { id } = await personWith(
    { status: 'CONFIRMED' },
    { status: 'INVITED', invite_sent_at: SENT },
    { status: 'INVITED', invite_sent_at: SENT, token_expires_at: NOW },
    { status: 'INVITED' },
    { status: 'DECLINED' },
    { status: 'ABSENT' },
  )
  const none = await person()
  const elsewhere = await buildShift(api.deps, { organization_id: admin.organization_id })
  await buildAssignment(api.deps, { shift: elsewhere, person: none, status: 'CONFIRMED' })
  const found = new Map((await list({ event_id: role.event_id })).map((each) => [each.id, each.in_event]))
  expect(found.get(id)).toEqual({ confirmed: 1, asked: 1, expired: 1, not_asked: 1, declined: 1, absent: 1 })
  expect(found.get(none.id)).toBeUndefined()
})

test('people are filtered by what they are in the event', async () => {
  const confirmed = await personWith({ status: 'CONFIRMED' })
  const both = await personWith({ status: 'CONFIRMED' }, { status: 'INVITED', invite_sent_at: SENT })
  const expired = await personWith({ status: 'INVITED', invite_sent_at: SENT, token_expires_at: SENT })
  const picked = await personWith({ status: 'INVITED' })
  await personWith({ status: 'DECLINED' })
  const none = await person()
  const { event_id } = role
  expect(await idsOf({ event_id, in_event: 'on_shift' })).toEqual(ids(confirmed, both))
  expect(await idsOf({ event_id, in_event: 'unanswered' })).toEqual(ids(both, expired))
  expect(await idsOf({ event_id, in_event: 'never_asked' })).toEqual(ids(picked, none))
  const refused = await api.refused(people.listPeople, {
    headers: admin.headers,
    query: { in_event: 'on_shift' },
  })
  expect(refused).toMatchObject({ status: 400, issues: [{ path: 'query.event_id' }] })
})

test('people are filtered by tag and by e-mail', async () => {
  const tagged = await person()
  await person()
  const body = { person_ids: [tagged.id], add: ['Kök'] }
  await api.ok(tags.tagPeople, { headers: admin.headers, body })
  const { organization_id } = admin
  const by_phone = await buildPersonByPhone(api.deps, { organization_id, phone: '+46701740605' })
  expect(await idsOf({ tag: 'KÖK' })).toEqual([tagged.id])
  expect(await idsOf({ tag: 'Bil' })).toEqual([])
  expect(await idsOf({ has_email: 'false' })).toEqual([by_phone.id])
  expect(await idsOf({ has_email: 'true', tag: 'kök' })).toEqual([tagged.id])
})

test('hours are those planned in the calendar year of the organisation', async () => {
  const [one, none] = [await person(), await person()]
  const on = async (start_dt: string, status: AssignmentRow['status'], hours = 2) => {
    const shift = await buildShift(api.deps, { role, start_dt, end_dt: hoursAfter(start_dt, hours) })
    await buildAssignment(api.deps, { shift, person: one, status })
  }
  await on('2026-06-10T10:00:00.000Z', 'CONFIRMED', 2.5)
  // 2026 has begun in Stockholm, and not in UTC.
  await on('2025-12-31T23:30:00.000Z', 'CONFIRMED', 1)
  await on('2026-12-31T23:30:00.000Z', 'CONFIRMED')
  await on('2026-06-11T10:00:00.000Z', 'ABSENT')
  await on('2026-06-12T10:00:00.000Z', 'INVITED')
  const found = new Map((await list({ include: 'hours' })).map((each) => [each.id, each.planned_minutes]))
  expect(found.get(one.id)).toBe(330)
  expect(found.get(none.id)).toBeUndefined()
  expect((await list({}))[0]).not.toHaveProperty('planned_minutes')
})

test('a page says how many the filters find', async () => {
  for (let n = 0; n < 3; n++) await personWith({ status: 'CONFIRMED' })
  await person()
  const query = { limit: '2', event_id: role.event_id, in_event: 'on_shift', include: 'hours' }
  const url = `/admin/people?${new URLSearchParams(query)}`
  const page = await api.inject({ url, headers: admin.headers })
  expect(page.headers).toMatchObject({
    'total-count': '3',
    link: expect.stringContaining('in_event=on_shift'),
  })
  const listed = await api.inject({ url: '/admin/people', headers: admin.headers })
  expect(listed.headers).not.toHaveProperty('total-count')
})

describe.each(['viewer', 'leader'] as const)('a %s (D69)', (member) => {
  const build = () =>
    buildMember(api, {
      organization_id: admin.organization_id,
      role: member,
      lead_role_ids: member === 'leader' ? [role.id] : [],
    })

  test.each([
    { tag: 'Kök' },
    { has_email: 'false' },
    { include: 'hours' },
    { email: 'asa@volunteer.example' },
  ] as const)('may not filter by %j', async (query) => {
    const { headers } = await build()
    const refused = await api.refused(people.listPeople, { headers, query })
    expect(refused).toMatchObject({ status: 403, code: 'role_forbidden' })
  })

  test('may not ask for the answers of an event, nor for a person', async () => {
    const { headers } = await build()
    const { id } = await personWith({ status: 'CONFIRMED' })
    const query = { event_id: role.event_id }
    expect(await api.refused(people.listPeople, { headers, query })).toMatchObject({ code: 'role_forbidden' })
    expect(await api.refused(people.getPerson, { headers, params: { id } })).toMatchObject({
      code: 'role_forbidden',
    })
  })

  test('sees no tags', async () => {
    const added = await personWith({ status: 'CONFIRMED' })
    const body = { person_ids: [added.id], add: ['Kök'] }
    await api.ok(tags.tagPeople, { headers: admin.headers, body })
    const hidden = await list({}, await build())
    expect(hidden).toMatchObject([{ id: added.id, tags: [] }])
    // Negative control: who may see it does.
    expect(await list({})).toMatchObject([{ id: added.id, tags: ['Kök'] }])
  })
})

test("another organisation's event and tags find nobody", async () => {
  const other = await buildAdministrator(api)
  const shift = await buildShift(api.deps, { organization_id: other.organization_id })
  const theirs = await buildAssignment(api.deps, { shift, status: 'CONFIRMED' })
  const body = { person_ids: [theirs.person_id], add: ['Kök'] }
  await api.ok(tags.tagPeople, { headers: other.headers, body })
  const query = { event_id: shift.event_id, in_event: 'on_shift' }
  expect(await list(query)).toEqual([])
  expect(await list({ tag: 'Kök' })).toEqual([])
  // Negative control: they find their own.
  expect(await list(query, other)).toMatchObject([{ id: theirs.person_id }])
  expect(await list({ tag: 'Kök' }, other)).toMatchObject([{ id: theirs.person_id }])
})
