import { events } from '@muster/contract/events'
import { noCoverage } from '@muster/contract/rules/coverage'
import { instantToWall } from '@muster/contract/rules/zone'
import { shifts as shiftCalls } from '@muster/contract/shifts'
import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/app.ts'
import { type Administrator, buildAdministrator } from '../../../test/organizations.ts'
import {
  buildAssignment,
  buildEvent,
  buildPerson,
  buildRole,
  buildShift,
  hoursAfter,
} from '../../../test/planning.ts'
import { newId } from '../../db/ids.ts'
import * as schema from '../../db/schema.ts'
import type { Announcement } from '../../live/announcement.ts'

const { listEvents, getEvent, createEvent, updateEvent, deleteEvent } = events
const { updateShift } = shiftCalls
const { listRoles, getLastEvent, setLastEvent } = events

let api: TestApp
let admin: Administrator
beforeAll(async () => {
  api = await buildTestApp()
  api.setNow('2027-01-01T12:00:00.000Z')
  admin = await buildAdministrator(api)
})
afterAll(() => api.close())

const festival = {
  name: 'Sommarfest',
  event_date_start: '2027-07-03T08:00:00.000Z',
  event_date_end: '2027-07-04T20:00:00.000Z',
}

const ours = () => ({ organization_id: admin.organization_id })
const call = (id: string, body?: object) => ({ headers: admin.headers, params: { id }, body })
const change = (id: string, body: object) => api.ok(updateEvent, call(id, body))
const refused = (id: string, body: object) => api.refused(updateEvent, call(id, body))
const rowOf = (id: string) =>
  api.deps.db.system(async (tx) => {
    const [row] = await tx.select().from(schema.event).where(eq(schema.event.id, id))
    return row
  })
const shiftsOf = (event_id: string) =>
  api.deps.db.system((tx) =>
    tx
      .select()
      .from(schema.shift)
      .where(eq(schema.shift.event_id, event_id))
      .orderBy(asc(schema.shift.start_dt)),
  )
const assignmentsOf = (shift_id: string) =>
  api.deps.db.system((tx) =>
    tx.select().from(schema.assignment).where(eq(schema.assignment.shift_id, shift_id)),
  )

describe('who may', () => {
  const { getPublicEvent: _, ...administration } = events
  test.each(Object.entries(administration))('%s needs a session', async (_name, route) => {
    const params = { id: newId(), roleId: newId() }
    expect(await api.refused(route, { params, body: {} })).toMatchObject({ status: 401 })
  })

  test.each([
    [getEvent, undefined],
    [updateEvent, { name: 'x' }],
    [deleteEvent, undefined],
  ] as const)('$method knows no event of another organisation', async (route, body) => {
    const theirs = await buildEvent(api.deps)
    const answer = await api.refused(route, call(theirs.id, body))
    expect(answer).toMatchObject({ status: 404, code: 'event_not_found' })
    expect(await rowOf(theirs.id)).toEqual(theirs)
  })

  test('a page of another origin may send the header event-id', async () => {
    const { origin } = new URL(api.deps.config.public_url)
    const preflight = await api.inject({
      method: 'OPTIONS',
      url: '/admin/events',
      headers: {
        origin,
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'authorization,event-id,x-organization-id',
      },
    })
    expect(preflight.headers).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-allow-headers': expect.stringContaining('event-id'),
    })
    const { id } = await buildEvent(api.deps, ours())
    const headers = { ...admin.headers, 'event-id': id }
    expect(await api.ok(getEvent, { headers, params: { id } })).toMatchObject({ id })
  })
})

