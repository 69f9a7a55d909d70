import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../test/app.ts'

let api: TestApp
beforeAll(async () => {
  api = await buildTestApp()
})
afterAll(() => api.close())

test.each(['/docs/json', '/docs/yaml'])('programs read the contract at %s', async (url) => {
  const answer = await api.inject(url)
  expect(answer.statusCode).toBe(200)
  // JSON is valid YAML. The calls go to the host that answered.
  expect(answer.json()).toMatchObject({
    openapi: '3.1.0',
    servers: [{ url: '/' }],
    paths: { '/admin/people': { get: {} } },
  })
})

test('the description is compressed, and not sent again to who has it', async () => {
  const first = await api.inject({ url: '/docs/json', headers: { 'accept-encoding': 'br' } })
  expect(first.headers['content-encoding']).toBe('br')
  expect(first.rawPayload.length).toBeLessThan(100_000)
  const etag = String(first.headers.etag)
  const again = await api.inject({ url: '/docs/json', headers: { 'if-none-match': etag } })
  expect([again.statusCode, again.body]).toEqual([304, ''])
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

test('the page has a name and an icon of its own', async () => {
  const { body } = await api.inject({ url: '/docs/' })
  expect(body).toContain('<title>Muster API</title>')
  const [, icon = ''] = /<link rel="icon"[^>]* href="\.([^"]+)"/.exec(body) ?? []
  const answer = await api.inject({ url: `/docs${icon}` })
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/svg+xml'])
})

test('every code that the contract names has a page, with what it links', async () => {
  const links = new Set(
    Array.from(JSON.stringify((await api.inject('/docs/json')).json()).matchAll(LINK), String),
  )
  expect(links.size).toBeGreaterThan(40)
  const policy = (await api.inject('/nowhere')).headers['content-security-policy']
  for (const url of ['/docs/errors/page.css', ...links]) {
    const answer = await api.inject(url)
    expect([answer.statusCode, answer.headers['content-security-policy']], url).toEqual([200, policy])
  }
  const list = await api.inject('/docs/errors')
  for (const url of links) expect(list.body).toContain(`href="${url}"`)
})

const LINK = /\/docs\/errors\/[a-z_]+/g

test('a page of a code says its status, its sentence and who answers it', async () => {
  const { headers, body } = await api.inject('/docs/errors/shift_full')
  expect(headers['content-type']).toBe('text/html; charset=utf-8')
  expect(body).toContain('409 Conflict')
  expect(body).toContain('All places on this shift have just been taken.')
  expect(body).toContain('href="/docs#/signup/signup.signUp"')
  const unknown = await api.inject('/docs/errors/%3Cscript%3E')
  expect([unknown.statusCode, unknown.json().code]).toEqual([404, 'not_found'])
})

test('an operator can take it away', async () => {
  const without = await buildTestApp({ api_docs: false })
  for (const url of ['/docs', '/docs/', '/docs/json', '/docs/static/swagger-ui-bundle.js', '/docs/errors']) {
    const answer = await without.inject(url)
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'not_found'])
  }
  await without.close()
})
