import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { contract } from '@muster/contract/contract'
import { live } from '@muster/contract/live'
import { isEmail } from '@muster/contract/rules/contact'
import * as rules from '@muster/contract/rules/text'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { ACCOUNT } from '../../../infra/fakes/twilio.ts'
import { bodyFieldsOf, callOf, endpoints, requestOf, sessionFor, testRoutes } from './calls.ts'
import { longestTurn, smallestTurn, turnLimit } from './event-loop.ts'
import { buildFilledApp, type FilledApp } from './filled-app.ts'
import { HOSTILE_TEXTS } from './hostile-texts.ts'
import { listen } from './live.ts'

/* Routes and fields are read from the contract, so that new ones are tried too. */

vi.mock('@muster/contract/rules/text', async (importOriginal) => {
  const original = await importOriginal<typeof rules>()
  return {
    ...original,
    cleanText: vi.fn(original.cleanText),
    canFit: vi.fn(original.canFit),
    hasEndlessMarks: vi.fn(original.hasEndlessMarks),
  }
})

/** Bytes. Leaves room for the other fields. */
const WHOLE_BODY = 64_000
/** Bytes. Short enough for a text of 5,000 characters (D4) to be cleaned. */
const CLEANABLE = 19_000
const COSTLY_TO_CLEAN = [
  'carriage returns',
  'marks of four classes',
  'as many marks as are allowed',
  'decomposed syllables',
]
/** Bytes. Node itself refuses more than 16 KiB of headers. */
const HEADERS = 15_000

const SENDGRID_KEY = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  .publicKey.export({ type: 'spki', format: 'der' })
  .toString('base64')

let api: FilledApp
let address: string
let limit: number
beforeAll(async () => {
  api = await buildFilledApp({
    sms: { provider: 'twilio', ...ACCOUNT, host: 'https://api.twilio.com', numbers: [] },
    mail: {
      provider: 'sendgrid',
      api_key: 'SG.x',
      host: 'https://api.sendgrid.com',
      webhook_key: SENDGRID_KEY,
    },
  })
  address = await listen(api)
  limit = await turnLimit(() => createPerson({ notes: 'x'.repeat(WHOLE_BODY) }))
})
afterAll(() => api.close())

const createPerson = (fields: Record<string, unknown>) =>
  api.inject({
    method: 'POST',
    url: '/admin/people',
    headers: api.admin.headers,
    payload: { ...callOf(contract.people.createPerson, api.filled).body, ...fields },
  })

const LISTS: Record<string, unknown> = {
  '1,000 ids': Array.from({ length: 1_000 }, () => randomUUID()),
  '1,600 ids': Array.from({ length: 1_600 }, () => randomUUID()),
  '1,000 of no id': Array(1_000).fill('x'),
  'numbers without end': Array(31_000).fill(1),
}

async function expectShortTurns(works: Iterable<[string, () => Promise<unknown>]>) {
  const held: string[] = []
  for (const [what, work] of works) {
    const longest = await smallestTurn(work, limit)
    if (longest > limit) held.push(`${what}: ${longest.toFixed(0)} ms`)
  }
  // As text, because reports cut lists short.
  expect(held.join('\n')).toBe('')
}

const post = (url: string, payload: string, headers: Record<string, string>) => (): Promise<unknown> =>
  api.inject({ method: 'POST', url, payload, headers })