describe('events', () => {
  test('a zone is stored as the database spells it', async () => {
    const { headers } = await buildAdministrator(api)
    const body = { ...festival, time_zone: 'europe/HELSINKI' }
    const { id, time_zone } = await api.ok(createEvent, { headers, body })
    expect(time_zone).toBe('Europe/Helsinki')
    const moved = { headers, params: { id }, body: { time_zone: 'america/new_york' } }
    expect(await api.ok(updateEvent, moved)).toMatchObject({ time_zone: 'America/New_York' })
  })

  test('a new one has the zone of its organisation, and no roles yet', async () => {
    const { headers } = await buildAdministrator(api, { time_zone: 'Europe/Helsinki' })
    const event = await api.ok(createEvent, {
      headers,
      body: { ...festival, location: ' Parken ', notes: '' },
    })
    expect(event).toEqual({
      id: expect.any(String),
      ...festival,
      description: null,
      notes: null,
      location: 'Parken',
      time_zone: 'Europe/Helsinki',
      public_names: 'full',
      reminder_sms: false,
      waiting_list: true,
      free_unanswered: false,
      late_signup: false,
      certificates: false,
      questions: [],
      link_key: expect.stringMatching(/^[0-9a-f]{32}$/),
      swap: 'link',
      approval: 'none',
      max_shifts: null,
      min_rest_hours: null,
      published: true,
      signup_opens_at: null,
      signup_closes_at: null,
      archived: false,
      contact_email: null,
      contact_phone: null,
      cancel_until_hours: 24,
      reminder_hours: 24,
      coverage: noCoverage,
      people_count: 0,
      roles: [],
      version: 1,
    })
    expect(await api.ok(getEvent, { headers, params: { id: event.id } })).toEqual(event)
    expect(await api.ok(listEvents, { headers })).toEqual({ events: [event] })
  })

  test('D41: a contact phone is read with the organisation’s country', async () => {
    const { headers } = await buildAdministrator(api, { country: 'FI' })
    const body = { ...festival, contact_email: ' maja@fest.example ', contact_phone: '040 123 456' }
    const event = await api.ok(createEvent, { headers, body })
    expect(event).toMatchObject({ contact_email: 'maja@fest.example', contact_phone: '+35840123456' })
    const params = { id: event.id }
    for (const wrong of [{ contact_phone: '12' }, { contact_email: 'maja@fest' }]) {
      expect(await api.refused(updateEvent, { headers, params, body: wrong })).toMatchObject({
        status: 400,
        issues: [{ path: Object.keys(wrong)[0] }],
      })
      expect(await api.refused(createEvent, { headers, body: { ...festival, ...wrong } })).toMatchObject({
        status: 400,
      })
    }
    expect(await api.ok(updateEvent, { headers, params, body: { contact_phone: '' } })).toMatchObject({
      contact_email: 'maja@fest.example',
      contact_phone: null,
    })
  })

  test('D49: say whether sign-up goes on while a shift runs', async () => {
    const { headers } = await buildAdministrator(api)
    const { id } = await api.ok(createEvent, { headers, body: { ...festival, late_signup: true } })
    const params = { id }
    expect(await api.ok(getEvent, { headers, params })).toMatchObject({ late_signup: true })
    expect(await api.ok(updateEvent, { headers, params, body: { late_signup: false } })).toMatchObject({
      late_signup: false,
    })
  })

  test('D43: say when volunteers are reminded', async () => {
    const { headers } = await buildAdministrator(api)
    const { id } = await api.ok(createEvent, { headers, body: { ...festival, reminder_hours: null } })
    const params = { id }
    for (const reminder_hours of [48, null, 72]) {
      const changed = await api.ok(updateEvent, { headers, params, body: { reminder_hours } })
      expect(changed).toMatchObject({ reminder_hours })
    }
    for (const reminder_hours of [0, 12, '24']) {
      expect(await api.refused(updateEvent, { headers, params, body: { reminder_hours } })).toMatchObject({
        status: 400,
        issues: [{ path: 'reminder_hours' }],
      })
    }
  })

  test('D39: say until when volunteers can cancel by themselves', async () => {
    const { headers } = await buildAdministrator(api)
    const { id } = await api.ok(createEvent, { headers, body: { ...festival, cancel_until_hours: null } })
    const params = { id }
    expect(await api.ok(getEvent, { headers, params })).toMatchObject({ cancel_until_hours: null })
    for (const cancel_until_hours of [0, 720]) {
      const changed = await api.ok(updateEvent, { headers, params, body: { cancel_until_hours } })
      expect(changed).toMatchObject({ cancel_until_hours })
    }
    for (const cancel_until_hours of [-1, 721, 0.5]) {
      const answer = await api.refused(updateEvent, { headers, params, body: { cancel_until_hours } })
      expect(answer).toMatchObject({ status: 400, issues: [{ path: 'cancel_until_hours' }] })
    }
  })

  test('are listed by start', async () => {
    const { headers, organization_id } = await buildAdministrator(api)
    const late = await buildEvent(api.deps, {
      organization_id,
      event_date_start: hoursAfter(api.deps.now(), 9),
    })
    const early = await buildEvent(api.deps, {
      organization_id,
      event_date_start: hoursAfter(api.deps.now(), 5),
    })
    const { events: listed } = await api.ok(listEvents, { headers })
    expect(listed.map(({ id }) => id)).toEqual([early.id, late.id])
  })

  test.each([
    ['event_date_end', { event_date_end: festival.event_date_start }],
    ['name', { name: ' ' }],
    ['name', { name: 'x'.repeat(101) }],
    ['location', { location: 'x'.repeat(301) }],
    ['notes', { notes: 'x'.repeat(5_001) }],
    ['notes', { notes: 'a\u0000b' }],
    ['time_zone', { time_zone: 'Europe/Nowhere' }],
    ['time_zone', { time_zone: '+01:00' }],
    ['time_zone', { time_zone: 'AET' }],
    ['public_names', { public_names: 'nickname' }],
    ['event_date_start', { event_date_start: 'tomorrow' }],
    ['event_date_start', { event_date_start: '2027-02-30T10:00:00Z' }],
    ['event_date_start', { event_date_start: '+012027-02-03T10:00:00Z' }],
    ['event_date_start', { event_date_start: '2027-02-03T10:00:00+99:99' }],
  ])('a wrong %s is refused (%j)', async (path, wrong) => {
    const answer = await api.refused(createEvent, {
      headers: admin.headers,
      body: { ...festival, ...wrong },
    })
    expect(answer).toMatchObject({ status: 400, code: 'validation', issues: [{ path }] })
  })

  test('D5: what is left out stays, null and the empty text clear, an older version is refused', async () => {
    const { id } = await buildEvent(api.deps, { ...ours(), notes: 'a', location: 'b', description: 'c' })
    expect(await change(id, { notes: '', location: null })).toMatchObject({
      name: 'Sommarfest',
      notes: null,
      location: null,
      description: 'c',
      version: 2,
    })
    expect(await refused(id, { name: 'x', version: 1 })).toMatchObject({
      status: 409,
      code: 'changed_elsewhere',
    })
    expect(await change(id, { version: 2, name: 'Höstfest' })).toMatchObject({ name: 'Höstfest', version: 3 })
  })

  test('cannot end before they start, whichever of the two is sent', async () => {
    const { id, event_date_start, event_date_end } = await buildEvent(api.deps, ours())
    for (const body of [{ event_date_end: event_date_start }, { event_date_start: event_date_end }]) {
      expect(await refused(id, body)).toMatchObject({ status: 400, issues: [{ path: 'event_date_end' }] })
    }
  })

  test('a removed one takes roles, shifts and assignments along', async () => {
    const shift = await buildShift(api.deps, ours())
    await buildAssignment(api.deps, { shift, status: 'CONFIRMED' })
    await api.ok(deleteEvent, call(shift.event_id))
    expect(await shiftsOf(shift.event_id)).toEqual([])
    for (const route of [getEvent, deleteEvent, listRoles]) {
      expect(await api.refused(route, call(shift.event_id))).toMatchObject({
        status: 404,
        code: 'event_not_found',
      })
    }
  })
})

