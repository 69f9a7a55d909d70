import { savedTexts } from '@muster/contract/saved-texts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/app.ts'
import { type Administrator, buildAdministrator } from '../../../test/organizations.ts'
import { newId } from '../../db/ids.ts'
import { savedText } from '../../db/schema.ts'

let api: TestApp
let admin: Administrator
beforeAll(async () => {
  api = await buildTestApp()
})
afterAll(() => api.close())
beforeEach(async () => {
  admin = await buildAdministrator(api)
})

const add = (title: string, text = 'x') =>
  api.ok(savedTexts.createSavedText, { headers: admin.headers, body: { title, text } })
const list = () => api.ok(savedTexts.listSavedTexts, { headers: admin.headers })

test('are added, listed by title, changed and removed', async () => {
  const rain = await add('Rain', 'Bring a raincoat.\nBoots too.')
  const bus = await add('Bus')
  expect(await list()).toEqual([bus, rain])
  const params = { id: rain.id }
  const changed = await api.ok(savedTexts.updateSavedText, {
    headers: admin.headers,
    params,
    body: { title: 'A rainy day', version: 1 },
  })
  expect(changed).toEqual({ ...rain, title: 'A rainy day', version: 2 })
  const stale = { headers: admin.headers, params, body: { title: 'x', version: 1 } }
  expect(await api.refused(savedTexts.updateSavedText, stale)).toMatchObject({ code: 'changed_elsewhere' })
  await api.ok(savedTexts.deleteSavedText, { headers: admin.headers, params })
  expect(await list()).toEqual([bus])
  const gone = { status: 404, code: 'saved_text_not_found' }
  expect(await api.refused(savedTexts.deleteSavedText, { headers: admin.headers, params })).toMatchObject(
    gone,
  )
  expect(await api.refused(savedTexts.updateSavedText, { ...stale, body: {} })).toMatchObject(gone)
})

test('are those of the organisation alone', async () => {
  const { id } = await add('Ours')
  const other = await buildAdministrator(api)
  expect(await api.ok(savedTexts.listSavedTexts, { headers: other.headers })).toEqual([])
  const call = { headers: other.headers, params: { id } }
  expect(await api.refused(savedTexts.deleteSavedText, call)).toMatchObject({ status: 404 })
  expect(await list()).toHaveLength(1)
})

test('five hundred, and no more', async () => {
  const rows = Array.from({ length: 500 }, () => ({
    organization_id: admin.organization_id,
    id: newId(),
    title: 't',
    text: 't',
  }))
  await api.deps.db.system((tx) => tx.insert(savedText).values(rows))
  const call = { headers: admin.headers, body: { title: 'x', text: 'x' } }
  expect(await api.refused(savedTexts.createSavedText, call)).toMatchObject({
    code: 'limit_reached',
    limit: 500,
    error: 'An organization may save 500 texts. Delete some that you no longer need.',
  })
})