const signedForm = { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': 'x' }
const sendGridHeaders = (signature: string) => ({
  'content-type': 'application/json',
  'x-twilio-email-event-webhook-signature': signature,
  'x-twilio-email-event-webhook-timestamp': '1',
})

describe('does not hold the event loop for long', () => {
  testRoutes(
    endpoints.filter((route) => bodyFieldsOf(route).length > 0),
    'in each field',
    async (route) => {
      const call = callOf(route, api.filled)
      const send = (field: string, value: unknown) => () =>
        api.inject({
          ...requestOf(route, call),
          headers: sessionFor(route, api.admin),
          payload: { ...call.body, [field]: value },
        })
      await expectShortTurns(
        bodyFieldsOf(route).flatMap((field) => [
          ...Object.entries(LISTS).map(([kind, list]): [string, () => Promise<unknown>] => [
            `${field}, ${kind}`,
            send(field, list),
          ]),
          ...Object.entries(HOSTILE_TEXTS).flatMap(([kind, write]) =>
            (COSTLY_TO_CLEAN.includes(kind) ? [WHOLE_BODY, CLEANABLE] : [WHOLE_BODY]).map(
              (bytes): [string, () => Promise<unknown>] => [
                `${field}, ${kind}, ${bytes}`,
                send(field, write(bytes)),
              ],
            ),
          ),
        ]),
      )
    },
  )

  test.each([
    ['nested lists', `${'['.repeat(32_000)}${']'.repeat(32_000)}`],
    ['nested lists that never end', '['.repeat(65_000)],
    ['nested objects', `${'{"a":'.repeat(9_000)}1${'}'.repeat(9_000)}`],
    ['nested objects that never end', '{"a":'.repeat(13_000)],
    ['a prototype below nested lists', `{"a":${'['.repeat(30_000)}{"__proto__":1}${']'.repeat(30_000)}}`],
    ['many fields', `{${Array.from({ length: 6_000 }, (_, i) => `"${i.toString(36)}":1`).join()}}`],
    ['escapes', `"${'\\u0061'.repeat(10_800)}"`],
    ['a long number', '9'.repeat(65_000)],
    ['nothing but spaces', ' '.repeat(65_000)],
  ])('JSON of %s', async (what, payload) => {
    const send = () =>
      api.inject({
        method: 'POST',
        url: '/admin/people',
        headers: { ...api.admin.headers, 'content-type': 'application/json' },
        payload,
      })
    await expectShortTurns([[what, send]])
  })

  test.each([
    'accept-encoding',
    'accept-language',
    'access-control-request-headers',
    'authorization',
    'content-type',
    'cookie',
    'host',
    'idempotency-key',
    'if-none-match',
    'origin',
    'range',
    'x-forwarded-for',
    'x-organization-id',
  ])('the header %s', async (name) => {
    const values: Record<string, string> = {
      commas: ','.repeat(HEADERS),
      semicolons: 'a;'.repeat(HEADERS / 2),
      spaces: `a;${' '.repeat(HEADERS)}a`,
      weights: `gzip;${' '.repeat(HEADERS / 2)}q=0.${'0'.repeat(HEADERS / 2)}x`,
      pairs: 'a=b;'.repeat(HEADERS / 4),
      ranges: `bytes=${'0-1,'.repeat(HEADERS / 4)}`,
      tags: '"a",'.repeat(HEADERS / 4),
      dots: `Bearer ${'a.'.repeat(HEADERS / 2)}`,
      a_token: `Bearer ${'e'.repeat(5_000)}.${'e'.repeat(5_000)}.${'e'.repeat(5_000)}`,
    }
    const signup = `/shifts/${api.filled.shift_id}/signup`
    const requests = [
      { method: 'GET', url: `/events/${api.filled.event_id}/public` },
      { method: 'GET', url: '/docs/static/swagger-ui.css' },
      { method: 'OPTIONS', url: signup },
      { method: 'POST', url: signup, payload: '{}' },
      { method: 'POST', url: '/auth/refresh' },
      { method: 'GET', url: '/api/my-organizations' },
    ] as const
    await expectShortTurns(
      Object.entries(values).flatMap(([kind, value]) =>
        requests.map((request): [string, () => Promise<unknown>] => [
          `${request.method} ${request.url}, ${kind}`,
          () =>
            api.inject({
              ...request,
              headers: { ...api.admin.headers, 'content-type': 'application/json', [name]: value },
            }),
        ]),
      ),
    )
  })

  test('addresses', async () => {
    const rests = [
      ...['x', '/', '%41', '%zz', '../', 'a/', '?', '?&', '?a=b&', '?a;', ':', '.ics'].map((unit) =>
        unit.repeat(HEADERS / unit.length),
      ),
      `?${'a&'.repeat(HEADERS / 2)}`,
    ]
    const folders =
      '/ /e/ /c/ /docs/static/ /events/ /assignment/ /calendar/ /unsubscribe/ /dev/mailbox/ /live/websocket'
    await expectShortTurns(
      folders
        .split(' ')
        .flatMap((folder) =>
          rests.map((rest): [string, () => Promise<unknown>] => [
            folder + rest.slice(0, 10),
            () => api.inject({ method: 'GET', url: folder + rest, headers: { host: 'localhost' } }),
          ]),
        ),
    )
  })

  test('webhooks and forms that nobody signed', async () => {
    const many = Array.from({ length: 16_000 }, (_, i) => i.toString(36)).join('&')
    // A well-formed signature that signs nothing.
    const forged = Buffer.from(`3044${`0220${'7f'.repeat(32)}`.repeat(2)}`, 'hex').toString('base64')
    await expectShortTurns([
      ...['status', 'inbound'].map((kind): [string, () => Promise<unknown>] => [
        kind,
        post(`/webhooks/twilio/${kind}`, many, signedForm),
      ]),
      ['forged events', post('/webhooks/sendgrid', `[${'{},'.repeat(20_000)}{}]`, sendGridHeaders(forged))],
      ['a long signature', post('/webhooks/sendgrid', '[]', sendGridHeaders('M'.repeat(HEADERS)))],
      ['unsubscribe', post('/unsubscribe/x', 'a&'.repeat(2_000), signedForm)],
    ])
  })

  test.each(['1.0.0', '2.0.0'])('frames of version %s', async (version) => {
    const names = ['join_ref', 'ref', 'topic', 'event', 'payload']
    const frameWith = (name: string, value: unknown) => {
      const topic = `org:${api.admin.organization_id}`
      const frame = { join_ref: '1', ref: '1', topic, event: 'phx_join', payload: {}, [name]: value }
      return JSON.stringify(version === '1.0.0' ? frame : Object.values(frame))
    }
    const texts = Object.entries(HOSTILE_TEXTS).map(([kind, write]): [string, unknown] => [
      kind,
      write(WHOLE_BODY),
    ])
    const frames = [
      ...names.flatMap((name) =>
        [...texts, ...Object.entries(LISTS)].map(([kind, value]): [string, string] => [
          `${name}, ${kind}`,
          frameWith(name, value),
        ]),
      ),
      ...[...texts, ['within its limit', 'e.'.repeat(2_000)]].map(([kind, token]): [string, string] => [
        `token, ${kind}`,
        frameWith('payload', { token }),
      ]),
      ['nested lists', '['.repeat(60_000)],
      ['closed nested lists', `${'['.repeat(30_000)}${']'.repeat(30_000)}`],
    ] satisfies [string, string][]
    const lengths = frames.map(([, frame]) => Buffer.byteLength(frame))
    expect(Math.max(...lengths)).toBeLessThanOrEqual(64 * 1024)
    await expectShortTurns(
      frames.map(([what, frame]): [string, () => Promise<unknown>] => [
        what,
        () => sendFrame(version, frame),
      ]),
    )
  })
})

async function sendFrame(version: string, frame: string): Promise<void> {
  const socket = new WebSocket(`${address.replace('http', 'ws')}${live.path}?vsn=${version}`)
  await new Promise((resolve) => socket.on('open', resolve))
  await new Promise((resolve) => {
    socket.on('message', resolve).on('close', resolve)
    socket.send(frame)
  })
  socket.terminate()
}

const attack = (kind: string, bytes: number) => () => createPerson({ notes: HOSTILE_TEXTS[kind]?.(bytes) })

describe('negative control: the attack holds the event loop', () => {
  test('where length and marks are not asked first, and a pattern is quadratic', async () => {
    vi.mocked(rules.canFit).mockReturnValue(true)
    vi.mocked(rules.hasEndlessMarks).mockReturnValue(false)
    expect(await longestTurn(attack('marks out of order', WHOLE_BODY))).toBeGreaterThan(limit)
    vi.mocked(rules.cleanText).mockImplementation((text) =>
      text.replace(/\r+\n/gu, '\n').normalize('NFC').trim(),
    )
    expect(await longestTurn(attack('carriage returns', WHOLE_BODY / 2))).toBeGreaterThan(limit)
  })

  test('where marks are not counted, though the length is', async () => {
    vi.mocked(rules.hasEndlessMarks).mockReturnValue(false)
    expect(await longestTurn(attack('marks out of order', 2 * CLEANABLE))).toBeGreaterThan(limit)
  })

  test('where an address is matched as it was', async () => {
    const quadratic = /^[^\s@]+@[^\s@]+\.[^\s@]+$/u
    const hostile = HOSTILE_TEXTS['dots of a domain']?.(WHOLE_BODY / 4) ?? ''
    expect(await longestTurn(async () => quadratic.test(hostile))).toBeGreaterThan(limit)
    expect(await smallestTurn(async () => isEmail(hostile), limit)).toBeLessThan(limit)
  })
})