describe('D21: removing', () => {
  test('tells everybody once, and is announced', async () => {
    const event = await buildEvent(api.deps, ours())
    const role = await buildRole(api.deps, { event })
    const person = await buildPerson(api.deps, ours())
    for (const hours of [72, 76]) {
      const shift = await buildShift(api.deps, { role, start_dt: hoursAfter(api.deps.now(), hours) })
      await buildAssignment(api.deps, { shift, person, status: 'CONFIRMED' })
    }
    const heard: Announcement[] = []
    const stop = api.deps.bus.subscribe((announcement) => heard.push(announcement))
    await api.ok(deleteEvent, call(event.id))
    stop()
    expect(heard).toContainEqual(expect.objectContaining({ kind: 'shifts', event_id: event.id }))
    const sent = await api.deps.db.system((tx) =>
      tx.select().from(schema.message).where(eq(schema.message.person_id, person.id)),
    )
    expect(sent).toMatchObject([{ template: 'shift_cancelled' }])
  })

  test('while people sign up, leaves nobody on a shift that is gone', async () => {
    for (let round = 0; round < 5; round++) {
      const event = await buildEvent(api.deps, ours())
      const role = await buildRole(api.deps, { event })
      const shifts = [await buildShift(api.deps, { role }), await buildShift(api.deps, { role })]
      const [removed, ...signedUp] = await Promise.all([
        api.inject({ method: 'DELETE', url: `/admin/events/${event.id}`, headers: admin.headers }),
        ...shifts.flatMap(({ id }) => Array.from({ length: 5 }, () => signUp(id))),
      ])
      expect(removed.statusCode).toBe(204)
      for (const { statusCode } of signedUp) expect([201, 404]).toContain(statusCode)
      for (const { id } of shifts) expect(await assignmentsOf(id)).toEqual([])
    }
  })
})

