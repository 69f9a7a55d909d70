import { expect, test } from 'vitest'
import { apiKeySecret, apiKeyStart, isApiKey, isApiKeyExpired, isWellFormedApiKey } from './api-key.ts'

const secret = apiKeySecret('A'.repeat(43))

test('a secret is recognised by its prefix and its length', () => {
  expect(isApiKey(secret)).toBe(true)
  expect(isWellFormedApiKey(secret)).toBe(true)
  expect(isApiKey('eyJhbGciOiJFUzI1NiJ9.e30.x')).toBe(false)
  for (const bad of [`${secret}A`, secret.slice(0, -1), `mk_${'ä'.repeat(43)}`, `${secret}\n`])
    expect(isWellFormedApiKey(bad)).toBe(false)
})

test('what is shown of a secret leaves 36 characters of it unknown', () => {
  expect(apiKeyStart(secret)).toBe('mk_AAAAAAA')
})

test.each([
  [null, false],
  ['2026-06-01T12:00:00.001Z', false],
  ['2026-06-01T12:00:00.000Z', true],
  ['2026-06-01T11:59:59.999Z', true],
])('a key that expires %s has expired: %s', (expires_at, isExpired) => {
  expect(isApiKeyExpired({ expires_at }, '2026-06-01T12:00:00.000Z')).toBe(isExpired)
})
