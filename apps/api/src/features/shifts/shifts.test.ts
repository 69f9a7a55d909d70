import { assignments } from '@muster/contract/assignments'
import { shifts } from '@muster/contract/shifts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/app.ts'
import { type Administrator, buildAdministrator } from '../../../test/organizations.ts'
import {
  buildAssignment,
  buildEvent,
  buildPerson,
  buildRole,
  buildShift,
  hoursAfter,
  type RoleRow,
  type ShiftRow,
} from '../../../test/planning.ts'
import { newId } from '../../db/ids.ts'
import * as locks from '../../db/lock.ts'
import * as schema from '../../db/schema.ts'
import type { Announcement } from '../../live/announcement.ts'
import { signId } from '../../signing/signed-id.ts'

// Spies (test/spied-modules.ts), so that the negative control can leave out a lock; otherwise the real code runs.

const { listShifts, createShift, updateShift, deleteShift } = shifts

let api: TestApp
let admin: Administrator
let role: RoleRow
beforeAll(async () => {
  api = await buildTestApp()
  admin = await buildAdministrator(api)
  const event = await buildEvent(api.deps, { organization_id: admin.organization_id, name: 'Sommarfest' })
  role = await buildRole(api.deps, { event, name: 'Kafé' })
})
afterAll(() => api.close())

const START = '2027-07-04T08:00:00.000Z'
const at = (hours: number) => hoursAfter(START, hours)
const window = (from: number, to: number) => ({ start_dt: at(from), end_dt: at(to) })
const shiftAt = (from: number, to: number, changes = {}) =>
  buildShift(api.deps, { role, ...window(from, to), ...changes })
const person = (changes = {}) => buildPerson(api.deps, { organization_id: admin.organization_id, ...changes })
const assign = (shift: ShiftRow, to: Awaited<ReturnType<typeof person>>, changes = {}) =>
  buildAssignment(api.deps, { shift, person: to, ...changes })
const change = (id: string, body: object) =>
  api.ok(updateShift, { headers: admin.headers, params: { id }, body })
const refused = (id: string, body: object) =>
  api.refused(updateShift, { headers: admin.headers, params: { id }, body })
const list = async (query: Record<string, string> = {}) =>
  (await api.ok(listShifts, { headers: admin.headers, query })).shifts
const rowOf = async (id: string) => {
  const rows = await api.deps.db.system((tx) =>
    tx.select().from(schema.assignment).where(eq(schema.assignment.id, id)),
  )
  return rows[0]
}

describe('who may', () => {
  test.each(Object.entries(shifts))('%s needs a session', async (_name, route) => {
    expect(await api.refused(route, { params: { id: newId() }, body: {} })).toMatchObject({ status: 401 })
  })

  test.each([
    [updateShift, { required_qty: 1 }],
    [deleteShift, undefined],
  ] as const)('$method knows no shift of another organisation', async (route, body) => {
    const theirs = await buildShift(api.deps)
    const input = { headers: admin.headers, params: { id: theirs.id }, body }
    expect(await api.refused(route, input)).toMatchObject({ status: 404, code: 'shift_not_found' })
    const rows = await api.deps.db.system((tx) =>
      tx.select().from(schema.shift).where(eq(schema.shift.id, theirs.id)),
    )
    expect(rows).toEqual([theirs])
  })
})

test('every change is announced, a move to another event to both', async () => {
  const heard: Announcement[] = []
  const stop = api.deps.bus.subscribe((announcement) => heard.push(announcement))
  const input = { headers: admin.headers }
  const { id } = await api.ok(createShift, { ...input, body: newShift() })
  await change(id, { required_qty: 5 })
  const other = await buildRole(api.deps, { organization_id: admin.organization_id })
  await change(id, { event_id: other.event_id, role_id: other.id })
  await api.ok(deleteShift, { ...input, params: { id } })
  stop()
  expect(heard.map((each) => each.kind === 'shifts' && [each.event_id, ...each.shift_ids])).toEqual([
    [role.event_id, id],
    [role.event_id, id],
    [role.event_id, id],
    [other.event_id, id],
    [other.event_id, id],
  ])
})

