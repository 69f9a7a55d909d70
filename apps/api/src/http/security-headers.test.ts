import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../test/app.ts'

let api: TestApp
beforeAll(async () => {
  api = await buildTestApp({
    admin_api_url: 'https://admin.muster.example',
    public_api_url: 'https://public.muster.example',
  })
})
afterAll(() => api.close())

test.each(['/.well-known/jwks.json', '/api/my-organizations', '/nowhere'])('%s carries them', async (url) => {
  const { headers } = await api.inject(url)
  expect(headers['content-security-policy']?.toString().split(';')).toEqual([
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self' https://admin.muster.example wss://admin.muster.example https://public.muster.example wss://public.muster.example",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ])
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'x-frame-options': 'DENY',
  })
  expect(headers).not.toHaveProperty('x-powered-by')
})

test('over plain http no browser is told to insist on https', async () => {
  const { headers } = await api.inject('/nowhere')
  expect(headers).not.toHaveProperty('strict-transport-security')
})
