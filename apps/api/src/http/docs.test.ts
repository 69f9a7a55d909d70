import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../test/app.ts'

let api: TestApp
beforeAll(async () => {
  api = await buildTestApp()
})
afterAll(() => api.close())

test('programs read the contract at /docs/json', async () => {
  const answer = await api.inject({ url: '/docs/json' })
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toMatchObject({ openapi: '3.1.0', paths: { '/admin/people': { get: {} } } })
})

test('people read it at /docs', async () => {
  const answer = await api.inject({ url: '/docs/' })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-type']).toContain('text/html')
})