describe('listing', () => {
  test('by start, with role, event, people, invitations and personal links (D17)', async () => {
    const other = await buildRole(api.deps, { organization_id: admin.organization_id })
    const late = await buildShift(api.deps, { role: other, ...window(2, 4) })
    const early = await buildShift(api.deps, { role: other, ...window(0, 2), required_qty: 3 })
    const zoe = await person({ first_name: 'Zoë', phone: '+46701234567', child_team: 'F10', notes: 'secret' })
    const invite_sent_at = at(-900)
    const invited = await assign(early, zoe, { invite_sent_at, invite_method: 'SMS', round: 3 })

    const found = await list({ event_id: other.event_id })
    expect(found.map(({ id }) => id)).toEqual([early.id, late.id])
    expect(found[0]).toEqual({
      id: early.id,
      role_id: other.id,
      role: { id: other.id, name: other.name, event: { id: other.event_id, name: 'Sommarfest' } },
      ...window(0, 2),
      required_qty: 3,
      version: 1,
      waiting: 0,
      meant_times: null,
      visibility: 'public',
      meeting_point: null,
      note: null,
      assignment: [
        {
          id: invited.id,
          shift_id: early.id,
          person_id: zoe.id,
          status: 'INVITED',
          person: {
            id: zoe.id,
            first_name: 'Zoë',
            last_name: zoe.last_name,
            email: zoe.email,
            phone: zoe.phone,
            child_team: 'F10',
          },
          token: signId(api.deps.keys, { purpose: 'personal_link', id: invited.id, round: 3 }),
          token_expires_at: invited.token_expires_at,
          invite_sent: true,
          invite_sent_at,
          invite_method: 'SMS',
          other_phone: null,
          note: null,
          cancelled_at: null,
          disowned: null,
          handed_over: false,
          cancel_reason: null,
          asked_again_at: null,
          confirm_by: null,
          freed_unanswered: false,
        },
      ],
    })
  })

  test('D5: a schedule has names and teams, and nothing to write to', async () => {
    const shift = await shiftAt(30, 32)
    const zoe = await person({ phone: '+46701234567', child_team: 'F10' })
    const { id } = await assign(shift, zoe, { status: 'CONFIRMED', note: 'Ring efter 17.' })
    const found = (await list({ view: 'schedule' })).find((each) => each.id === shift.id)
    expect(found?.assignment).toEqual([
      {
        id,
        shift_id: shift.id,
        person_id: zoe.id,
        status: 'CONFIRMED',
        person: { id: zoe.id, first_name: 'Åsa', last_name: 'Öberg', child_team: 'F10' },
      },
    ])
  })

  test('D37: a schedule tells of an invitation whether it was sent and whether it is open', async () => {
    const shift = await shiftAt(40, 42)
    const now = api.deps.now()
    const [sent, past] = [hoursAfter(now, -200), hoursAfter(now, -1)]
    await assign(shift, await person({ first_name: 'Asked' }), { invite_sent_at: sent })
    await assign(shift, await person({ first_name: 'Picked' }), { token_expires_at: past })
    await assign(shift, await person({ first_name: 'Late' }), {
      invite_sent_at: sent,
      token_expires_at: past,
    })
    const found = (await list({ view: 'schedule' })).find((each) => each.id === shift.id)
    const shown = found?.assignment.map((each) => [
      each.person.first_name,
      each.invitation,
      each.token_expires_at,
    ])
    expect(shown?.toSorted()).toEqual([
      ['Asked', 'asked', undefined],
      ['Late', 'expired', undefined],
      ['Picked', 'not_asked', undefined],
    ])
  })

  test('of one person, with everybody who is on their shifts', async () => {
    const [mine, theirs] = [await shiftAt(50, 52), await shiftAt(52, 54)]
    const [zoe, li] = [await person(), await person()]
    for (const somebody of [zoe, li]) await assign(mine, somebody)
    await assign(theirs, li)
    const found = await list({ person_id: zoe.id, view: 'schedule' })
    expect(found.map(({ id }) => id)).toEqual([mine.id])
    expect(found[0]?.assignment.map(({ person_id }) => person_id).toSorted()).toEqual(
      [zoe.id, li.id].toSorted(),
    )
  })

  test('of one role', async () => {
    const event = await buildEvent(api.deps, { organization_id: admin.organization_id })
    const [bar, gate] = [await buildRole(api.deps, { event }), await buildRole(api.deps, { event })]
    const mine = await buildShift(api.deps, { role: bar, ...window(60, 62) })
    await buildShift(api.deps, { role: gate, ...window(60, 62) })
    expect(await list({ role_id: bar.id })).toMatchObject([{ id: mine.id }])
    expect(await list({ event_id: event.id, role_id: bar.id })).toMatchObject([{ id: mine.id }])
    expect(await list({ event_id: role.event_id, role_id: bar.id })).toEqual([])
    expect(await list({ role_id: newId() })).toEqual([])
  })

  test('an unknown event has none, nor has a person of another organisation', async () => {
    expect(await list({ event_id: newId() })).toEqual([])
    const theirs = await buildAssignment(api.deps)
    expect(await list({ person_id: theirs.person_id })).toEqual([])
  })
})