const signUp = (shift_id: string) =>
  api.inject({
    method: 'POST',
    url: `/shifts/${shift_id}/signup`,
    payload: {
      first_name: 'Ida',
      last_name: 'Lind',
      email: `${newId()}@volunteer.example`,
      phone: '+46701234567',
    },
  })

const clock = (instant: string) => instantToWall(instant, 'Europe/Stockholm').slice(11)

/** In New York the clocks do not change on these nights: each wall time is there once. */
const moveToStockholm = async (windows: [start_dt: string, end_dt: string][]) => {
  const event = await buildEvent(api.deps, {
    ...ours(),
    time_zone: 'America/New_York',
    event_date_start: '2027-01-01T08:00:00.000Z',
    event_date_end: '2027-12-01T08:00:00.000Z',
  })
  const role = await buildRole(api.deps, { event })
  for (const [start_dt, end_dt] of windows) await buildShift(api.deps, { role, start_dt, end_dt })
  await change(event.id, { time_zone: 'Europe/Stockholm' })
  return (await shiftsOf(event.id)).map(({ start_dt, end_dt }) => [
    start_dt,
    `${clock(start_dt)}–${clock(end_dt)}`,
  ])
}

const at = (hour: number) => `2027-03-27T0${hour}:00:00.000Z`
const day = (date: string) => ({
  event_date_start: `${date}T00:00:00.000Z`,
  event_date_end: `${date}T10:00:00.000Z`,
  move_shifts: true,
})

