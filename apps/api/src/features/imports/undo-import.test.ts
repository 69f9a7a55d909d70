import { assignments } from '@muster/contract/assignments'
import { imports } from '@muster/contract/imports'
import { people } from '@muster/contract/people'
import { tags } from '@muster/contract/tags'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/app.ts'
import { readRowsOf } from '../../../test/organization-rows.ts'
import { type Administrator, buildAdministrator } from '../../../test/organizations.ts'
import {
  buildAssignment,
  buildEvent,
  buildPerson,
  buildRole,
  buildShift,
  buildWaiting,
  mint,
  type ShiftRow,
} from '../../../test/planning.ts'
import { newId } from '../../db/ids.ts'
import { importedPerson, message, person, personImport } from '../../db/schema.ts'
import { sweepImports } from './queries.ts'

let api: TestApp
let admin: Administrator
let shift: ShiftRow
beforeAll(async () => {
  api = await buildTestApp()
})
afterAll(() => api.close())
beforeEach(async () => {
  admin = await buildAdministrator(api)
  const event = await buildEvent(api.deps, here())
  shift = await buildShift(api.deps, { role: await buildRole(api.deps, { event }), required_qty: 5 })
})

const here = () => ({ organization_id: admin.organization_id })
const asa = { first_name: 'Åsa', last_name: 'Öberg', email: 'asa@example.org', phone: '+46701740608' }
const list = () => api.ok(people.listPeople, { headers: admin.headers })
const save = (rows: { first_name: string; last_name: string; [field: string]: unknown }[]) =>
  api.ok(imports.importPeople, {
    headers: admin.headers,
    body: { rows, mode: 'save', on_existing: 'replace' },
  })
const callOf = (import_id: string | null, headers: Administrator['headers'] = admin.headers) => ({
  headers,
  params: { import_id: import_id ?? '' },
})
const undo = async (import_id: string | null) => (await api.ok(imports.undoImport, callOf(import_id))).kept
const idsByName = async () => new Map((await list()).map(({ first_name, id }) => [first_name, id]))
const findRow = async (first_name: string) => {
  const id = (await idsByName()).get(first_name) ?? ''
  const [row] = await api.deps.db.system((tx) => tx.select().from(person).where(eq(person.id, id)))
  if (!row) throw new Error(`nobody is called ${first_name}`)
  return { ...row, email: row.email ?? '', organization_id: mint(row.organization_id) }
}
const people_named = (...names: string[]) => names.map((first_name) => ({ ...asa, first_name, tags: ['Ny'] }))

const listContent = async () => (await list()).map(({ version: _version, ...row }) => row)

test('all is as before: people, tags and what was changed', async () => {
  await buildPerson(api.deps, { ...here(), ...asa, phone: null, child_team: 'P12' })
  await api.ok(tags.tagPeople, {
    headers: admin.headers,
    body: { person_ids: [(await findRow('Åsa')).id], add: ['Kök'] },
  })
  const before = await listContent()
  const { import_id } = await save([
    { ...asa, child_team: 'F14', tags: ['Ny', 'kök'] },
    ...people_named('Bo', 'Siv'),
  ])
  expect(await listContent()).not.toEqual(before)
  expect(await undo(import_id)).toEqual([])
  expect(await listContent()).toEqual(before)
  expect((await api.ok(tags.listTags, { headers: admin.headers })).map(({ name }) => name)).toEqual(['Kök'])
  expect(await api.ok(people.listPeople, { headers: admin.headers, query: { q: 'f14' } })).toEqual([])
  expect(await undo(import_id)).toEqual([])
})

