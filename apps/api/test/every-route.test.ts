import { contract } from '@muster/contract/contract'
import { notesOf } from '@muster/contract/endpoint'
import { errorBody } from '@muster/contract/errors'
import { isAuthService } from '@muster/contract/refusals'
import { type AppRoute, isAppRouteOtherResponse } from '@ts-rest/core'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { newId } from '../src/db/ids.ts'
import * as schema from '../src/db/schema.ts'
import {
  addressOf,
  administration,
  bodyFieldsOf,
  type Call,
  callOf,
  endpoints,
  fieldsOf,
  nameOf,
  sessionFor,
  testRoutes,
} from './calls.ts'
import { buildFilledApp, buildWorld, type FilledApp } from './filled-app.ts'

/*
 * Routes and fields are read from the contract, so that new ones are tried too. `described-answers.ts` checks what holds
 * for each answer of every test.
 */

const ORIGIN = 'https://app.muster.example'

let api: FilledApp
const rejections: unknown[] = []
const onRejection = (reason: unknown) => rejections.push(reason)

beforeAll(async () => {
  process.on('unhandledRejection', onRejection)
  api = await buildFilledApp({ allowed_origins: [ORIGIN] })
})
afterAll(async () => {
  process.off('unhandledRejection', onRejection)
  await api.close()
})

afterEach(() => {
  // Each rejection would end the process (close-with-grace).
  expect(rejections).toEqual([])
})

type Sent = {
  url?: string
  query?: Record<string, string>
  payload?: string
  headers?: Record<string, string>
}

/** D2: every status is below 500, and every sentence is ours. */
async function send(route: AppRoute, { headers, ...given }: Sent = {}) {
  const { params, query = {} } = callTo(route)
  const request: Sent & { url: string } = { url: addressOf(route, params), query, ...given }
  const answer = await api.inject({
    ...request,
    method: route.method,
    headers: { ...sessionFor(route, api.admin), 'content-type': 'application/json', ...headers },
  })
  const { url, payload = '' } = request
  const said = `${route.method} ${url} ${JSON.stringify(request.query)} ${payload.slice(0, 200)}: ${answer.body}`
  expect(answer.statusCode, said).toBeLessThan(500)
  expect(answer.body, said).not.toMatch(OF_A_LIBRARY)
  return answer
}

/** Kept, because thousands of requests are sent. */
const calls = new Map<AppRoute, Call>()

function callTo(route: AppRoute): Call {
  const call = calls.get(route) ?? callOf(route, api.filled)
  calls.set(route, call)
  return call
}

/** Sentences of zod. */
const OF_A_LIBRARY =
  /Invalid (input|option|key|element|string|UUID|ISO)|Too (big|small):|Unrecognized key|, received /

test('negative control: an error of ours is seen', async () => {
  vi.spyOn(api.deps.db, 'transaction').mockRejectedValueOnce(new Error('broken'))
  await expect(send(contract.people.listPeople)).rejects.toThrow('500')
})

// A cache must not give one client the language of another.
describe('an answer that depends on the language of the client says so', () => {
  beforeAll(addWhatDependsOnLanguage)

  // Leaves out the ZIP, which has no language and contains the time.
  const reads = administration.filter(
    (route) => route.method === 'GET' && route !== contract.organizations.exportOrganization,
  )

  const depends: string[] = []

  testRoutes(reads, 'in two languages', async (route) => {
    const [en, sv] = [await read(route, 'en'), await read(route, 'sv')]
    expect([en.status, sv.status]).toEqual([200, 200])
    if (en.body === sv.body) return
    depends.push(nameOf(route))
    expect(en.vary).toContain('accept-language')
  })

  test('the answers that are known to depend on it were seen to', () => {
    expect(depends.toSorted()).toEqual([
      'GET /admin/broadcasts/:id',
      'GET /admin/people/:id/messages',
      'GET /api/last-active-organization',
      'GET /api/my-organizations',
    ])
  })

  testRoutes(reads, 'refused', async (route) => {
    expect((await read(route, 'en', { authorization: '' })).vary).toContain('accept-language')
  })

  test('beside what else it depends on, once', async () => {
    const { vary } = await read(contract.messages.listMessages, 'en', { origin: ORIGIN })
    expect(vary.toSorted()).toEqual(['accept-encoding', 'accept-language', 'origin'])
  })
})

