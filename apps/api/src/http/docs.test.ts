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

test('people read it at /docs, under the policy of every answer, also without https', async () => {
  const answer = await api.inject({ url: '/docs/' })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-type']).toContain('text/html')
  const policy = (await api.inject('/nowhere')).headers['content-security-policy']
  expect(policy).toContain("default-src 'none'")
  expect(policy).not.toContain('upgrade-insecure-requests')
  expect(answer.headers['content-security-policy']).toBe(policy)
  const script = await api.inject('/docs/static/swagger-ui-bundle.js')
  expect(script.headers['content-security-policy']).toBe(policy)
})

test('an operator can take it away', async () => {
  const without = await buildTestApp({ api_docs: false })
  for (const url of ['/docs', '/docs/', '/docs/json', '/docs/static/swagger-ui-bundle.js']) {
    const answer = await without.inject(url)
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'not_found'])
  }
  await without.close()
})
