import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { personalPage } from '@muster/contract/personal-page'
import { session } from '@muster/contract/session'
import { signup } from '@muster/contract/signup'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { API, ended, startProcess, startServer, until } from '../../../infra/run/start-programs.ts'
import { readConfig } from '../src/config.ts'
import * as schema from '../src/db/schema.ts'
import { loadKeys } from '../src/signing/keys.ts'
import { signId } from '../src/signing/signed-id.ts'
import { buildTestApp, type TestApp } from './app.ts'
import { patiently } from './patient.ts'
import { buildShift } from './planning.ts'
import { attributesOf, openTraceReceiver, type TraceReceiver } from './trace-receiver.ts'

/* A server and a worker as in production send their spans to a receiver of OTLP over HTTP, in JSON. */

const EMAIL = 'canary@volunteer.example'
const PHONE = '+46701740605'
const PASSWORD = 'a wrong password'

let api: TestApp
let data_dir: string
let receiver: TraceReceiver
beforeAll(async () => {
  api = await buildTestApp()
  data_dir = await mkdtemp(path.join(tmpdir(), 'muster-tracing-'))
  receiver = await openTraceReceiver()
})
afterAll(async () => {
  receiver.close()
  await rm(data_dir, { recursive: true, force: true })
  await api.close()
})

const send = (url: string, body?: object, headers: Record<string, string> = {}) =>
  fetch(url, {
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
    headers: { ...(body && { 'content-type': 'application/json' }), ...headers },
  })

test('the trace of a sign-up leads from the request over its statements to the sent mail, without personal data', async () => {
  const env = {
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    DATABASE_URL: String(api.deps.db.pool.options.connectionString),
    MUSTER_DATA_DIR: data_dir,
    DATABASE_CONNECTIONS: '3',
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint,
  }
  const keys = await loadKeys(readConfig(env, API))
  const { server, address } = await startServer(env)
  const shift = await buildShift(api.deps)
  const path_of = (pattern: string, name: string, id: string) => address + pattern.replace(`:${name}`, id)
  const contact = { first_name: 'Canary', last_name: 'Canary', email: EMAIL, phone: PHONE }
  const answer = await patiently(() =>
    send(path_of(signup.signUp.path, 'shiftId', shift.id), contact, {
      'x-request-id': 'job-7',
      // A stranger's trace is not continued.
      traceparent: '00-0123456789abcdef0123456789abcdef-0123456789abcdef-01',
    }),
  )
  expect(answer.status).toBe(201)
  const [assignment] = await api.deps.db.system((tx) =>
    tx.select().from(schema.assignment).where(eq(schema.assignment.shift_id, shift.id)),
  )
  const token = signId(keys, {
    purpose: 'personal_link',
    id: assignment?.id ?? '',
    round: assignment?.round ?? 0,
  })
  await send(`${path_of(personalPage.getAssignment.path, 'token', token)}?x=canary`)
  await send(address + session.login.path, { email: EMAIL, password: PASSWORD })

  const worker = await startProcess('worker', env)
  const isSent = async () => {
    const [row] = await api.deps.db.system((tx) => tx.select().from(schema.message))
    return row?.status === 'SENT'
  }
  await until(isSent, { what: 'the mail is not sent', ms: 60_000, every_ms: 50 })
  for (const each of [server, worker]) each.kill('SIGTERM')
  await Promise.all([ended(server), ended(worker)])

  expect(receiver.bodies.every((body) => body.startsWith('/v1/traces '))).toBe(true)
  const spans = receiver.spans()
  const request = spans.findLast(({ name }) => name === 'POST /shifts/:shiftId/signup')
  const of_trace = spans.filter(({ traceId }) => traceId === request?.traceId)
  expect(request?.parentSpanId).toBeUndefined()
  expect(
    new Set(of_trace.filter((span) => span !== request).map(({ parentSpanId }) => parentSpanId)),
  ).toEqual(new Set([request?.spanId]))
  const names = of_trace.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['begin', 'signup_insert_assignment', 'commit', 'send EMAIL']))
  const sent = of_trace.find(({ name }) => name === 'send EMAIL')
  expect(sent && attributesOf(sent)).toMatchObject({
    request_id: 'job-7',
    'messaging.system': 'capture',
    outcome: 'accepted',
  })
  expect(spans.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'GET /assignment/:token',
      'POST /auth/login',
      'task shift reminders',
      'task waiting lists',
    ]),
  )
  const written = receiver.bodies.join('\n')
  for (const secret of [/canary/i, '@', PHONE.slice(1), PASSWORD, token, shift.organization_id, '127.0.0.1'])
    expect(written).not.toMatch(secret)
})