const newShift = () => ({ event_id: role.event_id, role_id: role.id, ...window(40, 42), required_qty: 4 })

describe('adding', () => {
  test('answers the shift', async () => {
    const shift = await api.ok(createShift, { headers: admin.headers, body: newShift() })
    expect(shift).toMatchObject({ ...window(40, 42), required_qty: 4, assignment: [], version: 1 })
    expect(await list({ event_id: role.event_id })).toContainEqual(shift)
  })

  test('D25: any offset is read, UTC is kept', async () => {
    const given = { start_dt: '2027-07-04T22:00:00+02:00', end_dt: '2027-07-05T02:00:00+02:00' }
    const shift = await api.ok(createShift, { headers: admin.headers, body: { ...newShift(), ...given } })
    expect(shift).toMatchObject({
      start_dt: '2027-07-04T20:00:00.000Z',
      end_dt: '2027-07-05T00:00:00.000Z',
    })
  })

  test('its role must belong to its event', async () => {
    const other = await buildRole(api.deps, { organization_id: admin.organization_id })
    for (const wrong of [{ role_id: other.id }, { event_id: other.event_id }, { role_id: newId() }]) {
      expect(
        await api.refused(createShift, { headers: admin.headers, body: { ...newShift(), ...wrong } }),
      ).toMatchObject({ status: 404, code: 'role_not_found' })
    }
  })

  test.each([
    ['end_dt', 'Must be after the start', { end_dt: at(40) }],
    ['required_qty', 'At least 1', { required_qty: 0 }],
    ['required_qty', undefined, { required_qty: 1.5 }],
    ['required_qty', 'At most 10,000', { required_qty: 10_001 }],
    ['start_dt', undefined, { start_dt: '2027-07-04T10:00' }],
    ['start_dt', 'The year must lie between 2000 and 2199', { start_dt: '0027-07-04T10:00:00Z' }],
  ])('a wrong %s is refused: %s', async (path, message, wrong) => {
    const answer = await api.refused(createShift, {
      headers: admin.headers,
      body: { ...newShift(), ...wrong },
    })
    expect(answer).toMatchObject({ status: 400, code: 'validation', issues: [{ path }] })
    if (message) expect(answer.issues?.[0]?.message).toBe(message)
  })
})

