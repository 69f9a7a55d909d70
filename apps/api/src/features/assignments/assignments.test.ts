import { assignments } from '@muster/contract/assignments'
import { MOST_REQUIRED } from '@muster/contract/rules/capacity'
import { shifts } from '@muster/contract/shifts'
import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/app.ts'
import { type Administrator, buildAdministrator, buildMember } from '../../../test/organizations.ts'
import { withText } from '../../../test/outbox.ts'
import {
  buildAssignment,
  buildEvent,
  buildPerson,
  buildRole,
  buildShift,
  hoursAfter,
  type RoleRow,
} from '../../../test/planning.ts'
import { newId } from '../../db/ids.ts'
import * as schema from '../../db/schema.ts'
import { insertSuppression } from '../../outbox/suppression.ts'
import * as queries from './queries.ts'

const { assignPeople, saveAssignments, deleteAssignment, changeStatus, extendExpiration, sendInvite } =
  assignments

let api: TestApp
let admin: Administrator
let role: RoleRow
beforeAll(async () => {
  api = await buildTestApp()
  admin = await buildAdministrator(api)
  const event = await buildEvent(api.deps, { organization_id: admin.organization_id, location: 'Parken' })
  role = await buildRole(api.deps, { event })
})
afterAll(() => api.close())

const given = () => ({ organization_id: admin.organization_id })
const shiftAt = (start_dt: string, changes = {}) => buildShift(api.deps, { role, start_dt, ...changes })
const in3Days = () => hoursAfter(api.deps.now(), 72)
const hours = (count: number) => hoursAfter(api.deps.now(), count)
const person = (changes = {}) => buildPerson(api.deps, { ...given(), ...changes })
const call = (body: unknown, id = '') => ({ headers: admin.headers, params: { id }, body })
const rowOf = (id: string) =>
  api.deps.db.system(async (tx) => {
    const [row] = await tx.select().from(schema.assignment).where(eq(schema.assignment.id, id))
    return row
  })
const peopleOn = (shift_id: string) =>
  api.deps.db.system((tx) =>
    tx.select().from(schema.assignment).where(eq(schema.assignment.shift_id, shift_id)),
  )
const messagesTo = (person_id: string) =>
  api.deps.db.system((tx) =>
    tx
      .select()
      .from(schema.message)
      .where(eq(schema.message.person_id, person_id))
      .orderBy(asc(schema.message.channel)),
  )

describe('who may', () => {
  test.each(Object.entries(assignments))('%s needs a session', async (_name, route) => {
    expect(await api.refused(route, { params: { id: newId() }, body: {} })).toMatchObject({ status: 401 })
  })

  test.each([
    [changeStatus, { status: 'DECLINED' }],
    [extendExpiration, { days: 7 }],
    [sendInvite, { method: 'EMAIL' }],
    [deleteAssignment, undefined],
  ] as const)('$path knows nothing of another organisation', async (route, body) => {
    const theirs = await buildAssignment(api.deps)
    const refused = await api.refused(route, call(body, theirs.id))
    expect(refused).toMatchObject({ status: 404, code: 'assignment_not_found' })
    expect(await rowOf(theirs.id)).toEqual(theirs)
  })

  test('neither shifts nor people nor assignments of others can be put together', async () => {
    const ours = { shift: await shiftAt(in3Days()), person: await person() }
    const theirs = await buildAssignment(api.deps)
    const refused = async (shift_id: string, person_id: string) =>
      api.refused(assignPeople, call({ shift_id, person_ids: [person_id] }))
    expect(await refused(theirs.shift_id, ours.person.id)).toMatchObject({ code: 'shift_not_found' })
    expect(await refused(ours.shift.id, theirs.person_id)).toMatchObject({ code: 'person_not_found' })
    const save = (change: object) =>
      api.refused(saveAssignments, call({ add: [], remove: [], ...change }, ours.shift.id))
    expect(await save({ add: [theirs.person_id] })).toMatchObject({ status: 404, code: 'person_not_found' })
    expect(await save({ remove: [theirs.id] })).toMatchObject({ status: 404, code: 'assignment_not_found' })
    expect(await peopleOn(ours.shift.id)).toEqual([])
    expect(await rowOf(theirs.id)).toEqual(theirs)
  })
})

