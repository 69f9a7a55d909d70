import { people } from '@muster/contract/people'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/app.ts'
import { buildAdministrator, buildMember } from '../../../test/organizations.ts'
import { buildRole } from '../../../test/planning.ts'

let api: TestApp
beforeAll(async () => {
  api = await buildTestApp()
})
afterAll(() => api.close())

test('a leader finds nothing by an event that they do not lead in (M1)', async () => {
  const { organization_id } = await buildAdministrator(api)
  const led = await buildRole(api.deps, { organization_id })
  const other = await buildRole(api.deps, { organization_id })
  const { headers } = await buildMember(api, { organization_id, role: 'leader', lead_role_ids: [led.id] })
  const call = { headers, query: { event_id: other.event_id } }
  expect(await api.refused(people.listPeople, call)).toMatchObject({ status: 404, code: 'not_found' })
})
