import { assignments } from '@muster/contract/assignments'
import { imports } from '@muster/contract/imports'
import { people } from '@muster/contract/people'
import { identityKey } from '@muster/contract/rules/fold'
import { tags } from '@muster/contract/tags'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/app.ts'
import { awaitLocks } from '../../../test/await-locks.ts'
import { readRowsOf } from '../../../test/organization-rows.ts'
import { type Administrator, buildAdministrator } from '../../../test/organizations.ts'
import {
  buildAssignment,
  buildEvent,
  buildPerson,
  buildPersonByPhone,
  buildRole,
  buildShift,
} from '../../../test/planning.ts'
import { newId } from '../../db/ids.ts'
import { person } from '../../db/schema.ts'

let api: TestApp
let admin: Administrator
beforeAll(async () => {
  api = await buildTestApp()
})
afterAll(() => api.close())
beforeEach(async () => {
  admin = await buildAdministrator(api)
})

type Row = Record<string, unknown>
type How = { mode?: 'dry_run' | 'save'; on_existing?: 'keep' | 'fill' | 'replace' }
const bodyOf = (rows: Row[], { mode = 'save', on_existing = 'replace' }: How) => ({
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- rows may be wrong
  rows: rows as never[],
  mode,
  on_existing,
})
const call = (rows: Row[], how: How = {}, more = {}) => ({
  headers: { ...admin.headers, ...more },
  body: bodyOf(rows, how),
})
const save = (rows: Row[], how: How = {}) => api.ok(imports.importPeople, call(rows, how))
const tryOut = (rows: Row[], how: How = {}) => save(rows, { ...how, mode: 'dry_run' })
const list = () => api.ok(people.listPeople, { headers: admin.headers })
const here = () => ({ organization_id: admin.organization_id })
const asa = { first_name: 'Åsa', last_name: 'Öberg', email: 'asa@example.org', phone: '070-174 06 08' }
const PHONE = '+46701740608'