test('people who were used since stay and are named; the others go', async () => {
  const changed = await buildPerson(api.deps, { ...here(), ...asa, phone: null })
  const { import_id } = await save([
    asa,
    ...people_named('On a shift', 'In line', 'Written to', 'Changed', 'Tagged', 'Nothing'),
  ])
  const ids = await idsByName()
  const idOf = (name: string) => ids.get(name) ?? ''
  await buildAssignment(api.deps, { shift, person: await findRow('On a shift'), status: 'INVITED' })
  await buildWaiting(api.deps, { shift, person: await findRow('In line') })
  await api.deps.db.system((tx) =>
    tx.insert(message).values({
      ...here(),
      id: newId(),
      person_id: idOf('Written to'),
      channel: 'SMS',
      direction: 'INBOUND',
      template: 'reply',
      address: asa.phone,
      payload: {},
      status: 'DELIVERED',
      language: 'sv',
    }),
  )
  await api.ok(people.updatePerson, {
    headers: admin.headers,
    params: { id: idOf('Changed') },
    body: { notes: 'x' },
  })
  await api.ok(tags.tagPeople, {
    headers: admin.headers,
    body: { person_ids: [idOf('Tagged'), changed.id], add: ['Bil'] },
  })
  // Finding them the same is no use.
  expect((await save(people_named('Nothing'))).rows).toMatchObject([{ result: 'same' }])

  const kept = await undo(import_id)
  const reasons = new Map(kept.map(({ id, reason }) => [id, reason]))
  expect(reasons).toEqual(
    new Map([
      [changed.id, 'changed'],
      [idOf('On a shift'), 'assigned'],
      [idOf('In line'), 'assigned'],
      [idOf('Written to'), 'messaged'],
      [idOf('Changed'), 'changed'],
      [idOf('Tagged'), 'changed'],
    ]),
  )
  expect([...(await idsByName()).keys()].toSorted()).toEqual(
    ['Changed', 'In line', 'On a shift', 'Tagged', 'Written to', 'Åsa'].toSorted(),
  )
  expect(await findRow('Åsa')).toMatchObject({ phone: asa.phone })
  const after = await readRowsOf(api.deps, admin.organization_id)
  expect(await undo(import_id)).toEqual(kept)
  expect(await readRowsOf(api.deps, admin.organization_id)).toBe(after)
})

test('somebody who was changed, and asked before and after', async () => {
  const before = await buildPerson(api.deps, { ...here(), ...asa, phone: null })
  const { id } = await buildAssignment(api.deps, { shift, person: before, status: 'INVITED' })
  await api.deps.db.system((tx) =>
    tx.execute(sql`update assignment set created_at = now() - interval '1 hour' where id = ${id}`),
  )
  const first = await save([{ ...asa, child_team: 'P12' }])
  expect(await undo(first.import_id)).toEqual([])
  expect(await findRow('Åsa')).toMatchObject({ phone: null, child_team: null })
  const second = await save([{ ...asa, child_team: 'P12' }])
  await api.ok(assignments.sendInvite, { headers: admin.headers, params: { id }, body: { method: 'EMAIL' } })
  expect(await undo(second.import_id)).toEqual([{ id: before.id, reason: 'messaged' }])
  expect(await findRow('Åsa')).toMatchObject({ phone: asa.phone, child_team: 'P12' })
})

test('somebody whose former name and address another has since', async () => {
  const before = await buildPerson(api.deps, { ...here(), ...asa })
  const { import_id } = await save([{ ...asa, first_name: 'Eva', person_id: before.id }])
  await api.ok(people.createPerson, { headers: admin.headers, body: asa })
  expect(await undo(import_id)).toEqual([{ id: before.id, reason: 'person_exists' }])
  expect([...(await idsByName()).keys()].toSorted()).toEqual(['Eva', 'Åsa'])
})

