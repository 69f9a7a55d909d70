import { contract } from '@muster/contract/contract'
import { notesOf } from '@muster/contract/endpoint'
import { errorBody } from '@muster/contract/errors'
import { apiKeyRights } from '@muster/contract/rules/api-key'
import { rightOfKey } from '@muster/contract/rules/route-access'
import type { AppRoute } from '@ts-rest/core'
import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { newId } from '../src/db/ids.ts'
import * as schema from '../src/db/schema.ts'
import * as ids from '../src/edge/list-ids.ts'
import { type BuiltApiKey, buildApiKey } from './api-keys.ts'
import { buildTestApp, type TestApp } from './app.ts'
import { administration, adminRoutes, type Call, callOf, nameOf, requestOf, testRoutes } from './calls.ts'
import { type Filled, fillOrganization } from './fill-organization.ts'
import { readRowsOf } from './organization-rows.ts'
import { type Administrator, buildAdministrator } from './organizations.ts'
import { buildPerson } from './planning.ts'

/* D1 and K1 for every route of the contract under /admin and /api. */

/** Calls that answer the id of another organisation with something other than 404. */
const OTHER_ANSWERS: Record<string, number> = {
  // A filter, which then finds nothing.
  'GET /admin/shifts query.event_id': 200,
  'POST /admin/notices/preview body.shift_id': 200,
  'GET /admin/log query.actor': 200,
  'GET /admin/log/export query.actor': 200,
  // All refused rows in one answer (D46).
  'POST /admin/shifts/batch body.create.0.event_id': 409,
  'POST /admin/shifts/batch body.create.0.role_id': 409,
  'POST /admin/shifts/batch body.create.0.people_of': 409,
  'POST /admin/shifts/batch body.update.0.id': 409,
  'POST /admin/shifts/batch body.delete.0': 409,
  'POST /admin/shifts/batch all': 409,
  // Names whom it did not ask (D61).
  'POST /admin/events/:id/invitations body.invites.0.person_id': 201,
  'POST /admin/events/:id/invitations body.invites.0.assignment_ids.0': 201,
  // Has the same effect as the header of later calls (D1).
  'POST /api/set-last-active-organization body.organization_id': 403,
  // An unknown challenge is answered like an expired one.
  'POST /api/account/passkeys body.challenge_id': 422,
  'POST /api/account/passkeys all': 422,
}

let api: TestApp
let ours: Administrator
let theirs: Filled
let theirRows: string
beforeAll(async () => {
  api = await buildTestApp()
  // The clock is stopped, because a token is valid for 15 minutes.
  api.setNow(new Date().toISOString())
  ours = await buildAdministrator(api, { name: 'ours' })
  theirs = await fillOrganization(api.deps, (await buildAdministrator(api)).organization_id)
  await plantCanaries(theirs.organization_id)
  theirRows = await readRowsOf(api.deps, theirs.organization_id)
})
afterAll(() => api.close())
/** Undoes the call that leaves the organisation. */
afterEach(async () => {
  const { organization_id, user_id } = ours
  await api.deps.db.system((tx) =>
    tx.insert(schema.membership).values({ organization_id, user_id }).onConflictDoNothing(),
  )
})

const CANARY = 'canary'
/** Columns of another organisation that hold a canary: every text column, new ones included. */
let planted: string[]

async function plantCanaries(organization_id: string) {
  planted = []
  for (const { table_name, column_name, key } of await listTextColumns()) {
    const text = sql`${CANARY} || '-' || md5(random()::text)`
    const set = sql`update ${sql.identifier(table_name)} set ${sql.identifier(column_name)} = ${text}
      where ${sql.identifier(key)} = ${organization_id}`
    const { rowCount } = await api.deps.db
      .system((tx) => tx.execute(set))
      // An enumeration holds no free text.
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

async function readRows(query: string) {
  const { rows } = await api.deps.db.system((tx) => tx.execute<Record<string, string>>(sql.raw(query)))
  return rows.map((row) => ({ table_name: '', column_name: '', key: '', ...row }))
}

async function send(route: AppRoute, call: Partial<Call>, headers: Record<string, string> = {}) {
  const answer = await api.inject({ ...requestOf(route, call), headers })
  const said = `${nameOf(route)}: ${answer.body}`
  expect(answer.body, said).not.toContain(CANARY)
  if (answer.statusCode >= 400)
    expect(errorBody.strict().safeParse(answer.json()).error, said).toBeUndefined()
  const code = answer.statusCode >= 400 ? errorBody.parse(answer.json()).code : undefined
  return { status: answer.statusCode, code, body: answer.body }
}

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
      'assignment.note',
      'message.subject',
      'message.body_text',
      'message.address',
      'api_key.name',
      'api_key.hash',
    ]),
  )
})

