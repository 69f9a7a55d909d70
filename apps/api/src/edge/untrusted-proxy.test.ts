import { PassThrough } from 'node:stream'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../test/app.ts'
import { buildApp } from '../app.ts'

let api: TestApp
beforeAll(async () => {
  api = await buildTestApp()
})
afterAll(() => api.close())

async function countWarnings(trusted_proxies: string[], headers: Record<string, string>): Promise<number> {
  const output = new PassThrough()
  const config = { ...api.deps.config, trusted_proxies }
  const app = await buildApp({ ...api.deps, config, log: pino({}, output) })
  for (let n = 0; n < 3; n++) await app.inject({ url: '/healthz', headers })
  await app.close()
  return String(output.read() ?? '').split('TRUSTED_PROXIES').length - 1
}

test.each([
  ['a proxy that is not named is reported once', [], { 'x-forwarded-for': '192.0.2.1' }, 1],
  ['one that is named is not', ['127.0.0.1'], { 'x-forwarded-for': '192.0.2.1' }, 0],
  ['without a proxy nothing is', [], {}, 0],
])('%s', async (_name, trusted, headers, warnings) => {
  expect(await countWarnings(trusted, headers)).toBe(warnings)
})
