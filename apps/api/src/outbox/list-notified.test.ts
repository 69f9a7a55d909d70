import { assignments } from '@muster/contract/assignments'
import { broadcasts } from '@muster/contract/broadcasts'
import { events } from '@muster/contract/events'
import { people } from '@muster/contract/people'
import * as notice from '@muster/contract/rules/notice'
import type { WaitingStatus } from '@muster/contract/rules/waiting-list'
import { shifts } from '@muster/contract/shifts'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { buildApiKey } from '../../test/api-keys.ts'
import { buildTestApp, type TestApp } from '../../test/app.ts'
import { type Administrator, buildAdministrator } from '../../test/organizations.ts'
import { buildProviders, deliverDue } from '../../test/outbox.ts'
import {
  buildAssignment,
  buildEvent,
  buildPerson,
  buildRole,
  buildShift,
  buildWaiting,
  hoursAfter,
  type RoleRow,
  type ShiftRow,
} from '../../test/planning.ts'
import * as schema from '../db/schema.ts'

// The rule is a spy, so that the negative control can remove it.

/* D21: one rule decides who is told, so the number in a dialog is that of the rows in the outbox. */

let api: TestApp
let admin: Administrator
let role: RoleRow
beforeAll(async () => {
  api = await buildTestApp()
})
beforeEach(async () => {
  await api.deps.db.system((tx) => tx.delete(schema.message))
  admin = await buildAdministrator(api)
  const event = await buildEvent(api.deps, { organization_id: admin.organization_id, location: 'Parken' })
  role = await buildRole(api.deps, { event })
})
afterAll(() => api.close())

const hours = (count: number) => hoursAfter(api.deps.now(), count)
const somebody = (changes = {}) =>
  buildPerson(api.deps, { organization_id: admin.organization_id, ...changes })
const written = () => api.deps.db.system((tx) => tx.select().from(schema.message))
const input = (id: string, { body, notify = true }: { body?: object; notify?: boolean } = {}) => ({
  headers: admin.headers,
  params: { id },
  body,
  ...(!notify && { query: { notify: 'false' } }),
})
const earlier = (shift: ShiftRow) => ({ start_dt: hoursAfter(shift.start_dt, -1) })
const invite = (id: string, method: string) => api.ok(assignments.sendInvite, input(id, { body: { method } }))
const preview = async (body: object) =>
  (await api.ok(assignments.previewNotices, { headers: admin.headers, body })).told

/** Builds an assignment of every status and invitation state. Three of the people are told. */
async function fill(shift: ShiftRow): Promise<{ ids: string[]; notified: Set<string> }> {
  const sent = { invite_sent_at: hours(-1), invite_method: 'EMAIL' as const }
  const asked = await buildAssignment(api.deps, { shift, ...sent })
  const expired = await buildAssignment(api.deps, { shift, ...sent, token_expires_at: hours(-1) })
  const confirmed = await buildAssignment(api.deps, { shift, status: 'CONFIRMED' })
  const others = [
    await buildAssignment(api.deps, { shift }),
    await buildAssignment(api.deps, { shift, ...sent, status: 'DECLINED' }),
    await buildAssignment(api.deps, { shift, ...sent, status: 'ABSENT' }),
  ]
  const notified = [asked, expired, confirmed]
  return {
    ids: [...notified, ...others].map(({ id }) => id),
    notified: new Set(notified.map(({ person_id }) => person_id)),
  }
}

async function wait(shift: ShiftRow, status: WaitingStatus): Promise<string> {
  const offer_expires_at = status === 'OFFERED' ? hours(1) : null
  const person = await somebody()
  await buildWaiting(api.deps, { shift, person, status, offer_expires_at })
  return person.id
}

/** Acts on a shift whose assignments have these ids. */
type Act = (shift: ShiftRow, ids: string[], notify: boolean) => Promise<unknown>
type Case = [name: string, act: Act, target: (shift: ShiftRow, ids: string[]) => object]

