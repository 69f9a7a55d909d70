import { contract } from '@muster/contract/contract'
import { needsBearer } from '@muster/contract/endpoint'
import { errorBody } from '@muster/contract/errors'
import { people } from '@muster/contract/people'
import { takesIdempotencyKey } from '@muster/contract/refusals'
import type { AppRoute } from '@ts-rest/core'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { newId } from '../src/db/ids.ts'
import { membership } from '../src/db/schema.ts'
import { buildApiKey } from './api-keys.ts'
import { buildTestApp, type TestApp } from './app.ts'
import { type Call, callOf, endpoints, nameOf, requestOf, testRoutes } from './calls.ts'
import type { Filled } from './fill-organization.ts'
import { buildWorld, type World } from './filled-app.ts'
import { buildAdministrator } from './organizations.ts'

/* D16, for every POST of the contract: with a key it has one effect and one answer, or the key is refused. */

const posts = endpoints.filter(({ method }) => method === 'POST')
const repeatable = posts.filter(takesIdempotencyKey)

const bodySchema = (route: AppRoute) =>
  'body' in route && route.body instanceof z.ZodObject ? route.body : undefined

/** Returns the call with another valid value in one field of its body. Ids are replaced in lists only, and last. */
function otherCall(route: AppRoute, call: Call): Call {
  const schema = bodySchema(route)
  const bodies = Object.entries(call.body ?? {})
    .flatMap(([name, value]) => otherValues(value, schema?.shape[name]).map((other) => ({ [name]: other })))
    .toSorted((one, other) => Number(hasList(one)) - Number(hasList(other)))
    .map((change) => ({ ...call.body, ...change }))
  const body = bodies.find((each) => schema?.safeParse(each).success)
  if (!body) throw new Error(`No other body of ${nameOf(route)}`)
  return { ...call, body }
}

function otherValues(value: unknown, schema: unknown): unknown[] {
  if (schema instanceof z.ZodEnum) return schema.options.filter((option) => option !== value)
  if (typeof value === 'boolean') return [!value]
  if (typeof value === 'number') return [value + 1]
  return Array.isArray(value) ? [[newId()]] : [`${String(value)}x`]
}

const hasList = (fields: object) => Object.values(fields).some(Array.isArray)

/** Without a key too, a second call changes nothing: a waiting person keeps their place in line, who was asked is not asked again. */
const HARMLESS: readonly AppRoute[] = [
  contract.batches.undoBatch,
  contract.imports.importPeople,
  contract.imports.undoImport,
  contract.duplicates.undoMerge,
  contract.broadcasts.undoBroadcast,
  contract.broadcasts.sendBroadcastNow,
  // Sends to the caller, outside of the organisation.
  contract.broadcasts.testBroadcast,
  contract.waitingList.joinWaitingList,
  contract.assignments.sendInvitations,
  contract.assignments.moveAssignment,
]

let api: TestApp
beforeAll(async () => {
  api = await buildTestApp()
})
afterAll(() => api.close())

async function send(route: AppRoute, call: Partial<Call>, headers: Record<string, string>) {
  const answer = await api.inject({ ...requestOf(route, call), headers })
  const code = answer.statusCode >= 400 ? errorBody.parse(answer.json()).code : undefined
  return { status: answer.statusCode, body: answer.body, code }
}

const withKey = ({ admin }: World, key: string) => ({ ...admin.headers, 'idempotency-key': key })

const sum = (field: string) => `coalesce(sum((to_jsonb(t)->>'${field}')::int), 0)::int as ${field}`

/** Counts rows and sums versions and rounds of everything in the administrator's organisations. */
async function measure({ admin }: World) {
  const tables = [
    'event',
    'role',
    'shift',
    'person',
    'assignment',
    'message',
    'broadcast',
    'membership',
    'member_invitation',
    'audit_log',
  ]
  const reads = tables.map(
    (table) => `select '${table}' as name, count(*)::int as rows, ${sum('version')}, ${sum('round')}
      from ${table} t where organization_id in (select organization_id from membership where user_id = '${admin.user_id}')`,
  )
  const { rows } = await api.deps.db.system((tx) => tx.execute(sql.raw(reads.join(' union all '))))
  return rows
}

