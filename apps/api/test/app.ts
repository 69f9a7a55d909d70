import type { ErrorBody } from '@muster/contract/errors'
import type { AppRoute, ClientInferResponses } from '@ts-rest/core'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { pino } from 'pino'
import { buildApp } from '../src/app.ts'
import { type Config, readConfig } from '../src/config.ts'
import type { DbTimeouts } from '../src/db/client.ts'
import { closeDeps, createDeps, type Deps } from '../src/deps.ts'
import type { ConnectionTimeouts } from '../src/edge/connections.ts'
import { createLocalBus } from '../src/live/bus.ts'
import type { BuiltClient } from '../src/pages/built-client.ts'
import { describeError } from '../src/processes/logger.ts'
import { generateKeys } from '../src/signing/keys.ts'
import { createTestDatabase } from './database.ts'
import { checkAnswer } from './described-answers.ts'
import { keptLog } from './kept-log.ts'
import { PATIENT, patiently } from './patient.ts'

/** Bodies are not type-checked, so that invalid ones can be tested. */
export type Input = {
  params?: Record<string, string>
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: unknown
}

type Success<R extends AppRoute> = Extract<ClientInferResponses<R>, { status: 200 | 201 | 204 }>['body']

export type TestApp = {
  app: FastifyInstance
  deps: Deps
  /** Stops the clock, which until then is the real one. */
  setNow(now: string): void
  /** Fails the test unless the call succeeds. Asks again while the server is busy. */
  ok<R extends AppRoute>(route: R, input?: Input): Promise<Success<R>>
  /** Fails the test unless the call is refused. */
  refused(route: AppRoute, input?: Input): Promise<ErrorBody & { status: number }>
  /** Fails the test unless the API description has the answer, as all of these calls do. */
  inject(options: InjectOptions | string): Promise<LightMyRequestResponse>
  close(): Promise<void>
}

type Changes = Partial<Omit<Config, 'limits'>> & { limits?: Partial<Config['limits']> }

type Parts = { client?: BuiltClient; connections?: ConnectionTimeouts; database?: DbTimeouts }

/** Opens no port, and serves pages only with `client`. */
export async function buildTestApp(
  changes: Changes = {},
  { client, connections, database = PATIENT }: Parts = {},
): Promise<TestApp> {
  const { url, drop } = await createTestDatabase()
  const deps = await buildTestDeps(url, changes, database)
  const app = await buildApp(deps, client, connections)
  await app.ready()

  async function inject(options: InjectOptions | string) {
    const answer = await app.inject(options)
    checkAnswer(answer)
    return answer
  }

  async function send(route: AppRoute, { params = {}, query, headers, body }: Input = {}) {
    return inject({
      method: route.method,
      url: route.path.replaceAll(/:(\w+)/g, (_, key: string) => encodeURIComponent(params[key] ?? '')),
      ...(query && { query }),
      ...(body !== undefined && { payload: JSON.stringify(body) }),
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    })
  }

  return {
    app,
    deps,
    setNow: (now) => deps.setNow(now),
    async ok(route, input) {
      const answer = await patiently(() => send(route, input))
      if (answer.statusCode >= 300) {
        throw new Error(`${route.method} ${route.path} answered ${answer.statusCode}: ${answer.body}`)
      }
      const isJson = answer.headers['content-type']?.toString().startsWith('application/json')
      return isJson ? answer.json() : answer.body
    },
    async refused(route, input) {
      const answer = await send(route, input)
      const status = answer.statusCode
      if (status < 400) throw new Error(`${route.method} ${route.path} answered ${status}: ${answer.body}`)
      return { ...answer.json<ErrorBody>(), status }
    },
    inject,
    async close() {
      await app.close()
      await closeDeps(deps)
      await drop()
    },
  }
}

async function buildTestDeps(database_url: string, { limits, ...changes }: Changes, timeouts: DbTimeouts) {
  const standard = readConfig({ NODE_ENV: 'test' }, '/nowhere')
  const config = {
    ...standard,
    database_connections: 12,
    ...changes,
    // High, because all calls come from one address. The tests of the limits set their own.
    limits: {
      ...standard.limits,
      signups_per_minute: 1_000_000,
      signup_refusals_per_minute: 1_000_000,
      logins_per_minute: 1_000_000,
      requests_per_minute: 1_000_000,
      key_requests_per_minute: 1_000_000,
      messages_per_recipient: { EMAIL: 1_000_000, SMS: 1_000_000 },
      ...limits,
    },
  }
  const { link, session } = generateKeys()
  let moved: string | undefined
  const deps = createDeps({
    config,
    log: pino({ level: config.log_level, serializers: { err: describeError } }, keptLog),
    keys: { link, session: session.keys },
    bus: createLocalBus(),
    database_url,
    database_timeouts: timeouts,
    now: () => moved ?? new Date().toISOString(),
  })
  return Object.assign(deps, {
    setNow(now: string) {
      moved = now
    },
  })
}