const CASES: Case[] = [
  [
    'a shift is deleted',
    ({ id }, _, notify) => api.ok(shifts.deleteShift, input(id, { notify })),
    ({ id }) => ({ shift_id: id }),
  ],
  [
    'a shift moves',
    (shift, _, notify) => api.ok(shifts.updateShift, input(shift.id, { body: earlier(shift), notify })),
    ({ id }) => ({ shift_id: id }),
  ],
  [
    'an event is deleted',
    ({ event_id }, _, notify) => api.ok(events.deleteEvent, input(event_id, { notify })),
    ({ event_id }) => ({ event_id }),
  ],
  [
    'an event changes its place',
    ({ event_id }, _, notify) =>
      api.ok(events.updateEvent, input(event_id, { body: { location: 'Torget' }, notify })),
    ({ event_id }) => ({ event_id }),
  ],
  [
    'places are taken away',
    ({ id }, remove, notify) =>
      api.ok(assignments.saveAssignments, input(id, { body: { add: [], remove, notify } })),
    (_, assignment_ids) => ({ assignment_ids }),
  ],
]

describe('who is told (D21)', () => {
  test.each(CASES)('%s: those who were asked, and as many as announced', async (_name, act, target) => {
    // The shift has begun but is not over.
    const shift = await buildShift(api.deps, { role, start_dt: hours(-1) })
    const { ids, notified } = await fill(shift)
    expect(await preview(target(shift, ids))).toBe(notified.size)
    await act(shift, ids, true)
    expect(new Set((await written()).map(({ person_id }) => person_id))).toEqual(notified)
    expect(await written()).toHaveLength(notified.size)
  })

  test.each(CASES)(
    '%s: those in line for a place too, unless only others lose theirs (D44)',
    async (name, act, target) => {
      const shift = await buildShift(api.deps, { role, start_dt: hours(24) })
      const { ids, notified } = await fill(shift)
      const on_waiting_list = await Promise.all(
        (['WAITING', 'OFFERED'] as const).map((status) => wait(shift, status)),
      )
      for (const status of ['ASKED', 'LEFT', 'LAPSED', 'TAKEN'] as const) await wait(shift, status)
      const also = name === 'places are taken away' ? [] : on_waiting_list
      expect(await preview(target(shift, ids))).toBe(notified.size + also.length)
      await act(shift, ids, true)
      const rows = await written()
      expect(new Set(rows.map(({ person_id }) => person_id))).toEqual(new Set([...notified, ...also]))
      expect(rows).toHaveLength(notified.size + also.length)
      expect(rows.filter(({ template }) => template.startsWith('waiting_'))).toHaveLength(also.length)
    },
  )

  test.each(CASES)('%s that is over: nobody', async (_name, act, target) => {
    const shift = await buildShift(api.deps, { role, start_dt: hours(-3) })
    const { ids } = await fill(shift)
    expect(await preview(target(shift, ids))).toBe(0)
    await act(shift, ids, true)
    expect(await written()).toEqual([])
  })

  test.each(CASES)('%s with notify=false: nobody', async (_name, act) => {
    const shift = await buildShift(api.deps, { role })
    const { ids } = await fill(shift)
    await act(shift, ids, false)
    expect(await written()).toEqual([])
  })

  test('a person is deleted: once, for all of their shifts', async () => {
    const person = await somebody()
    for (const start_dt of [hours(-1), hours(5), hours(-30)]) {
      const shift = await buildShift(api.deps, { role, start_dt })
      await buildAssignment(api.deps, { shift, person, status: 'CONFIRMED' })
    }
    expect(await preview({ person_id: person.id })).toBe(1)
    await api.ok(people.deletePerson, input(person.id))
    expect(await written()).toMatchObject([{ payload: { shifts: [{}, {}] } }])
  })

  test('somebody picked but never asked hears nothing, whatever is done', async () => {
    const shift = await buildShift(api.deps, { role })
    const picked = await buildAssignment(api.deps, { shift })
    const removed = await buildAssignment(api.deps, { shift })
    await api.ok(shifts.updateShift, input(shift.id, { body: earlier(shift) }))
    await api.ok(assignments.deleteAssignment, input(removed.id))
    await api.ok(people.deletePerson, input(picked.person_id))
    expect(await written()).toEqual([])
  })

  test('without the rule they hear of it', async () => {
    const shift = await buildShift(api.deps, { role })
    const picked = await buildAssignment(api.deps, { shift })
    await vi.mocked(notice.isNotified).withImplementation(
      () => true,
      async () => {
        await api.ok(assignments.deleteAssignment, input(picked.id))
      },
    )
    expect(await written()).toHaveLength(1)
  })

  test.each([
    ['a reminder with the link', { messageType: 'reminder', includeLink: true }, 1],
    ['a reminder without it', { messageType: 'reminder', includeLink: false }, 1],
    ['a text about no shift', { messageType: 'custom', customText: 'Hej', includeLink: false }, 0],
  ])('whom %s has reached', async (_name, content, notified) => {
    const shift = await buildShift(api.deps, { role })
    const { id } = await buildAssignment(api.deps, { shift })
    const broadcast = {
      communicationChannel: 'email',
      includePastShifts: false,
      includeCurrentShifts: true,
      includeUpcomingShifts: true,
      language: 'sv',
    }
    const params = { eventId: role.event_id }
    const body = { ...broadcast, ...content }
    await api.ok(broadcasts.sendBroadcast, { headers: admin.headers, params, body })
    expect(await preview({ shift_id: shift.id })).toBe(notified)
    await api.ok(assignments.deleteAssignment, input(id))
    expect((await written()).filter(({ template }) => template === 'shift_cancelled')).toHaveLength(notified)
  })

  test('a correction from the past into the future is told', async () => {
    const shift = await buildShift(api.deps, { role, start_dt: hours(-30) })
    const { notified } = await fill(shift)
    const moved = { start_dt: hours(40), end_dt: hours(42) }
    expect(await preview({ shift_id: shift.id })).toBe(0)
    expect(await preview({ shift_id: shift.id, end_dt: moved.end_dt })).toBe(notified.size)
    expect(await preview({ event_id: shift.event_id, days: 3 })).toBe(notified.size)
    await api.ok(shifts.updateShift, input(shift.id, { body: moved }))
    expect(await written()).toHaveLength(notified.size)
  })

  test('a suppressed address is not counted', async () => {
    const shift = await buildShift(api.deps, { role })
    const person = await somebody({ email: 'Gone@volunteer.example' })
    await buildAssignment(api.deps, { shift, person, status: 'CONFIRMED' })
    await api.deps.db.system((tx) =>
      tx.insert(schema.suppression).values({
        organization_id: admin.organization_id,
        channel: 'EMAIL',
        address: 'gone@volunteer.example',
        reason: 'hard_bounce',
      }),
    )
    expect(await preview({ shift_id: shift.id })).toBe(0)
  })

  test('of a person who is deleted, the places in line on shifts that have not begun (D44)', async () => {
    const person = await somebody()
    const coming = () => buildShift(api.deps, { role })
    await buildWaiting(api.deps, { shift: await coming(), person })
    await buildWaiting(api.deps, { shift: await coming(), person, status: 'OFFERED' })
    await buildWaiting(api.deps, { shift: await coming(), person, status: 'LEFT' })
    await buildWaiting(api.deps, { shift: await coming(), person: await somebody() })
    const running = await buildShift(api.deps, { role, start_dt: hours(-1), end_dt: hours(1) })
    await buildWaiting(api.deps, { shift: running, person })
    const body = { person_id: person.id }
    const counted = await api.ok(assignments.previewNotices, { headers: admin.headers, body })
    expect(counted).toMatchObject({ told: 0, waiting_lists: 2 })
  })

  test('with a key of one event, of a person only what is of that event (K1)', async () => {
    const { event_id } = role
    const { headers } = await buildApiKey(api, admin, { event_id })
    const person = await somebody()
    await buildAssignment(api.deps, {
      shift: await buildShift(api.deps, { role }),
      person,
      status: 'DECLINED',
    })
    await buildWaiting(api.deps, { shift: await buildShift(api.deps, { role }), person })
    const event = await buildEvent(api.deps, { organization_id: admin.organization_id })
    const other = await buildRole(api.deps, { event })
    await buildAssignment(api.deps, {
      shift: await buildShift(api.deps, { role: other }),
      person,
      status: 'CONFIRMED',
    })
    await buildWaiting(api.deps, { shift: await buildShift(api.deps, { role: other }), person })
    const counted = (given: { headers: { authorization: string } }) =>
      api.ok(assignments.previewNotices, { ...given, body: { person_id: person.id } })
    expect(await counted({ headers })).toMatchObject({ told: 0, waiting_lists: 1 })
    expect(await counted(admin)).toMatchObject({ told: 1, waiting_lists: 2 })
  })

  test.each([
    { moves: 'by a day', days: 1, asked: 1 },
    { moves: 'not', days: 0, asked: 0 },
  ])('of an event whose shifts move $moves, who is asked and by what (V1)', async ({ days, asked }) => {
    const event = await buildEvent(api.deps, { organization_id: admin.organization_id })
    const own = await buildRole(api.deps, { event })
    const shift = await buildShift(api.deps, { role: own, start_dt: hours(72), end_dt: hours(76) })
    await fill(shift)
    await wait(shift, 'WAITING')
    const body = { event_id: event.id, days }
    const counted = await api.ok(assignments.previewNotices, { headers: admin.headers, body })
    expect(counted).toEqual({
      told: 4,
      people: {
        confirmed: { question: asked, notice: 1 - asked, nothing: 0 },
        asked: { question: 0, notice: 1, nothing: 0 },
        expired: { question: 0, notice: 1, nothing: 0 },
        not_asked: { question: 0, notice: 0, nothing: 1 },
        waiting: { question: 0, notice: 1, nothing: 0 },
      },
      emails: 4,
      sms: 0,
      texted_lately: 0,
    })
    const change = {
      location: 'Torget',
      event_date_start: hoursAfter(event.event_date_start, days * 24),
      event_date_end: hoursAfter(event.event_date_end, days * 24),
      move_shifts: true,
    }
    await api.ok(events.updateEvent, input(event.id, { body: change }))
    const rows = await api.deps.db.system((tx) => tx.select().from(schema.assignment))
    const questions = rows.filter((row) => row.shift_id === shift.id && row.asked_again_at !== null)
    expect(questions).toHaveLength(asked)
    expect(await written()).toHaveLength(counted.emails)
  })

  test('of another organisation nobody is counted', async () => {
    const shift = await buildShift(api.deps)
    const theirs = await buildAssignment(api.deps, { shift, status: 'CONFIRMED' })
    expect(await preview({ shift_id: shift.id })).toBe(0)
    expect(await preview({ role_id: shift.role_id })).toBe(0)
    expect(await preview({ person_id: theirs.person_id })).toBe(0)
    expect(await preview({ assignment_ids: [theirs.id] })).toBe(0)
  })

  test.each([{}, { shift_id: 'x' }, { days: 3 }])('%j is no target', async (body) => {
    const refused = await api.refused(assignments.previewNotices, { headers: admin.headers, body })
    expect(refused).toMatchObject({ status: 400, code: 'validation' })
  })

  test('two targets are refused', async () => {
    const body = { shift_id: role.id, event_id: role.event_id }
    const refused = await api.refused(assignments.previewNotices, { headers: admin.headers, body })
    expect(refused).toMatchObject({ status: 400, code: 'validation' })
  })
})

