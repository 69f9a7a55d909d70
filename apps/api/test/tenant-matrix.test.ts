import { contract } from '@muster/contract/contract'
import { errorBody } from '@muster/contract/errors'
import type { AppRoute } from '@ts-rest/core'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { newId } from '../src/db/ids.ts'
import * as schema from '../src/db/schema.ts'
import { buildTestApp, type TestApp } from './app.ts'
import { administration, CALLS, type Call, callOf, type Filled, fillOrganization, nameOf } from './calls.ts'
import { type Administrator, buildAdministrator } from './organizations.ts'

/*
 * D1, for every route of the contract under /admin and /api: who has no session, names no organisation, another's
 * or none that there is, and every id in path, query and body filled with another organisation's.
 */

/** Where another's id is not answered with 404. */
const OTHER_ANSWERS: Record<string, number> = {
  // A list is narrowed by it, to nothing.
  'GET /admin/shifts query.event_id': 200,
  'POST /admin/notices/preview body.shift_id': 200,
  // The id stands for the header of later calls, and is answered as that is.
  'POST /api/set-last-active-organization body.organization_id': 403,
}

const cases = administration.map((route): [string, AppRoute] => [nameOf(route), route])
const adminCases = cases.filter(([, { path }]) => path.startsWith('/admin/'))

let api: TestApp
let ours: Administrator
let theirs: Filled
let theirRows: string
beforeAll(async () => {
  const enough = 1_000_000
  api = await buildTestApp({ limits: { requests_per_minute: enough } })
  ours = await buildAdministrator(api, { name: 'ours' })
  theirs = await fillOrganization(api.deps, (await buildAdministrator(api)).organization_id)
  await plantCanaries(theirs.organization_id)
  theirRows = await readRowsOf(theirs.organization_id)
})
afterAll(() => api.close())

const CANARY = 'canary'
/** Text of another organisation that can hold any text: every column, today's and tomorrow's. */
let planted: string[]

async function plantCanaries(organization_id: string) {
  planted = []
  for (const { table_name, column_name, key } of await listTextColumns()) {
    const text = sql`${CANARY} || '-' || md5(random()::text)`
    const set = sql`update ${sql.identifier(table_name)} set ${sql.identifier(column_name)} = ${text}
      where ${sql.identifier(key)} = ${organization_id}`
    const { rowCount } = await api.deps.db
      .system((tx) => tx.execute(set))
      // A column with a short list of values holds no text of anybody's.
      .catch(() => ({ rowCount: 0 }))
    if (rowCount) planted.push(`${table_name}.${column_name}`)
  }
}

const listTextColumns = () =>
  readRows(`
  select c.table_name, c.column_name, case c.table_name when 'organization' then 'id' else 'organization_id' end as key
  from information_schema.columns c
  where c.table_schema = 'public' and c.data_type = 'text' and (c.table_name = 'organization' or exists (
    select from information_schema.columns o
    where o.table_schema = 'public' and o.table_name = c.table_name and o.column_name = 'organization_id'))`)

const readRowsOf = async (organization_id: string) => {
  const tables = ['event', 'role', 'shift', 'person', 'assignment', 'message', 'membership', 'broadcast']
  const reads = tables.map(
    (table) => `select to_jsonb(t) as row from ${table} t where organization_id = '${organization_id}'`,
  )
  return JSON.stringify(await readRows(`${reads.join(' union all ')} order by 1`))
}

async function readRows(query: string) {
  const { rows } = await api.deps.db.system((tx) => tx.execute<Record<string, string>>(sql.raw(query)))
  return rows.map((row) => ({ table_name: '', column_name: '', key: '', ...row }))
}

async function send(
  route: AppRoute,
  { params = {}, query, body }: Call,
  headers: Record<string, string> = {},
) {
  const answer = await api.inject({
    method: route.method,
    url: route.path.replaceAll(/:(\w+)/g, (_, name: string) => params[name] ?? newId()),
    headers,
    ...(query && { query }),
    ...(body && { payload: body }),
  })
  const said = `${nameOf(route)}: ${answer.body}`
  expect(answer.body, said).not.toContain(CANARY)
  if (answer.statusCode >= 400)
    expect(errorBody.strict().safeParse(answer.json()).error, said).toBeUndefined()
  const code = answer.statusCode >= 400 ? errorBody.parse(answer.json()).code : undefined
  return { status: answer.statusCode, code, body: answer.body }
}

test('every route is called, and no other', () => {
  expect(Object.keys(CALLS).toSorted()).toEqual(cases.map(([name]) => name).toSorted())
})

