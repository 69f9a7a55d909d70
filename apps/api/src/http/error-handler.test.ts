import { sql } from 'drizzle-orm'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../test/app.ts'
import { installErrorHandler } from './error-handler.ts'

let api: TestApp
beforeAll(async () => {
  api = await buildTestApp()
})
afterAll(() => api.close())

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
