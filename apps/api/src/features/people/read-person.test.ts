import { people } from '@muster/contract/people'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApiKey } from '../../../test/api-keys.ts'
import { buildTestApp, type TestApp } from '../../../test/app.ts'
import { type Administrator, buildAdministrator } from '../../../test/organizations.ts'
import {
  buildAssignment,
  buildEvent,
  buildPerson,
  buildRole,
  buildShift,
  buildWaiting,
  hoursAfter,
  type RoleRow,
} from '../../../test/planning.ts'

const NOW = '2026-06-01T10:00:00.000Z'

let api: TestApp
let admin: Administrator
let role: RoleRow
beforeAll(async () => {
  api = await buildTestApp()
  api.setNow(NOW)
  admin = await buildAdministrator(api)
  role = await buildRole(api.deps, { event: await buildEvent(api.deps, admin) })
})
afterAll(() => api.close())

const person = () => buildPerson(api.deps, { organization_id: admin.organization_id })
const read = (id: string, { headers }: Pick<Administrator, 'headers'> = admin) =>
  api.ok(people.getPerson, { headers, params: { id } })
const shiftAt = (start_dt: string, hours = 2) =>
  buildShift(api.deps, { role, start_dt, end_dt: hoursAfter(start_dt, hours) })

test('a person is read with their own assignments, hours and places in line', async () => {
  const [one, other] = [await person(), await person()]
  const coming = await shiftAt('2026-06-20T10:00:00.000Z', 4)
  const over = await shiftAt('2025-06-20T10:00:00.000Z')
  const absent = await shiftAt('2026-05-01T10:00:00.000Z')
  const invite_sent_at = '2026-05-20T10:00:00.000Z'
  const own = await buildAssignment(api.deps, {
    shift: coming,
    person: one,
    status: 'CONFIRMED',
    invite_sent_at,
    responded_at: hoursAfter(invite_sent_at, 3),
  })
  await buildAssignment(api.deps, { shift: coming, person: other, status: 'CONFIRMED' })
  await buildAssignment(api.deps, {
    shift: over,
    person: one,
    status: 'CONFIRMED',
    invite_sent_at,
    responded_at: hoursAfter(invite_sent_at, 5),
  })
  await buildAssignment(api.deps, { shift: absent, person: one, status: 'ABSENT' })
  const full = await shiftAt('2026-06-25T10:00:00.000Z')
  await buildWaiting(api.deps, { shift: full, person: other, queued_at: '2026-05-30T10:00:00.000Z' })
  const waiting = await buildWaiting(api.deps, { shift: full, person: one })
  const left = await shiftAt('2026-06-26T10:00:00.000Z')
  await buildWaiting(api.deps, { shift: left, person: one, status: 'LEFT' })

  const found = await read(one.id)
  expect(found).toMatchObject({
    id: one.id,
    email: one.email,
    tags: [],
    usual_answer_minutes: 240,
    years: [
      { year: 2026, planned_minutes: 360 },
      { year: 2025, planned_minutes: 120 },
    ],
    waiting: [{ id: waiting.id, shift_id: full.id, place: 2, role_name: role.name, event_id: role.event_id }],
  })
  expect(found.shifts.map(({ id, assignment }) => [id, assignment.map(({ status }) => status)])).toEqual([
    [over.id, ['CONFIRMED']],
    [absent.id, ['ABSENT']],
    [coming.id, ['CONFIRMED']],
  ])
  expect(found.shifts[2]?.assignment[0]).toMatchObject({ id: own.id, token: expect.any(String) })
  expect(await read((await person()).id)).toMatchObject({
    usual_answer_minutes: null,
    years: [],
    shifts: [],
    waiting: [],
  })
})

test('an API key that may only read gets no personal links (D63)', async () => {
  const { person_id } = await buildAssignment(api.deps, { shift: await shiftAt('2026-07-01T10:00:00.000Z') })
  const key = await buildApiKey(api, admin, { rights: ['read'] })
  const [shift] = (await read(person_id, key)).shifts
  expect(shift?.assignment[0]).not.toHaveProperty('token')
  // Negative control
  expect((await read(person_id)).shifts[0]?.assignment[0]).toHaveProperty('token')
})

test('nobody of another organisation, and nobody who is erased, is found', async () => {
  const theirs = await buildPerson(api.deps)
  const erased = await person()
  await api.ok(people.deletePerson, { headers: admin.headers, params: { id: erased.id } })
  for (const { id } of [theirs, erased]) {
    const refused = await api.refused(people.getPerson, { headers: admin.headers, params: { id } })
    expect(refused).toMatchObject({ status: 404, code: 'person_not_found' })
  }
})
