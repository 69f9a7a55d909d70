import { contract } from '@muster/contract/contract'
import { errorBody } from '@muster/contract/errors'
import { isAuthService } from '@muster/contract/refusals'
import { type AppRoute, isAppRouteOtherResponse } from '@ts-rest/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from './app.ts'
import { callOf, endpoints, nameOf, requestOf, sessionFor } from './calls.ts'
import { type Filled, fillOrganization, removeOtherOwner } from './fill-organization.ts'
import { type Administrator, buildAdministrator } from './organizations.ts'

/* D2: a field that an endpoint does not know is refused by its name, in the query and in the body. */

const routes = endpoints
  // D10: the public auth client sends its own fields.
  .filter((route) => !isAuthService(route))
  .map((route): [string, AppRoute] => [nameOf(route), route])

const isFile = ([, { responses }]: [string, AppRoute]) =>
  Object.values(responses).some(isAppRouteOtherResponse)
const takesBody = ([, { method }]: [string, AppRoute]) => method !== 'GET'

let api: TestApp
let admin: Administrator
let filled: Filled
beforeAll(async () => {
  api = await buildTestApp({ limits: { logins_per_minute: 1_000_000 } })
  // The clock is stopped, because the access token expires after 15 minutes.
  api.setNow(new Date().toISOString())
  admin = await buildAdministrator(api)
  filled = await fillOrganization(api.deps, admin.organization_id)
  await removeOtherOwner(api.deps, filled)
})
afterAll(() => api.close())

async function send(
  route: AppRoute,
  { query, body, language = 'en' }: { query?: Record<string, string>; body?: object; language?: string },
) {
  const answer = await api.inject({
    ...requestOf(route, { ...callOf(route, filled), query: query ?? {}, body: body ?? {} }),
    headers: { ...sessionFor(route, admin), 'accept-language': language },
  })
  const refused = answer.statusCode >= 400 ? errorBody.parse(answer.json()) : undefined
  return { status: answer.statusCode, issues: refused?.issues ?? [], code: refused?.code }
}

describe('an unknown field is refused by its name', () => {
  test.each(routes.filter((each) => !isFile(each)))('%s in the query', async (_name, route) => {
    const { status, code, issues } = await send(route, { query: { emial: 'x' } })
    expect({ status, code }).toEqual({ status: 400, code: 'validation' })
    expect(issues).toContainEqual({ path: 'query.emial', message: 'Not a known field' })
  })

  test.each(routes.filter(takesBody))('%s in the body', async (_name, route) => {
    const { status, code, issues } = await send(route, { body: { ...validFields(route), emial: 'x' } })
    expect({ status, code }).toEqual({ status: 400, code: 'validation' })
    expect(issues).toContainEqual({ path: 'emial', message: 'Not a known field' })
  })

  test.each(routes.filter(takesBody))('negative control: %s without it names none', async (_name, route) => {
    const { issues } = await send(route, { body: validFields(route) })
    expect(JSON.stringify(issues)).not.toContain('Not a known field')
  })
})

test('the names come beside what else is wrong, in the language of the client', async () => {
  const body = { first_name: 'Åsa', last_name: 'Öberg', emial: 'asa@volunteer.example' }
  const { issues } = await send(contract.people.createPerson, { body, language: 'sv' })
  expect(issues).toEqual([
    { path: 'email', message: expect.any(String) },
    { path: 'emial', message: 'Okänt fält' },
  ])
})

test('a language that no text can have is an unknown field', async () => {
  const body = { ...validFields(contract.broadcasts.sendBroadcast), texts: { de: 'Hallo' } }
  const { issues } = await send(contract.broadcasts.sendBroadcast, { body })
  expect(issues).toEqual([{ path: 'texts.de', message: expect.any(String) }])
})

test('the answer stays small, however many or long the names are', async () => {
  const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`f${n}`, 1]))
  expect((await send(contract.people.createPerson, { body: many })).issues.length).toBeLessThan(30)
  const long = { ['x'.repeat(60_000)]: 1 }
  const { issues } = await send(contract.people.createPerson, { body: long })
  expect(JSON.stringify(issues).length).toBeLessThan(1_000)
})

test('a file is sent whatever a mail program adds to its link', async () => {
  const { link } = await fillOrganization(api.deps, admin.organization_id)
  const answer = await api.inject(`/assignment/${link}/calendar.ics?utm_source=mail`)
  expect(answer.statusCode).toBe(200)
})

const validFields = (route: AppRoute) => {
  // With the real name the call would end the organisation of the other tests.
  if (route === contract.organizations.endOrganization) return { name: 'Another name' }
  return callOf(route, filled).body ?? {}
}
