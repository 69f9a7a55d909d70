import { people } from '@muster/contract/people'
import { foldAddress, identityKey, takenKey } from '@muster/contract/rules/fold'
import { signup } from '@muster/contract/signup'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/app.ts'
import { type Administrator, buildAdministrator } from '../../../test/organizations.ts'
import { buildPerson, buildShift, type PersonRow, type ShiftRow } from '../../../test/planning.ts'
import { newId } from '../../db/ids.ts'
import * as schema from '../../db/schema.ts'
import { foldPeople } from './fold-people.ts'
import { listLookalikes } from './queries.ts'

/* D11 */

let api: TestApp
let admin: Administrator
let shift: ShiftRow
let older: PersonRow
let younger: PersonRow
beforeAll(async () => {
  api = await buildTestApp()
  admin = await buildAdministrator(api)
  shift = await buildShift(api.deps, { organization_id: admin.organization_id, required_qty: 100 })
})
afterAll(() => api.close())

beforeEach(async () => {
  await api.deps.db.system(async (tx) => {
    for (const table of [schema.message, schema.assignment, schema.person]) await tx.delete(table)
  })
  const email = `${newId()}@volunteer.example`
  older = await asFormerVersion({ last_name: 'O’Brien', email })
  younger = await asFormerVersion({ last_name: "O'Brien", email })
})

/** Inserts a person as the version before did, which folded case and composition only. */
function asFormerVersion({ last_name, email }: { last_name: string; email: string }) {
  const identity_key = [email, 'Åsa', last_name].map(foldAddress).join('\n')
  const { organization_id } = admin
  return buildPerson(api.deps, { organization_id, last_name, email, identity_key, search_text: null })
}

const fold = () => foldPeople(api.deps, { stopping: new AbortController().signal })
const rowOf = async ({ id }: PersonRow) => {
  const [row] = await api.deps.db.system((tx) =>
    tx.select().from(schema.person).where(eq(schema.person.id, id)),
  )
  if (!row) throw new Error('no such person')
  return row
}
const keyOf = async (person: PersonRow) => (await rowOf(person)).identity_key
const change = ({ id }: PersonRow, body: object) =>
  api.ok(people.updatePerson, { headers: admin.headers, params: { id }, body })

test('the older one keeps the key, the other gets its id, and a second run changes nothing', async () => {
  expect(await fold()).toBe(1)
  expect(await keyOf(older)).toBe(identityKey(older))
  expect(await keyOf(younger)).toBe(takenKey(identityKey(older), younger.id))
  expect(await fold()).toBe(0)
})

test('version and time stay, because nobody has changed them', async () => {
  await fold()
  expect(await rowOf(younger)).toMatchObject({ version: younger.version, updated_at: younger.updated_at })
})

test('the list names each as a lookalike of the other, and so does the operator’s', async () => {
  const stranger = await buildPerson(api.deps, { organization_id: admin.organization_id })
  await fold()
  const shown = await api.ok(people.listPeople, { headers: admin.headers })
  expect(new Map(shown.map(({ id, lookalike_id }) => [id, lookalike_id]))).toEqual(
    new Map([
      [older.id, younger.id],
      [younger.id, older.id],
      [stranger.id, undefined],
    ]),
  )
  expect(await api.deps.db.system(listLookalikes)).toEqual([
    { organization_id: admin.organization_id, older_id: older.id, younger_id: younger.id },
  ])
})

test('a sign-up finds the older one, however the name is spelled', async () => {
  await fold()
  for (const last_name of ['OʼBrien', 'O´Brien', 'o`brien', 'O\u200b’Brien']) {
    const body = { first_name: 'ÅSA', last_name, email: older.email, phone: '+46701234567' }
    await api.ok(signup.signUp, { params: { shiftId: shift.id }, body })
    const [taken] = await api.deps.db.system((tx) => tx.delete(schema.assignment).returning())
    expect(taken?.person_id).toBe(older.id)
  }
})

test('negative control: before, it adds a third', async () => {
  const body = { first_name: 'Åsa', last_name: 'OʼBrien', email: older.email, phone: '+46701234567' }
  await api.deps.db.system((tx) => tx.delete(schema.person).where(eq(schema.person.id, younger.id)))
  await api.ok(signup.signUp, { params: { shiftId: shift.id }, body })
  const rows = await api.deps.db.system((tx) => tx.select().from(schema.person))
  expect(rows).toHaveLength(2)
})

test('an edit keeps the key of the younger one until it is free', async () => {
  await fold()
  await change(younger, { notes: 'Ring' })
  expect(await keyOf(younger)).toBe(takenKey(identityKey(older), younger.id))
  await change(older, { first_name: 'Anna' })
  await change(younger, { notes: 'Ring inte' })
  expect(await keyOf(younger)).toBe(identityKey(younger))
})

test('the next run frees it too', async () => {
  await fold()
  await api.ok(people.deletePerson, { headers: admin.headers, params: { id: older.id } })
  expect(await fold()).toBe(1)
  expect(await keyOf(younger)).toBe(identityKey(younger))
})

test('the key goes back to the older one, where a younger one has it', async () => {
  await api.deps.db.system(async (tx) => {
    const identity_key = identityKey(younger)
    await tx.update(schema.person).set({ identity_key }).where(eq(schema.person.id, younger.id))
  })
  await fold()
  expect(await keyOf(older)).toBe(identityKey(older))
  expect(await keyOf(younger)).toBe(takenKey(identityKey(older), younger.id))
})

test('what a server of the version before changes meanwhile is folded by the next run', async () => {
  await fold()
  const identity_key = [older.email, 'Bo', 'O’Brien'].map(foldAddress).join('\n')
  await api.deps.db.system((tx) =>
    tx.update(schema.person).set({ first_name: 'Bo', identity_key }).where(eq(schema.person.id, older.id)),
  )
  await fold()
  expect(await rowOf(older)).toMatchObject({
    identity_key: identityKey({ ...older, first_name: 'Bo' }),
    search_text: expect.stringContaining("bo o'brien"),
  })
  expect(await keyOf(younger)).toBe(identityKey(younger))
})