describe('assigning', () => {
  test('people are invited, and nobody is told', async () => {
    const shift = await shiftAt(in3Days(), { required_qty: 1 })
    const people = [await person(), await person()]
    const heard: unknown[] = []
    const stop = api.deps.bus.subscribe((announcement) => heard.push(announcement))
    const person_ids = people.map(({ id }) => id)
    const { assignments: created } = await api.ok(assignPeople, call({ shift_id: shift.id, person_ids }))
    stop()
    expect(created).toMatchObject(
      people.map(({ id, email }) => ({
        shift_id: shift.id,
        person_id: id,
        status: 'INVITED',
        invite_sent: false,
        token: expect.stringMatching(/^[\w-]{43}$/),
        person: { id, email },
        // The deadline is the start of the shift, which is less than seven days ahead (D18).
        token_expires_at: shift.start_dt,
      })),
    )
    expect(await messagesTo(people[0]?.id ?? '')).toEqual([])
    expect(heard).toEqual([
      {
        kind: 'shifts',
        organization_id: admin.organization_id,
        event_id: shift.event_id,
        shift_ids: [shift.id],
      },
    ])
    const { shifts: listed } = await api.ok(shifts.listShifts, { headers: admin.headers })
    expect(listed.find(({ id }) => id === shift.id)?.assignment).toEqual(created)
  })

  test('somebody named twice is assigned once', async () => {
    const [shift, { id }] = [await shiftAt(in3Days()), await person()]
    await api.ok(assignPeople, call({ shift_id: shift.id, person_ids: [id, id] }))
    expect(await peopleOn(shift.id)).toHaveLength(1)
  })

  test.each(['INVITED', 'CONFIRMED'] as const)(
    'whoever is %s elsewhere at that time is named, and nobody is assigned',
    async (status) => {
      const [free, busy] = [await person(), await person({ first_name: 'Åke', last_name: 'Öst' })]
      const shift = await shiftAt(in3Days())
      await buildAssignment(api.deps, { shift: await shiftAt(hours(73)), person: busy, status })
      const body = { shift_id: shift.id, person_ids: [free.id, busy.id] }
      expect(await api.refused(assignPeople, call(body))).toEqual({
        status: 409,
        code: 'schedule_conflict',
        error: 'Åke Öst has another shift at that time.',
        person_id: busy.id,
      })
      expect(await peopleOn(shift.id)).toEqual([])
    },
  )

  test('who declined or only touches is free', async () => {
    const [declined, next] = [await person(), await person()]
    const shift = await shiftAt(in3Days())
    await buildAssignment(api.deps, { shift: await shiftAt(in3Days()), person: declined, status: 'DECLINED' })
    await buildAssignment(api.deps, {
      shift: await shiftAt(shift.end_dt),
      person: next,
      status: 'CONFIRMED',
    })
    await api.ok(assignPeople, call({ shift_id: shift.id, person_ids: [declined.id, next.id] }))
  })

  test('whoever is on the shift already, even declined, is named', async () => {
    const shift = await shiftAt(in3Days())
    const known = await person()
    await buildAssignment(api.deps, { shift, person: known, status: 'DECLINED' })
    const refused = await api.refused(assignPeople, call({ shift_id: shift.id, person_ids: [known.id] }))
    expect(refused).toMatchObject({ status: 409, code: 'already_assigned', person_id: known.id })
    expect(refused.error).toBe('Åsa Öberg is already on this shift.')
  })

  test('to a shift that is over only for the record: nobody can answer', async () => {
    const over = await shiftAt(hours(-4))
    const { id } = await person()
    const { assignments: created } = await api.ok(assignPeople, call({ shift_id: over.id, person_ids: [id] }))
    expect(created[0]?.token_expires_at).toBe(over.end_dt)
  })

  test.each([{ person_ids: [] }, { person_ids: Array.from({ length: 1001 }, newId) }, {}])(
    'a clear 400 (%#)',
    async (body) => {
      const refused = await api.refused(assignPeople, call({ shift_id: newId(), ...body }))
      expect(refused).toMatchObject({ status: 400, code: 'validation' })
    },
  )
})