/** Adds one of our failure codes, shown as text, and organisations that Swedish and English sort differently. */
async function addWhatDependsOnLanguage() {
  const { organization_id, user_id } = api.admin
  const message = {
    organization_id,
    person_id: api.filled.person_id,
    channel: 'EMAIL' as const,
    subject: 's',
    body_text: 'b',
    template: 't',
    payload: {},
    language: 'sv' as const,
    address: 'asa@volunteer.example',
    failure_reason: 'opted_out',
    status: 'FAILED' as const,
  }
  const named = { time_zone: 'Europe/Stockholm', language: 'sv' as const, contact_email: 'a@b.example' }
  const { broadcast_id } = api.filled
  await api.deps.db.system(async (tx) => {
    for (const of of [{}, { broadcast_id }])
      await tx.insert(schema.message).values({ ...message, ...of, id: newId() })
    for (const name of ['Ö', 'Z']) {
      const id = newId()
      await tx.insert(schema.organization).values({ ...named, id, name })
      await tx.insert(schema.membership).values({ organization_id: id, user_id })
    }
  })
}

async function read(route: AppRoute, language: string, headers = {}) {
  const answer = await send(route, { headers: { 'accept-language': language, ...headers } })
  // Removes the time of an export.
  const body = answer.body.replace(/"exported_at":"[^"]*"/, '')
  const vary = String(answer.headers['vary']).toLowerCase().split(/, */)
  return { body, status: answer.statusCode, vary }
}

const NASTY: unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  '',
  ' \n ',
  'a\u0000b',
  '\u001b[31m',
  '\ud800',
  '\u202e',
  'tomorrow',
  '2027-02-30T10:00:00Z',
  '9999-12-31T23:59:59+23:59',
  '-271821-04-20T00:00:00Z',
  'Europe/Nowhere',
  '+99 999',
  '٠٧٠١٢٣٤٥٦٧',
  `' or 1=1; drop table person; --`,
  'x'.repeat(6_000),
  '💥'.repeat(300),
  newId(),
  [],
  [null],
  {},
  { toString: 1 },
]

const BAD_IDS = ['x', '0', newId(), newId().toUpperCase(), '%00', '%zz', '..%2f..', "'", 'é', 'x'.repeat(301)]

const BAD_BODIES = [
  '',
  'null',
  '[]',
  '1',
  '"x"',
  '{',
  '{"__proto__":{"a":1}}',
  '\ufeff{}',
  '['.repeat(20_000),
]

const isRead = ({ method }: AppRoute) => method === 'GET'
const isDelete = ({ method }: AppRoute) => method === 'DELETE'

describe('bad input is refused in words', () => {
  testRoutes(
    endpoints.filter(({ path }) => path.includes('/:')),
    'with a bad id',
    async (route) => {
      for (const [, name = ''] of route.path.matchAll(/:(\w+)/g)) {
        for (const id of BAD_IDS) {
          const url = addressOf(route, { ...callTo(route).params, [name]: id })
          expect((await send(route, { url, payload: '{}' })).statusCode).toBeGreaterThanOrEqual(400)
        }
      }
    },
  )

  testRoutes(
    // Leaves out logout: it is sent without a session and refused for that first.
    endpoints.filter((route) => !isRead(route) && nameOf(route) !== 'POST /auth/v1/logout'),
    'with no usable body',
    async (route) => {
      for (const payload of BAD_BODIES) await send(route, { payload })
      expect((await send(route, { payload: '{' })).statusCode).toBe(400)
      const text = { 'content-type': 'text/plain' }
      expect((await send(route, { payload: 'name=x', headers: text })).statusCode).toBe(415)
      const long = JSON.stringify({ name: 'x'.repeat(notesOf(route).body_limit ?? 64 * 1024) })
      expect((await send(route, { payload: long })).statusCode).toBe(413)
    },
  )

  testRoutes(
    endpoints.filter((route) => bodyFieldsOf(route).length > 0),
    'with nasty fields',
    async (route) => {
      const whole = callTo(route).body
      for (const field of bodyFieldsOf(route)) {
        for (const value of NASTY)
          await send(route, { payload: JSON.stringify({ ...whole, [field]: value }) })
      }
    },
  )

  testRoutes(
    endpoints.filter((route) => fieldsOf(route.query).length > 0 && !isDelete(route)),
    'with nasty questions',
    async (route) => {
      for (const field of fieldsOf(route.query)) {
        for (const value of NASTY) {
          if (typeof value === 'string') await send(route, { query: { [field]: value }, payload: '{}' })
        }
      }
    },
  )

  testRoutes(
    endpoints.filter((route) => !isDelete(route)),
    'with nasty headers',
    async (route) => {
      for (const value of ['', 'x', '%00', 'x'.repeat(4_000), '"', ',,,', 'é']) {
        for (const headers of [
          { authorization: value },
          { authorization: `Bearer ${value}` },
          { 'x-organization-id': value },
          { 'accept-language': value, 'if-none-match': value, cookie: `muster_refresh=${value}` },
          { 'idempotency-key': value, 'event-id': value },
        ])
          await send(route, { payload: '{}', headers })
      }
    },
  )
})

