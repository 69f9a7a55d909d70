import { PassThrough } from 'node:stream'
import { contract } from '@muster/contract/contract'
import { live, topics } from '@muster/contract/live'
import type { AppRoute } from '@ts-rest/core'
import { DrizzleQueryError } from 'drizzle-orm'
import { DatabaseError } from 'pg'
import { type LoggerOptions, pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { buildApp } from '../src/app.ts'
import type { Deps } from '../src/deps.ts'
import { describeError } from '../src/processes/logger.ts'
import { addressOf, bodyFieldsOf, callOf, endpoints, nameOf } from './calls.ts'
import { buildFilledApp, type FilledApp } from './filled-app.ts'
import { buildProviders, deliverDue, makeDue } from './outbox.ts'

/* No token, password, e-mail, phone or text in any line, at the finest level. Routes and fields come from the contract. */

const CANARY = 'canary'
const PHONE = '701740605'
const TYPED = {
  name: CANARY,
  first_name: CANARY,
  last_name: CANARY,
  email: `${CANARY}@volunteer.example`,
  phone: `+46${PHONE}`,
  contact_email: `${CANARY}@muster.example`,
  contact_phone: `+46${PHONE}`,
  password: `${CANARY} blue bikes`,
  message: CANARY,
  customText: CANARY,
  notes: CANARY,
  note: CANARY,
  description: CANARY,
  location: CANARY,
  child_team: CANARY,
}

type Run = { text: string; secrets: string[]; routes: Set<string> }

let api: FilledApp
let run: Run
beforeAll(async () => {
  api = await buildFilledApp()
  run = await callRoutes(endpoints, { serializers: { err: describeError } })
})
afterAll(() => api.close())

async function callRoutes(routes: readonly AppRoute[], options: LoggerOptions): Promise<Run> {
  const output = new PassThrough({ highWaterMark: 100_000_000 })
  const deps = { ...api.deps, log: pino({ level: 'trace', ...options }, output) }
  const app = await buildApp(deps)
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  const { admin, filled } = api
  const { link: token } = filled
  const bearer = admin.headers.authorization.slice('Bearer '.length)
  const met = new Set<string>()

  async function send(route: AppRoute, { fields, headers = {}, ...wrong }: Sent) {
    met.add(nameOf(route))
    await app.inject({
      method: route.method,
      url: addressOf(route, { ...callOf(route, filled).params, ...wrong.ids }),
      // After a logout all later calls would be refused.
      headers: { ...(!route.path.startsWith('/auth/') && admin.headers), ...headers },
      ...(wrong.query && { query: wrong.query }),
      ...(route.method !== 'GET' && {
        payload: Object.fromEntries(bodyFieldsOf(route).map((name) => [name, fields[name]])),
      }),
    })
  }

  for (const route of routes) {
    const right = { fields: { ...callOf(route, filled).body, ...TYPED, token } }
    await send(route, { ...right, headers: { 'user-agent': CANARY, 'accept-language': CANARY } })
    const all = Object.fromEntries(bodyFieldsOf(route).map((name) => [name, CANARY]))
    const ids = { id: CANARY, token: CANARY, eventId: CANARY, shiftId: CANARY, roleId: CANARY }
    await send(route, { fields: all, ids, query: { [CANARY]: CANARY } })
    const headers = { origin: `https://${CANARY}.example`, cookie: `muster_refresh=${CANARY}` }
    await send(route, { ...right, headers: { ...headers, authorization: `Bearer ${CANARY}` } })
    failDatabase(deps)
    await send(route, right)
    vi.restoreAllMocks()
  }
  await makeDue(deps)
  await deliverDue(deps, failing())
  await join(address, [topics.broadcast(filled.event_id), CANARY], { access_token: bearer })
  await app.close()

  return { text: String(output.read()), secrets: [CANARY, PHONE, token, bearer], routes: met }
}

type Sent = {
  fields: Record<string, unknown>
  ids?: Record<string, string>
  query?: Record<string, string>
  headers?: Record<string, string>
}

/** Makes statements fail with an error that contains their values, as those of PostgreSQL and the driver do. */
function failDatabase({ db }: Deps): void {
  const cause = new DatabaseError('duplicate key value violates unique constraint', 1, 'error')
  Object.assign(cause, { code: '23505', detail: `Key (email)=(${CANARY}@volunteer.example) already exists.` })
  const error = new DrizzleQueryError('insert into person values ($1)', [CANARY, `+46${PHONE}`], cause)
  for (const name of ['transaction', 'preparedTransaction', 'system', 'lookUp'] as const)
    vi.spyOn(db, name).mockRejectedValue(error)
}

const failing = () =>
  buildProviders({
    mail: ({ to }) => Promise.reject(new Error(`550 <${to}> unknown`)),
    sms: ({ to }) => ({ refused: `${to} is unreachable`, is_final: true }),
  }).providers

function join(address: string, names: string[], payload: object): Promise<void> {
  const socket = new WebSocket(`${address.replace('http', 'ws')}${live.path}?vsn=2.0.0`)
  return new Promise((resolve, reject) => {
    socket.on('error', reject).on('close', () => resolve())
    socket.on('open', () => {
      for (const name of names) socket.send(JSON.stringify(['1', '1', name, 'phx_join', payload]))
      socket.send(CANARY)
    })
  })
}

const leaks = ({ text, secrets }: Run) =>
  text.split('\n').filter((line) => secrets.some((secret) => line.toLowerCase().includes(secret)))

test('every route was called, succeeded or was refused, and failed', () => {
  expect(run.routes).toEqual(new Set(endpoints.map(nameOf)))
  for (const status of ['"status":200', '"status":201', '"status":400', '"status":401', '"status":500'])
    expect(run.text).toContain(status)
  expect(run.text).toContain('request failed')
  expect(run.text).toContain('550 <[e-mail]> unknown')
})

test('no line contains what was sent', () => {
  expect(leaks(run)).toEqual([])
})

test('negative control: errors as pino describes them contain it', async () => {
  const options = { serializers: { err: pino.stdSerializers.err } }
  expect(leaks(await callRoutes([contract.people.createPerson], options))).not.toEqual([])
})
