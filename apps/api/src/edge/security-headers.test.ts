import { afterAll, beforeAll, expect, test } from 'vitest'
import { ACCOUNT } from '../../../../infra/fakes/twilio.ts'
import { THREADS } from '../../../../infra/fakes/twilio-conversations.ts'
import { buildTestApp, type TestApp } from '../../test/app.ts'
import type { Config } from '../config.ts'

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
    "worker-src 'self'",
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

async function connectSrcWith(sms: Config['sms']) {
  const app = await buildTestApp({ sms })
  const { headers } = await app.inject('/nowhere')
  await app.close()
  const policy = String(headers['content-security-policy'])
  expect(policy.replace(/connect-src[^;]*/, '')).not.toContain('twilio')
  return /connect-src ([^;]*)/.exec(policy)?.[1]
}

test('Twilio is let in where two-way threads are configured, and nowhere else (D34)', async () => {
  const twilio = { provider: 'twilio' as const, ...ACCOUNT, host: 'https://api.twilio.com', numbers: [] }
  expect(await connectSrcWith(twilio)).toBe("'self'")
  const threads = { ...THREADS, host: 'https://conversations.twilio.com' }
  expect(await connectSrcWith({ ...twilio, threads })).toBe("'self' wss://tsock.us1.twilio.com")
})

test('over https every browser is told to insist on it, for two years and on all subdomains', async () => {
  const app = await buildTestApp({ public_url: 'https://muster.example' })
  for (const url of ['/nowhere', '/healthz', '/api/my-organizations', '/docs']) {
    const { headers } = await app.inject(url)
    expect(headers['strict-transport-security']).toBe('max-age=63072000; includeSubDomains')
  }
  await app.close()
})

test('over plain http no browser is told to insist on https', async () => {
  const { headers } = await api.inject('/nowhere')
  expect(headers).not.toHaveProperty('strict-transport-security')
})