const buildInvited = async (method: string) => {
  const shift = await buildShift(api.deps, { role })
  const person = await somebody({ phone: '+46701234567', language: 'en' })
  const { id } = await buildAssignment(api.deps, { shift, person })
  await invite(id, method)
  return { id, shift, person }
}

describe('the channel (D21)', () => {
  test.each([
    ['SMS', ['SMS']],
    ['EMAIL', ['EMAIL']],
    ['BOTH', ['EMAIL']],
  ])('invited by %s: told by %j', async (method, channels) => {
    const { id, shift } = await buildInvited(method)
    await api.ok(shifts.updateShift, input(shift.id, { body: earlier(shift) }))
    const changed = (await written()).filter(({ template }) => template === 'shift_changed')
    expect(changed.map(({ channel }) => channel)).toEqual(channels)
    await api.ok(assignments.deleteAssignment, input(id))
    const cancelled = (await written()).filter(({ template }) => template === 'shift_cancelled')
    expect(cancelled.map(({ channel }) => channel)).toEqual(channels)
  })

  test('an SMS says what has changed, with the link', async () => {
    const { shift } = await buildInvited('SMS')
    await api.ok(shifts.updateShift, input(shift.id, { body: earlier(shift) }))
    const { providers, texts, mails } = buildProviders()
    await deliverDue(api.deps, providers)
    expect(mails.filter(({ organization_id }) => organization_id !== null)).toEqual([])
    const text = texts.find((sms) => sms.text.includes('Your shift has changed'))?.text ?? ''
    expect(text).toMatch(/^Åhusfestivalen: Your shift has changed\nKafé, Sommarfest, /)
    expect(text).toMatch(/\nBefore: .*\nAnswer: .*\/c\/[\w-]{43}$/)
  })

  test('by e-mail where the number has opted out', async () => {
    const { id, person } = await buildInvited('SMS')
    await api.deps.db.system((tx) =>
      tx.insert(schema.suppression).values({
        organization_id: admin.organization_id,
        channel: 'SMS',
        address: person.phone ?? '',
        reason: 'stop',
      }),
    )
    await api.ok(assignments.deleteAssignment, input(id))
    expect((await written()).find(({ template }) => template === 'shift_cancelled')).toMatchObject({
      channel: 'EMAIL',
    })
  })

  test('SMS count towards the daily cap, and a refused change changes nothing', async () => {
    const limited = await buildTestApp({
      limits: { messages_per_day: { EMAIL: undefined, SMS: 1 } },
    })
    // The clock is stopped, because the cap starts again every day.
    limited.setNow(new Date().toISOString())
    try {
      const owner = await buildAdministrator(limited)
      const shift = await buildShift(limited.deps, { organization_id: owner.organization_id })
      const person = await buildPerson(limited.deps, {
        organization_id: owner.organization_id,
        phone: '+46701234567',
      })
      const { id } = await buildAssignment(limited.deps, { shift, person })
      const call = { headers: owner.headers, params: { id } }
      await limited.ok(assignments.sendInvite, { ...call, body: { method: 'SMS' } })
      expect(await limited.refused(assignments.deleteAssignment, call)).toMatchObject({
        status: 429,
        code: 'daily_cap_reached',
      })
      await limited.ok(assignments.deleteAssignment, { ...call, query: { notify: 'false' } })
    } finally {
      await limited.close()
    }
  })
})

