import { workingHours } from '@muster/contract/hours'
import { people } from '@muster/contract/people'
import { tags } from '@muster/contract/tags'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/app.ts'
import { type Administrator, buildAdministrator } from '../../../test/organizations.ts'
import {
  buildAssignment,
  buildEvent,
  buildPerson,
  buildRole,
  buildShift,
  hoursAfter,
  type PersonRow,
  type ShiftRow,
} from '../../../test/planning.ts'

let api: TestApp
let admin: Administrator
let plan: Awaited<ReturnType<typeof buildPlan>>
beforeAll(async () => {
  api = await buildTestApp()
})
afterAll(() => api.close())
beforeEach(async () => {
  admin = await buildAdministrator(api)
  plan = await buildPlan()
})

type Query = { year?: number; event_id?: string; role_id?: string; tag_id?: string; person_id?: string }
const asked = ({ year, ...ids }: Query, by: Administrator) => ({
  headers: by.headers,
  query: { ...ids, ...(year !== undefined && { year: String(year) }) },
})
const read = (query: Query = {}, by = admin) => api.ok(workingHours.getHours, asked(query, by))
const list = (query: Query = {}, by = admin) => api.ok(workingHours.listWorkedShifts, asked(query, by))
const place = (shift: ShiftRow, person: PersonRow, status: 'CONFIRMED' | 'ABSENT' | 'INVITED' | 'DECLINED') =>
  buildAssignment(api.deps, { shift, person, status })

/** A night across New Year in Stockholm that begins in 2025 in UTC, a day in May, and a shift that has begun. */
async function buildPlan() {
  const { organization_id } = admin
  const event = await buildEvent(api.deps, { organization_id, name: 'Vinterfest' })
  const spring = await buildEvent(api.deps, { organization_id, name: 'Valborg' })
  const role = await buildRole(api.deps, { event, name: 'Entré' })
  const other = await buildRole(api.deps, { event: spring, name: 'Kafé' })
  const build = (of: typeof role, start_dt: string, minutes: number) =>
    buildShift(api.deps, { role: of, start_dt, end_dt: hoursAfter(start_dt, minutes / 60) })
  const night = await build(role, '2025-12-31T23:30:00.000Z', 150)
  const day = await build(other, '2026-05-01T08:00:00.000Z', 240)
  const running = await build(role, hoursAfter(api.deps.now(), -1), 75)
  const anna = await buildPerson(api.deps, { organization_id, first_name: 'Anna', child_team: 'P12' })
  const bo = await buildPerson(api.deps, { organization_id, first_name: 'Bo', language: 'en' })
  await place(night, anna, 'CONFIRMED')
  await place(day, anna, 'ABSENT')
  await place(running, anna, 'CONFIRMED')
  await place(day, bo, 'CONFIRMED')
  await place(night, bo, 'INVITED')
  await place(running, bo, 'DECLINED')
  return { event, spring, role, other, night, day, running, anna, bo }
}

const ofAnna = { shifts: 3, worked_shifts: 1, planned_minutes: 465, worked_minutes: 150, absences: 1 }
const ofBo = { shifts: 1, worked_shifts: 1, planned_minutes: 240, worked_minutes: 240, absences: 0 }

test('adds up what is planned, worked and missed, by person, role and event', async () => {
  const { event, spring, role, other, running, anna, bo } = plan
  const ofRole = {
    people: 1,
    shifts: 2,
    worked_shifts: 1,
    planned_minutes: 225,
    worked_minutes: 150,
    absences: 0,
  }
  const ofOther = {
    people: 2,
    shifts: 2,
    worked_shifts: 1,
    planned_minutes: 480,
    worked_minutes: 240,
    absences: 1,
  }
  const { roles, events, ...rest } = await read()
  expect(rest).toEqual({
    total: { people: 2, shifts: 4, worked_shifts: 2, planned_minutes: 705, worked_minutes: 390, absences: 1 },
    people: [
      { id: anna.id, first_name: 'Anna', last_name: 'Öberg', child_team: 'P12', ...ofAnna },
      { id: bo.id, first_name: 'Bo', last_name: 'Öberg', child_team: null, ...ofBo },
    ],
    years: [...new Set([Number(running.start_dt.slice(0, 4)), 2026])],
  })
  expect(new Set(roles)).toEqual(
    new Set([
      { id: role.id, name: 'Entré', event_id: event.id, event_name: 'Vinterfest', ...ofRole },
      { id: other.id, name: 'Kafé', event_id: spring.id, event_name: 'Valborg', ...ofOther },
    ]),
  )
  expect(new Set(events)).toEqual(
    new Set([
      { id: event.id, name: 'Vinterfest', ...ofRole },
      { id: spring.id, name: 'Valborg', ...ofOther },
    ]),
  )
})