describe('rows', () => {
  test('new people with all they have; a dry run says it and saves nothing', async () => {
    const rows = [
      { ...asa, child_team: 'P12', notes: 'Has a van', language: 'en', tags: ['Kök', 'kök ', 'Ny'] },
      { first_name: 'Bo', last_name: 'Ek', phone: '701234567' },
    ]
    const before = await readRowsOf(api.deps, admin.organization_id)
    expect(await tryOut(rows)).toEqual({
      import_id: null,
      rows: [
        { row: 0, result: 'new' },
        { row: 1, result: 'new' },
      ],
      people: [],
    })
    expect(await readRowsOf(api.deps, admin.organization_id)).toBe(before)

    const saved = await save(rows)
    const [ek, oberg] = await list()
    expect(saved).toEqual({
      import_id: expect.any(String),
      rows: [
        { row: 0, result: 'new', person_id: oberg?.id },
        { row: 1, result: 'new', person_id: ek?.id },
      ],
      people: [],
    })
    expect(oberg).toMatchObject({ ...rows[0], phone: PHONE, tags: ['Kök', 'Ny'], version: 1 })
    expect(ek).toMatchObject({ email: null, phone: '+46701234567', tags: [] })
    expect(
      await api.ok(people.listPeople, { headers: admin.headers, query: { q: 'oberg p12' } }),
    ).toHaveLength(1)
  })

  test('wrong rows are answered with what is wrong, and the right ones saved', async () => {
    const { rows } = await save([
      { ...asa, phone: '070-17' },
      { first_name: 'Bo', last_name: 'Ek' },
      { ...asa, first_name: '', notes: 'x'.repeat(5_001) },
      { ...asa, language: 'fr', nickname: 'x' },
      { ...asa, person_id: newId() },
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- no row at all
      7 as unknown as Row,
      asa,
    ])
    expect(
      rows.map(({ result, code, issues = [] }) => [result, code, ...issues.map(({ path }) => path)]),
    ).toEqual([
      ['error', 'validation', 'phone'],
      ['error', 'validation', 'email'],
      ['error', 'validation', 'first_name', 'notes'],
      ['error', 'validation', 'language', 'nickname'],
      ['error', 'person_not_found'],
      ['error', 'validation', ''],
      ['new', undefined],
    ])
    expect(await list()).toHaveLength(1)
    const swedish = await api.ok(
      imports.importPeople,
      call([{ ...asa, phone: 'x' }], {}, { 'accept-language': 'sv' }),
    )
    expect(swedish.rows[0]?.issues).toEqual([
      { path: 'phone', message: expect.stringContaining('bokstäver') },
    ])
  })

  test('an equal row further down is the same; one that differs is taken as a change', async () => {
    const rows = [asa, { ...asa, first_name: ' ÅSA' }, { ...asa, child_team: 'P12', tags: ['Kök'] }]
    const expected = [
      { row: 0, result: 'new' },
      { row: 1, result: 'same', same_row: 0 },
      { row: 2, result: 'differs', same_row: 0, changes: ['child_team', 'tags'], left: [] },
    ]
    expect((await tryOut(rows)).rows).toEqual(expected)
    expect((await save(rows)).rows).toMatchObject(expected)
    expect(await list()).toMatchObject([{ first_name: 'Åsa', child_team: 'P12', tags: ['Kök'] }])
  })

  test('what is listed is the same in another import, row by row', async () => {
    const rows = [
      {
        ...asa,
        child_team: 'x;=2+2;y',
        notes: 'a\n"b"',
        language: 'en',
        tags: ['Kök, kväll', '"Rosa" laget', '=1+1'],
      },
      { first_name: 'Zoë', last_name: 'O’Brien', email: 'zoe@example.org' },
      { first_name: 'Karl‑Johan', last_name: 'af Ekenstam', phone: '+47 22 12 34 56' },
    ]
    await save(rows)
    const before = await readRowsOf(api.deps, admin.organization_id, {
      without: ['person_import', 'idempotency_key'],
    })
    const again = (await list()).map(({ id: _id, version: _version, has_unread: _unread, ...row }) => row)
    // The rows that the import reads from a saved list. Empty fields and the language are missing.
    const from_file = again.map(
      ({ first_name, last_name, email, phone, child_team, notes, tags: names }) => ({
        first_name,
        last_name,
        ...(email && { email }),
        ...(phone && { phone }),
        ...(child_team && { child_team }),
        ...(notes && { notes }),
        ...(names.length > 0 && { tags: names }),
      }),
    )
    for (const rows_again of [again, from_file]) {
      const { rows: answered } = await save(rows_again)
      expect(answered.map(({ result }) => result)).toEqual(['same', 'same', 'same'])
    }
    expect(
      await readRowsOf(api.deps, admin.organization_id, { without: ['person_import', 'idempotency_key'] }),
    ).toBe(before)
  })

  test('a call that is repeated with its key is answered again', async () => {
    const key = { 'idempotency-key': newId() }
    const first = await api.ok(imports.importPeople, call([asa], {}, key))
    expect(await api.ok(imports.importPeople, call([asa], {}, key))).toEqual(first)
    expect(
      await api.refused(imports.importPeople, call([{ ...asa, email: 'x@y.se' }], {}, key)),
    ).toMatchObject({
      status: 422,
      code: 'idempotency_key_reused',
    })
    expect(await list()).toHaveLength(1)
  })

  test('more than ten thousand rows are refused', async () => {
    const rows = Array.from({ length: 10_001 }, () => asa)
    expect(await api.refused(imports.importPeople, call(rows))).toMatchObject({
      status: 400,
      code: 'validation',
    })
  })
})

