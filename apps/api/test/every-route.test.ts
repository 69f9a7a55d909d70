import { contract } from '@muster/contract/contract'
import type { AppRoute } from '@ts-rest/core'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { newId } from '../src/db/ids.ts'
import { buildTestApp, type TestApp } from './app.ts'
import { addressOf, callOf, endpoints, nameOf, sessionFor } from './calls.ts'
import { type Filled, fillOrganization, removeOtherOwner } from './fill-organization.ts'
import { type Administrator, buildAdministrator } from './organizations.ts'

/* D2: every status is below 500. Routes and fields are read from the contract, so that new ones are tried too. */

const NASTY: unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  '',
  ' \n ',
  'a\u0000b',
  '\u001b[31m',
  '\ud800',
  '\u202e',
  'tomorrow',
  '2027-02-30T10:00:00Z',
  '9999-12-31T23:59:59+23:59',
  '-271821-04-20T00:00:00Z',
  'Europe/Nowhere',
  '+99 999',
  '٠٧٠١٢٣٤٥٦٧',
  `' or 1=1; drop table person; --`,
  'x'.repeat(6_000),
  '💥'.repeat(300),
  newId(),
  [],
  [null],
  {},
  { toString: 1 },
]

/** Sentences of zod. */
const OF_A_LIBRARY =
  /Invalid (input|option|key|element|string|UUID|ISO)|Too (big|small):|Unrecognized key|, received /

const BAD_IDS = ['x', '0', newId(), newId().toUpperCase(), '%00', '%zz', '..%2f..', "'", 'é', 'x'.repeat(301)]

const BAD_BODIES = [
  '',
  'null',
  '[]',
  '1',
  '"x"',
  '{',
  '{"__proto__":{"a":1}}',
  '\ufeff{}',
  '['.repeat(20_000),
]

const routes = endpoints.map((route): [string, AppRoute] => [nameOf(route), route])

let api: TestApp
let admin: Administrator
let filled: Filled
const rejections: unknown[] = []
const onRejection = (reason: unknown) => rejections.push(reason)

beforeAll(async () => {
  process.on('unhandledRejection', onRejection)
  const enough = 1_000_000
  api = await buildTestApp({
    limits: { requests_per_minute: enough, signups_per_minute: enough, logins_per_minute: enough },
  })
  // The clock is stopped, because the access token expires after 15 minutes.
  api.setNow(new Date().toISOString())
  admin = await buildAdministrator(api)
  filled = await fillOrganization(api.deps, admin.organization_id)
  await removeOtherOwner(api.deps, filled)
})
afterAll(async () => {
  process.off('unhandledRejection', onRejection)
  await api.close()
})

afterEach(() => {
  // Each rejection would end the process (close-with-grace).
  expect(rejections).toEqual([])
})

async function send(
  route: AppRoute,
  given: { url?: string; payload?: string; headers?: Record<string, string>; query?: Record<string, string> },
) {
  const { url = addressOf(route, callOf(route, filled).params), payload, headers, query } = given
  const answer = await api.inject({
    method: route.method,
    url,
    ...(payload !== undefined && { payload }),
    ...(query && { query }),
    headers: { ...sessionFor(route, admin), 'content-type': 'application/json', ...headers },
  })
  const said = `${route.method} ${url} ${payload?.slice(0, 200)} ${JSON.stringify(given.query)}: ${answer.body}`
  expect(answer.statusCode, said).toBeLessThan(500)
  expect(answer.body, said).not.toMatch(OF_A_LIBRARY)
  return answer.statusCode
}

const shapeOf = (schema: unknown): string[] =>
  schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
const bodyOf = (route: AppRoute) => ('body' in route ? shapeOf(route.body) : [])
const isDelete = ({ method }: AppRoute) => method === 'DELETE'

describe('is refused in words', () => {
  test.each(routes.filter(([, { path }]) => path.includes('/:')))(
    '%s with a bad id',
    async (_name, route) => {
      for (const [, name = ''] of route.path.matchAll(/:(\w+)/g)) {
        for (const id of BAD_IDS) {
          const url = addressOf(route, { ...callOf(route, filled).params, [name]: id })
          const status = await send(route, { url, payload: '{}' })
          expect(status).toBeGreaterThanOrEqual(400)
        }
      }
    },
  )

  // Leaves out logout: it is sent without a session and refused for that first.
  test.each(routes.filter(([name, { method }]) => method !== 'GET' && name !== 'POST /auth/v1/logout'))(
    '%s with no usable body',
    async (_name, route) => {
      for (const payload of BAD_BODIES) await send(route, { payload })
      expect(await send(route, { payload: '{' })).toBe(400)
      const text = { 'content-type': 'text/plain' }
      expect(await send(route, { payload: 'name=x', headers: text })).toBe(415)
      expect(await send(route, { payload: JSON.stringify({ name: 'x'.repeat(70_000) }) })).toBe(413)
    },
  )

  test.each(routes.filter(([, route]) => bodyOf(route).length > 0))(
    '%s with nasty fields',
    async (_name, route) => {
      const fields = bodyOf(route)
      const whole = callOf(route, filled).body
      for (const field of fields) {
        for (const value of NASTY)
          await send(route, { payload: JSON.stringify({ ...whole, [field]: value }) })
      }
    },
  )

  test.each(routes.filter(([, route]) => shapeOf(route.query).length > 0 && !isDelete(route)))(
    '%s with nasty questions',
    async (_name, route) => {
      for (const field of shapeOf(route.query)) {
        for (const value of NASTY) {
          if (typeof value === 'string') await send(route, { query: { [field]: value }, payload: '{}' })
        }
      }
    },
  )

  test.each(routes.filter(([, route]) => !isDelete(route)))('%s with nasty headers', async (_name, route) => {
    for (const value of ['', 'x', '%00', 'x'.repeat(4_000), '"', ',,,', 'é']) {
      await send(route, { payload: '{}', headers: { authorization: value } })
      await send(route, { payload: '{}', headers: { authorization: `Bearer ${value}` } })
      await send(route, { payload: '{}', headers: { 'x-organization-id': value } })
      await send(route, { payload: '{}', headers: { 'accept-language': value, 'if-none-match': value } })
      await send(route, { payload: '{}', headers: { 'idempotency-key': value, 'event-id': value } })
      await send(route, { payload: '{}', headers: { cookie: `muster_refresh=${value}` } })
    }
  })
})

test('an error of ours would be seen', async () => {
  vi.spyOn(api.deps.db, 'transaction').mockRejectedValueOnce(new Error('broken'))
  await expect(send(contract.people.listPeople, {})).rejects.toThrow('500')
})