describe('a notice asks for an answer only while one is possible (D18)', () => {
  const asked = { invite_sent_at: '2026-01-01T00:00:00.000Z', invite_method: 'EMAIL' as const }
  const mailAfterMove = async (given: object, move: (shift: ShiftRow) => object) => {
    const shift = await buildShift(api.deps, { role })
    const person = await somebody({ language: 'en' })
    await buildAssignment(api.deps, { shift, person, ...asked, ...given })
    await api.ok(shifts.updateShift, input(shift.id, { body: move(shift) }))
    const { providers, mails } = buildProviders()
    await deliverDue(api.deps, providers)
    return mails[0]?.text ?? ''
  }
  test('open', async () => {
    expect(await mailAfterMove({}, earlier)).toMatch(/Answer: .*\/c\//)
  })

  test('expired: no link, and where to turn', async () => {
    const text = await mailAfterMove({ token_expires_at: hours(-1) }, earlier)
    expect(text).not.toContain('/c/')
    expect(text).not.toContain('Answer:')
    expect(text).toContain('The time to answer is over.')
  })

  test('given back by the move', async () => {
    const late = { token_expires_at: hours(-1), uncapped_expires_at: hours(100), expiry_set_at: hours(-20) }
    const text = await mailAfterMove(late, () => ({ start_dt: hours(200), end_dt: hours(202) }))
    expect(text).toMatch(/Answer: .*\/c\//)
  })
})