describe('without the right to', () => {
  testRoutes(administration, 'needs a session (401)', async (route) => {
    for (const authorization of ['', 'Bearer', 'Bearer x', ours.headers.authorization.slice(0, -2)]) {
      const { organization_id } = ours
      const headers = { authorization, 'x-organization-id': organization_id }
      expect(await send(route, callOf(route, theirs), headers)).toMatchObject({
        status: 401,
        code: expect.stringMatching(/^session_/),
      })
    }
  })

  testRoutes(adminRoutes, 'needs an organisation (400)', async (route) => {
    const { authorization } = ours.headers
    expect(await send(route, callOf(route, theirs), { authorization })).toMatchObject({
      status: 400,
      code: 'organization_required',
    })
  })

  testRoutes(
    adminRoutes,
    'needs one of ours: all others are refused in the same bytes (403)',
    async (route) => {
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

describe('without the second factor', () => {
  /** The account has one, and the session has not passed it. */
  let unfinished: Administrator
  /** The organisation requires one, and the account has none. */
  let without: Administrator
  beforeAll(async () => {
    unfinished = await buildAdministrator(api)
    without = await buildAdministrator(api)
    await api.deps.db.system(async (tx) => {
      await tx.insert(schema.mfaFactor).values({
        id: newId(),
        user_id: unfinished.user_id,
        factor_type: 'totp',
        friendly_name: '',
        secret: 's',
        status: 'verified',
      })
      await tx
        .update(schema.organization)
        .set({ second_factor: 'required' })
        .where(eq(schema.organization.id, without.organization_id))
    })
  })

  testRoutes(
    administration.filter((route) => !notesOf(route).open_to_unfinished),
    'needs a session that has passed it (403)',
    async (route) => {
      expect(await send(route, callOf(route, theirs), unfinished.headers)).toMatchObject({
        status: 403,
        code: 'second_factor_required',
      })
    },
  )

  testRoutes(adminRoutes, 'needs one where the organisation requires it (403)', async (route) => {
    expect(await send(route, callOf(route, theirs), without.headers)).toMatchObject({
      status: 403,
      code: 'second_factor_setup_required',
    })
  })
})

describe('with our session and organisation', () => {
  testRoutes(administration, 'finds nothing of theirs, and does nothing to it', async (route) => {
    const own = await fillOrganization(api.deps, ours.organization_id)
    for (const { place, call } of foreignCalls(callOf(route, own), callOf(route, theirs))) {
      const { status } = await send(route, call, ours.headers)
      expect(status, place).toBe(OTHER_ANSWERS[`${nameOf(route)} ${place}`] ?? 404)
    }
    expect(await readRowsOf(api.deps, theirs.organization_id)).toBe(theirRows)
    // Only the id is refused: the same call with our own ids succeeds, also where they are typed in capitals.
    const { authorization, 'x-organization-id': organization_id } = ours.headers
    const headers = { authorization, 'x-organization-id': organization_id.toUpperCase() }
    expect((await send(route, inCapitals(callOf(route, own)), headers)).status).toBeLessThan(300)
  })
})

describe('with an API key', () => {
  const ofOneEvent = administration.filter((route) => {
    const { access } = notesOf(route)
    return typeof access === 'object' && access.keys === 'event'
  })
  const wider = administration.filter((route) => !ofOneEvent.includes(route))
  const linkless = administration.filter((route) => ![undefined, 'plan'].includes(rightOf(route)))
  /** Rows for calls that are refused. */
  let spare: Filled
  let spareRows: string
  /** Leaves out what making more keys and filling the organisation again changes. */
  const without = ['api_key', 'audit_log', 'member_invitation']
  const readSpare = () => readRowsOf(api.deps, ours.organization_id, { without, naming: idsOf(spare) })
  /** One key for all calls, because unknown keys count as guesses. */
  let key: BuiltApiKey
  beforeAll(async () => {
    spare = await fillOrganization(api.deps, ours.organization_id)
    key = await buildApiKey(api, ours)
    spareRows = await readSpare()
  })

  testRoutes(administration, 'needs a key that is valid', async (route) => {
    const { headers } = key
    const wrong = { ...headers, authorization: `${headers.authorization.slice(0, -2)}__` }
    expect(await send(route, callOf(route, theirs), wrong)).toMatchObject({
      status: 401,
      code: 'api_key_invalid',
    })
  })

  testRoutes(adminRoutes, 'needs a key of this organisation', async (route) => {
    const call = callOf(route, theirs)
    for (const organization_id of [theirs.organization_id, newId(), 'x']) {
      const elsewhere = { ...key.headers, 'x-organization-id': organization_id }
      expect(await send(route, call, elsewhere)).toMatchObject({
        status: 403,
        code: 'organization_forbidden',
      })
    }
  })

  describe.each(apiKeyRights)('that may %s and nothing else', (right) => {
    testRoutes(administration, 'is done or refused as the table says', async (route) => {
      const { headers } = await buildApiKey(api, ours, { rights: [right] })
      const isDone = rightOf(route) === right
      const own = isDone ? await fillOrganization(api.deps, ours.organization_id) : spare
      const { status, code } = await send(route, callOf(route, own), headers)
      const refused = rightOf(route) ? 'api_key_right_missing' : 'person_required'
      expect({ isDone: status < 300, code }).toEqual({ isDone, code: isDone ? undefined : refused })
      if (!isDone) expect(status).toBe(403)
    })
  })

  test('negative control: without the table a key that may only read deletes a person', async () => {
    const { headers } = await buildApiKey(api, ours, { rights: ['read'] })
    const own = await fillOrganization(api.deps, ours.organization_id)
    const { deletePerson } = contract.people
    vi.mocked(rightOfKey).mockReturnValueOnce('read')
    expect(await send(deletePerson, callOf(deletePerson, own), headers)).toMatchObject({ status: 204 })
  })

  testRoutes(administration, 'finds nothing of theirs, and does nothing to it', async (route) => {
    for (const { place, call } of foreignCalls(callOf(route, spare), callOf(route, theirs))) {
      const { status } = await send(route, call, key.headers)
      expect([403, OTHER_ANSWERS[`${nameOf(route)} ${place}`] ?? 404], place).toContain(status)
    }
    expect(await readRowsOf(api.deps, theirs.organization_id)).toBe(theirRows)
  })

  testRoutes(linkless, 'shows no personal link unless the key may plan', async (route) => {
    const { headers } = await buildApiKey(api, ours, { rights: ['read', 'send'] })
    const own = await fillOrganization(api.deps, ours.organization_id)
    const { status, body } = await send(route, withLinks(callOf(route, own)), headers)
    expect(status).toBeLessThan(300)
    expect(body).not.toMatch(/"token":|\/c\//)
  })

  test.each([
    contract.shifts.listShifts,
    contract.assignments.sendInvite,
    contract.broadcasts.previewBroadcast,
  ])('negative control: a key that may plan is shown personal links by $method $path', async (route) => {
    const { headers } = await buildApiKey(api, ours)
    const own = await fillOrganization(api.deps, ours.organization_id)
    expect((await send(route, withLinks(callOf(route, own)), headers)).body).toMatch(/"token":|\/c\//)
  })

  describe('of one event', () => {
    /** Administrator of an organisation with few rows, because all of them are compared. */
    let admin: Administrator
    let other: Filled
    beforeAll(async () => {
      admin = await buildAdministrator(api)
      other = await fillOrganization(api.deps, admin.organization_id)
    })

    /** The key has every right to `own`; `other` is another event of the same organisation. */
    async function buildKeyOfEvent() {
      const own = await fillOrganization(api.deps, admin.organization_id)
      const { headers } = await buildApiKey(api, admin, { event_id: own.event_id })
      return { own, headers }
    }

    testRoutes(ofOneEvent, 'reaches that event alone', async (route) => {
      const { own, headers } = await buildKeyOfEvent()
      // Leaves out the keys, which note when they were used.
      const readPlan = () => readRowsOf(api.deps, own.organization_id, { without: ['api_key'] })
      const before = await readPlan()
      for (const { place, call } of foreignCalls(callOf(route, own), callOf(route, other)))
        expect(await send(route, call, headers), place).toMatchObject({ status: 404, code: 'not_found' })
      for (const { call } of foreignCalls(callOf(route, own), callOf(route, theirs)))
        expect(await send(route, call, headers)).toMatchObject({ status: 404, code: 'not_found' })
      expect(await readPlan()).toBe(before)

      const { status, body } = await send(route, callOf(route, own), headers)
      expect(status).toBeLessThan(300)
      for (const id of idsOf(other)) expect(body).not.toContain(id)
    })

    testRoutes(ofOneEvent, 'shows no personal link', async (route) => {
      const { own, headers } = await buildKeyOfEvent()
      const { status, body } = await send(route, withLinks(callOf(route, own)), headers)
      expect(status).toBeLessThan(300)
      expect(body).not.toMatch(/"token":|\/c\//)
    })

    test('its people are answered for by their status instead', async () => {
      const { own, headers } = await buildKeyOfEvent()
      const { changeStatus } = contract.assignments
      const call = { params: { id: own.assignment_id }, body: { status: 'CONFIRMED' } }
      const { status, body } = await send(changeStatus, call, headers)
      expect({ status, body: JSON.parse(body) }).toMatchObject({ status: 200, body: { status: 'CONFIRMED' } })
    })

    test('lists of all events hold only that one', async () => {
      const { own, headers } = await buildKeyOfEvent()
      const { listEvents } = contract.events
      const { listShifts } = contract.shifts
      for (const route of [listEvents, listShifts]) {
        const { body } = await send(route, {}, headers)
        expect(body).toContain(own.event_id)
        for (const id of idsOf(other)) expect(body).not.toContain(id)
      }
      // The administrator who created the key does get the other event.
      for (const route of [listEvents, listShifts])
        expect((await send(route, {}, admin.headers)).body).toContain(other.event_id)
    })

    testRoutes(wider, 'is refused, for it is about more than an event', async (route) => {
      const { headers } = await buildApiKey(api, ours, { event_id: spare.event_id })
      expect(await send(route, callOf(route, spare), headers)).toMatchObject({
        status: 403,
        code: rightOf(route) ? 'api_key_of_one_event' : 'person_required',
      })
    })

    test('a person who is not on the event cannot be assigned to it', async () => {
      const { own, headers } = await buildKeyOfEvent()
      const stranger = await buildPerson(api.deps, { organization_id: own.organization_id })
      const { assignPeople } = contract.assignments
      const call = { body: { shift_id: own.shift_id, person_ids: [stranger.id] } }
      expect(await send(assignPeople, call, headers)).toMatchObject({ status: 404, code: 'not_found' })
    })

    test('negative control: without the look at the ids it deletes a shift of another event', async () => {
      const { headers } = await buildKeyOfEvent()
      const third = await fillOrganization(api.deps, admin.organization_id)
      const { deleteShift } = contract.shifts
      vi.mocked(ids.listIds).mockReturnValueOnce([])
      expect(await send(deleteShift, callOf(deleteShift, third), headers)).toMatchObject({ status: 204 })
    })
  })

  test('what was refused has changed nothing', async () => {
    expect(await readSpare()).toBe(spareRows)
  })
})

const idsOf = ({ organization_id, organization_name, ...own }: Filled) =>
  Object.values(own).filter((id) => ![organization_id, organization_name].includes(id))

/** Makes calls whose answer has texts of messages ask for texts with links. */
const withLinks = (call: Call): Call => ({
  ...call,
  ...(call.body && 'messageType' in call.body && { body: { ...call.body, messageType: 'reminder' } }),
})

function rightOf(route: AppRoute) {
  const { access } = notesOf(route)
  return typeof access === 'object' ? rightOfKey(access) : undefined
}

test('negative control: where the scope is taken away, the canary is seen', async () => {
  const headers = { ...ours.headers, 'x-organization-id': theirs.organization_id }
  const { organization_id } = theirs
  const { user_id } = ours
  await api.deps.db.system((tx) => tx.insert(schema.membership).values({ organization_id, user_id }))
  await expect(send(contract.people.listPeople, {}, headers)).rejects.toThrow(CANARY)
})

/** Returns calls with one foreign id at a time, and one with all of them. */
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

/** Returns paths of ids in a value, such as `['body', 'person_ids', '0']`. */
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
