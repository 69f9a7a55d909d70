import { session } from '@muster/contract/session'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { buildTestApp, type TestApp } from '../../test/app.ts'
import { buildEvent } from '../../test/planning.ts'
import { buildAccount, credentialsOf, openBrowser } from '../../test/sessions.ts'
import { rateLimit } from '../db/schema.ts'
import { sweepRateLimits, takeShared } from './rate-limit.ts'

let api: TestApp
beforeAll(async () => {
  api = await buildTestApp({ limits: { logins_per_minute: 3, requests_per_minute: 60 } })
})
beforeEach(() => api.setNow('2026-06-01T12:00:10.000Z'))
afterAll(() => api.close())

describe('login', () => {
  test('is refused after so many wrong passwords for one account from one address, until the minute is over', async () => {
    const account = await buildAccount(api)
    const guess = { ...account, password: 'not the password' }
    for (let tries = 0; tries < 3; tries++)
      expect(await logIn(guess, '192.0.2.1')).toMatchObject({ statusCode: 401 })
    const refused = await logIn({ ...account, email: account.email.toUpperCase() }, '192.0.2.1')
    expect(refused.statusCode).toBe(429)
    expect(refused.headers['retry-after']).toBe('50')
    expect(refused.json()).toEqual({
      error: 'Too many attempts. Wait a moment and try again.',
      code: 'rate_limited',
      retry_after: 50,
    })
    expect(await logIn(account, '192.0.2.9')).toMatchObject({ statusCode: 200 })
    api.setNow('2026-06-01T12:01:00.000Z')
    expect(await logIn(account, '192.0.2.1')).toMatchObject({ statusCode: 200 })
  })

  test('counts an unknown e-mail like a known one', async () => {
    const nobody = { email: 'nobody@muster.example', password: 'x' }
    const statuses = []
    for (let tries = 0; tries < 4; tries++) statuses.push((await logIn(nobody, '192.0.2.10')).statusCode)
    expect(statuses).toEqual([401, 401, 401, 429])
  })

  test('is refused after four times as many tries from one network', async () => {
    const statuses = []
    for (let tries = 0; tries < 13; tries++) {
      const guess = { email: `guess-${tries}@muster.example`, password: 'x' }
      statuses.push((await logIn(guess, `2001:db8:1:2::${tries}`)).statusCode)
    }
    expect(statuses).toEqual([...Array(12).fill(401), 429])
  })

  test('two processes count together', async () => {
    const limit = { name: 'test', of: 'somebody', hits: 20, window_s: 60 }
    const other = { ...api.deps }
    const tries = await Promise.allSettled(
      Array.from({ length: 30 }, (_, number) => takeShared(number % 2 ? other : api.deps, limit)),
    )
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(20)
  })
})

test('the table names nobody, and is swept', async () => {
  await logIn({ email: 'canary@muster.example', password: 'x' }, '192.0.2.77')
  const rows = await api.deps.db.system((tx) => tx.select().from(rateLimit))
  expect(rows.length).toBeGreaterThan(0)
  expect(JSON.stringify(rows)).not.toMatch(/canary|192\.0\.2/)
  await api.deps.db.system(async (tx) => {
    await tx.insert(rateLimit).values({ bucket: 'old', window_start: '2020-01-01T00:00:00.000Z' })
    await sweepRateLimits(tx)
  })
  const left = await api.deps.db.system((tx) => tx.select().from(rateLimit))
  expect(left.map(({ bucket }) => bucket)).not.toContain('old')
})

describe('a flood from one address', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
  afterEach(() => void vi.useRealTimers())

  test('is refused without a query until the minute is over, and leaves others alone', async () => {
    const answers: Awaited<ReturnType<typeof ask>>[] = []
    for (let sent = 0; sent < 61; sent++) answers.push(await ask('198.51.100.1'))
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(60)
    expect(answers.at(-1)?.statusCode).toBe(429)
    expect(answers.at(-1)?.json()).toMatchObject({ code: 'rate_limited', retry_after: 60 })
    expect(await ask('198.51.100.2')).toMatchObject({ statusCode: 200 })
    expect(await ask('198.51.100.1', '/nowhere')).toMatchObject({ statusCode: 429 })
    vi.advanceTimersByTime(60_000)
    expect(await ask('198.51.100.1')).toMatchObject({ statusCode: 200 })
  })

  test('is announced in the headers of every answer but cached ones, which others see', async () => {
    const first = await ask('198.51.100.3')
    expect(first.headers).toMatchObject({
      'ratelimit-limit': '60',
      'ratelimit-remaining': '59',
      'ratelimit-reset': '60',
    })
    vi.advanceTimersByTime(20_500)
    const refused = await ask('198.51.100.3', '/admin/people')
    expect(refused.statusCode).toBe(401)
    expect(refused.headers).toMatchObject({ 'ratelimit-remaining': '58', 'ratelimit-reset': '40' })
    const { id } = await buildEvent(api.deps)
    const cached = await ask('198.51.100.3', `/events/${id}/public`)
    expect(cached.statusCode).toBe(200)
    expect(Object.keys(cached.headers).join()).not.toContain('ratelimit')
  })

  test('a refresh is held back with 503, never 429: clients would drop the session', async () => {
    const browser = openBrowser(api)
    await browser.login(await buildAccount(api))
    for (let sent = 0; sent < 60; sent++) await ask('127.0.0.1')
    expect(await browser.refresh()).toMatchObject({ status: 503, code: 'busy' })
    expect(browser.cookie).toBeDefined()
    vi.advanceTimersByTime(60_000)
    expect(await browser.refresh()).toMatchObject({ status: 200 })
  })
})

function logIn(payload: { email: string; password: string }, remoteAddress: string) {
  return post(session.login, credentialsOf(payload), remoteAddress)
}

function post({ path }: { path: string }, payload: object, remoteAddress: string) {
  return api.inject({ method: 'POST', url: path, payload, remoteAddress })
}

function ask(remoteAddress: string, url = '/.well-known/jwks.json') {
  return api.inject({ url, remoteAddress })
}
