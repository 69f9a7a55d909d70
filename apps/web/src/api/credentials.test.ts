import { HOUR_MS } from '@muster/contract/rules/instants'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { synchronizeClock } from '../clock.ts'
import { buildToken, inSeconds } from '../testing/build-token.ts'
import { server } from '../testing/server.ts'
import { ApiError } from './api-error.ts'
import { call } from './call.ts'
import {
  $secondFactors,
  $setupRequired,
  type IssuedToken,
  liveToken,
  readToken,
  startCredentials,
  storeToken,
} from './credentials.ts'
import { chooseOrganization } from './current-organization.ts'

const live = buildToken(inSeconds(900), 'first')
const renewed = buildToken(inSeconds(900), 'second')
const expired = buildToken(inSeconds(-10))
const issue = (token: string, ...second_factors: IssuedToken['second_factors']) => ({
  token,
  expires_in: 900,
  second_factors,
})
const HOUR = HOUR_MS

let refreshes = 0

beforeAll(startCredentials)
beforeEach(() => {
  refreshes = 0
})

function answerEvents(accepted: string, seen: Request[] = []) {
  return http.get('*/admin/events', ({ request }) => {
    seen.push(request)
    return request.headers.get('authorization') === `Bearer ${accepted}`
      ? HttpResponse.json({ events: [] })
      : HttpResponse.json({ error: 'Please sign in.', code: 'session_invalid' }, { status: 401 })
  })
}

function answerRefresh(...answers: (string | number)[]) {
  return http.post('*/auth/refresh', () => {
    const answer = answers[Math.min(refreshes, answers.length - 1)]
    refreshes += 1
    return typeof answer === 'string'
      ? HttpResponse.json(issue(answer))
      : HttpResponse.json({ error: '', code: 'session_invalid' }, { status: answer ?? 500 })
  })
}

it('is signed out, without an error, where there never was a session', async () => {
  server.use(http.post('*/auth/refresh', () => new HttpResponse(null, { status: 204 })))
  expect(await liveToken()).toBeUndefined()
  expect(readToken()).toBeNull()
})

it('sends the token and the organisation of the tab', async () => {
  const seen: Request[] = []
  server.use(answerEvents(live, seen))
  storeToken(issue(live))
  chooseOrganization('org-1')
  // Another tab has chosen another organisation; this one stays (D35).
  localStorage.setItem('current_org_id', 'org-2')
  await call('events', 'listEvents')
  expect(seen[0]?.headers.get('x-organization-id')).toBe('org-1')
})

it('renews an expired token once for many calls at the same time', async () => {
  server.use(answerEvents(renewed), answerRefresh(renewed))
  storeToken(issue(expired))
  await Promise.all([
    call('events', 'listEvents'),
    call('events', 'listEvents'),
    call('events', 'listEvents'),
  ])
  expect(refreshes).toBe(1)
  expect(readToken()).toBe(renewed)
})

it('renews after a 401 and repeats the call once', async () => {
  const seen: Request[] = []
  server.use(answerEvents(renewed, seen), answerRefresh(renewed))
  storeToken(issue(live))
  await expect(call('events', 'listEvents')).resolves.toEqual({ events: [] })
  expect(seen).toHaveLength(2)
})

it('signs out when the renewal is refused', async () => {
  server.use(answerEvents(renewed), answerRefresh(401))
  storeToken(issue(live))
  await expect(call('events', 'listEvents')).rejects.toMatchObject({ status: 401 })
  expect(refreshes).toBe(1)
  expect(readToken()).toBeNull()
})

it('signs out when the renewed token is refused too', async () => {
  server.use(answerEvents('another'), answerRefresh(renewed))
  storeToken(issue(live))
  await expect(call('events', 'listEvents')).rejects.toMatchObject({ status: 401 })
  expect(refreshes).toBe(1)
  expect(readToken()).toBeNull()
})

it('stays signed in when the renewal fails for a moment', async () => {
  server.use(answerEvents(renewed), answerRefresh(503, 503, renewed))
  storeToken(issue(expired))
  await expect(call('events', 'listEvents')).resolves.toEqual({ events: [] })
  expect(refreshes).toBe(3)
})

it.each([HttpResponse.json({}), HttpResponse.html('<p>Welcome</p>')])(
  'stays signed in when another server answers the renewal',
  async (answered) => {
    server.use(http.post('*/auth/refresh', () => answered.clone()))
    storeToken(issue(expired))
    await expect(liveToken()).rejects.toBeInstanceOf(ApiError)
    expect(readToken()).toBe(expired)
  },
)

it('takes the token another tab has renewed', async () => {
  server.use(answerEvents(renewed), answerRefresh(500))
  storeToken(issue(live))
  const calling = call('events', 'listEvents')
  storeToken(issue(renewed))
  await calling
  expect(refreshes).toBe(0)
})