testRoutes(
  repeatable,
  'has one effect and one answer with the same key, and without it two',
  async (route) => {
    const world = await buildWorld(api)
    const call = callOf(route, world.filled)
    const first = await send(route, call, withKey(world, 'the-same-key'))
    expect(first.status, first.body).toBeLessThan(300)
    const effect = await measure(world)
    expect(await send(route, call, withKey(world, 'the-same-key'))).toEqual(first)
    if (bodySchema(route)) {
      expect(await send(route, otherCall(route, call), withKey(world, 'the-same-key'))).toMatchObject({
        status: 422,
        code: 'idempotency_key_reused',
      })
    }
    expect(await measure(world)).toEqual(effect)

    const many = await buildWorld(api)
    const callOfMany = callOf(route, many.filled)
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => send(route, callOfMany, withKey(many, 'the-same-key'))),
    )
    expect(answers[0]?.status, answers[0]?.body).toBeLessThan(300)
    for (const answer of answers) expect(answer).toEqual(answers[0])
    expect(await measure(many)).toEqual(effect)

    if (HARMLESS.includes(route)) return
    // Negative control: without the key it has two effects, or is refused.
    const second = await send(route, call, world.admin.headers)
    if (second.status >= 300) expect([404, 409]).toContain(second.status)
    else expect(await measure(world)).not.toEqual(effect)
  },
)

test('negative control: five at once without a key are five SMS', async () => {
  const world = await buildWorld(api)
  const call = { params: { id: world.filled.person_id }, body: { message: 'Hej' } }
  await Promise.all(
    Array.from({ length: 5 }, () => send(contract.messages.sendSms, call, world.admin.headers)),
  )
  expect(await measure(world)).toContainEqual(expect.objectContaining({ name: 'message', rows: 6 }))
})

test('nothing that is stored opens an assignment', async () => {
  const stored = await api.deps.db.system((tx) =>
    tx.execute<{ answer: string }>(sql`select answer::text from idempotency_key`),
  )
  const texts = stored.rows.map(({ answer }) => answer)
  expect(texts.length).toBeGreaterThan(repeatable.length)
  // D33: nor is it about a person, whose data would outlive an erasure.
  expect(texts.filter((text) => /@|\+46/.test(text))).toEqual([])
  // The link to a calendar file in the answer to a sign-up shows public data (D26).
  expect(texts.flatMap(findLinks)).toEqual([])
})

test('a personal link would be seen', async () => {
  const world = await buildWorld(api)
  const call = callOf(contract.assignments.assignPeople, world.filled)
  const answer = await send(contract.assignments.assignPeople, call, world.admin.headers)
  expect(findLinks(answer.body)).toHaveLength(1)
})

const findLinks = (text: string) => text.match(/(?<![\w/-])[\w-]{43}(?![\w-])/g) ?? []

const { assignments, events, shifts, members } = contract
/** How what a call has made, or is about, is deleted: the call, and the code of a repetition. */
const DELETED: [
  AppRoute,
  (made: { id: string }, of: Filled) => [AppRoute, Record<string, string>],
  string,
][] = [
  [events.createEvent, ({ id }) => [events.deleteEvent, { id }], 'event_not_found'],
  [
    events.createRole,
    ({ id }, { event_id }) => [events.deleteRole, { id: event_id, roleId: id }],
    'role_not_found',
  ],
  [shifts.createShift, ({ id }) => [shifts.deleteShift, { id }], 'shift_not_found'],
  [
    members.inviteMember,
    ({ id }) => [members.withdrawMemberInvitation, { id }],
    'member_invitation_not_found',
  ],
  [people.createPerson, ({ id }) => [people.deletePerson, { id }], 'person_not_found'],
  [
    assignments.sendInvite,
    (_sent, { assignment_id }) => [assignments.deleteAssignment, { id: assignment_id }],
    'assignment_not_found',
  ],
]

test.each(DELETED.map((row) => [nameOf(row[0]), ...row] as const))(
  '%s, repeated after a deletion, is not found',
  async (_name, route, remove, code) => {
    const world = await buildWorld(api)
    const call = callOf(route, world.filled)
    const create = () => send(route, call, withKey(world, 'made-once'))
    const made: { id: string } = JSON.parse((await create()).body)
    const [deletion, params] = remove(made, world.filled)
    await api.ok(deletion, { params, headers: world.admin.headers })
    expect(await create()).toMatchObject({ status: 404, code })
  },
)

test('nothing of a person is stored (D33)', async () => {
  const world = await buildWorld(api)
  const call = callOf(people.createPerson, world.filled)
  const { body } = await send(people.createPerson, call, withKey(world, 'a-new-person'))
  const stored = await api.deps.db.system((tx) =>
    tx.execute(sql`select answer from idempotency_key where key = 'a-new-person'`),
  )
  expect(stored.rows).toEqual([{ answer: { id: JSON.parse(body).id } }])
})