describe('people who are there', () => {
  const row = { ...asa, first_name: 'ÅSA', child_team: 'P12', notes: 'new', tags: ['Kök', 'Bil'] }
  const build = async () => {
    const { id } = await buildPerson(api.deps, { ...here(), ...asa, phone: null, notes: 'old' })
    await api.ok(tags.tagPeople, { headers: admin.headers, body: { person_ids: [id], add: ['kök'] } })
    return id
  }

  test.each([
    ['keep', [], { phone: null, child_team: null, notes: 'old', tags: ['kök'], version: 2 }],
    ['fill', ['phone', 'child_team', 'tags'], { phone: PHONE, child_team: 'P12', notes: 'old', version: 3 }],
    [
      'replace',
      ['phone', 'child_team', 'notes', 'tags'],
      { phone: PHONE, child_team: 'P12', notes: 'new', version: 3 },
    ],
  ] as const)('%s', async (on_existing, changes, after) => {
    const id = await build()
    const tried = await tryOut([row], { on_existing })
    expect(tried.rows).toEqual([{ row: 0, result: 'differs', person_id: id, changes, left: [] }])
    expect(tried.people).toMatchObject([{ id, notes: 'old', phone: null, tags: ['kök'] }])
    await save([row], { on_existing })
    expect(await list()).toMatchObject([{ id, first_name: 'Åsa', ...after }])
    expect((await list())[0]?.tags).toEqual(changes.length > 0 ? ['Bil', 'kök'] : ['kök'])
  })

  test('an empty cell clears nothing', async () => {
    const id = await build()
    const { rows } = await save([{ ...asa, phone: '', notes: null, child_team: '', tags: [] }])
    expect(rows).toEqual([{ row: 0, result: 'same', person_id: id }])
    expect(await list()).toMatchObject([{ notes: 'old', tags: ['kök'] }])
  })

  test('a contact to which a personal link was sent is left and named; another is changed', async () => {
    const shift = await buildShift(api.deps, {
      role: await buildRole(api.deps, { event: await buildEvent(api.deps, here()) }),
    })
    const [linked, unlinked] = [
      await buildPerson(api.deps, { ...here(), ...asa, phone: '+46701740611' }),
      await buildPerson(api.deps, { ...here(), ...asa, first_name: 'Bo', phone: '+46701740612' }),
    ]
    const { id } = await buildAssignment(api.deps, { shift, person: linked, status: 'INVITED' })
    await api.ok(assignments.sendInvite, { headers: admin.headers, params: { id }, body: { method: 'SMS' } })
    const { rows } = await save([
      { ...asa, child_team: 'P12' },
      { ...asa, first_name: 'Bo' },
      { ...asa, person_id: linked.id, email: 'new@example.org' },
    ])
    expect(rows).toMatchObject([
      { changes: ['child_team'], left: ['phone'] },
      { changes: ['phone'], left: [] },
      { changes: ['email'], left: ['phone'] },
    ])
    const now = new Map((await list()).map((each) => [each.id, each]))
    expect(now.get(linked.id)).toMatchObject({ phone: linked.phone, email: 'new@example.org' })
    expect(now.get(unlinked.id)).toMatchObject({ phone: PHONE })
  })

  test('perhaps known: by name, number or address, the likeliest first; the server adds them', async () => {
    const by_phone = await buildPersonByPhone(api.deps, { ...here(), first_name: 'Ola', phone: PHONE })
    const by_address = await buildPerson(api.deps, { ...here(), first_name: 'Siv', email: 'ASA@example.org' })
    const by_name = await buildPerson(api.deps, {
      ...here(),
      first_name: 'Asa',
      last_name: 'Oberg',
      email: 'x@example.org',
    })
    const stranger = await buildPerson(api.deps, { first_name: 'Åsa', last_name: 'Öberg' })
    const { rows, people: named } = await tryOut([
      asa,
      { ...asa, first_name: 'Eva', email: 'eva@example.org', phone: null },
    ])
    expect(rows).toEqual([
      { row: 0, result: 'new', maybe: [by_name.id, by_phone.id, by_address.id] },
      { row: 1, result: 'new' },
    ])
    expect(named.map(({ id }) => id).toSorted()).toEqual([by_phone.id, by_address.id, by_name.id].toSorted())
    expect(JSON.stringify([rows, named])).not.toContain(stranger.id)
    expect((await save([asa])).rows).toMatchObject([
      { result: 'new', maybe: [by_name.id, by_phone.id, by_address.id] },
    ])
    expect(await list()).toHaveLength(4)
  })

  test('said to be somebody: they get the row’s name and address', async () => {
    const { id } = await buildPersonByPhone(api.deps, {
      ...here(),
      first_name: 'Asa',
      last_name: 'Berg',
      phone: PHONE,
    })
    expect((await save([{ ...asa, person_id: id }], { on_existing: 'fill' })).rows).toMatchObject([
      { result: 'differs', changes: ['email'] },
    ])
    expect((await save([{ ...asa, person_id: id }])).rows).toMatchObject([
      { result: 'differs', changes: ['first_name', 'last_name'] },
    ])
    expect((await list()).map((each) => each.id)).toEqual([id])
    expect((await save([asa])).rows).toMatchObject([{ result: 'same', person_id: id }])
  })

  test('said to be somebody, with the name and address of somebody else', async () => {
    const [one, other] = [
      await buildPerson(api.deps, { ...here(), ...asa, phone: null }),
      await buildPerson(api.deps, { ...here(), ...asa, first_name: 'Bo', phone: null }),
    ]
    const rows = [
      { ...asa, person_id: other.id },
      { ...asa, first_name: 'Siv' },
      { ...asa, first_name: 'Siv', person_id: one.id },
    ]
    expect((await save(rows)).rows).toMatchObject([
      { result: 'error', code: 'person_exists' },
      { result: 'new' },
      { result: 'error', code: 'person_exists' },
    ])
    expect((await list()).map(({ first_name }) => first_name).toSorted()).toEqual(['Bo', 'Siv', 'Åsa'])
  })

  test('another organisation’s people are neither found, named nor changed', async () => {
    const stranger = await buildPerson(api.deps, { ...asa })
    const before = await readRowsOf(api.deps, stranger.organization_id)
    const { rows, people: named } = await tryOut([asa, { ...asa, person_id: stranger.id }])
    expect(rows).toEqual([
      { row: 0, result: 'new' },
      expect.objectContaining({ row: 1, result: 'error', code: 'person_not_found' }),
    ])
    expect(named).toEqual([])
    await save([asa, { ...asa, person_id: stranger.id, child_team: 'x' }])
    expect(await readRowsOf(api.deps, stranger.organization_id)).toBe(before)
  })
})

