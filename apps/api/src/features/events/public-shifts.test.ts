import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/app.ts'
import {
  buildAssignment,
  buildEvent,
  buildOrganization,
  buildPerson,
  buildRole,
  buildShift,
  hoursAfter,
} from '../../../test/planning.ts'
import type { OrgId } from '../../db/client.ts'
import { readPublicShifts } from './public-shifts.ts'

let api: TestApp
beforeAll(async () => {
  api = await buildTestApp()
})
afterAll(() => api.close())

async function buildShiftWithPeople(public_names: 'full' | 'initial' | 'hidden') {
  const event = await buildEvent(api.deps, { public_names })
  const shift = await buildShift(api.deps, { role: await buildRole(api.deps, { event }), required_qty: 2 })
  for (const [last_name, status] of [
    ['Öberg', 'CONFIRMED'],
    ['af Ekenstam', 'CONFIRMED'],
    ['𝒪berg', 'CONFIRMED'],
    ['Lind', 'INVITED'],
    ['Berg', 'DECLINED'],
    ['Ek', 'ABSENT'],
  ] as const) {
    const person = await buildPerson(api.deps, { organization_id: shift.organization_id, last_name })
    await buildAssignment(api.deps, { shift, person, status })
  }
  return shift
}

const read = ({ organization_id, event_id }: { organization_id: OrgId; event_id: string }) =>
  api.deps.db.transaction(organization_id, (tx) => readPublicShifts(tx, event_id))

describe('readPublicShifts', () => {
  it.each([
    ['full', ['Öberg', 'af Ekenstam', '𝒪berg']],
    ['initial', ['Ö.', 'a.', '𝒪.']],
    ['hidden', []],
  ] as const)('D22: shows names %s, and counts the confirmed only (D12)', async (public_names, names) => {
    const shift = await buildShiftWithPeople(public_names)
    const reading = await read(shift)
    expect(reading?.shifts).toEqual([
      {
        id: shift.id,
        role_id: shift.role_id,
        start_dt: shift.start_dt,
        end_dt: shift.end_dt,
        required_qty: 2,
        spots_left: 0,
        assigned_count: 3,
        assigned_people: names.map((last_name) => ({
          person_id: expect.any(String),
          first_name: 'Åsa',
          last_name,
        })),
      },
    ])
  })

  it('D22: names the assignment, never the person', async () => {
    const shift = await buildShift(api.deps)
    const assignment = await buildAssignment(api.deps, { shift, status: 'CONFIRMED' })
    const reading = await read(shift)
    expect(reading?.shifts[0]?.assigned_people[0]?.person_id).toBe(assignment.id)
    expect(JSON.stringify(reading)).not.toContain(assignment.person_id)
  })

  it('sorts by start, picks the named shifts, and knows its moment', async () => {
    const role = await buildRole(api.deps)
    const now = api.deps.now()
    const late = await buildShift(api.deps, { role, start_dt: hoursAfter(now, 5) })
    const early = await buildShift(api.deps, { role, start_dt: hoursAfter(now, 4) })
    const all = await read(role)
    expect(all?.shifts.map(({ id }) => id)).toEqual([early.id, late.id])
    expect(Math.abs(Date.parse(all?.as_of ?? '') - Date.parse(now))).toBeLessThan(10_000)

    const some = await api.deps.db.transaction(role.organization_id, (tx) =>
      readPublicShifts(tx, role.event_id, { shift_ids: [late.id, role.id] }),
    )
    expect(some?.shifts.map(({ id }) => id)).toEqual([late.id])
  })

  it('has nothing of an event that is gone or of another organisation', async () => {
    const { organization_id, id, event_id } = await buildRole(api.deps)
    const stranger = await buildOrganization(api.deps)
    expect(await read({ organization_id, event_id: id })).toBeUndefined()
    expect(await read({ organization_id: stranger.id, event_id })).toBeUndefined()
  })
})
