import { get, type IncomingMessage } from 'node:http'
import { json } from 'node:stream/consumers'
import { errorBody } from '@muster/contract/errors'
import { contractTexts } from '@muster/contract/texts'
import { sql } from 'drizzle-orm'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../test/app.ts'
import { listen } from '../../test/live.ts'
import { installErrorHandler } from './error-handler.ts'

let api: TestApp
beforeAll(async () => {
  api = await buildTestApp()
})
afterAll(() => api.close())

test.each([
  ['/docs/static/swagger-ui.css', { range: 'bytes=99999999-' }, 416, 'range_not_satisfiable'],
  ['/docs/static/swagger-ui.css', { 'if-match': 'x' }, 412, 'precondition_failed'],
  ['/docs/static//swagger-ui.css', {}, 403, 'forbidden'],
] as const)('what the files refuse keeps its status: %s %j', async (url, headers, status, code) => {
  const answer = await api.inject({ url, headers: { 'accept-language': 'sv', ...headers } })
  expect(answer.statusCode).toBe(status)
  expect(errorBody.strict().parse(answer.json())).toEqual({ error: contractTexts.sv(`errors.${code}`), code })
})

test('an address that leads out of the files is a 403', async () => {
  // `inject` would remove the dots, as browsers do.
  const port = Number(new URL(await listen(api)).port)
  const answer = await new Promise<IncomingMessage>((resolve) =>
    get({ port, host: '127.0.0.1', path: '/docs/static/../../package.json', agent: false }, resolve),
  )
  expect(answer.statusCode).toBe(403)
  expect(await json(answer)).toEqual({ error: contractTexts.en('errors.forbidden'), code: 'forbidden' })
})

test.each([402, 405, 406, 418, 499])('an unlisted %d of a plugin stays what it is', async (status) => {
  const app = Fastify()
  installErrorHandler(app)
  app.get('/', () => {
    throw Object.assign(new Error('of a plugin'), { statusCode: status })
  })
  const answer = await app.inject('/')
  expect(answer.statusCode).toBe(status)
  expect(answer.json()).toEqual({ error: contractTexts.en('errors.refused'), code: 'refused' })
})

test.each([
  { what: 'deadlock_detected', status: 503, code: 'busy' },
  { what: 'too_many_connections', status: 503, code: 'busy' },
  { what: 'admin_shutdown', status: 503, code: 'busy' },
  { what: 'read_only_sql_transaction', status: 503, code: 'busy' },
  { what: 'division_by_zero', status: 500, code: 'internal' },
])('$what of the database is a $status', async ({ what, status, code }) => {
  const app = Fastify()
  installErrorHandler(app)
  const fail = sql.raw(`do $$ begin raise ${what}; end $$`)
  app.get('/', () => api.deps.db.system((tx) => tx.execute(fail)))
  const answer = await app.inject('/')
  expect(answer.statusCode).toBe(status)
  expect(answer.json()).toMatchObject({ code })
  const { retry_after } = answer.json()
  if (status === 503) expect(answer.headers['retry-after']).toBe(String(retry_after))
  else expect(retry_after).toBeUndefined()
  expect(answer.body).not.toContain(what)
})

test.each([
  ['a refused connection', Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }), 503],
  ['an unknown host', Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' }), 503],
  ['a lost connection', new Error('Connection terminated unexpectedly'), 503],
  ['a full pool', new Error('timeout exceeded when trying to connect'), 503],
  ['a silent database', new Error('Query read timeout'), 503],
  ['negative control: another failure', Object.assign(new Error('of a file'), { code: 'ENOENT' }), 500],
] as const)('%s: %s is answered %d', async (_what, error, status) => {
  const app = Fastify()
  installErrorHandler(app)
  app.get('/', () => {
    throw error
  })
  expect((await app.inject('/')).statusCode).toBe(status)
})