test('an undo and a call that puts somebody on a shift, at once: on the shift, or gone, never both', async () => {
  for (let round = 0; round < 8; round++) {
    const { import_id } = await save(people_named(`P${round}`))
    const { id } = await findRow(`P${round}`)
    const [kept, answer] = await Promise.all([
      undo(import_id),
      api.inject({
        method: 'POST',
        url: `/admin/shifts/${shift.id}/assignments`,
        headers: admin.headers,
        payload: { add: [id], remove: [] },
      }),
    ])
    const is_there = (await list()).some((each) => each.id === id)
    expect(is_there).toBe(answer.statusCode === 200)
    expect(kept).toEqual(is_there ? [{ id, reason: 'assigned' }] : [])
  }
})

describe('too late', () => {
  test('after 24 hours; a day later it is forgotten', async () => {
    const { import_id } = await save(people_named('Bo'))
    const age = (hours: number) =>
      api.deps.db.system((tx) =>
        tx
          .update(personImport)
          .set({ created_at: sql`now() - ${hours} * interval '1 hour'` })
          .where(eq(personImport.id, import_id ?? '')),
      )
    await age(24)
    expect(await api.refused(imports.undoImport, callOf(import_id))).toMatchObject({
      status: 409,
      code: 'undo_too_late',
      error: 'An import can be undone for 24 hours. Change or delete these people one by one.',
    })
    await age(47)
    expect(await api.deps.db.system(sweepImports)).toBe(0)
    await age(49)
    expect(await api.deps.db.system(sweepImports)).toBe(1)
    expect(
      await api.deps.db.system((tx) =>
        tx
          .select()
          .from(importedPerson)
          .where(eq(importedPerson.import_id, import_id ?? '')),
      ),
    ).toEqual([])
    expect(await api.refused(imports.undoImport, callOf(import_id))).toMatchObject({
      code: 'import_not_found',
    })
    expect(await list()).toHaveLength(1)
  })

  test('one that is not known, or another organisation’s, is not found', async () => {
    const other = await buildAdministrator(api)
    const { import_id } = await save(people_named('Bo'))
    for (const call of [callOf(newId()), callOf(import_id, other.headers)])
      expect(await api.refused(imports.undoImport, call)).toMatchObject({
        status: 404,
        code: 'import_not_found',
      })
    expect(await list()).toHaveLength(1)
  })
})

test('an erased person is taken out of the import', async () => {
  await buildPerson(api.deps, { ...here(), ...asa, notes: 'a secret' })
  const { import_id } = await save([{ ...asa, notes: 'new' }])
  const past = await buildShift(api.deps, {
    role: await buildRole(api.deps, { event: await buildEvent(api.deps, here()) }),
    start_dt: '2020-01-01T08:00:00.000Z',
    end_dt: '2020-01-01T09:00:00.000Z',
  })
  const row = await findRow('Åsa')
  await buildAssignment(api.deps, { shift: past, person: row, status: 'CONFIRMED' })
  expect(await readRowsOf(api.deps, admin.organization_id)).toContain('a secret')
  await api.ok(people.deletePerson, { headers: admin.headers, params: { id: row.id } })
  expect(await readRowsOf(api.deps, admin.organization_id)).not.toContain('a secret')
  expect(await undo(import_id)).toEqual([])
})

test('what can be undone is listed, latest first, to the organisation that imported it (D48)', async () => {
  const listed = (headers = admin.headers) => api.ok(imports.listImports, { headers })
  const { import_id: first } = await save([asa])
  await save([asa])
  const { import_id: second } = await save(people_named('Bo', 'Cia'))
  const { import_id: undone } = await save(people_named('Dan'))
  await undo(undone)
  const created_at = expect.any(String)
  expect(await listed()).toEqual([
    { id: second, created_at, people: 2 },
    { id: first, created_at, people: 1 },
  ])
  expect(await listed((await buildAdministrator(api)).headers)).toEqual([])
  await api.deps.db.system((tx) =>
    tx
      .update(personImport)
      .set({ created_at: sql`now() - interval '25 hours'` })
      .where(eq(personImport.id, first ?? '')),
  )
  expect((await listed()).map(({ id }) => id)).toEqual([second])
})
