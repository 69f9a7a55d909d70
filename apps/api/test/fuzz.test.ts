import { connect } from 'node:net'
import { errorBody } from '@muster/contract/errors'
import type { AppRoute } from '@ts-rest/core'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { buildTestApp, type TestApp } from './app.ts'
import { bodyFieldsOf, endpoints, errorBodyOf } from './calls.ts'
import { smallestTurn, turnLimit } from './event-loop.ts'
import { HOSTILE_TEXTS } from './hostile-texts.ts'
import { listen } from './live.ts'
import { type Administrator, buildAdministrator } from './organizations.ts'

/*
 * Sends generated input; `every-route.test.ts` and `hostile-input.test.ts` try known bad values, one field at a time.
 * Long run: FUZZ_REQUESTS=50000 npx vitest run test/fuzz.test.ts
 */

const SEED = 20_260_704
const RUNS = Number(process.env['FUZZ_REQUESTS'] ?? 2_000)

let api: TestApp
let admin: Administrator
let address: string
let limit: number
beforeAll(async () => {
  api = await buildTestApp()
  // The clock is stopped, because the access token expires after 15 minutes.
  api.setNow(new Date().toISOString())
  admin = await buildAdministrator(api)
  address = await listen(api)
  limit = await turnLimit(() =>
    api.inject({
      method: 'POST',
      url: '/admin/people',
      headers: admin.headers,
      payload: { notes: 'x'.repeat(64_000) },
    }),
  )
})
afterAll(() => api.close())

const hostileText = fc
  .tuple(
    fc.constantFrom(...Object.values(HOSTILE_TEXTS)),
    fc.oneof(fc.integer({ min: 1, max: 64_000 }), fc.integer({ min: 1, max: 400 })),
  )
  .map(([write, bytes]) => write(bytes))
const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string(),
  fc.constantFrom('\0', '\uD800', '%', '/..'),
  hostileText,
)
const anyJson = fc.jsonValue({ maxDepth: 4 })
const deep = fc.integer({ min: 1, max: 12_000 }).map((depth) => `${'['.repeat(depth)}${']'.repeat(depth)}`)
const huge = fc.integer({ min: 60_000, max: 70_000 }).map((length) => JSON.stringify('x'.repeat(length)))

/** Uses the route's own field names, so that most input passes the first checks. */
const fieldsOf = (route: AppRoute) => {
  const values = fc.oneof(anyJson, anyText, fc.uuid(), fc.integer(), fc.boolean())
  const fields = bodyFieldsOf(route).map((name) => [name, values])
  return fc.record(Object.fromEntries(fields), { requiredKeys: [] })
}

/** Returns what the contract says about a query: its values, or an example. */
function knownValues(schema: unknown): string[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return [...examplesOf(schema), ...knownValues(schema.unwrap())]
  }
  return schema instanceof z.ZodEnum ? schema.options.map(String) : examplesOf(schema)
}

const examplesOf = (schema: unknown): string[] => {
  const { examples } = (schema instanceof z.ZodType && schema.meta()) || {}
  return Array.isArray(examples) ? examples.map(String) : []
}

/** Mostly uses the route's own names, and values that pass the first checks. */
const queryOf = (route: AppRoute) => {
  const shape = route.query instanceof z.ZodObject ? Object.entries(route.query.shape) : []
  const values = shape.map(([name, schema]) => {
    const known = knownValues(schema)
    const any = fc.oneof(
      headerText,
      fc.uuid(),
      fc.uuid().map((id) => `eq.${id}`),
    )
    const value =
      known.length === 0
        ? any
        : fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...known) }, { weight: 1, arbitrary: any })
    return { name, value, isRequired: !schema.safeParse(undefined).success }
  })
  const recordOf = (fields: typeof values) =>
    fc.record(Object.fromEntries(fields.map(({ name, value }) => [name, value])))
  const required = values.filter(({ isRequired }) => isRequired)
  const optional = values.filter(({ isRequired }) => !isRequired)
  const complete = fc.subarray(optional).chain((some) => recordOf([...required, ...some]))
  const own = fc.subarray(values).chain(recordOf)
  const unknown = fc.dictionary(fc.constantFrom('event_id', 'view', 'notify', 'x'), headerText, {
    maxKeys: 2,
  })
  return fc.oneof(
    { weight: 4, arbitrary: complete },
    { weight: 2, arbitrary: own },
    { weight: 1, arbitrary: unknown },
  )
}

const payloadOf = (route: AppRoute) =>
  fc.oneof(
    { weight: 5, arbitrary: fieldsOf(route).map((body) => JSON.stringify(body)) },
    { weight: 2, arbitrary: anyJson.map((body) => JSON.stringify(body)) },
    { weight: 2, arbitrary: anyText },
    { weight: 1, arbitrary: deep },
    { weight: 1, arbitrary: huge },
  )