describe('D25: another time zone', () => {
  /** 10:00 to 12:00 in Stockholm. */
  const window = { start_dt: '2027-07-03T08:00:00.000Z', end_dt: '2027-07-03T10:00:00.000Z' }
  const buildFestival = async () => {
    const event = await buildEvent(api.deps, { ...ours(), ...festival })
    const role = await buildRole(api.deps, { event })
    return { event, role, shift: await buildShift(api.deps, { role, ...window }) }
  }

  test.each([
    ['the zone alone', {}],
    ['everything as it was', festival],
  ])('keeps the wall-clock times of event and shifts: %s is sent', async (_name, sent) => {
    const { event } = await buildFestival()
    expect(await change(event.id, { ...sent, time_zone: 'America/New_York' })).toMatchObject({
      event_date_start: '2027-07-03T14:00:00.000Z',
      event_date_end: '2027-07-05T02:00:00.000Z',
    })
    expect(await shiftsOf(event.id)).toMatchObject([
      { start_dt: '2027-07-03T14:00:00.000Z', end_dt: '2027-07-03T16:00:00.000Z', version: 2 },
    ])
  })

  test('takes a new time as it is sent', async () => {
    const { event } = await buildFestival()
    const event_date_start = '2027-07-03T15:00:00.000Z'
    expect(await change(event.id, { time_zone: 'America/New_York', event_date_start })).toMatchObject({
      event_date_start,
      event_date_end: '2027-07-05T02:00:00.000Z',
    })
  })

  test('keeps the length of a shift that would begin in an hour the zone skips', async () => {
    const { event, role } = await buildFestival()
    // 02:45–03:15 in New York, where on 14 March 2027 clocks go from 02:00 to 03:00 (in Stockholm two weeks later).
    const start_dt = '2027-03-14T01:45:00.000Z'
    const { id } = await buildShift(api.deps, { role, start_dt, end_dt: '2027-03-14T02:15:00.000Z' })
    await change(event.id, { time_zone: 'America/New_York' })
    const moved = (await shiftsOf(event.id)).find((shift) => shift.id === id)
    expect(moved).toMatchObject({
      start_dt: '2027-03-14T07:45:00.000Z',
      end_dt: '2027-03-14T08:15:00.000Z',
    })
  })

  test('onto the night that skips an hour: what is skipped comes an hour later', async () => {
    expect(
      await moveToStockholm([
        ['2027-03-28T05:00:00.000Z', '2027-03-28T06:00:00.000Z'], // 01:00–02:00
        ['2027-03-28T05:30:00.000Z', '2027-03-28T07:30:00.000Z'], // 01:30–03:30
        ['2027-03-28T06:15:00.000Z', '2027-03-28T06:45:00.000Z'], // 02:15–02:45
        ['2027-03-28T06:30:00.000Z', '2027-03-28T07:00:00.000Z'], // 02:30–03:00, would end before it starts
      ]),
    ).toEqual([
      ['2027-03-28T00:00:00.000Z', '01:00–03:00'],
      ['2027-03-28T00:30:00.000Z', '01:30–03:30'],
      ['2027-03-28T01:15:00.000Z', '03:15–03:45'],
      ['2027-03-28T01:30:00.000Z', '03:30–04:00'],
    ])
  })

  test('onto the night that repeats an hour: its first', async () => {
    expect(
      await moveToStockholm([
        ['2027-10-31T05:30:00.000Z', '2027-10-31T06:30:00.000Z'], // 01:30–02:30
        ['2027-10-31T06:00:00.000Z', '2027-10-31T07:00:00.000Z'], // 02:00–03:00
      ]),
    ).toEqual([
      ['2027-10-30T23:30:00.000Z', '01:30–02:30'],
      // An hour long, as before.
      ['2027-10-31T00:00:00.000Z', '02:00–02:00'],
    ])
  })

  test('onto that night and back changes nothing', async () => {
    const event = await buildEvent(api.deps, {
      ...ours(),
      event_date_start: '2027-03-27T00:00:00.000Z',
      event_date_end: '2027-03-27T10:00:00.000Z',
    })
    const role = await buildRole(api.deps, { event })
    const person = await buildPerson(api.deps, ours())
    // Touching: 02:00–03:00 and 03:00–04:00.
    for (const hour of [1, 2]) {
      const shift = await buildShift(api.deps, { role, start_dt: at(hour), end_dt: at(hour + 1) })
      await buildAssignment(api.deps, { shift, person, status: 'CONFIRMED' })
    }
    const timesOf = async () => (await shiftsOf(event.id)).map(({ start_dt, end_dt }) => [start_dt, end_dt])
    const before = await timesOf()
    await change(event.id, day('2027-03-28'))
    expect(await timesOf()).toEqual([
      ['2027-03-28T01:00:00.000Z', '2027-03-28T02:00:00.000Z'],
      ['2027-03-28T01:00:00.000Z', '2027-03-28T02:00:00.000Z'],
    ])
    await change(event.id, day('2027-03-27'))
    expect(await timesOf()).toEqual(before)
    expect((await shiftsOf(event.id)).map(({ meant_times }) => meant_times)).toEqual([null, null])
    // The same by a change of zone.
    await change(event.id, { ...day('2027-03-28'), time_zone: 'UTC' })
    await change(event.id, { time_zone: 'Europe/Stockholm' })
    await change(event.id, day('2027-03-27'))
    expect(await timesOf()).toEqual(before)
  })

  test('a time that was edited since is the one that is meant', async () => {
    const { event, role } = await buildFestival()
    const { id } = await buildShift(api.deps, {
      role,
      start_dt: '2027-03-14T01:45:00.000Z',
      end_dt: '2027-03-14T02:15:00.000Z',
    })
    await change(event.id, { time_zone: 'America/New_York' })
    const end_dt = '2027-03-14T09:00:00.000Z'
    await api.ok(updateShift, { headers: admin.headers, params: { id }, body: { end_dt } })
    await change(event.id, { time_zone: 'Europe/Stockholm' })
    // 03:45–05:00, as it was shown.
    expect((await shiftsOf(event.id)).find((shift) => shift.id === id)).toMatchObject({
      start_dt: '2027-03-14T02:45:00.000Z',
      end_dt: '2027-03-14T04:00:00.000Z',
    })
  })

  test('the event keeps its length in a skipped hour too', async () => {
    const event = await buildEvent(api.deps, {
      ...ours(),
      event_date_start: '2027-03-28T02:00:00.000Z',
      event_date_end: '2027-03-28T03:00:00.000Z',
      time_zone: 'UTC',
    })
    expect(await change(event.id, { time_zone: 'Europe/Stockholm' })).toMatchObject({
      event_date_start: '2027-03-28T01:00:00.000Z',
      event_date_end: '2027-03-28T02:00:00.000Z',
    })
  })

  test('D14: is refused where it would double-book somebody', async () => {
    const { event, shift } = await buildFestival()
    const person = await buildPerson(api.deps, ours())
    await buildAssignment(api.deps, { shift, person, status: 'CONFIRMED' })
    const elsewhere = await buildShift(api.deps, { ...ours(), start_dt: '2027-07-03T15:00:00.000Z' })
    await buildAssignment(api.deps, { shift: elsewhere, person })
    expect(await refused(event.id, { time_zone: 'America/New_York' })).toMatchObject({
      status: 409,
      person_id: person.id,
    })
    expect(await shiftsOf(event.id)).toMatchObject([window])
    expect(await change(event.id, { time_zone: 'Europe/Helsinki' })).toMatchObject({ version: 2 })
  })

  test('D26: calendars follow the time, the place, the name and the notes, once in a change', async () => {
    const { event, shift } = await buildFestival()
    const { id } = await buildAssignment(api.deps, { shift })
    const sequence = async () => {
      const rows = await api.deps.db.system((tx) =>
        tx.select().from(schema.assignment).where(eq(schema.assignment.id, id)),
      )
      return rows[0]?.calendar_sequence
    }
    await change(event.id, { location: null, time_zone: 'Europe/Stockholm' })
    expect(await sequence()).toBe(0)
    await change(event.id, { location: 'Torget', name: 'Vinterfest' })
    expect(await sequence()).toBe(1)
    await change(event.id, { time_zone: 'Europe/Helsinki' })
    expect(await sequence()).toBe(2)
    await change(event.id, { notes: 'new' })
    expect(await sequence()).toBe(3)
  })
})

