import { PassThrough } from 'node:stream'
import { sql } from 'drizzle-orm'
import Fastify from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../test/app.ts'
import type { Logger } from './deps.ts'
import { installErrorHandler } from './http/error-handler.ts'
import { describeError } from './logger.ts'

let api: TestApp
beforeAll(async () => {
  api = await buildTestApp()
})
afterAll(() => api.close())

test('a failed statement is logged with its cause and without its values', async () => {
  const output = new PassThrough()
  const loggerInstance: Logger = pino({ serializers: { err: describeError } }, output)
  const app = Fastify({ loggerInstance })
  installErrorHandler(app)
  app.get('/fails', () =>
    api.deps.db.system((tx) =>
      tx.execute(sql`select * from nowhere where email = ${'canary@muster.example'}`),
    ),
  )
  expect(await app.inject('/fails')).toMatchObject({ statusCode: 500 })
  const log = String(output.read())
  expect(log).toContain('relation \\"nowhere\\" does not exist')
  expect(log).toContain('42P01')
  expect(log).not.toContain('canary')
})
