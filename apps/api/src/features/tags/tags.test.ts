import { people } from '@muster/contract/people'
import { tags } from '@muster/contract/tags'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/app.ts'
import { type Administrator, buildAdministrator } from '../../../test/organizations.ts'
import { buildEvent, buildPerson, buildRole } from '../../../test/planning.ts'

let api: TestApp
let admin: Administrator
beforeAll(async () => {
  api = await buildTestApp()
})
afterAll(() => api.close())
beforeEach(async () => {
  admin = await buildAdministrator(api)
})

const nameTags = (count: number, from = 0) => Array.from({ length: count }, (_, at) => `t${from + at}`)
const person = () => buildPerson(api.deps, { organization_id: admin.organization_id })
const tag = (person_ids: string[], body: { add?: string[]; remove?: string[] }) =>
  api.ok(tags.tagPeople, { headers: admin.headers, body: { person_ids, ...body } })
const setTags = (id: string, names: string[]) =>
  api.ok(people.updatePerson, { headers: admin.headers, params: { id }, body: { tags: names } })
const list = () => api.ok(tags.listTags, { headers: admin.headers })
async function tagsOf(id: string) {
  const listed = await api.ok(people.listPeople, { headers: admin.headers })
  return listed.find((each) => each.id === id)?.tags
}

test('a person is added with tags, and gets others', async () => {
  const added = await api.ok(people.createPerson, {
    headers: admin.headers,
    body: {
      first_name: 'Åsa',
      last_name: 'Öberg',
      email: 'asa@example.org',
      tags: ['Kök', 'Förare', 'kök '],
    },
  })
  expect(added.tags).toEqual(['Förare', 'Kök'])
  expect(await list()).toEqual([
    { id: expect.any(String), name: 'Förare', people: 1 },
    { id: expect.any(String), name: 'Kök', people: 1 },
  ])
  const changed = await setTags(added.id, ['KÖK', 'Ny'])
  expect(changed).toMatchObject({ tags: ['Kök', 'Ny'], version: 2 })
  expect(await tagsOf(added.id)).toEqual(['Kök', 'Ny'])
  expect((await list()).map(({ name, people: count }) => [name, count])).toEqual([
    ['Förare', 0],
    ['Kök', 1],
    ['Ny', 1],
  ])
})

test('many people get and lose tags, and copies of the list learn of it', async () => {
  const [one, other] = [await person(), await person()]
  await tag([one.id, other.id, one.id], { add: ['Kök', 'Bil'] })
  await tag([one.id], { add: ['Ny'], remove: ['BIL', 'unknown'] })
  expect(await tagsOf(one.id)).toEqual(['Kök', 'Ny'])
  expect(await tagsOf(other.id)).toEqual(['Bil', 'Kök'])
  const listed = await api.ok(people.listPeople, { headers: admin.headers })
  expect(new Set(listed.map(({ version }) => version))).toEqual(new Set([2, 3]))
})

test('is not deleted while a role needs it (D53)', async () => {
  await tag([(await person()).id], { add: ['Kök'] })
  const [kok] = await list()
  if (!kok) throw new Error('one tag')
  const event = await buildEvent(api.deps, { organization_id: admin.organization_id })
  await buildRole(api.deps, { event, needs_tag: kok.id })
  const deletion = { headers: admin.headers, params: { id: kok.id } }
  expect(await api.refused(tags.deleteTag, deletion)).toMatchObject({ status: 409, code: 'tag_in_use' })
  expect(await list()).toEqual([kok])
})

test('is renamed and deleted', async () => {
  const { id } = await person()
  await tag([id], { add: ['Kök', 'Bil'] })
  const [bil, kok] = await list()
  if (!bil || !kok) throw new Error('two tags')
  const rename = (name: string) => ({ headers: admin.headers, params: { id: kok.id }, body: { name } })
  expect(await api.ok(tags.renameTag, rename('Köket'))).toEqual({ ...kok, name: 'Köket' })
  expect(await api.refused(tags.renameTag, rename('bil'))).toMatchObject({ status: 409, code: 'tag_exists' })
  const gone = { headers: admin.headers, params: { id: bil.id } }
  await api.ok(tags.deleteTag, gone)
  expect(await tagsOf(id)).toEqual(['Köket'])
  expect(await api.refused(tags.deleteTag, gone)).toMatchObject({ status: 404, code: 'tag_not_found' })
  expect(await api.refused(tags.renameTag, { ...gone, body: { name: 'x' } })).toMatchObject({
    code: 'tag_not_found',
  })
})

test('fifty a person, two hundred an organization', async () => {
  const { id } = await person()
  await setTags(id, nameTags(50))
  expect(
    await api.refused(tags.tagPeople, {
      headers: admin.headers,
      body: { person_ids: [id], add: ['one more'] },
    }),
  ).toMatchObject({
    code: 'limit_reached',
    limit: 50,
    error: 'A person may have 50 tags. Remove some first.',
  })
  expect(await tagsOf(id)).toHaveLength(50)
  for (const from of [50, 100, 150]) await setTags((await person()).id, nameTags(50, from))
  const call = { headers: admin.headers, params: { id: (await person()).id }, body: { tags: ['one more'] } }
  expect(await api.refused(people.updatePerson, call)).toMatchObject({ code: 'limit_reached', limit: 200 })
  expect(await list()).toHaveLength(200)
})

test('an unknown person in the list: nobody is tagged', async () => {
  const { id } = await person()
  const stranger = await buildPerson(api.deps, {
    organization_id: (await buildAdministrator(api)).organization_id,
  })
  const call = { headers: admin.headers, body: { person_ids: [id, stranger.id], add: ['Kök'] } }
  expect(await api.refused(tags.tagPeople, call)).toMatchObject({ status: 404, code: 'person_not_found' })
  expect(await tagsOf(id)).toEqual([])
  expect(await list()).toEqual([])
})

test('two calls at once that make the same tags in another order', async () => {
  const [one, other] = [await person(), await person()]
  const names = Array.from({ length: 30 }, (_, at) => `t${at}`)
  await Promise.all([
    tag([one.id, other.id], { add: names }),
    tag([other.id, one.id], { add: names.toReversed() }),
    setTags(other.id, names.toReversed()),
  ])
  expect(await list()).toHaveLength(30)
  expect(await tagsOf(one.id)).toHaveLength(30)
})

test('goes with the person', async () => {
  const { id } = await person()
  await tag([id], { add: ['Kök'] })
  await api.ok(people.deletePerson, { headers: admin.headers, params: { id } })
  expect(await list()).toEqual([{ id: expect.any(String), name: 'Kök', people: 0 }])
})
