import { assignments } from '@muster/contract/assignments'
import { people } from '@muster/contract/people'
import { signup } from '@muster/contract/signup'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/app.ts'
import { type Administrator, buildAdministrator } from '../../../test/organizations.ts'
import { buildAssignment, buildEvent, buildRole, buildShift, type ShiftRow } from '../../../test/planning.ts'
import * as schema from '../../db/schema.ts'
import { openLocalBus } from '../../live/bus.ts'
import { openRosters } from './rosters.ts'

let api: TestApp
let admin: Administrator
beforeAll(async () => {
  api = await buildTestApp()
  admin = await buildAdministrator(api)
})
afterAll(() => api.close())

let taken = 0
/** Signs up. Returns the first names of those who are then on the shift, the new one included. */
async function signUp(shift: { id: string }, first_name: string): Promise<string[]> {
  const email = `volunteer-${++taken}@volunteer.example`
  const body = { first_name, last_name: 'Öberg', email, phone: '+46701234567' }
  const answer = await api.ok(signup.signUp, { params: { shiftId: shift.id }, body })
  return answer.shift.assigned_people.map((person: { first_name: string }) => person.first_name)
}

async function buildTaken(...first_names: string[]): Promise<ShiftRow> {
  const event = await buildEvent(api.deps, { organization_id: admin.organization_id })
  const shift = await buildShift(api.deps, { role: await buildRole(api.deps, { event }), required_qty: 9 })
  for (const first_name of first_names) await signUp(shift, first_name)
  return shift
}

const firstOn = (shift: ShiftRow) =>
  api.deps.db.system(async (tx) => {
    const rows = await tx
      .select()
      .from(schema.assignment)
      .where(eq(schema.assignment.shift_id, shift.id))
      .orderBy(schema.assignment.id)
    if (!rows[0]) throw new Error('nobody is on the shift')
    return rows[0]
  })

const rename = (person_id: string, first_name: string) =>
  api.ok(people.updatePerson, { headers: admin.headers, params: { id: person_id }, body: { first_name } })

test('an answer follows an assignment that is declined, confirmed and deleted', async () => {
  const shift = await buildTaken('Asta', 'Bo')
  const { headers } = admin
  const { id, person_id } = await firstOn(shift)
  await api.ok(assignments.changeStatus, { headers, params: { id }, body: { status: 'DECLINED' } })
  expect(await signUp(shift, 'Cai')).toEqual(['Bo', 'Cai'])
  await api.ok(assignments.changeStatus, { headers, params: { id }, body: { status: 'CONFIRMED' } })
  expect(await signUp(shift, 'Dag')).toEqual(['Asta', 'Bo', 'Cai', 'Dag'])
  await api.ok(people.deletePerson, { headers, params: { id: person_id } })
  expect(await signUp(shift, 'Eva')).toEqual(['Bo', 'Cai', 'Dag', 'Eva'])
})

test('an answer names the new people when as many were replaced', async () => {
  const shift = await buildTaken('Asta', 'Bo')
  await api.deps.db.system((tx) =>
    tx.delete(schema.assignment).where(eq(schema.assignment.shift_id, shift.id)),
  )
  for (let count = 0; count < 2; count++) await buildAssignment(api.deps, { shift, status: 'CONFIRMED' })
  expect(await signUp(shift, 'Cai')).not.toContain('Asta')
})

test('the first answer after a rename has the new name', async () => {
  const shift = await buildTaken('Asta', 'Bo')
  await rename((await firstOn(shift)).person_id, 'Astrid')
  expect(await signUp(shift, 'Cai')).toEqual(['Astrid', 'Bo', 'Cai'])
})

test('negative control: without its announcement the previous name is answered', async () => {
  const shift = await buildTaken('Asta', 'Bo')
  const { person_id } = await firstOn(shift)
  await api.deps.db.system((tx) =>
    tx.update(schema.person).set({ first_name: 'Astrid' }).where(eq(schema.person.id, person_id)),
  )
  expect(await signUp(shift, 'Cai')).toEqual(['Asta', 'Bo', 'Cai'])
})

test('names that were read before one of them changed are not kept', () => {
  const bus = openLocalBus()
  const rosters = openRosters({ bus })
  const roster = { fingerprint: '1', names: null, read_at: performance.now() }
  const reading = rosters.open('shift')
  bus.publish([
    { kind: 'shifts', organization_id: 'org', event_id: 'event', shift_ids: [], has_renamed: true },
  ])
  reading.replace(roster)
  expect(rosters.open('shift').known).toBeUndefined()
  rosters.open('shift').replace(roster)
  expect(rosters.open('shift').known).toBe(roster)
})

test('names are read again after half a minute, however often others were added', () => {
  const rosters = openRosters({ bus: openLocalBus() })
  rosters.open('shift').replace({ fingerprint: '2', names: null, read_at: performance.now() - 30_000 })
  expect(rosters.open('shift').known).toBeUndefined()
})