describe('changing', () => {
  test('D12: fewer places than people are allowed', async () => {
    const shift = await shiftAt(50, 52, { required_qty: 2 })
    for (const one of [await person(), await person()]) await assign(shift, one, { status: 'CONFIRMED' })
    const after = await change(shift.id, { required_qty: 1 })
    expect(after).toMatchObject({ required_qty: 1, version: 2 })
    expect(after.assignment).toHaveLength(2)
  })

  test('D5: an older version is refused', async () => {
    const { id } = await shiftAt(50, 52)
    await change(id, { required_qty: 7, version: 1 })
    expect(await refused(id, { required_qty: 8, version: 1 })).toMatchObject({
      status: 409,
      code: 'changed_elsewhere',
    })
  })

  test('can go to another role, and with its event to another event', async () => {
    const { id } = await shiftAt(50, 52)
    const other = await buildRole(api.deps, { organization_id: admin.organization_id, name: 'Parkering' })
    expect(await refused(id, { role_id: other.id })).toMatchObject({ status: 404, code: 'role_not_found' })
    expect(await refused(id, { event_id: other.event_id })).toMatchObject({ code: 'role_not_found' })
    expect(await change(id, { role_id: other.id, event_id: other.event_id })).toMatchObject({
      role: { name: 'Parkering', event: { id: other.event_id } },
    })
  })

  test('cannot end before it starts, whichever of the two is sent', async () => {
    const { id } = await shiftAt(50, 52)
    for (const body of [{ start_dt: at(52) }, { end_dt: at(50) }]) {
      expect(await refused(id, body)).toMatchObject({ status: 400, issues: [{ path: 'end_dt' }] })
    }
  })

  test('D18, D26: nobody answers past the new start, a later one gives the time back, calendars follow', async () => {
    const shift = await shiftAt(50, 54)
    const asked = { token_expires_at: at(50), uncapped_expires_at: at(80), expiry_set_at: at(-10) }
    const { id } = await assign(shift, await person(), asked)
    await change(shift.id, { required_qty: 3 })
    expect(await rowOf(id)).toMatchObject({ ...asked, calendar_sequence: 0 })
    await change(shift.id, window(40, 42))
    expect(await rowOf(id)).toMatchObject({ ...asked, token_expires_at: at(40), calendar_sequence: 1 })
    await change(shift.id, window(60, 62))
    expect(await rowOf(id)).toMatchObject({ ...asked, token_expires_at: at(60), calendar_sequence: 2 })
    await change(shift.id, window(240, 242))
    expect(await rowOf(id)).toMatchObject({ ...asked, token_expires_at: at(80), calendar_sequence: 3 })
    await change(shift.id, window(50, 54))
    expect(await rowOf(id)).toMatchObject(asked)
  })

  test('D18: the link of a shift entered in a wrong month opens once the month is corrected', async () => {
    const now = api.deps.now()
    const shift = await buildShift(api.deps, { role, start_dt: hoursAfter(now, -30 * 24) })
    const { id: person_id } = await person()
    const { assignments: created } = await api.ok(assignments.assignPeople, {
      headers: admin.headers,
      body: { shift_id: shift.id, person_ids: [person_id] },
    })
    const { token } = created[0] ?? {}
    expect((await api.inject(`/assignment/${token}`)).statusCode).toBe(403)
    await change(shift.id, { start_dt: hoursAfter(now, 24), end_dt: hoursAfter(now, 26) })
    expect((await api.inject(`/assignment/${token}`)).json()).toMatchObject({
      answer_by: hoursAfter(now, 24),
    })
  })

  describe('D14: onto a conflict', () => {
    test.each([
      ['INVITED', 'CONFIRMED', true],
      ['CONFIRMED', 'INVITED', true],
      ['DECLINED', 'CONFIRMED', false],
      ['CONFIRMED', 'DECLINED', false],
      ['ABSENT', 'CONFIRMED', false],
    ])('%s here, %s there', async (here, there, isRefused) => {
      const zoe = await person({ first_name: 'Zoë', last_name: "O'Brien" })
      // The filter covers all events of the organisation.
      const elsewhere = await buildShift(api.deps, {
        organization_id: admin.organization_id,
        ...window(100, 102),
      })
      await assign(elsewhere, zoe, { status: there })
      const shift = await shiftAt(90, 92)
      await assign(shift, await person(), { status: 'CONFIRMED' })
      await assign(shift, zoe, { status: here })

      const moved = { start_dt: at(98), end_dt: at(101) }
      if (!isRefused) {
        expect(await change(shift.id, moved)).toMatchObject(moved)
        return
      }
      const answer = await api.refused(updateShift, {
        headers: { ...admin.headers, 'accept-language': 'en' },
        params: { id: shift.id },
        body: moved,
      })
      expect(answer).toMatchObject({ status: 409, person_id: zoe.id })
      expect(answer.error).toContain("Zoë O'Brien")
      const found = (await list({ event_id: role.event_id })).find(({ id }) => id === shift.id)
      expect(found).toMatchObject({ ...window(90, 92), version: 1 })
    })

    test('touching is fine', async () => {
      const zoe = await person()
      await assign(await shiftAt(110, 112), zoe, { status: 'CONFIRMED' })
      const shift = await shiftAt(114, 116)
      await assign(shift, zoe, { status: 'CONFIRMED' })
      expect(await change(shift.id, window(112, 114))).toMatchObject(window(112, 114))
    })

    test('an overlap that the volunteer has chosen does not hold the shift, but a further one is refused', async () => {
      const zoe = await person()
      await assign(await shiftAt(131, 133), zoe, { status: 'CONFIRMED' })
      await assign(await shiftAt(134, 136), zoe, { status: 'CONFIRMED' })
      const invited = await shiftAt(130, 132)
      await assign(invited, zoe, { status: 'INVITED' })
      expect(await change(invited.id, window(129, 132))).toMatchObject(window(129, 132))
      const further = { params: { id: invited.id }, body: window(129, 135) }
      expect(await api.refused(updateShift, { headers: admin.headers, ...further })).toMatchObject({
        status: 409,
        person_id: zoe.id,
      })
    })

    test('D15: two shifts of one person, moved to the same hour at once: one is refused', async () => {
      for (let round = 0; round < 5; round++) expect(await moveBothAtOnce()).toEqual([200, 409])
    })

    test('without the lock on the person both go through', async () => {
      await vi.mocked(locks.lockPeopleOfShifts).withImplementation(
        async () => [],
        async () => {
          let doubled = 0
          for (let round = 0; round < 20; round++) {
            if ((await moveBothAtOnce()).every((status) => status === 200)) doubled++
          }
          expect(doubled).toBeGreaterThan(0)
        },
      )
    })
  })
})

/** Moves two shifts of one person onto one hour at once. Returns the statuses of the answers, smallest first. */
async function moveBothAtOnce() {
  const zoe = await person()
  const pair = [await shiftAt(120, 121), await shiftAt(122, 123)]
  for (const shift of pair) await assign(shift, zoe, { status: 'CONFIRMED' })
  const answers = await Promise.all(
    pair.map(({ id }) => {
      const url = `/admin/shifts/${id}`
      return api.inject({ method: 'PUT', url, headers: admin.headers, payload: window(124, 125) })
    }),
  )
  return answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)
}

describe('removing', () => {
  test('takes its assignments along', async () => {
    const shift = await shiftAt(60, 62)
    const { id } = await assign(shift, await person())
    const input = { headers: admin.headers, params: { id: shift.id } }
    await api.ok(deleteShift, input)
    expect(await rowOf(id)).toBeUndefined()
    expect(await api.refused(deleteShift, input)).toMatchObject({ status: 404, code: 'shift_not_found' })
  })
})