/** Path segments, some of them percent-encoded. */
const segment = fc.oneof(
  fc.uuid(),
  fc.string({ unit: 'grapheme', minLength: 1 }).map((text) => encodeURIComponent(text)),
  fc.stringMatching(/^[\w%.~;,:@-]{1,350}$/),
)

const headerText = fc.stringMatching(/^[\x20-\x7e]{0,300}$/)

/** Calls whose first checks few requests pass, of which some must be tried behind them. */
const GUARDED = ['/auth/v1/token', '/rest/v1/person', '/rest/v1/shift']

const anyRoute = fc.oneof(
  { weight: 19, arbitrary: fc.constantFrom(...endpoints) },
  { weight: 1, arbitrary: fc.constantFrom(...endpoints.filter(({ path }) => GUARDED.includes(path))) },
)

const anyRequest = anyRoute.chain((route) =>
  fc.record({
    route: fc.constant(route),
    segments: fc.array(segment, { minLength: 2, maxLength: 2 }),
    payload: payloadOf(route),
    isJson: fc.integer({ min: 0, max: 9 }).map((n) => n > 0),
    isSignedIn: fc.integer({ min: 0, max: 9 }).map((n) => n > 0),
    query: queryOf(route),
    headers: fc.dictionary(
      fc.constantFrom('accept-language', 'idempotency-key', 'if-none-match', 'cookie', 'event-id', 'origin'),
      headerText,
      { maxKeys: 2 },
    ),
  }),
)

type AnyRequest = (typeof anyRequest)['generate'] extends (...given: never[]) => { value: infer T }
  ? T
  : never

async function send({ route, segments, payload, isJson, isSignedIn, query, headers }: AnyRequest) {
  const rest = [...segments]
  // A logout would refuse all later calls.
  const staysIn = !route.path.endsWith('/logout')
  return api.inject({
    method: route.method,
    url: route.path.replaceAll(/:\w+/g, () => rest.shift() ?? 'x'),
    query,
    ...(route.method !== 'GET' && { payload }),
    headers: {
      ...headers,
      ...(isSignedIn && staysIn && admin.headers),
      ...(route.method !== 'GET' && { 'content-type': isJson ? 'application/json' : 'text/csv' }),
    },
  })
}

// 2,000 requests take 10 s. Three minutes were too short on two processors that did four times as much.
test(`${RUNS} requests that nobody thought of`, { timeout: RUNS * 300 }, async () => {
  const met = new Set<number>()
  /** Number of calls that were not refused for their form, by path. */
  const entered = new Map<string, number>()
  await fc.assert(
    fc.asyncProperty(anyRequest, async (request) => {
      let answer = { statusCode: 0, body: '' }
      const held = await smallestTurn(async () => {
        answer = await send(request)
      }, limit)
      expect(held).toBeLessThanOrEqual(limit)
      const { statusCode, body } = answer
      met.add(statusCode)
      if (isEntered(statusCode, body)) {
        const { path } = request.route
        entered.set(path, (entered.get(path) ?? 0) + 1)
      }
      expect(statusCode, body).toBeLessThan(500)
      if (statusCode >= 400)
        expect(() => errorBodyOf(request.route).parse(JSON.parse(body)), body).not.toThrow()
    }),
    { seed: SEED, numRuns: RUNS },
  )
  // Some calls pass the first check.
  expect([...met]).toEqual(expect.arrayContaining([200, 204, 400, 401, 404, 413, 415]))
  for (const path of GUARDED) expect(entered.get(path) ?? 0, path).toBeGreaterThan(0)
})

const isEntered = (status: number, body: string): boolean =>
  status < 400 ||
  (![413, 415].includes(status) && !/"code":"(validation|malformed_request|session_\w+)"/.test(body))

// Uses a socket, because no HTTP client sends these.
test.each([
  ['headers of 40,000 characters', `GET / HTTP/1.1\r\nhost: x\r\nx: ${'y'.repeat(40_000)}\r\n\r\n`, 431],
  ['no HTTP', 'EHLO muster\r\n\r\n', 400],
  ['two lengths', 'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n', 400],
])('%s', async (_name, text, status) => {
  const [head = '', body = ''] = (await talk(text)).split('\r\n\r\n')
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect(errorBody.strict().parse(JSON.parse(body)).code).toMatch(/^(too_large|malformed_request)$/)
})

function talk(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let heard = ''
    const line = connect(Number(new URL(address).port), '127.0.0.1', () => line.write(text))
    line.setEncoding('utf8').on('data', (part: string) => {
      heard += part
    })
    line.on('close', () => resolve(heard)).on('error', reject)
  })
}
