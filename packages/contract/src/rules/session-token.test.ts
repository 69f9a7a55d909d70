import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isTokenExpired, readSessionToken } from './session-token.ts'

const exp = Date.parse('2026-07-01T12:00:00Z') / 1000

function jwt(claims: unknown): string {
  return `${encode({ alg: 'ES256' })}.${encode(claims)}.c2lnbmF0dXJl`
}

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

describe('readSessionToken (D7)', () => {
  it('prefers user_id, and falls back to sub', () => {
    const claims = { user_id: 'user', sub: 'subject', email: 'asa@example.org', exp }
    expect(readSessionToken(jwt(claims))).toEqual({ id: 'user', email: 'asa@example.org', exp })
    expect(readSessionToken(jwt({ ...claims, user_id: undefined }))).toMatchObject({ id: 'subject' })
  })

  it.each([
    { name: 'no exp', token: jwt({ sub: 'subject', email: 'asa@example.org' }) },
    { name: 'exp as text', token: jwt({ sub: 'subject', exp: String(exp) }) },
    { name: 'nobody', token: jwt({ email: 'asa@example.org', exp }) },
    { name: 'claims that are no object', token: jwt(null) },
    { name: 'one part', token: 'abc' },
    { name: 'not base64', token: 'a.%%%.c' },
    { name: 'not JSON', token: `a.${Buffer.from('{').toString('base64url')}.c` },
    { name: 'not UTF-8', token: `a.${Buffer.from([0x22, 0xff, 0x22]).toString('base64url')}.c` },
    { name: 'empty', token: '' },
  ])('is undefined for $name', ({ token }) => {
    expect(readSessionToken(token)).toBeUndefined()
  })

  it('reads any text, whatever its bytes are in base64url', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (id, email) => {
        expect(readSessionToken(jwt({ sub: id, email, exp }))).toEqual({ id, email, exp })
      }),
    )
  })
})

describe('isTokenExpired (D7)', () => {
  it.each([
    { now: '2026-07-01T11:59:59.000Z', expired: false },
    { now: '2026-07-01T12:00:00.000Z', expired: false },
    { now: '2026-07-01T12:00:00.999Z', expired: false },
    { now: '2026-07-01T12:00:01.000Z', expired: true },
  ])('exp at noon, now $now: $expired', ({ now, expired }) => {
    expect(isTokenExpired(jwt({ exp }), now)).toBe(expired)
  })

  it.each(['', 'abc', 'a.b.c', jwt({ sub: 'subject' }), jwt({ exp: 'soon' })])('no exp in %j', (token) => {
    expect(isTokenExpired(token, '2026-07-01T12:00:00.000Z')).toBe(true)
  })
})