describe('saving an expanded shift', () => {
  test('adds and removes in one step, and tells who was removed', async () => {
    const shift = await shiftAt(in3Days())
    const [old, added] = [await person(), await person()]
    const before = await buildAssignment(api.deps, { shift, person: old, status: 'CONFIRMED' })
    const saved = await api.ok(saveAssignments, call({ add: [added.id], remove: [before.id] }, shift.id))
    expect(saved).toMatchObject({
      id: shift.id,
      role: { id: role.id, name: 'Kafé', event: { id: shift.event_id, name: 'Sommarfest' } },
      assignment: [{ person_id: added.id, status: 'INVITED' }],
    })
    expect(await messagesTo(old.id)).toMatchObject([{ template: 'shift_cancelled', channel: 'EMAIL' }])
  })

  test('one conflict undoes everything, messages too', async () => {
    const shift = await shiftAt(in3Days())
    const [old, busy] = [await person(), await person()]
    const before = await buildAssignment(api.deps, { shift, person: old, status: 'CONFIRMED' })
    await buildAssignment(api.deps, { shift: await shiftAt(in3Days()), person: busy })
    const body = { add: [busy.id], remove: [before.id] }
    const refused = await api.refused(saveAssignments, call(body, shift.id))
    expect(refused).toMatchObject({ code: 'schedule_conflict', person_id: busy.id })
    expect(await peopleOn(shift.id)).toEqual([before])
    expect(await messagesTo(old.id)).toEqual([])
  })

  test('whoever is on the shift already is named', async () => {
    const shift = await shiftAt(in3Days())
    const known = await person()
    await buildAssignment(api.deps, { shift, person: known })
    expect(await api.refused(saveAssignments, call({ add: [known.id], remove: [] }, shift.id))).toMatchObject(
      { status: 409, code: 'already_assigned', person_id: known.id },
    )
  })

  test('what somebody else has removed meanwhile is not found', async () => {
    const shift = await shiftAt(in3Days())
    const { id } = await buildAssignment(api.deps, { shift })
    await api.ok(deleteAssignment, call(undefined, id))
    const refused = await api.refused(saveAssignments, call({ add: [], remove: [id] }, shift.id))
    expect(refused).toMatchObject({ status: 404, code: 'assignment_not_found' })
  })
})

