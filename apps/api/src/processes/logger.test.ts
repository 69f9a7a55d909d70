import { PassThrough } from 'node:stream'
import { contract } from '@muster/contract/contract'
import { sql } from 'drizzle-orm'
import Fastify from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../test/app.ts'
import { buildAdministrator } from '../../test/organizations.ts'
import { buildAssignment, buildPerson, buildShift } from '../../test/planning.ts'
import { buildAccount, credentialsOf } from '../../test/sessions.ts'
import { buildApp } from '../app.ts'
import * as schema from '../db/schema.ts'
import type { Deps, Logger } from '../deps.ts'
import { installErrorHandler } from '../edge/error-handler.ts'
import { sha256 } from '../signing/sha256.ts'
import { signId } from '../signing/signed-id.ts'
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

test('a value that the database cannot read is not repeated', async () => {
  const failed = api.deps.db.system((tx) => tx.execute(sql`select ${'canary@muster.example'}::uuid`))
  const error: unknown = await failed.catch((reason: unknown) => reason)
  const logged = JSON.stringify(describeError(error))
  expect(logged).toContain('22P02')
  expect(logged).not.toContain('canary')
})

test('nor is whom a provider could not reach', () => {
  const logged = JSON.stringify(
    describeError(new Error('550 <canary.öberg@volunteer.example> unknown; +46701740605 unreachable')),
  )
  expect(logged).toContain('550 <[e-mail]> unknown; [phone] unreachable')
  expect(logged).not.toMatch(/canary|701740605/)
  // The place of the error is still logged.
  expect(logged).toContain('logger.test.ts')
})

test('an error without a message is a line, not a failure of what logs it', () => {
  const silent = Object.assign(new Error('x'), { message: undefined, code: 20_500 })
  expect(describeError(silent)).toMatchObject({ type: 'Error', message: 'undefined', code: 20_500 })
})

/** Valid and invalid requests leave no personal data in the log at the finest level. */
test('no line has a token, password, e-mail or phone', async () => {
  const output = new PassThrough({ highWaterMark: 10_000_000 })
  const log: Logger = pino({ level: 'trace', serializers: { err: describeError } }, output)
  const secrets = await useEverything({ ...api.deps, log })
  const lines = String(output.read())
  expect(lines.split('\n').length).toBeGreaterThan(20)
  expect(lines).toContain('request failed')
  for (const secret of secrets) expect(lines).not.toContain(secret)
})

/** Calls the API in many ways. Returns all secrets that were used. */
async function useEverything(deps: Deps): Promise<string[]> {
  const app = await buildApp(deps)
  const { session, signup, invitations, people, messages, assignments, apiKeys } = contract
  const account = await buildAccount(api, { email: 'canary-account@muster.example' })
  const { headers, organization_id } = await buildAdministrator(api, { email: 'canary-admin@muster.example' })
  const shift = await buildShift(deps, { organization_id })
  const email = 'canary-person@volunteer.example'
  const person = await buildPerson(deps, { organization_id, email, phone: '+46701740605' })
  const { id, round } = await buildAssignment(deps, { shift, person })
  const token = signId(deps.keys, { purpose: 'personal_link', id, round })
  const feed = signId(deps.keys, { purpose: 'calendar_feed', id: person.id, round: 1 })
  const visitor = { first_name: 'Canary', last_name: 'Öberg', email, phone: '+46701740605' }
  const call = async ({ method, path }: { method: string; path: string }, part: string, payload?: object) => {
    const url = path.replace(/:\w+/, part)
    return app.inject({
      method: method === 'GET' ? 'GET' : 'POST',
      url,
      headers,
      ...(payload && { payload }),
    })
  }

  const login = await call(session.login, '', credentialsOf(account))
  await call(session.login, '', { email: account.email, password: 'canary-wrong-password' })
  await call(session.refresh, '')
  await call(session.requestPasswordReset, '', { email: account.email })
  await call(session.resetPassword, '', { token: 'canary-reset', password: 'canary-new-password' })
  for (const body of [visitor, visitor, { ...visitor, phone: 'canary' }])
    await call(signup.signUp, shift.id, body)
  for (const route of [
    invitations.getAssignment,
    invitations.getAssignmentCalendar,
    invitations.getCalendarFeed,
  ])
    await call(route, token)
  await call(invitations.readCalendarFeed, `${feed}.ics`)
  for (let n = 0; n < 2; n++) await call(invitations.answerInvitation, token, { confirm: true })
  await call(invitations.getAssignment, `${token}canary`)
  for (let n = 0; n < 2; n++) await call(people.createPerson, '', visitor)
  await call(messages.sendSms, person.id, { message: 'canary-text' })
  await call(messages.listMessages, person.id)
  await call(assignments.sendInvite, id, { method: 'EMAIL' })
  await app.inject({ url: `/nowhere/${email}?token=${token}` })
  const body = { name: 'canary-key', rights: ['read'], event_id: null, expires_in_days: null }
  const { secret } = (await call(apiKeys.createApiKey, '', body)).json<{ secret: string }>()
  const wrong_secret = secret.split('').toReversed().join('').replace(/.../, 'mk_')
  const callWith = (key: string) =>
    app.inject({ url: people.listPeople.path, headers: { ...headers, authorization: `Bearer ${key}` } })
  for (const key of [secret, wrong_secret]) await callWith(key)

  // An unexpected failure: the table is missing, and the statement contains values.
  await deps.db.pool.query('begin read write; alter table person rename to away; commit')
  await call(people.createPerson, '', { ...visitor, first_name: 'Other' })
  await call(signup.signUp, shift.id, visitor)
  await deps.db.pool.query('begin read write; alter table away rename to person; commit')
  await deps.db.pool.query('begin read write; alter table api_key rename to away; commit')
  const last_secret = `mk_${'a'.repeat(43)}`
  expect(await callWith(last_secret)).toMatchObject({ statusCode: 500 })
  await deps.db.pool.query('begin read write; alter table away rename to api_key; commit')
  await app.close()

  const [kept] = await deps.db.system((tx) => tx.select().from(schema.appUser))
  const bearer = login.json<{ token: string }>().token
  const cookie = login.cookies.map(({ value }) => value)
  const words = ['canary', 'Canary', '701740605', account.password, kept?.password_hash ?? 'argon2']
  const keys = [secret, wrong_secret, last_secret]
  return [...words, token, feed, bearer, headers.authorization, ...cookie, ...keys, ...keys.map(sha256)]
}
