import { contract } from '@muster/contract/contract'
import { notesOf } from '@muster/contract/endpoint'
import { errorBody } from '@muster/contract/errors'
import { type MemberRole, memberRoles } from '@muster/contract/rules/member-role'
import { mayRoleUse } from '@muster/contract/rules/route-access'
import type { AppRoute } from '@ts-rest/core'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import * as schema from '../src/db/schema.ts'
import * as ids from '../src/edge/list-ids.ts'
import { buildTestApp, type TestApp } from './app.ts'
import { adminRoutes, type Call, callOf, nameOf, requestOf, testRoutes } from './calls.ts'
import { type Filled, fillOrganization } from './fill-organization.ts'
import { readRowsOf } from './organization-rows.ts'
import { type Administrator, buildAdministrator, buildMember } from './organizations.ts'
import {
  buildAssignment,
  buildEvent,
  buildPerson,
  buildRole,
  buildShift,
  hoursAfter,
  mint,
} from './planning.ts'

/* M1: each role × each route under /admin; no answer contains fields hidden from the role. */

const CANARY = 'canary'
const DIGITS = '701740605'
/** V4 */
const NOTE = 'Ring min granne'
/** D39 */
const REASON = 'Jag har feber'

const { deletePerson, listPeople } = contract.people
const { listShifts } = contract.shifts
const { listEvents, setLastEvent } = contract.events

let api: TestApp
let owner: Administrator
beforeAll(async () => {
  api = await buildTestApp()
  owner = await buildAdministrator(api)
})
afterAll(() => api.close())

async function send(route: AppRoute, call: Partial<Call>, headers: Record<string, string>) {
  const answer = await api.inject({ ...requestOf(route, call), headers })
  const code = answer.statusCode >= 400 ? errorBody.parse(answer.json()).code : undefined
  return { status: answer.statusCode, code, body: answer.body }
}

const accessOf = (route: AppRoute) => {
  const { access } = notesOf(route)
  if (typeof access === 'string') throw new Error(`${nameOf(route)} is about an organisation`)
  return access
}

describe.each(memberRoles)('a member who is %s', (role) => {
  async function buildWorld(organization_id: string) {
    const own = await fillOrganization(api.deps, organization_id)
    const lead_role_ids = role === 'leader' ? [own.role_id] : []
    const { headers } = await buildMember(api, { organization_id, role, lead_role_ids })
    return { own, headers }
  }

  /** World for calls that are refused. */
  let spare: Awaited<ReturnType<typeof buildWorld>>
  let spareRows: string
  beforeAll(async () => {
    const { organization_id } = await buildAdministrator(api)
    spare = await buildWorld(organization_id)
    spareRows = await readRowsOf(api.deps, organization_id)
  })

  testRoutes(adminRoutes, 'is done or refused as the table says', async (route) => {
    const isDone = mayRoleUse(role, accessOf(route))
    const { own, headers } = isDone ? await buildWorld(owner.organization_id) : spare
    const { status, code } = await send(route, callOf(route, own), headers)
    expect({ isDone: status < 300, code }).toEqual({ isDone, code: isDone ? undefined : 'role_forbidden' })
    if (!isDone) expect(status).toBe(403)
  })

  test('what was refused has changed nothing', async () => {
    expect(await readRowsOf(api.deps, spare.own.organization_id)).toBe(spareRows)
  })
})

test('negative control: without the table a viewer deletes a person', async () => {
  const own = await fillOrganization(api.deps, owner.organization_id)
  const { headers } = await buildMember(api, { organization_id: owner.organization_id, role: 'viewer' })
  vi.mocked(mayRoleUse).mockReturnValueOnce(true)
  expect(await send(deletePerson, callOf(deletePerson, own), headers)).toMatchObject({ status: 204 })
})