describe('a status set by hand (D20)', () => {
  test('absent only once the shift has started', async () => {
    const [later, running] = [await shiftAt(in3Days()), await shiftAt(hours(-1))]
    const early = await buildAssignment(api.deps, { shift: later, status: 'CONFIRMED' })
    const late = await buildAssignment(api.deps, { shift: running, status: 'CONFIRMED' })
    expect(await api.refused(changeStatus, call({ status: 'ABSENT' }, early.id))).toMatchObject({
      status: 409,
      code: 'shift_not_started',
    })
    expect(await api.ok(changeStatus, call({ status: 'ABSENT' }, late.id))).toMatchObject({
      status: 'ABSENT',
    })
  })

  test('M1: a leader marks who came on the shifts of their roles, and nothing else', async () => {
    const lead = async (role_id: string) => {
      const member = { ...given(), role: 'leader', lead_role_ids: [role_id] } as const
      const { headers } = await buildMember(api, member)
      return (id: string, status: string) => ({ headers, params: { id }, body: { status } })
    }
    const own = await lead(role.id)
    const shift = await shiftAt(hours(-1))
    const came = await buildAssignment(api.deps, {
      shift,
      person: await person({ phone: '+46701234567' }),
      status: 'CONFIRMED',
      other_phone: '+46701234568',
      note: 'Ring efter 17.',
    })
    const marked = await api.ok(changeStatus, own(came.id, 'ABSENT'))
    expect(marked).toMatchObject({
      status: 'ABSENT',
      note: 'Ring efter 17.',
      person: { phone: '+46701234567' },
    })
    expect(marked).not.toHaveProperty('token')
    expect(marked).not.toHaveProperty('other_phone')
    expect(marked.person.email ?? '').toBe('')
    expect(await api.ok(changeStatus, own(came.id, 'CONFIRMED'))).toMatchObject({ status: 'CONFIRMED' })

    const forbidden = { status: 403, code: 'role_forbidden' }
    for (const status of ['DECLINED', 'INVITED'])
      expect(await api.refused(changeStatus, own(came.id, status))).toMatchObject(forbidden)
    const invited = await buildAssignment(api.deps, { shift })
    for (const status of ['CONFIRMED', 'ABSENT'])
      expect(await api.refused(changeStatus, own(invited.id, status))).toMatchObject(forbidden)
    // Negative control: an administrator may.
    expect(await api.ok(changeStatus, call({ status: 'CONFIRMED' }, invited.id))).toBeTruthy()

    const other = await lead((await buildRole(api.deps, { event: await buildEvent(api.deps, given()) })).id)
    const refused = await api.refused(changeStatus, other(came.id, 'ABSENT'))
    expect(refused).toMatchObject({ status: 404, code: 'not_found' })
    expect(await rowOf(came.id)).toMatchObject({ status: 'CONFIRMED' })
  })

  test('confirmed only while there is a place', async () => {
    const shift = await shiftAt(in3Days(), { required_qty: 1 })
    await buildAssignment(api.deps, { shift, status: 'CONFIRMED' })
    const { id } = await buildAssignment(api.deps, { shift })
    expect(await api.refused(changeStatus, call({ status: 'CONFIRMED' }, id))).toMatchObject({
      code: 'shift_full',
    })
    expect(await rowOf(id)).toMatchObject({ status: 'INVITED', responded_at: null })
  })

  test('confirmed on a full shift that is raised for it, by one at most', async () => {
    const shift = await shiftAt(in3Days(), { required_qty: 1 })
    await buildAssignment(api.deps, { shift, status: 'CONFIRMED' })
    const raise = async () => {
      const { id } = await buildAssignment(api.deps, { shift })
      return api.ok(changeStatus, call({ status: 'CONFIRMED', raise: true }, id))
    }
    const required = async () => {
      const isShift = eq(schema.shift.id, shift.id)
      const [row] = await api.deps.db.system((tx) => tx.select().from(schema.shift).where(isShift))
      return [row?.required_qty, row?.version]
    }
    await Promise.all([raise(), raise(), raise()])
    expect(await required()).toEqual([4, shift.version + 3])
    await api.ok(deleteAssignment, call(undefined, (await peopleOn(shift.id))[0]?.id ?? ''))
    await raise()
    expect(await required()).toEqual([4, shift.version + 3])
  })

  test('a shift is not raised by leaders, nor above the most that one may need', async () => {
    const shift = await shiftAt(hours(-1), { required_qty: 1 })
    await buildAssignment(api.deps, { shift, status: 'CONFIRMED' })
    const absent = await buildAssignment(api.deps, { shift, status: 'ABSENT' })
    const member = { ...given(), role: 'leader', lead_role_ids: [role.id] } as const
    const { headers } = await buildMember(api, member)
    const body = { status: 'CONFIRMED', raise: true }
    const forbidden = await api.refused(changeStatus, { headers, params: { id: absent.id }, body })
    expect(forbidden).toMatchObject({ code: 'role_forbidden' })
    await vi.mocked(queries.countPlacesTaken).withImplementation(
      () => Promise.resolve(MOST_REQUIRED),
      async () => {
        const refused = await api.refused(changeStatus, call(body, absent.id))
        expect(refused).toMatchObject({ code: 'shift_full' })
      },
    )
  })

  test.each(['CONFIRMED', 'INVITED'] as const)('%s not against another shift', async (status) => {
    const busy = await person()
    const { id } = await buildAssignment(api.deps, {
      shift: await shiftAt(in3Days()),
      person: busy,
      status: 'DECLINED',
    })
    await buildAssignment(api.deps, { shift: await shiftAt(hours(71)), person: busy, status: 'CONFIRMED' })
    const refused = await api.refused(changeStatus, call({ status }, id))
    expect(refused).toMatchObject({ code: 'schedule_conflict', person_id: busy.id })
  })

  test('an answer is dated; asked anew it is open again, with time to answer', async () => {
    const shift = await shiftAt(hours(24 * 20))
    const { id } = await buildAssignment(api.deps, { shift, token_expires_at: hours(-1) })
    await api.ok(changeStatus, call({ status: 'CONFIRMED' }, id))
    expect(await rowOf(id)).toMatchObject({ status: 'CONFIRMED', responded_at: expect.any(String) })
    const { token_expires_at } = await api.ok(changeStatus, call({ status: 'INVITED' }, id))
    expect(await rowOf(id)).toMatchObject({ status: 'INVITED', responded_at: null })
    expect(Date.parse(token_expires_at ?? '') - Date.parse(hours(24 * 7))).toBeLessThan(5_000)
  })
})

