import { shifts } from '@muster/contract/shifts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/app.ts'
import { type Administrator, buildAdministrator } from '../../../test/organizations.ts'
import { buildEvent, buildRole, hoursAfter, type RoleRow } from '../../../test/planning.ts'

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

const newShift = (hours: number) => ({
  event_id: role.event_id,
  role_id: role.id,
  start_dt: hoursAfter(api.deps.now(), hours),
  end_dt: hoursAfter(api.deps.now(), hours + 4),
  required_qty: 2,
})

test('adds shifts and answers them in the order of the call', async () => {
  const create = [newShift(80), newShift(72)]
  const saved = await api.ok(shifts.saveBatch, { headers: admin.headers, body: { create } })
  if (!('batch_id' in saved)) throw new Error('a preview')
  expect(saved.shifts.map(({ start_dt }) => start_dt)).toEqual(create.map(({ start_dt }) => start_dt))
})