const nameTags = (count: number, from = 0) => Array.from({ length: count }, (_, at) => `t${from + at}`)

describe('limits', () => {
  test('two hundred tags, fifty a person', async () => {
    const rows = [0, 50, 100, 150].map((from) => ({
      ...asa,
      first_name: `P${from}`,
      tags: nameTags(50, from),
    }))
    await save(rows)
    for (const mode of ['dry_run', 'save'] as const)
      expect(
        await api.refused(imports.importPeople, call([{ ...asa, tags: ['x'] }], { mode })),
      ).toMatchObject({
        code: 'limit_reached',
        limit: 200,
      })
    expect((await save([{ ...asa, first_name: 'P0', tags: ['t50'] }])).rows).toMatchObject([
      { result: 'error', code: 'limit_reached', error: 'A person may have 50 tags. Remove some first.' },
    ])
    expect(await api.ok(tags.listTags, { headers: admin.headers })).toHaveLength(200)
    expect(await list()).toHaveLength(4)
  })

  test('people', async () => {
    const small = await buildTestApp({ limits: { people_per_organization: 2 } })
    const { headers } = await buildAdministrator(small)
    const rows = ['A', 'B', 'C'].map((first_name) => ({ ...asa, first_name }))
    for (const mode of ['dry_run', 'save'] as const)
      expect(
        await small.refused(imports.importPeople, { headers, body: bodyOf(rows, { mode }) }),
      ).toMatchObject({
        code: 'limit_reached',
        limit: 2,
      })
    await small.ok(imports.importPeople, { headers, body: bodyOf(rows.slice(1), {}) })
    await small.ok(imports.importPeople, { headers, body: bodyOf(rows.slice(1), {}) })
    await small.close()
  })
})

describe('at the same time', () => {
  const rows = Array.from({ length: 300 }, (_, at) => ({
    ...asa,
    first_name: `P${at}`,
    tags: [`t${at % 40}`],
  }))

  test('two imports: one waits, nobody is there twice', async () => {
    const [one, other] = await Promise.all([save(rows), save(rows.toReversed())])
    const results = [one, other].map((each) => new Set(each.rows.map(({ result }) => result)))
    expect(results.map((each) => [...each].join()).toSorted()).toEqual(['new', 'same'])
    expect(await list()).toHaveLength(300)
  })

  test('a sign-up that adds one of them meanwhile: the import finds them', async () => {
    let saving: ReturnType<typeof save> | undefined
    await api.deps.db.system(async (tx) => {
      const values = { first_name: 'P7', last_name: asa.last_name, email: asa.email }
      await tx.insert(person).values({ ...here(), id: newId(), ...values, identity_key: identityKey(values) })
      saving = save(rows)
      await awaitLocks(api.deps, 1)
    })
    const results = (await saving)?.rows.map(({ result }) => result)
    expect(results?.filter((result) => result !== 'new')).toEqual(['differs'])
    expect(await list()).toHaveLength(300)
  })
})