describe('a key counts for', () => {
  const person = { first_name: 'Åsa', last_name: 'Öberg', email: 'asa@volunteer.example' }
  test('the organisation', async () => {
    const [ours, theirs] = [await buildWorld(api), await buildWorld(api)]
    const first = await send(people.createPerson, { body: person }, withKey(ours, 'everybodys-key'))
    const second = await send(people.createPerson, { body: person }, withKey(theirs, 'everybodys-key'))
    expect(second.status).toBe(201)
    expect(JSON.parse(second.body).id).not.toBe(JSON.parse(first.body).id)
  })

  test('the account: another administrator of the same organisation is answered for what they did', async () => {
    const [ours, other] = [await buildWorld(api), await buildAdministrator(api)]
    const { organization_id } = ours.admin
    await api.deps.db.system((tx) =>
      tx.insert(membership).values({ organization_id, user_id: other.user_id }),
    )
    await send(people.createPerson, { body: person }, withKey(ours, 'everybodys-key'))
    const headers = {
      ...other.headers,
      'x-organization-id': organization_id,
      'idempotency-key': 'everybodys-key',
    }
    expect(await send(people.createPerson, { body: person }, headers)).toMatchObject({
      code: 'person_exists',
    })
  })

  test('the API key: another key of the same account is answered for what it did', async () => {
    const world = await buildWorld(api)
    const [one, other] = [await buildApiKey(api, world.admin), await buildApiKey(api, world.admin)]
    const withKeyOf = ({ headers }: typeof one) => ({ ...headers, 'idempotency-key': 'everybodys-key' })
    const first = await send(people.createPerson, { body: person }, withKeyOf(one))
    expect(first.status).toBe(201)
    expect(await send(people.createPerson, { body: person }, withKeyOf(one))).toEqual(first)
    for (const headers of [withKeyOf(other), withKey(world, 'everybodys-key')])
      expect(await send(people.createPerson, { body: person }, headers)).toMatchObject({
        code: 'person_exists',
      })
  })

  test('the address with its ids', async () => {
    const world = await buildWorld(api)
    const { person_id, free_person_id } = world.filled
    for (const id of [person_id, free_person_id]) {
      const sent = await send(
        contract.messages.sendSms,
        { params: { id }, body: { message: 'Hej' } },
        withKey(world, 'everybodys-key'),
      )
      expect(sent.status).toBe(201)
    }
    expect(await measure(world)).toContainEqual(expect.objectContaining({ name: 'message', rows: 3 }))
  })

  test('a success: what was refused can be tried again', async () => {
    const world = await buildWorld(api)
    const { id } = await api.ok(people.createPerson, { headers: world.admin.headers, body: person })
    const key = withKey(world, 'tried-again')
    expect(await send(people.createPerson, { body: person }, key)).toMatchObject({ code: 'person_exists' })
    await api.ok(people.deletePerson, { headers: world.admin.headers, params: { id } })
    expect(await send(people.createPerson, { body: person }, key)).toMatchObject({ status: 201 })
    const listed = await api.ok(people.listPeople, { headers: world.admin.headers })
    expect(listed.filter(({ email }) => email === person.email)).toHaveLength(1)
  })
})

test.each([
  { rights: ['send'] as const, links: 0 },
  // Negative control.
  { rights: ['send', 'plan'] as const, links: 1 },
])('a key with $rights is answered $links personal links, the second time too', async ({ rights, links }) => {
  const world = await buildWorld(api)
  const { headers } = await buildApiKey(api, world.admin, { rights: [...rights] })
  const call = { params: { id: world.filled.assignment_id }, body: { method: 'EMAIL' } }
  for (let time = 1; time <= 2; time++) {
    const key = { ...headers, 'idempotency-key': 'the-same-key' }
    const answer = await send(contract.assignments.sendInvite, call, key)
    expect(answer.status, answer.body).toBe(200)
    expect(findLinks(answer.body)).toHaveLength(links)
  }
  expect(await measure(world)).toContainEqual(expect.objectContaining({ name: 'message', rows: 2 }))
})

testRoutes(
  posts.filter((route) => !takesIdempotencyKey(route)),
  'refuses a key, which it could not keep',
  async (route) => {
    const world = await buildWorld(api)
    const headers = needsBearer(route) ? world.admin.headers : {}
    const effect = await measure(world)
    const call = callOf(route, world.filled)
    expect(await send(route, call, { ...headers, 'idempotency-key': 'a-key-of-mine' })).toMatchObject({
      status: 400,
      code: 'idempotency_key_refused',
    })
    expect(await measure(world)).toEqual(effect)
  },
)

test('a missing session is refused before a key that could not be kept', async () => {
  const headers = { 'idempotency-key': 'a-key-of-mine' }
  expect(await send(contract.session.endAccount, {}, headers)).toMatchObject({ status: 401 })
})
