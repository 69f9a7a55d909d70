import { PassThrough } from 'node:stream'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../test/app.ts'
import { buildApp } from '../app.ts'

const NEW = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

let api: TestApp
beforeAll(async () => {
  api = await buildTestApp({ limits: { requests_per_minute: 100 } })
})
afterAll(() => api.close())

const ask = (url: string, given?: string | string[]) =>
  api.inject({ url, ...(given !== undefined && { headers: { 'x-request-id': given } }) })

test.each(['/.well-known/jwks.json', '/admin/people', '/nowhere', '/%zz', '/healthz'])(
  '%s is answered with the id of the request, or a new one',
  async (url) => {
    expect((await ask(url, 'job-7.import:1')).headers['x-request-id']).toBe('job-7.import:1')
    const [first, second] = [await ask(url), await ask(url)].map(({ headers }) => headers['x-request-id'])
    expect(first).toMatch(NEW)
    expect(second).toMatch(NEW)
    expect(second).not.toBe(first)
  },
)

test.each(['', 'x'.repeat(65), 'two words', 'a\tb', 'å', '{"a":1}', ['a', 'b']])(
  'an id that is no plain token (%j) is replaced',
  async (given) => {
    expect((await ask('/nowhere', given)).headers['x-request-id']).toMatch(NEW)
  },
)

test('a refused flood is answered with it too', async () => {
  let answer = await ask('/nowhere', 'flood')
  while (answer.statusCode !== 429) answer = await ask('/nowhere', 'flood')
  expect(answer.headers['x-request-id']).toBe('flood')
})

test('the log lines of the request carry it', async () => {
  const output = new PassThrough()
  const app = await buildApp({ ...api.deps, log: pino({}, output) })
  await app.inject({ url: '/admin/people', headers: { 'x-request-id': 'job-7' } })
  await app.close()
  const lines = String(output.read()).trim().split('\n')
  expect(lines.find((line) => line.includes('answered'))).toContain('"request_id":"job-7"')
})
