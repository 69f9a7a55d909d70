import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/app.ts'
import { type Administrator, buildAdministrator } from '../../../test/organizations.ts'
import {
  buildAssignment,
  buildEvent,
  buildPerson,
  buildRole,
  buildShift,
  hoursAfter,
  type RoleRow,
} from '../../../test/planning.ts'
import { newId } from '../../db/ids.ts'
import * as schema from '../../db/schema.ts'

let api: TestApp
let admin: Administrator
let role: RoleRow
beforeAll(async () => {
  api = await buildTestApp()
  admin = await buildAdministrator(api)
  const event = await buildEvent(api.deps, { organization_id: admin.organization_id })
  role = await buildRole(api.deps, { event })
})
afterAll(() => api.close())

const shiftIn = (hours: number) => buildShift(api.deps, { role, start_dt: hoursAfter(api.deps.now(), hours) })
const rowOf = (id: string) =>
  api.deps.db.system(async (tx) => {
    const [row] = await tx.select().from(schema.shift).where(eq(schema.shift.id, id))
    return row
  })
const assignmentsOf = (shift_id: string) =>
  api.deps.db.system((tx) =>
    tx.select().from(schema.assignment).where(eq(schema.assignment.shift_id, shift_id)),
  )
const noticesTo = async (address: string) => {
  const rows = await api.deps.db.system((tx) =>
    tx.select().from(schema.message).where(eq(schema.message.address, address)),
  )
  return rows.map(({ template }) => template).toSorted()
}

async function send(method: 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) {
  return (await api.inject({ method, url, headers: admin.headers, ...(payload && { payload }) })).statusCode
}

test('times edited while people are assigned: nobody ends up in two places (D14)', async () => {
  for (let round = 0; round < 10; round++) {
    const person = await buildPerson(api.deps, { organization_id: admin.organization_id })
    const [moved, target] = [await shiftIn(72), await shiftIn(80)]
    await buildAssignment(api.deps, { shift: moved, person })
    const { start_dt, end_dt } = target
    const [edited, assigned] = await Promise.all([
      send('PUT', `/admin/shifts/${moved.id}`, { start_dt, end_dt }),
      send('POST', '/admin/assign', { shift_id: target.id, person_ids: [person.id] }),
    ])
    expect([edited, assigned]).toEqual(edited === 200 ? [200, 409] : [409, 201])
    expect(await assignmentsOf(target.id)).toHaveLength(assigned === 201 ? 1 : 0)
    expect((await rowOf(moved.id))?.start_dt === start_dt).toBe(edited === 200)
  }
})

test('a shift removed while people sign up: whoever was let in was told that it is gone', async () => {
  for (let round = 0; round < 10; round++) {
    const shift = await shiftIn(72)
    const emails = Array.from({ length: 5 }, () => `${newId()}@volunteer.example`)
    const signUps = emails.map((email) =>
      send('POST', `/shifts/${shift.id}/signup`, {
        first_name: 'Ida',
        last_name: 'Lind',
        email,
        phone: '+46701234567',
      }),
    )
    const [removed, ...signedUp] = await Promise.all([
      send('DELETE', `/admin/shifts/${shift.id}`),
      ...signUps,
    ])
    expect(removed).toBe(204)
    expect(await assignmentsOf(shift.id)).toEqual([])
    for (const [n, email] of emails.entries()) {
      const templates = await noticesTo(email)
      expect([signedUp[n], templates]).toEqual(
        templates.length === 0 ? [404, []] : [201, ['confirmation', 'shift_cancelled']],
      )
    }
  }
})
