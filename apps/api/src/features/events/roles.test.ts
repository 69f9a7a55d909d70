import { assignments } from '@muster/contract/assignments'
import { events } from '@muster/contract/events'
import { eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/app.ts'
import { type Administrator, buildAdministrator } from '../../../test/organizations.ts'
import {
  buildAssignment,
  buildEvent,
  buildPerson,
  buildRole,
  buildShift,
  buildWaiting,
  type EventRow,
} from '../../../test/planning.ts'
import { newId } from '../../db/ids.ts'
import * as schema from '../../db/schema.ts'
import type { Announcement } from '../../live/announcement.ts'

const { listRoles, createRole, updateRole, deleteRole, orderRoles, copyEvent, getPublicEvent } = events

let api: TestApp
let admin: Administrator
let event: EventRow
beforeAll(async () => {
  api = await buildTestApp()
  admin = await buildAdministrator(api)
  event = await buildEvent(api.deps, { organization_id: admin.organization_id })
})
afterAll(() => api.close())

const call = (body?: unknown, roleId = '', id = event.id) => ({
  headers: admin.headers,
  params: { id, roleId },
  body,
})
const rowOf = (id: string) =>
  api.deps.db.system(async (tx) => {
    const [row] = await tx.select().from(schema.role).where(eq(schema.role.id, id))
    return row
  })
const shiftsOf = (role_id: string) =>
  api.deps.db.system((tx) => tx.select().from(schema.shift).where(eq(schema.shift.role_id, role_id)))

describe('who may', () => {
  test('nobody adds to or reads an event of another organisation', async () => {
    const theirs = await buildRole(api.deps)
    for (const [route, body] of [
      [listRoles, undefined],
      [createRole, { name: 'x' }],
      [orderRoles, { role_ids: [theirs.id] }],
    ] as const) {
      const refused = await api.refused(route, call(body, '', theirs.event_id))
      expect(refused).toMatchObject({ status: 404, code: 'event_not_found' })
    }
  })

  test('a role is found under its own event only', async () => {
    const theirs = await buildRole(api.deps)
    const elsewhere = await buildRole(api.deps, {
      event: await buildEvent(api.deps, { organization_id: admin.organization_id }),
    })
    for (const [{ id }, event_id] of [
      [theirs, theirs.event_id],
      [theirs, event.id],
      [elsewhere, event.id],
    ] as const) {
      for (const [route, body] of [
        [updateRole, { name: 'x' }],
        [deleteRole, undefined],
      ] as const) {
        const refused = await api.refused(route, call(body, id, event_id))
        expect(refused).toMatchObject({ status: 404, code: 'role_not_found' })
      }
    }
    expect(await rowOf(theirs.id)).toEqual(theirs)
    expect(await rowOf(elsewhere.id)).toEqual(elsewhere)
  })
})

describe('adding and changing', () => {
  test('a role is listed in the order added, with its shifts counted', async () => {
    const own = await buildEvent(api.deps, { organization_id: admin.organization_id })
    const bar = await api.ok(createRole, call({ name: 'Bar', description: '' }, '', own.id))
    expect(bar).toEqual({
      id: expect.any(String),
      event_id: own.id,
      name: 'Bar',
      description: null,
      min_age: null,
      needs_tag: null,
      shift_count: 0,
      version: 1,
    })
    const entrance = await api.ok(createRole, call({ name: 'Änglavakt' }, '', own.id))
    const { organization_id } = own
    await buildShift(api.deps, {
      role: { ...bar, organization_id, created_at: '', updated_at: '', position: 0 },
    })
    const { roles } = await api.ok(listRoles, call(undefined, '', own.id))
    expect(roles).toEqual([{ ...bar, shift_count: 1 }, entrance])
  })

  test('what is left out stays; null clears; an older version is refused (D5)', async () => {
    const { id } = await buildRole(api.deps, { event, description: 'd' })
    expect(await api.ok(updateRole, call({ name: 'Scen' }, id))).toMatchObject({
      name: 'Scen',
      description: 'd',
      version: 2,
    })
    expect(await api.ok(updateRole, call({ description: null, version: 2 }, id))).toMatchObject({
      name: 'Scen',
      description: null,
    })
    const refused = await api.refused(updateRole, call({ name: 'x', version: 2 }, id))
    expect(refused).toMatchObject({ status: 409, code: 'changed_elsewhere' })
    expect(await rowOf(id)).toMatchObject({ name: 'Scen', version: 3 })
  })

  test.each([
    ['no name', 'name', ''],
    ['a name of 101 letters', 'name', 'x'.repeat(101)],
    ['a description of 5,001', 'description', 'x'.repeat(5_001)],
  ])('%s is refused by its field', async (_name, field, value) => {
    const refused = await api.refused(createRole, call({ name: 'Bar', [field]: value }))
    expect(refused).toMatchObject({ status: 400, code: 'validation', issues: [{ path: field }] })
  })
})

const plan = async () => {
  const own = await buildEvent(api.deps, { organization_id: admin.organization_id })
  const names = ['Bar', 'Entré', 'Scen']
  const roles = []
  for (const name of names) roles.push(await api.ok(createRole, call({ name }, '', own.id)))
  const [bar, entrance, stage] = roles.map(({ id }) => id)
  const order = (role_ids: unknown[]) => call({ role_ids }, '', own.id)
  return { own, bar, entrance, stage, order }
}
const namesOf = (roles: { name: string }[]) => roles.map(({ name }) => name).join(' ')

describe('the order', () => {
  test('is kept everywhere, with those left out and new ones last', async () => {
    const { own, entrance, stage, order } = await plan()
    const heard: Announcement[] = []
    const stop = api.deps.bus.subscribe((announcement) => heard.push(announcement))
    const { roles } = await api.ok(orderRoles, order([stage, entrance]))
    stop()
    expect(namesOf(roles)).toBe('Scen Entré Bar')
    expect(roles.map(({ version }) => version)).toEqual([1, 1, 1])
    expect(heard).toMatchObject([{ kind: 'shifts', event_id: own.id, shift_ids: [] }])

    await api.ok(createRole, call({ name: 'Kök' }, '', own.id))
    const listed = await api.ok(listRoles, call(undefined, '', own.id))
    expect(namesOf(listed.roles)).toBe('Scen Entré Bar Kök')
    const { organization_id } = own
    for (const role of listed.roles)
      await buildShift(api.deps, {
        role: { ...role, organization_id, created_at: '', updated_at: '', position: 0 },
      })
    const body = { name: 'Nästa', first_day: '2028-06-24', roles: true, shifts: true, settings: true }
    const copy = await api.ok(copyEvent, call({ ...body, people: 'none' }, '', own.id))
    expect(namesOf(copy.roles)).toBe('Scen Entré Bar Kök')
    const shown = await api.ok(getPublicEvent, { params: { eventId: own.id } })
    expect(namesOf(shown.roles)).toBe('Scen Entré Bar Kök')
  })

  test('of roles of other events is refused, and changes nothing', async () => {
    const { own, bar, stage, order } = await plan()
    const theirs = await buildRole(api.deps)
    const elsewhere = await buildRole(api.deps, { event })
    for (const { id } of [theirs, elsewhere]) {
      const refused = await api.refused(orderRoles, order([stage, id, bar]))
      expect(refused).toMatchObject({ status: 404, code: 'role_not_found' })
    }
    expect(namesOf((await api.ok(listRoles, call(undefined, '', own.id))).roles)).toBe('Bar Entré Scen')
    expect(await rowOf(theirs.id)).toEqual(theirs)
    expect(await rowOf(elsewhere.id)).toEqual(elsewhere)
  })

  test('is one of those that are set at once', async () => {
    const { own, bar, entrance, stage, order } = await plan()
    await Promise.all([
      api.ok(orderRoles, order([stage, entrance, bar])),
      api.ok(orderRoles, order([entrance, bar, stage])),
    ])
    const { roles } = await api.ok(listRoles, call(undefined, '', own.id))
    expect(['Scen Entré Bar', 'Entré Bar Scen']).toContain(namesOf(roles))
  })
})

describe('removing (D21)', () => {
  test('takes the empty shifts along, and is announced', async () => {
    const role = await buildRole(api.deps, { event })
    await buildShift(api.deps, { role })
    const heard: Announcement[] = []
    const stop = api.deps.bus.subscribe((announcement) => heard.push(announcement))
    await api.ok(deleteRole, call(undefined, role.id))
    stop()
    expect(heard).toMatchObject([{ kind: 'shifts', event_id: event.id, shift_ids: [] }])
    expect(await rowOf(role.id)).toBeUndefined()
    expect(await shiftsOf(role.id)).toEqual([])
    expect(await api.refused(deleteRole, call(undefined, role.id))).toMatchObject({ status: 404 })
  })

  test('nobody is counted where somebody is assigned: the role is not deleted', async () => {
    const role = await buildRole(api.deps, { event })
    const shift = await buildShift(api.deps, { role })
    const person = await buildPerson(api.deps, { organization_id: admin.organization_id })
    await buildWaiting(api.deps, { shift, person })
    await buildAssignment(api.deps, { shift, status: 'CONFIRMED' })
    const body = { role_id: role.id }
    expect(await api.ok(assignments.previewNotices, { headers: admin.headers, body })).toMatchObject({
      told: 0,
    })
  })

  test.each([true, false])('people in line are counted, and told if that is wanted: %s', async (notify) => {
    const role = await buildRole(api.deps, { event })
    const [first, second] = [await buildShift(api.deps, { role }), await buildShift(api.deps, { role })]
    const elsewhere = await buildShift(api.deps, { role: await buildRole(api.deps, { event }) })
    const { organization_id } = admin
    const [person, other, third] = [
      await buildPerson(api.deps, { organization_id }),
      await buildPerson(api.deps, { organization_id }),
      await buildPerson(api.deps, { organization_id }),
    ]
    await buildWaiting(api.deps, { shift: first, person })
    await buildWaiting(api.deps, { shift: second, person })
    await buildWaiting(api.deps, { shift: first, person: other })
    await buildWaiting(api.deps, { shift: elsewhere, person: third })

    const body = { role_id: role.id }
    expect(await api.ok(assignments.previewNotices, { headers: admin.headers, body })).toMatchObject({
      told: 2,
    })
    const query = notify ? {} : { query: { notify: 'false' } }
    await api.ok(deleteRole, { ...call(undefined, role.id), ...query })
    const sent = await api.deps.db.system((tx) =>
      tx
        .select({ person_id: schema.message.person_id })
        .from(schema.message)
        .where(inArray(schema.message.person_id, [person.id, other.id, third.id])),
    )
    expect(new Set(sent.map(({ person_id }) => person_id))).toEqual(
      new Set(notify ? [person.id, other.id] : []),
    )
  })

  test.each(['INVITED', 'CONFIRMED', 'DECLINED', 'ABSENT'] as const)(
    'is refused while somebody is %s',
    async (status) => {
      const role = await buildRole(api.deps, { event })
      const shift = await buildShift(api.deps, { role })
      await buildShift(api.deps, { role })
      await buildAssignment(api.deps, { shift, status })
      const refused = await api.refused(deleteRole, call(undefined, role.id))
      expect(refused).toMatchObject({ status: 409, code: 'role_in_use' })
      expect(await shiftsOf(role.id)).toHaveLength(2)
    },
  )

  test('while somebody signs up: either they are on it, or it is gone', async () => {
    for (let round = 0; round < 10; round++) {
      const role = await buildRole(api.deps, { event })
      const shift = await buildShift(api.deps, { role })
      const payload = {
        first_name: 'Ida',
        last_name: 'Lind',
        email: `${newId()}@volunteer.example`,
        phone: '+46701234567',
      }
      const [signedUp, removed] = await Promise.all([
        api.inject({ method: 'POST', url: `/shifts/${shift.id}/signup`, payload }),
        api.inject({
          method: 'DELETE',
          url: `/admin/events/${event.id}/roles/${role.id}`,
          headers: admin.headers,
        }),
      ])
      const left = await shiftsOf(role.id)
      expect([signedUp.statusCode, removed.statusCode, left.length]).toEqual(
        left.length === 0 ? [404, 204, 0] : [201, 409, 1],
      )
    }
  })
})