test('the canaries stand in everything the other organisation has written', () => {
  expect(planted).toEqual(
    expect.arrayContaining([
      'organization.name',
      'organization.sms_sender',
      'event.name',
      'event.notes',
      'event.location',
      'role.description',
      'person.first_name',
      'person.email',
      'person.phone',
      'person.child_team',
      'person.notes',
      'assignment.other_phone',
      'message.subject',
      'message.body_text',
      'message.address',
    ]),
  )
})

describe('without the right to', () => {
  test.each(cases)('%s needs a session (401)', async (_name, route) => {
    for (const authorization of ['', 'Bearer', 'Bearer x', ours.headers.authorization.slice(0, -2)]) {
      const { organization_id } = ours
      const headers = { authorization, 'x-organization-id': organization_id }
      expect(await send(route, callOf(route, theirs), headers)).toMatchObject({
        status: 401,
        code: expect.stringMatching(/^session_/),
      })
    }
  })

  test.each(adminCases)('%s needs an organisation (400)', async (_name, route) => {
    const { authorization } = ours.headers
    expect(await send(route, callOf(route, theirs), { authorization })).toMatchObject({
      status: 400,
      code: 'organization_required',
    })
  })

  test.each(adminCases)(
    '%s needs one of ours: all others are refused in the same bytes (403)',
    async (_name, route) => {
      const answers = new Set<string>()
      const { authorization } = ours.headers
      for (const organization_id of [theirs.organization_id, newId(), 'x', `${ours.organization_id}x`, '*']) {
        const headers = { authorization, 'x-organization-id': organization_id }
        const { status, body } = await send(route, callOf(route, theirs), headers)
        answers.add(`${status} ${body}`)
      }
      expect([...answers]).toEqual([expect.stringMatching(/^403 .*organization_forbidden/)])
    },
  )
})

describe('with our session and organisation', () => {
  test.each(cases)('%s finds nothing of theirs, and does nothing to it', async (name, route) => {
    const own = await fillOrganization(api.deps, ours.organization_id)
    for (const { place, call } of foreignCalls(callOf(route, own), callOf(route, theirs))) {
      const { status } = await send(route, call, ours.headers)
      expect(status, place).toBe(OTHER_ANSWERS[`${name} ${place}`] ?? 404)
    }
    expect(await readRowsOf(theirs.organization_id)).toBe(theirRows)
    // Refused for the id alone: with our own the call succeeds.
    expect((await send(route, callOf(route, own), ours.headers)).status).toBeLessThan(300)
  })
})

test.each(cases)('%s takes ids in capitals for what they are', async (_name, route) => {
  const call = callOf(route, await fillOrganization(api.deps, ours.organization_id))
  const { authorization, 'x-organization-id': organization_id } = ours.headers
  const headers = { authorization, 'x-organization-id': organization_id.toUpperCase() }
  expect((await send(route, inCapitals(call), headers)).status).toBeLessThan(300)
})

test('negative control: where the scope is taken away, the canary is seen', async () => {
  const headers = { ...ours.headers, 'x-organization-id': theirs.organization_id }
  const { organization_id } = theirs
  const { user_id } = ours
  await api.deps.db.system((tx) => tx.insert(schema.membership).values({ organization_id, user_id }))
  await expect(send(contract.people.listPeople, {}, headers)).rejects.toThrow(CANARY)
})

/** The call with one of its ids exchanged at a time, and with all of them. */
function foreignCalls(own: Call, other: Call): { place: string; call: Call }[] {
  const places = listIds(own).filter((place) => read(own, place) !== read(other, place))
  const single = places.map((place) => ({ place: place.join('.'), call: exchange(own, other, [place]) }))
  return places.length > 1 ? [...single, { place: 'all', call: exchange(own, other, places) }] : single
}

function inCapitals(call: Call): Call {
  const copy = structuredClone(call)
  for (const place of listIds(call)) write(copy, place, String(read(call, place)).toUpperCase())
  return copy
}

/** Where ids stand in a value: `['body', 'person_ids', '0']`. */
function listIds(value: unknown, at: string[] = []): string[][] {
  if (z.uuid().safeParse(value).success) return [at]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => listIds(inner, [...at, key]))
}

function read(value: unknown, [key, ...rest]: readonly string[]): unknown {
  if (key === undefined) return value
  return typeof value === 'object' && value !== null ? read(Reflect.get(value, key), rest) : undefined
}

function exchange(own: Call, other: Call, places: readonly string[][]): Call {
  const copy = structuredClone(own)
  for (const place of places) write(copy, place, read(other, place))
  return copy
}

function write(value: Call, place: readonly string[], text: unknown): void {
  const holder = read(value, place.slice(0, -1))
  if (typeof holder === 'object' && holder !== null) Reflect.set(holder, place.at(-1) ?? '', text)
}
