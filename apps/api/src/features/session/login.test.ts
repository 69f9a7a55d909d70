import { session } from '@muster/contract/session'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/app.ts'
import { setHits } from '../../../test/limits.ts'
import { type BuiltAccount, buildAccount, credentialsOf } from '../../../test/sessions.ts'
import * as rateLimit from '../../access/rate-limit.ts'

let api: TestApp
let account: BuiltAccount
let minute = 0
beforeAll(async () => {
  api = await buildTestApp({ limits: { logins_per_minute: 3 } })
  return () => api.close()
})
beforeEach(async () => {
  // A new minute, so that its limits begin anew.
  minute += 1
  api.setNow(`2026-06-01T12:${String(minute).padStart(2, '0')}:00.000Z`)
  account = await buildAccount(api)
})

describe('strangers who guess from many addresses', () => {
  test('delay the right password by seconds, and do not keep it out', async () => {
    expect(await guessFromMany(account.email)).toEqual(new Set([401]))
    const started = performance.now()
    expect(await logIn(account, '203.0.113.1')).toBe(200)
    expect(performance.now() - started).toBeGreaterThan(1_000)
  })

  test('negative control: with a limit that refuses they keep it out', async () => {
    vi.mocked(rateLimit.countShared).mockImplementation(rateLimit.takeShared)
    await guessFromMany(account.email)
    expect(await logIn(account, '203.0.113.1')).toBe(429)
  })

  test('delay an unknown e-mail just the same', async () => {
    const nobody = { email: 'nobody@muster.example', password: 'x' }
    await logIn(nobody, '198.51.100.1')
    await setHits(api.deps, 'login-account', 30)
    const started = performance.now()
    expect(await logIn(nobody, '203.0.113.1')).toBe(401)
    expect(performance.now() - started).toBeGreaterThan(1_000)
  })
})

test('guesses that one address sends at once are counted before they are verified', async () => {
  const guess = { ...account, password: 'not the password' }
  const statuses = await Promise.all(Array.from({ length: 9 }, () => logIn(guess, '203.0.113.2')))
  expect(statuses.toSorted((a, b) => a - b)).toEqual([...Array(3).fill(401), ...Array(6).fill(429)])
})

describe('right passwords', () => {
  test('twelve in a row from one address are no guesses', async () => {
    expect(await logInTwelveTimes('203.0.113.3')).toEqual(Array(12).fill(200))
  })

  test('negative control: without giving back they are refused', async () => {
    vi.mocked(rateLimit.giveBackShared).mockResolvedValue()
    expect(await logInTwelveTimes('203.0.113.4')).toEqual([...Array(3).fill(200), ...Array(9).fill(429)])
  })

  test('leave the wrong ones before them counted', async () => {
    const guess = { ...account, password: 'not the password' }
    await logIn(guess, '203.0.113.5')
    await logIn(guess, '203.0.113.5')
    expect(await logIn(account, '203.0.113.5')).toBe(200)
    expect(await logIn(guess, '203.0.113.5')).toBe(401)
    expect(await logIn(guess, '203.0.113.5')).toBe(429)
  })
})

/** Sends thirty wrong passwords at once, three from each address: none is over the limit of its own address. */
async function guessFromMany(email: string) {
  const guesses = Array.from({ length: 30 }, (_, number) =>
    logIn({ email, password: 'not the password' }, `198.51.100.${number % 10}`),
  )
  return new Set(await Promise.all(guesses))
}

async function logInTwelveTimes(remoteAddress: string) {
  const statuses: number[] = []
  for (let times = 0; times < 12; times++) statuses.push(await logIn(account, remoteAddress))
  return statuses
}

async function logIn(as: { email: string; password: string }, remoteAddress: string) {
  const payload = credentialsOf(as)
  const answer = await api.inject({ method: 'POST', url: session.login.path, payload, remoteAddress })
  return answer.statusCode
}