test('counts a shift in the year in which it starts by the clock of the organisation', async () => {
  const { anna, night } = plan
  expect((await read({ year: 2025 })).total).toMatchObject({ people: 0, shifts: 0, planned_minutes: 0 })
  expect((await list({ year: 2026, person_id: anna.id })).map(({ start_dt }) => start_dt)).toContain(
    night.start_dt,
  )
})

test('filters by event, role, tag and person', async () => {
  const { event, other, anna, bo, day } = plan
  expect((await read({ event_id: event.id })).total).toMatchObject({ people: 1, planned_minutes: 225 })
  expect((await read({ role_id: other.id })).total).toMatchObject({ people: 2, planned_minutes: 480 })
  const { headers } = admin
  await api.ok(tags.tagPeople, { headers, body: { person_ids: [bo.id], add: ['Kök'] } })
  const [tag] = await api.ok(tags.listTags, { headers })
  expect((await read({ tag_id: tag?.id ?? '' })).people).toEqual([
    expect.objectContaining({ id: bo.id, ...ofBo }),
  ])
  expect((await list({ person_id: bo.id })).map(({ person }) => person.first_name)).toEqual(['Bo'])
  expect((await list({ event_id: event.id, role_id: other.id, person_id: anna.id })).length).toBe(0)
  expect((await list({ role_id: other.id, person_id: anna.id }))[0]).toMatchObject({ start_dt: day.start_dt })
})

test('lists the shifts with their hours by start', async () => {
  const { spring, other, day, bo, anna, night, running } = plan
  const listed = await list()
  expect(listed.map(({ start_dt, person: { first_name } }) => [start_dt, first_name])).toEqual([
    [night.start_dt, 'Anna'],
    ...listed.slice(1, 3).map(({ person: { first_name } }) => [day.start_dt, first_name]),
    [running.start_dt, 'Anna'],
  ])
  expect(listed.find(({ person }) => person.id === bo.id)).toEqual({
    id: expect.any(String),
    person: { id: bo.id, first_name: 'Bo', last_name: 'Öberg', language: 'en' },
    event: { id: spring.id, name: 'Valborg', time_zone: 'Europe/Stockholm' },
    role: { id: other.id, name: 'Kafé' },
    start_dt: day.start_dt,
    end_dt: day.end_dt,
    planned_minutes: 240,
    worked_minutes: 240,
    is_absence: false,
  })
  const ofAnnas = listed.filter(({ person }) => person.id === anna.id)
  expect(ofAnnas.map(({ worked_minutes, is_absence }) => [worked_minutes, is_absence])).toEqual([
    [150, false],
    [0, true],
    [0, false],
  ])
})

test('an erased person stays in the totals and is named nowhere (D33)', async () => {
  const { anna, bo } = plan
  const before = await read()
  await api.ok(people.deletePerson, { headers: admin.headers, params: { id: bo.id } })
  const after = await read()
  expect(after.total).toEqual(before.total)
  expect(after.people.map(({ id }) => id)).toEqual([anna.id])
  expect((await list()).every(({ person }) => person.id === anna.id)).toBe(true)
})

test('of another organisation nothing is counted or listed', async () => {
  const { role, spring, anna } = plan
  const stranger = await buildAdministrator(api)
  const nothing = {
    total: expect.objectContaining({ people: 0, shifts: 0 }),
    people: [],
    roles: [],
    events: [],
    years: [],
  }
  for (const query of [{}, { event_id: spring.id }, { role_id: role.id }])
    expect(await read(query, stranger)).toEqual(nothing)
  expect(await list({ person_id: anna.id }, stranger)).toEqual([])
})
