import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { AppRoute } from '@ts-rest/core'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../test/app.ts'
import { administration, callOf, nameOf, requestOf } from '../../test/calls.ts'
import { fillOrganization } from '../../test/fill-organization.ts'
import { type Administrator, buildAdministrator } from '../../test/organizations.ts'
import { buildPerson } from '../../test/planning.ts'
import * as schema from '../db/schema.ts'

let api: TestApp
let admin: Administrator
beforeAll(async () => {
  api = await buildTestApp()
  admin = await buildAdministrator(api)
  const { organization_id } = admin
  for (let n = 0; n < 10; n++) await buildPerson(api.deps, { organization_id, notes: 'Kommer med buss.' })
})
afterAll(() => api.close())
/** Undoes the call that leaves the organisation. */
afterEach(async () => {
  const { organization_id, user_id } = admin
  await api.deps.db.system((tx) =>
    tx.insert(schema.membership).values({ organization_id, user_id }).onConflictDoNothing(),
  )
})

type Asked = { url?: string; by?: Administrator; method?: 'GET' | 'HEAD'; headers?: Record<string, string> }

const get = ({ url = '/admin/people', by = admin, method = 'GET', headers = {} }: Asked = {}) =>
  api.inject({ method, url, headers: { ...by.headers, ...headers } })

const plainList = async () => (await get()).body

describe('the list of people', () => {
  test.each([
    ['br, gzip', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['br;q=0, gzip', 'gzip', gunzipSync],
  ] as const)('is compressed for a client that accepts %s', async (accepted, encoding, decode) => {
    const answer = await get({ headers: { 'accept-encoding': accepted } })
    expect(answer.headers).toMatchObject({
      'content-encoding': encoding,
      vary: expect.stringContaining('accept-encoding'),
    })
    expect(decode(answer.rawPayload).toString()).toBe(await plainList())
    expect(answer.rawPayload.length).toBeLessThan((await plainList()).length / 3)
  })

  test.each([undefined, 'identity', 'br;q=0'])(
    'is sent as it is to one that accepts %s',
    async (accepted) => {
      const answer = await get(accepted === undefined ? {} : { headers: { 'accept-encoding': accepted } })
      expect(answer.headers).not.toHaveProperty('content-encoding')
      expect(answer.headers['vary']).toContain('accept-encoding')
    },
  )

  test('is sent as it is when it fits into one packet', async () => {
    const by = await buildAdministrator(api)
    await buildPerson(api.deps, { organization_id: by.organization_id })
    expect((await get({ by, headers: { 'accept-encoding': 'br' } })).headers).not.toHaveProperty(
      'content-encoding',
    )
  })

  test('is not sent again to a client that has it, until it changes; and is never stored', async () => {
    const first = await get({ headers: { 'accept-encoding': 'br' } })
    const etag = String(first.headers.etag)
    expect(etag).toMatch(/^W\/"[\w-]{43}"$/)
    expect(first.headers['cache-control']).toBe('no-store')
    // The ETag is valid for all encodings.
    const known = await get({ headers: { 'if-none-match': etag } })
    expect(known).toMatchObject({ statusCode: 304, body: '' })
    expect(known.headers).toMatchObject({ etag, vary: expect.stringContaining('accept-encoding') })
    await buildPerson(api.deps, { organization_id: admin.organization_id })
    const changed = await get({ headers: { 'if-none-match': etag } })
    expect(changed.statusCode).toBe(200)
    expect(changed.headers.etag).not.toBe(etag)
  })

  test.each(['/admin/events', '/admin/shifts?view=schedule', '/admin/people/:id/messages'])(
    'as are the answers of %s',
    async (path) => {
      const { id } = await buildPerson(api.deps, { organization_id: admin.organization_id })
      const url = path.replace(':id', id)
      const { etag } = (await get({ url })).headers
      expect(await get({ url, headers: { 'if-none-match': String(etag) } })).toMatchObject({
        statusCode: 304,
        body: '',
      })
    },
  )

  test('a tag opens nothing: without a session it is 401', async () => {
    const etag = String((await get()).headers.etag)
    const answer = await get({
      headers: { 'if-none-match': etag, authorization: '', 'accept-encoding': 'br' },
    })
    expect(answer.statusCode).toBe(401)
    expect(answer.headers).not.toHaveProperty('etag')
    expect(answer.headers).not.toHaveProperty('content-encoding')
  })

  test('HEAD has no body', async () => {
    expect(await get({ method: 'HEAD', headers: { 'accept-encoding': 'br' } })).toMatchObject({
      statusCode: 200,
      body: '',
    })
  })
})

describe('no answer with a secret is compressed', () => {
  const COMPRESSED = [
    'GET /admin/events',
    'GET /admin/people',
    'GET /admin/people/:id/messages',
    'GET /admin/shifts?view=schedule',
  ]
  const found: string[] = []
  const calls = [
    ...administration.map((route): [string, AppRoute, Record<string, string>] => [nameOf(route), route, {}]),
    ...administration
      .filter((route) => nameOf(route) === 'GET /admin/shifts')
      .map((route): [string, AppRoute, Record<string, string>] => [
        `${nameOf(route)}?view=schedule`,
        route,
        { view: 'schedule' },
      ]),
  ]

  test.each(calls)('%s', async (name, route, more) => {
    const call = callOf(route, await fillLong())
    const answer = await api.inject({
      ...requestOf(route, call),
      query: { ...call.query, ...more },
      headers: { ...admin.headers, 'accept-encoding': 'br' },
    })
    expect(answer.statusCode).toBeLessThan(300)
    if (!answer.headers['content-encoding']) return
    found.push(name)
    expect(hasSecret(brotliDecompressSync(answer.rawPayload).toString())).toBe(false)
  })

  test('and these are', () => {
    expect(found.toSorted()).toEqual(COMPRESSED)
  })

  test('negative control: the shifts of the dashboard have personal links, and are long enough', async () => {
    const { event_id } = await fillLong()
    const answer = await get({
      url: `/admin/shifts?event_id=${event_id}`,
      headers: { 'accept-encoding': 'br' },
    })
    expect(answer.headers).not.toHaveProperty('content-encoding')
    expect(answer.body.length).toBeGreaterThan(1_000)
    expect(hasSecret(answer.body)).toBe(true)
  })
})

const hasSecret = (text: string) => /"token":|(?<![\w-])[\w-]{43}(?![\w-])/.test(text)

/** Makes every answer long enough for compression. */
async function fillLong() {
  const { organization_id } = admin
  const long = await fillOrganization(api.deps, organization_id)
  await api.deps.db.system(async (tx) => {
    for (const column of ['person set child_team', 'event set notes', 'message set body_text']) {
      const long_text = `${column} = repeat('n', 1500)`
      await tx.execute(sql.raw(`update ${long_text} where organization_id = '${organization_id}'`))
    }
  })
  return long
}
