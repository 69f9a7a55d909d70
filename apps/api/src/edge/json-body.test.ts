import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../test/app.ts'

let api: TestApp
beforeAll(async () => {
  api = await buildTestApp()
})
afterAll(() => api.close())

test.each([
  ['64 lists in each other', '['.repeat(64) + ']'.repeat(64), 'validation'],
  ['65 lists in each other', '['.repeat(65) + ']'.repeat(65), 'malformed_body'],
  ['a prototype', '{"__proto__":{}}', 'malformed_body'],
  ['half an object', '{', 'malformed_body'],
  ['only spaces', ' ', 'validation'],
])('%s', async (_what, payload, code) => {
  const headers = { 'content-type': 'application/json' }
  const answer = await api.inject({ method: 'POST', url: '/auth/login', headers, payload })
  expect({ status: answer.statusCode, code: answer.json().code }).toEqual({ status: 400, code })
})