describe('more time to answer (D18)', () => {
  test('counts from the present deadline, and never passes the start of the shift', async () => {
    const shift = await shiftAt(hours(24 * 60))
    const deadline = hours(48)
    const { id } = await buildAssignment(api.deps, { shift, token_expires_at: deadline })
    const { success, assignment } = await api.ok(extendExpiration, call({ days: 7 }, id))
    expect(success).toBe(true)
    expect(assignment.token_expires_at).toBe(hoursAfter(deadline, 7 * 24))
    const { assignment: again } = await api.ok(extendExpiration, call({ days: 90 }, id))
    expect(again.token_expires_at).toBe(shift.start_dt)
  })

  test('during the shift: until its end', async () => {
    const shift = await shiftAt(hours(-1))
    const { id } = await buildAssignment(api.deps, { shift, token_expires_at: shift.start_dt })
    const { assignment } = await api.ok(extendExpiration, call({ days: 7 }, id))
    expect(assignment.token_expires_at).toBe(shift.end_dt)
    expect((await api.inject(`/assignment/${assignment.token}`)).statusCode).toBe(200)
  })

  test.each(['CONFIRMED', 'DECLINED', 'ABSENT'] as const)('whoever is %s needs none', async (status) => {
    const { id } = await buildAssignment(api.deps, { shift: await shiftAt(in3Days()), status })
    const refused = await api.refused(extendExpiration, call({ days: 7 }, id))
    expect(refused).toMatchObject({ status: 409, code: 'not_invited' })
  })

  test('after the shift there is none', async () => {
    const { id } = await buildAssignment(api.deps, { shift: await shiftAt(hours(-3)) })
    const refused = await api.refused(extendExpiration, call({ days: 30 }, id))
    expect(refused).toMatchObject({ status: 409, code: 'shift_over' })
  })

  test('8 days are none of the choices', async () => {
    expect(await api.refused(extendExpiration, call({ days: 8 }, newId()))).toMatchObject({ status: 400 })
  })
})