describe('D21: other dates', () => {
  const week = { event_date_start: '2027-10-30T08:00:00.000Z', event_date_end: '2027-10-31T20:00:00.000Z' }
  /** 10:00 to 12:00 in Stockholm; the clocks go back in the night after. */
  const window = { start_dt: '2027-10-30T08:00:00.000Z', end_dt: '2027-10-30T10:00:00.000Z' }
  const buildWeekend = async () => {
    const event = await buildEvent(api.deps, { ...ours(), ...week })
    const role = await buildRole(api.deps, { event })
    return { event, shift: await buildShift(api.deps, { role, ...window }) }
  }
  const later = { event_date_start: '2027-11-06T09:00:00.000Z', event_date_end: '2027-11-07T21:00:00.000Z' }

  test('take the shifts along by as many days, on the same clock, and tell their people', async () => {
    const { event, shift } = await buildWeekend()
    const { person_id } = await buildAssignment(api.deps, { shift, status: 'CONFIRMED' })
    await change(event.id, { ...later, move_shifts: true })
    const moved = { start_dt: '2027-11-06T09:00:00.000Z', end_dt: '2027-11-06T11:00:00.000Z' }
    expect(await shiftsOf(event.id)).toMatchObject([moved])
    const sent = await api.deps.db.system((tx) =>
      tx.select().from(schema.message).where(eq(schema.message.person_id, person_id)),
    )
    expect(sent).toMatchObject([
      { template: 'shift_changed', payload: { shifts: [{ was: window, entry: moved }] } },
    ])
  })

  test.each([
    ['when it is not asked for', { ...later }],
    ['when only the end changes', { event_date_end: later.event_date_end, move_shifts: true }],
    [
      'when the start changes on its day',
      { event_date_start: '2027-10-30T06:00:00.000Z', move_shifts: true },
    ],
  ])('leave them %s', async (_name, body) => {
    const { event } = await buildWeekend()
    await change(event.id, body)
    expect(await shiftsOf(event.id)).toMatchObject([{ ...window, version: 1 }])
  })

  test('and another zone at once', async () => {
    const { event } = await buildWeekend()
    await change(event.id, { ...later, time_zone: 'Europe/Helsinki', move_shifts: true })
    expect(await shiftsOf(event.id)).toMatchObject([{ start_dt: '2027-11-06T08:00:00.000Z' }])
  })

  test('D14: are refused where they would double-book somebody', async () => {
    const { event, shift } = await buildWeekend()
    const person = await buildPerson(api.deps, ours())
    await buildAssignment(api.deps, { shift, person, status: 'CONFIRMED' })
    const elsewhere = await buildShift(api.deps, { ...ours(), start_dt: '2027-11-06T10:00:00.000Z' })
    await buildAssignment(api.deps, { shift: elsewhere, person, status: 'CONFIRMED' })
    expect(await refused(event.id, { ...later, move_shifts: true })).toMatchObject({
      status: 409,
      person_id: person.id,
    })
    expect(await rowOf(event.id)).toMatchObject(week)
    expect(await shiftsOf(event.id)).toMatchObject([window])
  })
})