function answerFinishedEvents(accepted: string, seen: Request[]) {
  return http.get('*/admin/events', ({ request }) => {
    seen.push(request)
    return request.headers.get('authorization') === `Bearer ${accepted}`
      ? HttpResponse.json({ events: [] })
      : HttpResponse.json({ error: 'Finish.', code: 'second_factor_required' }, { status: 403 })
  })
}

describe('a call that needs a second factor', () => {
  it('is repeated once with the token of a session that has passed one', async () => {
    const seen: Request[] = []
    server.use(answerFinishedEvents(renewed, seen), answerRefresh(renewed))
    storeToken(issue(live))
    await expect(call('events', 'listEvents')).resolves.toEqual({ events: [] })
    expect(seen).toHaveLength(2)
    expect($secondFactors.get()).toEqual([])
  })

  it('learns with what the sign-in is finished', async () => {
    const seen: Request[] = []
    server.use(
      answerFinishedEvents('another', seen),
      http.post('*/auth/refresh', () => HttpResponse.json(issue(renewed, 'totp', 'recovery'))),
    )
    storeToken(issue(live))
    const calls = [call('events', 'listEvents'), call('events', 'listEvents')]
    for (const each of calls) await expect(each).rejects.toMatchObject({ code: 'second_factor_required' })
    expect($secondFactors.get()).toEqual(['totp', 'recovery'])
    expect(readToken()).toBe(renewed)
  })
})

describe('an organisation that asks for a second factor', () => {
  const refusal = { error: 'Add one.', code: 'second_factor_setup_required' }

  it('is remembered when it refuses to be read', async () => {
    server.use(http.get('*/admin/events', () => HttpResponse.json(refusal, { status: 403 })))
    storeToken(issue(live))
    chooseOrganization('org-1')
    await expect(call('events', 'listEvents')).rejects.toMatchObject({ code: refusal.code })
    expect($setupRequired.get()).toBe('org-1')
    storeToken(issue(renewed))
    expect($setupRequired.get()).toBeNull()
  })

  it('is not, when it refuses a change', async () => {
    server.use(http.put('*/admin/organization', () => HttpResponse.json(refusal, { status: 403 })))
    storeToken(issue(live))
    const body = { second_factor: 'required' } as const
    await expect(call('organizations', 'updateOrganization', { body })).rejects.toMatchObject({ status: 403 })
    expect($setupRequired.get()).toBeNull()
  })
})

it('renews a token that expired while the device slept before the first call', async () => {
  const seen: Request[] = []
  server.use(answerEvents(renewed, seen), answerRefresh(renewed))
  storeToken(issue(live))
  vi.useFakeTimers({ now: Date.now() + 8 * HOUR, toFake: ['Date'] })
  await expect(call('events', 'listEvents')).resolves.toEqual({ events: [] })
  vi.useRealTimers()
  expect(seen).toHaveLength(1)
  expect(refreshes).toBe(1)
})

it('does not touch the session when a sign-in is refused', async () => {
  server.use(
    http.post('*/auth/login', () =>
      HttpResponse.json({ error: 'Wrong e-mail or password', code: 'invalid_credentials' }, { status: 401 }),
    ),
  )
  storeToken(issue(live))
  const body = { email: 'demo@muster.example', password: 'wrong' }
  await expect(call('session', 'login', { body })).rejects.toMatchObject({ code: 'invalid_credentials' })
  expect(readToken()).toBe(live)
})

const anHourAgo = () => new Date(Date.now() - HOUR).toUTCString()
/** Token that is built once, because its content depends on the current second. */
const issuedAnHourAgo = buildToken(inSeconds(900 - HOUR / 1_000))

function answerRefreshAt(header: Record<string, string>) {
  return http.post('*/auth/refresh', () => {
    refreshes += 1
    return HttpResponse.json(issue(issuedAnHourAgo), { headers: header })
  })
}

describe('on a device whose clock is an hour ahead', () => {
  afterEach(() => synchronizeClock(new Date().toUTCString()))

  it('renews the token once, not before every call', async () => {
    server.use(answerEvents(issuedAnHourAgo), answerRefreshAt({ date: anHourAgo() }))
    storeToken(issue(expired))
    await call('events', 'listEvents')
    await call('events', 'listEvents')
    expect(refreshes).toBe(1)
  })

  it('renews it before every call without the date of the answer', async () => {
    server.use(answerEvents(issuedAnHourAgo), answerRefreshAt({}))
    storeToken(issue(expired))
    await call('events', 'listEvents')
    await call('events', 'listEvents')
    expect(refreshes).toBe(2)
  })
})
