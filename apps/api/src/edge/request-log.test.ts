import { PassThrough } from 'node:stream'
import { people } from '@muster/contract/people'
import { session } from '@muster/contract/session'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../test/app.ts'
import { type Administrator, buildAdministrator } from '../../test/organizations.ts'
import { buildAccount, credentialsOf } from '../../test/sessions.ts'
import { buildApp } from '../app.ts'
import { newId } from '../db/ids.ts'

type Line = { msg: string; method: string; route: string; status: number; code?: string; request_id: string }
type Request = { method?: 'GET' | 'POST'; url: string; headers?: Record<string, string>; payload?: object }

let api: TestApp
let admin: Administrator
beforeAll(async () => {
  api = await buildTestApp({ limits: { logins_per_minute: 1 } })
  admin = await buildAdministrator(api)
})
afterAll(() => api.close())

/** Returns the log line of each request. */
async function linesOf(requests: readonly Request[], log_sample = 1): Promise<Line[]> {
  const output = new PassThrough({ highWaterMark: 1_000_000 })
  const config = { ...api.deps.config, log_sample }
  const app = await buildApp({ ...api.deps, config, log: pino({}, output) })
  for (const request of requests) await app.inject({ method: 'GET', ...request })
  await app.close()
  return String(output.read())
    .trim()
    .split('\n')
    .map((line): Line => JSON.parse(line))
    .filter(({ msg }) => msg === 'answered')
}

const list = (headers: Record<string, string>) => ({ url: people.listPeople.path, headers })

test('a refusal is logged with its code: what an operator looks for after an attack', async () => {
  // The clock is stopped, because the limit starts again every minute.
  api.setNow(new Date().toISOString())
  const account = await buildAccount(api)
  const login = { method: 'POST', url: session.login.path } as const
  const guess = { ...login, payload: { email: account.email, password: 'not the password' } }
  const lines = await linesOf([
    { ...login, payload: credentialsOf(account) },
    guess,
    guess,
    list({}),
    list({ authorization: 'Bearer x' }),
    list({ ...admin.headers, 'x-organization-id': newId() }),
    list({ ...admin.headers, authorization: `Bearer mk_${'a'.repeat(43)}` }),
    { method: 'POST', url: session.refresh.path, headers: { origin: 'https://evil.example' } },
    { url: '/live/websocket', headers: { origin: 'https://evil.example' } },
    { method: 'POST', url: people.createPerson.path, headers: admin.headers, payload: { x: 1 } },
    { url: '/.git/config' },
  ])
  expect(lines.map(({ status, code, route }) => `${status} ${code} ${route}`)).toEqual([
    '200 undefined /auth/login',
    '401 invalid_credentials /auth/login',
    '429 rate_limited /auth/login',
    '401 session_required /admin/people',
    '401 session_invalid /admin/people',
    '403 organization_forbidden /admin/people',
    '401 api_key_invalid /admin/people',
    '403 origin_forbidden /auth/refresh',
    '403 origin_forbidden /live/websocket',
    '400 validation /admin/people',
    '404 not_found none',
  ])
  expect(JSON.stringify(lines)).not.toMatch(/@|127\.0\.0\.1|mk_/)
})

test('of successes a part is logged, the same requests in every process; of refusals all', async () => {
  const requests = Array.from({ length: 200 }, (_, n) => ({
    url: people.listPeople.path,
    headers: { ...(n % 2 === 0 && admin.headers), 'x-request-id': `job-${n}` },
  }))
  const [lines, again] = [await linesOf(requests, 0.5), await linesOf(requests, 0.5)]
  const logged = (status: number) => lines.filter((line) => line.status === status).length
  expect(logged(401)).toBe(100)
  expect(logged(200)).toBeGreaterThan(25)
  expect(logged(200)).toBeLessThan(75)
  expect(again.map(({ request_id }) => request_id)).toEqual(lines.map(({ request_id }) => request_id))
  expect(await linesOf(requests.slice(0, 4), 0)).toHaveLength(2)
  expect(await linesOf(requests.slice(0, 4))).toHaveLength(4)
})

test('health checks that succeed are not logged', async () => {
  const lines = await linesOf([{ url: '/healthz' }, list(admin.headers)])
  expect(lines.map(({ route }) => route)).toEqual(['/admin/people'])
})
