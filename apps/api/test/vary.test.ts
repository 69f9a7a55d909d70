import { messages } from '@muster/contract/messages'
import { organizations } from '@muster/contract/organizations'
import type { AppRoute } from '@ts-rest/core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../src/db/ids.ts'
import * as schema from '../src/db/schema.ts'
import { buildTestApp, type TestApp } from './app.ts'
import { administration, callOf, nameOf, requestOf } from './calls.ts'
import { type Filled, fillOrganization } from './fill-organization.ts'
import { type Administrator, buildAdministrator } from './organizations.ts'

/* An answer that depends on Accept-Language says so: a cache must not give one client the language of another. */

let api: TestApp
let admin: Administrator
let filled: Filled
beforeAll(async () => {
  api = await buildTestApp({ allowed_origins: ['https://app.muster.example'] })
  admin = await buildAdministrator(api)
  filled = await fillOrganization(api.deps, admin.organization_id)
  await addWhatDependsOnLanguage()
})
afterAll(() => api.close())

/** Adds one of our failure codes, shown as text, and organisations that Swedish and English sort differently. */
async function addWhatDependsOnLanguage() {
  const { organization_id, user_id } = admin
  const message = {
    organization_id,
    person_id: filled.person_id,
    channel: 'EMAIL' as const,
    subject: 's',
    body_text: 'b',
    template: 't',
    payload: {},
    language: 'sv' as const,
    address: 'asa@volunteer.example',
    failure_reason: 'opted_out',
    status: 'FAILED' as const,
  }
  await api.deps.db.system(async (tx) => {
    await tx.insert(schema.message).values({ ...message, id: newId() })
    await tx.insert(schema.message).values({ ...message, id: newId(), broadcast_id: filled.broadcast_id })
    const other = newId()
    const named = { time_zone: 'Europe/Stockholm', language: 'sv' as const, contact_email: 'a@b.example' }
    await tx.insert(schema.organization).values({ ...named, id: other, name: 'Ö' })
    await tx.insert(schema.membership).values({ organization_id: other, user_id })
    const third = newId()
    await tx.insert(schema.organization).values({ ...named, id: third, name: 'Z' })
    await tx.insert(schema.membership).values({ organization_id: third, user_id })
  })
}

const reads = administration
  // Leaves out the ZIP, which has no language and contains the time.
  .filter(({ method, path }) => method === 'GET' && path !== organizations.exportOrganization.path)
  .map((route): [string, AppRoute] => [nameOf(route), route])

async function read(route: AppRoute, language: string, headers = {}) {
  const answer = await api.inject({
    ...requestOf(route, callOf(route, filled)),
    headers: { ...admin.headers, 'accept-language': language, ...headers },
  })
  // Removes the time of an export.
  const body = answer.body.replace(/"exported_at":"[^"]*"/, '')
  return { body, status: answer.statusCode, vary: varyOf(answer.headers['vary']) }
}

const varyOf = (header = '') =>
  header
    .toLowerCase()
    .split(/, */)
    .filter((name) => name !== '')

const depends: string[] = []

test.each(reads)('%s', async (name, route) => {
  const [en, sv] = [await read(route, 'en'), await read(route, 'sv')]
  expect([en.status, sv.status]).toEqual([200, 200])
  if (en.body === sv.body) return
  depends.push(name)
  expect(en.vary).toContain('accept-language')
})

test('the answers that are known to depend on it were seen to', () => {
  expect(depends.toSorted()).toEqual([
    'GET /admin/broadcasts/:id',
    'GET /admin/people/:id/messages',
    'GET /api/last-active-organization',
    'GET /api/my-organizations',
  ])
})

test.each(reads)('%s refused', async (_name, route) => {
  expect((await read(route, 'en', { authorization: '' })).vary).toContain('accept-language')
})

test('beside what others vary by, once', async () => {
  const { vary } = await read(messages.listMessages, 'en', { origin: 'https://app.muster.example' })
  expect(vary.toSorted()).toEqual(['accept-encoding', 'accept-language', 'origin'])
})