describe('inviting', () => {
  test.each([
    ['EMAIL', ['EMAIL']],
    ['SMS', ['SMS']],
    ['BOTH', ['EMAIL', 'SMS']],
  ] as const)('by %s', async (method, channels) => {
    const invited = await person({ phone: '+46701234567' })
    const shift = await shiftAt(in3Days())
    const { id } = await buildAssignment(api.deps, { shift, person: invited, token_expires_at: hours(-1) })
    const { invite_details, assignment } = await api.ok(sendInvite, call({ method }, id))
    expect(invite_details).toEqual({ invite_sent_at: expect.any(String), invite_method: method })
    // The expired invitation is open again.
    expect(assignment).toMatchObject({
      status: 'INVITED',
      invite_sent: true,
      token_expires_at: shift.start_dt,
      ...invite_details,
    })
    const messages = await messagesTo(invited.id)
    expect(messages.map(({ channel }) => channel)).toEqual(channels)
    for (const message of messages) {
      expect(message).toMatchObject({ template: 'invitation', language: 'sv', status: 'QUEUED' })
      expect(withText(message).body_text).toContain('[personal link]')
      expect(JSON.stringify(message)).not.toContain(assignment.token)
    }
  })

  test.each([
    ['DECLINED', 'INVITED'],
    ['CONFIRMED', 'CONFIRMED'],
  ] as const)('whoever %s is then %s', async (before, after) => {
    const invited = await person()
    const { id } = await buildAssignment(api.deps, {
      shift: await shiftAt(in3Days()),
      person: invited,
      status: before,
    })
    const { assignment } = await api.ok(sendInvite, call({ method: 'EMAIL' }, id))
    expect(assignment.status).toBe(after)
    expect(await messagesTo(invited.id)).toHaveLength(1)
  })

  test('more time given before is not cut short', async () => {
    const token_expires_at = hours(24 * 30)
    const shift = await shiftAt(hours(24 * 60))
    const { id } = await buildAssignment(api.deps, { shift, token_expires_at })
    const { assignment } = await api.ok(sendInvite, call({ method: 'EMAIL' }, id))
    expect(assignment.token_expires_at).toBe(token_expires_at)
  })

  test('not whoever was absent, not after the shift, not without an address', async () => {
    const over = await shiftAt(hours(-3))
    expect(await refusal({ shift: over, status: 'ABSENT' }, 'EMAIL')).toEqual([409, 'assignment_absent'])
    expect(await refusal({ shift: over }, 'EMAIL')).toEqual([409, 'shift_over'])
    const shift = await shiftAt(in3Days())
    expect(await refusal({ shift }, 'SMS')).toEqual([409, 'no_contact_info'])
    expect(await refusal({ shift }, 'BOTH')).toEqual([409, 'no_contact_info'])
  })

  test('not whoever asked not to be written to, however their address is spelt', async () => {
    const invited = await person({ email: 'Stop@Volunteer.example', phone: '+46700000009' })
    const { id } = await buildAssignment(api.deps, { shift: await shiftAt(in3Days()), person: invited })
    await api.deps.db.system((tx) =>
      tx.insert(schema.suppression).values({
        organization_id: admin.organization_id,
        channel: 'EMAIL',
        address: 'stop@volunteer.example',
        reason: 'unsubscribe',
      }),
    )
    for (const method of ['EMAIL', 'BOTH']) {
      expect(await api.refused(sendInvite, call({ method }, id))).toMatchObject({ code: 'opted_out' })
    }
    await api.ok(sendInvite, call({ method: 'SMS' }, id))
  })

  test.each([
    ['EMAIL', 'hard_bounce', 'address_bounced', /came back/, /kom tillbaka/],
    ['EMAIL', 'unsubscribe', 'opted_out', /not want e-mail/, /inte ha e-post/],
    ['EMAIL', 'spam_report', 'opted_out', /not want e-mail/, /inte ha e-post/],
    ['SMS', 'stop', 'opted_out', /not want SMS/, /inte ha sms/],
    ['SMS', 'unsubscribe', 'opted_out', /not want SMS/, /inte ha sms/],
  ] as const)('by e-mail and SMS, says why not by %s after %s', async (channel, reason, code, en, sv) => {
    const invited = await person({ phone: '+46700000010' })
    const { id } = await buildAssignment(api.deps, { shift: await shiftAt(in3Days()), person: invited })
    const { organization_id } = admin
    const address = channel === 'SMS' ? '+46700000010' : invited.email
    const row = { organization_id, channel, address, reason }
    await api.deps.db.system(async (tx) => {
      await tx.delete(schema.suppression)
      await insertSuppression(tx, row)
    })
    for (const [language, error] of [
      ['en', en],
      ['sv', sv],
    ] as const) {
      const headers = { ...admin.headers, 'accept-language': language }
      const refused = await api.refused(sendInvite, { ...call({ method: 'BOTH' }, id), headers })
      expect(refused).toMatchObject({ status: 409, code, error: expect.stringMatching(error) })
    }
  })

  test('not whoever declined and has another shift by now', async () => {
    const busy = await person()
    const shift = await shiftAt(in3Days())
    const { id } = await buildAssignment(api.deps, { shift, person: busy, status: 'DECLINED' })
    await buildAssignment(api.deps, { shift: await shiftAt(in3Days()), person: busy, status: 'CONFIRMED' })
    const refused = await api.refused(sendInvite, call({ method: 'EMAIL' }, id))
    expect(refused).toMatchObject({ code: 'schedule_conflict', person_id: busy.id })
    expect(await messagesTo(busy.id)).toEqual([])
  })
})

describe('removing', () => {
  test('frees the place and tells the person, unless they need not know', async () => {
    const shift = await shiftAt(in3Days())
    const [notified, not_notified] = [await person(), await person()]
    const one = await buildAssignment(api.deps, { shift, person: notified, status: 'CONFIRMED' })
    const two = await buildAssignment(api.deps, { shift, person: not_notified, status: 'CONFIRMED' })
    await api.ok(deleteAssignment, call(undefined, one.id))
    await api.ok(deleteAssignment, { ...call(undefined, two.id), query: { notify: 'false' } })
    expect(await peopleOn(shift.id)).toEqual([])
    expect(await messagesTo(notified.id)).toMatchObject([{ template: 'shift_cancelled' }])
    expect(await messagesTo(not_notified.id)).toEqual([])
  })
})

/** Returns how an invitation is refused, and checks that it leaves no trace. */
async function refusal(of: Parameters<typeof buildAssignment>[1], method: string) {
  const { id } = await buildAssignment(api.deps, of)
  const refused = await api.refused(sendInvite, call({ method }, id))
  expect(await rowOf(id)).toMatchObject({ invite_sent_at: null, version: 1 })
  return [refused.status, refused.code]
}