// D2, in the query and in the body.
describe('an unknown field is refused by its name', () => {
  // D10: the public auth client sends its own fields.
  const strict = endpoints.filter((route) => !isAuthService(route))
  const changes = strict.filter((route) => !isRead(route))
  testRoutes(
    strict.filter((route) => !isFile(route)),
    'in the query',
    async (route) => {
      const { status, code, issues } = await issuesOf(route, { query: { emial: 'x' } })
      expect({ status, code }).toEqual({ status: 400, code: 'validation' })
      expect(issues).toContainEqual({ path: 'query.emial', message: 'Not a known field' })
    },
  )

  testRoutes(changes, 'in the body', async (route) => {
    const { status, code, issues } = await issuesOf(route, { body: { ...validFields(route), emial: 'x' } })
    expect({ status, code }).toEqual({ status: 400, code: 'validation' })
    expect(issues).toContainEqual({ path: 'emial', message: 'Not a known field' })
  })

  testRoutes(changes, 'without it names none (negative control)', async (route) => {
    const { issues } = await issuesOf(route, { body: validFields(route) })
    expect(JSON.stringify(issues)).not.toContain('Not a known field')
  })

  test('the names come beside what else is wrong, in the language of the client', async () => {
    const body = { first_name: 'Åsa', last_name: 'Öberg', emial: 'asa@volunteer.example' }
    const headers = { 'accept-language': 'sv' }
    expect((await issuesOf(contract.people.createPerson, { body, headers })).issues).toEqual([
      { path: 'emial', message: 'Okänt fält' },
      { path: 'email', message: 'Ange en e-postadress eller ett telefonnummer' },
    ])
  })

  test('a language that no text can have is an unknown field', async () => {
    const body = { ...validFields(contract.broadcasts.sendBroadcast), texts: { de: 'Hallo' } }
    const { issues } = await issuesOf(contract.broadcasts.sendBroadcast, { body })
    expect(issues).toEqual([{ path: 'texts.de', message: expect.any(String) }])
  })

  test('the answer stays small, however many or long the names are', async () => {
    const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`f${n}`, 1]))
    expect((await issuesOf(contract.people.createPerson, { body: many })).issues.length).toBeLessThan(30)
    const long = { ['x'.repeat(60_000)]: 1 }
    const { issues } = await issuesOf(contract.people.createPerson, { body: long })
    expect(JSON.stringify(issues).length).toBeLessThan(1_000)
  })

  test('but a file is sent whatever a mail program adds to its link', async () => {
    const { filled } = await buildWorld(api)
    const answer = await api.inject(`/assignment/${filled.link}/calendar.ics?utm_source=mail`)
    expect(answer.statusCode).toBe(200)
  })
})

const isFile = ({ responses }: AppRoute) => Object.values(responses).some(isAppRouteOtherResponse)

async function issuesOf(route: AppRoute, { body = {}, ...given }: Omit<Sent, 'payload'> & { body?: object }) {
  const answer = await send(route, { query: {}, ...given, payload: JSON.stringify(body) })
  const refused = answer.statusCode < 400 ? undefined : errorBody.parse(answer.json())
  return { status: answer.statusCode, code: refused?.code, issues: refused?.issues ?? [] }
}

const validFields = (route: AppRoute) => {
  // With the real name the call would end the organisation of the other tests.
  if (route === contract.organizations.endOrganization) return { name: 'Another name' }
  return callTo(route).body ?? {}
}
