import { contract } from '@muster/contract/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/app.ts'
import { type Administrator, buildAdministrator, buildMember } from '../../../test/organizations.ts'
import {
  buildAssignment,
  buildEvent,
  buildPerson,
  buildPersonByPhone,
  buildRole,
  buildShift,
  hoursAfter,
  type PersonRow,
} from '../../../test/planning.ts'
import { newId } from '../../db/ids.ts'
import * as schema from '../../db/schema.ts'

const { listDuplicates, compareEntries, tellApart } = contract.duplicates
const NOW = '2026-06-19T10:00:00.000Z'
const PHONE = '+46701740611'

let api: TestApp
let admin: Administrator
beforeAll(async () => {
  api = await buildTestApp()
  api.setNow(NOW)
})
afterAll(() => api.close())
beforeEach(async () => {
  admin = await buildAdministrator(api)
})

const person = (given: Partial<PersonRow> = {}) =>
  buildPerson(api.deps, { organization_id: admin.organization_id, ...given })
const list = () => api.ok(listDuplicates, { headers: admin.headers })
const pair = (id: string, other_id: string) => ({ headers: admin.headers, params: { id, other_id } })
const compare = (id: string, other_id: string) => api.ok(compareEntries, pair(id, other_id))

test('pairs: one number or mailbox and like names, or one name and team', async () => {
  const one = await person({
    first_name: 'Åsa',
    last_name: 'Lindh',
    phone: PHONE,
    created_at: '2025-01-01T00:00:00.000Z',
  })
  const other = await person({ first_name: 'Asa', last_name: 'Lind', phone: PHONE })
  const eva = await person({ first_name: 'Eva', last_name: 'Ek', email: 'ek@example.org' })
  const eva2 = await person({ first_name: 'Eva Maria', last_name: 'Ek', email: 'EK@example.org' })
  const bo = await person({ first_name: 'Bo', last_name: 'By', child_team: 'P12 Blå' })
  const bo2 = await person({ first_name: 'BO', last_name: 'By', child_team: 'p12 blå' })
  // A family shares number and mailbox.
  await person({ first_name: 'Karin', last_name: 'Lindh', phone: PHONE, email: 'ek@example.org' })
  // Namesakes of other teams, and of another organisation.
  await person({ first_name: 'Bo', last_name: 'By', child_team: 'F10' })
  await buildPerson(api.deps, {
    organization_id: (await buildAdministrator(api)).organization_id,
    first_name: 'Eva',
    last_name: 'Ek',
    email: 'ek@example.org',
  })
  expect((await list()).map(({ one: a, other: b, equal }) => [a.id, b.id, equal])).toEqual([
    [one.id, other.id, ['near_name', 'phone']],
    [eva.id, eva2.id, ['near_name', 'email']],
    [bo.id, bo2.id, ['name', 'child_team']],
  ])
})

test('by phone only, and a number of a whole office', async () => {
  const { organization_id } = admin
  await buildPersonByPhone(api.deps, { organization_id, phone: PHONE, first_name: 'Eva', last_name: 'Ek' })
  await person({ phone: PHONE, first_name: 'Eva', last_name: 'Ek' })
  expect((await list()).map(({ equal }) => equal)).toEqual([['name', 'phone']])
  for (let n = 0; n < 49; n++) await person({ phone: PHONE, first_name: `Person${n}`, last_name: 'x' })
  expect(await list()).toHaveLength(1)
  expect((await list())[0]?.equal).toEqual(['name', 'phone'])
})

test('two people are not listed again, whichever was named first', async () => {
  const one = await person({ phone: PHONE })
  const other = await person({ phone: PHONE })
  expect(await list()).toHaveLength(1)
  await api.ok(tellApart, pair(other.id, one.id))
  await api.ok(tellApart, pair(one.id, other.id))
  expect(await list()).toEqual([])
  const foreign = await buildPerson(api.deps, {
    organization_id: (await buildAdministrator(api)).organization_id,
  })
  for (const id of [one.id, foreign.id, newId()]) {
    expect(await api.refused(tellApart, pair(one.id, id))).toMatchObject({
      status: 404,
      code: 'person_not_found',
    })
    expect(await api.refused(compareEntries, pair(one.id, id))).toMatchObject({
      status: 404,
      code: 'person_not_found',
    })
  }
})

test('a comparison: the older first, what is equal, shifts, messages and who was reached', async () => {
  const { organization_id } = admin
  const event = await buildEvent(api.deps, { organization_id })
  const role = await buildRole(api.deps, { event })
  const shiftIn = (hours: number) =>
    buildShift(api.deps, { role, start_dt: hoursAfter(NOW, hours), end_dt: hoursAfter(NOW, hours + 4) })
  const younger = await person({ first_name: 'Åsa', last_name: 'Lind', phone: PHONE })
  const older = await person({
    first_name: 'Åsa',
    last_name: 'Lindh',
    created_at: '2025-04-30T00:00:00.000Z',
  })
  const [past, both, one, other] = [
    await shiftIn(-10),
    await shiftIn(50),
    await shiftIn(70),
    await shiftIn(72),
  ]
  await buildAssignment(api.deps, { shift: past, person: older, status: 'CONFIRMED' })
  for (const each of [older, younger])
    await buildAssignment(api.deps, { shift: both, person: each, status: 'CONFIRMED' })
  await buildAssignment(api.deps, { shift: one, person: older })
  await buildAssignment(api.deps, { shift: other, person: younger })
  await api.deps.db.system((tx) =>
    tx.insert(schema.message).values({
      organization_id,
      id: newId(),
      person_id: younger.id,
      channel: 'SMS',
      template: 't',
      payload: {},
      language: 'sv',
      address: PHONE,
      status: 'DELIVERED',
      delivered_at: NOW,
    }),
  )
  const shown = await compare(younger.id, older.id)
  expect(shown).toMatchObject({
    one: {
      id: older.id,
      done: 1,
      done_hours: 4,
      coming: [{ id: both.id }, { id: one.id }],
      messages: 0,
      phone_reached_at: null,
    },
    other: {
      id: younger.id,
      done: 0,
      coming: [{ id: both.id }, { id: other.id }],
      messages: 1,
      phone_reached_at: NOW,
    },
    equal: ['near_name'],
    both_on: [
      {
        shift: { id: both.id, event_name: event.name, time_zone: event.time_zone },
        status: 'CONFIRMED',
        frees_place: true,
      },
    ],
    overlaps: [{ one: { id: one.id }, other: { id: other.id } }],
  })
})

test('viewers and leaders neither see pairs nor merge', async () => {
  for (const role of ['viewer', 'leader'] as const) {
    const member = await buildMember(api, { organization_id: admin.organization_id, role })
    expect(await api.refused(listDuplicates, { headers: member.headers })).toMatchObject({ status: 403 })
  }
})