describe('what a role sees', () => {
  /** Builds an organisation in which every person is a canary. */
  async function buildCanaries() {
    const { organization_id } = await buildAdministrator(api)
    const own = await fillOrganization(api.deps, organization_id)
    const secrets = { email: `${CANARY}@volunteer.example`, child_team: CANARY, notes: CANARY }
    await api.deps.db.system(async (tx) => {
      await tx
        .update(schema.person)
        .set({ ...secrets, phone: `+46${DIGITS}` })
        .where(eq(schema.person.organization_id, organization_id))
      await tx
        .update(schema.assignment)
        .set({ other_phone: `+46${DIGITS}`, note: NOTE, cancel_reason: REASON })
        .where(eq(schema.assignment.organization_id, organization_id))
      await tx.execute(sql`update message set body_text = ${CANARY}, subject = ${CANARY}, address = ${CANARY}
        where organization_id = ${organization_id}`)
    })
    return own
  }

  async function buildSeen() {
    const own = await buildCanaries()
    const { organization_id, role_id, free_role_id } = own
    const buildLeader = (id: string) =>
      buildMember(api, { organization_id, role: 'leader', lead_role_ids: [id] })
    return {
      own,
      viewer: await buildMember(api, { organization_id, role: 'viewer' }),
      leader: await buildLeader(role_id),
      stranger: await buildLeader(free_role_id),
    }
  }

  /** World for calls that only read or are refused. */
  let shared: Awaited<ReturnType<typeof buildSeen>>
  beforeAll(async () => {
    shared = await buildSeen()
  })

  const seenBy = async (role: MemberRole, route: AppRoute) =>
    route.method !== 'GET' && mayRoleUse(role, accessOf(route)) ? buildSeen() : shared

  /** Routes with every variant of their query that shows people. */
  const queries: Record<string, Record<string, string>[]> = {
    'GET /admin/people': [{}, { q: CANARY }, { limit: '1' }],
    'GET /admin/shifts': [{}, { view: 'schedule' }, { limit: '1' }],
  }

  testRoutes(adminRoutes, 'shows no contact, note or link to a viewer', async (route) => {
    const { own, viewer } = await seenBy('viewer', route)
    for (const query of queries[nameOf(route)] ?? [{}]) {
      const { body } = await send(route, { ...callOf(route, own), query }, viewer.headers)
      expect(body).not.toContain(CANARY)
      expect(body).not.toContain(DIGITS)
      expect(body).not.toContain(NOTE)
      expect(body).not.toContain(REASON)
      expect(body).not.toContain('"token":')
    }
  })

  testRoutes(adminRoutes, 'shows a leader phone numbers, of their roles only', async (route) => {
    const { own, leader, stranger } = await seenBy('leader', route)
    for (const query of queries[nameOf(route)] ?? [{}]) {
      const { body } = await send(route, { ...callOf(route, own), query }, leader.headers)
      expect(body).not.toContain(CANARY)
      expect(body).not.toContain('"token":')
    }
    const { body } = await send(route, callOf(route, own), stranger.headers)
    expect(body).not.toContain(DIGITS)
    expect(body).not.toContain(NOTE)
  })

  test('negative control: an admin sees them', async () => {
    const { organization_id } = shared.own
    const { headers } = await buildMember(api, { organization_id, role: 'admin' })
    for (const route of [listPeople, listShifts]) {
      const { body } = await send(route, {}, headers)
      expect(body).toContain(CANARY)
      expect(body).toContain(DIGITS)
    }
    const { body } = await send(listShifts, {}, headers)
    expect(body).toContain(NOTE)
    expect(body).toContain(REASON)
  })

  test('a leader is shown the phone numbers and notes (V4) of people on their shifts', async () => {
    const own = await buildCanaries()
    const { organization_id, role_id } = own
    const { headers } = await buildMember(api, { organization_id, role: 'leader', lead_role_ids: [role_id] })
    for (const route of [listPeople, listShifts])
      expect((await send(route, {}, headers)).body).toContain(DIGITS)
    expect((await send(listShifts, {}, headers)).body).toContain(NOTE)
    expect((await send(listShifts, { query: { view: 'schedule' } }, headers)).body).not.toContain(NOTE)
  })

  test('who may not see addresses cannot look for them either', async () => {
    const { organization_id } = await buildCanaries()
    const { headers } = await buildMember(api, { organization_id, role: 'viewer' })
    expect((await send(listPeople, { query: { q: CANARY } }, headers)).body).toBe('[]')
    expect(
      await send(listPeople, { query: { email: `${CANARY}@volunteer.example` } }, headers),
    ).toMatchObject({
      status: 403,
      code: 'role_forbidden',
    })
  })
})

describe('a leader reaches only the roles they lead', () => {
  let own: Filled
  let leader: Administrator
  beforeAll(async () => {
    own = await fillOrganization(api.deps, owner.organization_id)
    leader = await buildMember(api, {
      organization_id: owner.organization_id,
      role: 'leader',
      lead_role_ids: [own.role_id],
    })
  })

  const ledCases = adminRoutes.filter((route) => accessOf(route).led && !route.path.endsWith('/leave'))

  testRoutes(ledCases, 'ids of others are not found, and no list has them', async (route) => {
    const other = await fillOrganization(api.deps, owner.organization_id)
    const call = callOf(route, other)
    const { status, code, body } = await send(route, call, leader.headers)
    const hasId = ids.listIds([call.params, call.query, call.body]).length > 0
    if (hasId) expect({ status, code }).toEqual({ status: 404, code: 'not_found' })
    for (const id of [other.event_id, other.role_id, other.shift_id, other.person_id])
      expect(body).not.toContain(id)
  })

  test('another role of the same event is not theirs, nor counted', async () => {
    const [role] = await api.deps.db.system((tx) =>
      tx.select().from(schema.role).where(eq(schema.role.id, own.free_role_id)),
    )
    if (!role) throw new Error('the role is there')
    const shift = await buildShift(api.deps, {
      role: { ...role, organization_id: mint(role.organization_id) },
      start_dt: hoursAfter(api.deps.now(), 300),
    })
    const person = await buildPerson(api.deps, { organization_id: owner.organization_id })
    await buildAssignment(api.deps, { shift, person })
    for (const route of [listEvents, listShifts, listPeople]) {
      const { body } = await send(route, {}, leader.headers)
      for (const id of [role.id, shift.id, person.id]) expect(body, nameOf(route)).not.toContain(id)
    }
    const named = await send(listShifts, { query: { role_id: role.id } }, leader.headers)
    expect(named.body).not.toContain(shift.id)
    const [event] = JSON.parse((await send(listEvents, {}, leader.headers)).body).events
    expect(event).toMatchObject({ id: own.event_id, people_count: 2 })
  })

  test('negative control: without the look at the ids another event is shown', async () => {
    const other = await fillOrganization(api.deps, owner.organization_id)
    vi.mocked(ids.listIds).mockReturnValueOnce([])
    expect(await send(setLastEvent, callOf(setLastEvent, other), leader.headers)).toMatchObject({
      status: 204,
    })
  })

  test('a role that is deleted is led no more', async () => {
    const { organization_id } = owner
    const event = await buildEvent(api.deps, { organization_id })
    const { id } = await buildRole(api.deps, { event })
    const { user_id } = await buildMember(api, { organization_id, role: 'leader', lead_role_ids: [id] })
    await api.deps.db.system((tx) => tx.delete(schema.role).where(eq(schema.role.id, id)))
    const left = await api.deps.db.system((tx) =>
      tx.select().from(schema.memberLead).where(eq(schema.memberLead.user_id, user_id)),
    )
    expect(left).toEqual([])
  })
})