test('D37: coverage sums the shifts, missing never below 0 in any of them, each kind of invitation apart', async () => {
  const now = api.deps.now()
  const event = await buildEvent(api.deps, ours())
  const role = await buildRole(api.deps, { event })
  const overfilled = await buildShift(api.deps, { role, required_qty: 1 })
  const gaping = await buildShift(api.deps, { role, required_qty: 5 })
  await buildShift(api.deps, { role, required_qty: 2 })
  for (let n = 0; n < 3; n++) await buildAssignment(api.deps, { shift: overfilled, status: 'CONFIRMED' })
  await buildAssignment(api.deps, { shift: gaping, status: 'CONFIRMED' })
  await buildAssignment(api.deps, { shift: gaping })
  const invite_sent_at = hoursAfter(now, -200)
  await buildAssignment(api.deps, { shift: gaping, invite_sent_at })
  await buildAssignment(api.deps, { shift: gaping, invite_sent_at, token_expires_at: hoursAfter(now, -1) })
  await buildAssignment(api.deps, { shift: gaping, status: 'DECLINED' })
  await buildAssignment(api.deps, { shift: gaping, status: 'ABSENT' })

  const { coverage, roles } = await api.ok(getEvent, call(event.id))
  expect(coverage).toEqual({
    needed: 8,
    confirmed: 4,
    pending: 3,
    asked: 1,
    not_asked: 1,
    expired: 1,
    declined: 1,
    missing: 3,
  })
  expect(roles).toMatchObject([{ id: role.id, shift_count: 3 }])
  const { events: listed } = await api.ok(listEvents, { headers: admin.headers })
  expect(listed.find(({ id }) => id === event.id)).toMatchObject({ coverage, roles })
})

test('D21: whom an event affects is counted by people, not by places', async () => {
  const event = await buildEvent(api.deps, ours())
  const role = await buildRole(api.deps, { event })
  const [first, second] = [await buildShift(api.deps, { role }), await buildShift(api.deps, { role })]
  const onBoth = await buildPerson(api.deps, { organization_id: admin.organization_id })
  await buildAssignment(api.deps, { shift: first, person: onBoth, status: 'CONFIRMED' })
  await buildAssignment(api.deps, { shift: second, person: onBoth })
  await buildAssignment(api.deps, { shift: first })
  await buildAssignment(api.deps, { shift: first, status: 'DECLINED' })

  expect(await api.ok(getEvent, call(event.id))).toMatchObject({ people_count: 2 })
  const { events: listed } = await api.ok(listEvents, { headers: admin.headers })
  expect(listed.find(({ id }) => id === event.id)).toMatchObject({ people_count: 2 })
})

const last = async (who: Administrator) =>
  (await api.ok(getLastEvent, { headers: who.headers })).last_event_id
const go = (event_id: string | null) => api.ok(setLastEvent, { headers: admin.headers, body: { event_id } })

describe('the last event', () => {
  test('is kept per user and organisation, and forgotten with the event', async () => {
    expect(await last(admin)).toBeNull()
    const event = await buildEvent(api.deps, ours())
    await go(event.id)
    expect(await last(admin)).toBe(event.id)
    expect(await last(await buildAdministrator(api))).toBeNull()
    await go(null)
    expect(await last(admin)).toBeNull()
    await go(event.id)
    await api.ok(deleteEvent, call(event.id))
    expect(await last(admin)).toBeNull()
  })

  test('must be there', async () => {
    const input = { headers: admin.headers, body: { event_id: newId() } }
    expect(await api.refused(setLastEvent, input)).toMatchObject({ status: 404, code: 'event_not_found' })
  })
})
