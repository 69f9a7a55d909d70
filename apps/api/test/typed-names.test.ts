import { people } from '@muster/contract/people'
import { signup } from '@muster/contract/signup'
import { waitingList } from '@muster/contract/waiting-list'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../src/db/ids.ts'
import { buildTestApp, type TestApp } from './app.ts'
import { type Administrator, buildAdministrator } from './organizations.ts'
import { buildShift, type ShiftRow } from './planning.ts'

/* D4, D11: one person, however the name is typed. `rules/fold.test.ts` has the spellings. */

let api: TestApp
let admin: Administrator
let shift: ShiftRow
beforeAll(async () => {
  api = await buildTestApp()
  admin = await buildAdministrator(api)
  shift = await buildShift(api.deps, { organization_id: admin.organization_id, required_qty: 1_000 })
})
afterAll(() => api.close())

test('another spelling of a name is the same person', async () => {
  const email = `${newId()}@volunteer.example`
  const person = { first_name: 'Åsa', last_name: "O'Brien", email }
  const typed = { ...person, last_name: '\to\u200b’BRIEN\v' }
  const phone = '+46701234567'
  const params = { shiftId: shift.id }
  await api.ok(signup.signUp, { params, body: { ...person, phone } })
  expect(await api.refused(signup.signUp, { params, body: { ...typed, phone } })).toMatchObject({
    code: 'already_signed_up',
  })
  const { headers } = admin
  expect(await api.refused(people.createPerson, { headers, body: typed })).toMatchObject({
    code: 'person_exists',
  })
  const found = await api.ok(people.listPeople, { headers, query: { q: typed.last_name } })
  expect(found).toMatchObject([{ email }])
})

test.each([
  '\u3164\u3164',
  '\u115f\u1160',
  '\uffa0\uffa0',
  '\u2800\u2800',
  '\u200b\u200b',
  '\u{e0041}\u{e0042}',
  '..',
])('%j is no name', async (last_name) => {
  const body = { first_name: 'Åsa', last_name, email: 'asa@volunteer.example', phone: '+46701234567' }
  for (const [route, given] of [
    [signup.signUp, body],
    [waitingList.joinWaitingList, body],
  ] as const) {
    const refused = await api.refused(route, { params: { shiftId: shift.id }, body: given })
    expect(refused).toMatchObject({ status: 400, issues: [{ path: 'last_name' }] })
  }
})
