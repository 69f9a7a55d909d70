import { people } from '@muster/contract/people'
import { signup } from '@muster/contract/signup'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/app.ts'
import { type Administrator, buildAdministrator } from '../../../test/organizations.ts'
import { buildPerson, buildShift, type PersonRow } from '../../../test/planning.ts'
import { person as personTable } from '../../db/schema.ts'

const LONG_AGO = '2026-01-01T00:00:00.000Z'
const SINCE = '2026-02-01T00:00:00+01:00'

let api: TestApp
let admin: Administrator
beforeAll(async () => {
  api = await buildTestApp()
  admin = await buildAdministrator(api)
})
afterAll(() => api.close())

async function buildOld(given: Partial<PersonRow> = {}): Promise<PersonRow> {
  const { organization_id } = admin
  return buildPerson(api.deps, { organization_id, updated_at: LONG_AGO, ...given })
}

const listChanged = async (updated_since = SINCE) =>
  (await api.ok(people.listPeople, { headers: admin.headers, query: { updated_since } })).map(({ id }) => id)

test('who was added or changed since then is listed, and nobody else', async () => {
  await buildOld()
  const [changed, signed_up] = [await buildOld(), await buildOld({ language: null })]
  expect(await listChanged()).toEqual([])
  expect(await listChanged(LONG_AGO)).toHaveLength(3)

  const { headers, organization_id } = admin
  await api.ok(people.updatePerson, { headers, params: { id: changed.id }, body: { notes: 'New' } })
  const shift = await buildShift(api.deps, { organization_id })
  const { first_name, last_name, email } = signed_up
  await api.ok(signup.signUp, {
    params: { shiftId: shift.id },
    headers: { 'accept-language': 'sv' },
    body: { first_name, last_name, email, phone: '+46701234567' },
  })
  const added = await api.ok(people.createPerson, {
    headers,
    body: { first_name: 'Ida', last_name: 'Lind', email: 'ida@volunteer.example' },
  })
  expect((await listChanged()).toSorted()).toEqual([changed.id, signed_up.id, added.id].toSorted())
})

test('a sign-up that changes nothing of the person is no change', async () => {
  const { id, first_name, last_name, email, organization_id } = await buildOld({ language: 'sv' })
  const shift = await buildShift(api.deps, { organization_id })
  const body = { first_name, last_name, email, phone: '+46701234567' }
  await api.ok(signup.signUp, { params: { shiftId: shift.id }, body })
  const [row] = await api.deps.db.system((tx) => tx.select().from(personTable).where(eq(personTable.id, id)))
  expect(row?.updated_at).toBe(LONG_AGO)
})
