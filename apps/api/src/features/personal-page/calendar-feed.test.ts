import { assignments } from '@muster/contract/assignments'
import { people } from '@muster/contract/people'
import { personalPage } from '@muster/contract/personal-page'
import { shifts } from '@muster/contract/shifts'
import { sql } from 'drizzle-orm'
import ICAL from 'ical.js'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/app.ts'
import { type Administrator, buildAdministrator } from '../../../test/organizations.ts'
import { buildProviders, deliverDue } from '../../../test/outbox.ts'
import {
  type AssignmentRow,
  buildAssignment,
  buildEvent,
  buildPerson,
  buildRole,
  buildShift,
  type EventRow,
  hoursAfter,
  mint,
  type PersonRow,
} from '../../../test/planning.ts'
import { newId } from '../../db/ids.ts'
import { signId } from '../../signing/signed-id.ts'

const NOW = '2026-06-01T08:00:00.000Z'

let api: TestApp
let admin: Administrator
let person: PersonRow
let festival: EventRow
beforeAll(async () => {
  api = await buildTestApp()
})
beforeEach(async () => {
  api.setNow(NOW)
  admin = await buildAdministrator(api)
  const { organization_id } = admin
  person = await buildPerson(api.deps, { organization_id })
  festival = await buildEvent(api.deps, { organization_id, notes: 'Ta med vatten' })
})
afterAll(() => api.close())

async function buildOwn(status: AssignmentRow['status'] = 'CONFIRMED', hours = 72, event = festival) {
  const role = await buildRole(api.deps, { event })
  const shift = await buildShift(api.deps, { role, start_dt: hoursAfter(NOW, hours) })
  return { shift, assignment: await buildAssignment(api.deps, { shift, person, status }) }
}

const byLink = ({ id, round }: AssignmentRow) => ({
  token: signId(api.deps.keys, { purpose: 'personal_link', id, round }),
})
const addressOf = async (of: AssignmentRow) =>
  (await api.ok(personalPage.getCalendarFeed, { params: byLink(of) })).feed_url
const open = (feed_url: string, headers = {}) => api.inject({ url: new URL(feed_url).pathname, headers })

async function entriesOf(feed_url: string) {
  const { statusCode, body } = await open(feed_url)
  expect(statusCode).toBe(200)
  return new ICAL.Component(ICAL.parse(body)).getAllSubcomponents('vevent').map((component) => ({
    uid: String(component.getFirstPropertyValue('uid')),
    sequence: Number(component.getFirstPropertyValue('sequence')),
    start: String(component.getFirstPropertyValue('dtstart')),
  }))
}

/** As a calendar file writes it, `count` hours after now. */
const startAfter = (count: number) => hoursAfter(NOW, count).replace('.000', '')

const isGone = async (url: string) => (await open(url)).statusCode === 404

describe('a calendar feed', () => {
  test('has every confirmed shift of the person at the event, and no other', async () => {
    const first = await buildOwn()
    const later = await buildOwn('CONFIRMED', 200)
    for (const status of ['INVITED', 'DECLINED', 'ABSENT'] as const) await buildOwn(status, 100)
    await buildOwn('CONFIRMED', -31 * 24)
    await buildAssignment(api.deps, { shift: first.shift, status: 'CONFIRMED' })
    const { organization_id } = admin
    await buildOwn('CONFIRMED', 150, await buildEvent(api.deps, { organization_id }))
    const url = await addressOf(first.assignment)
    expect(url).toMatch(/^http:\/\/localhost:3000\/calendar\/feed\/[\w-]{43}\.[\da-f-]{36}\.ics$/)
    expect(await entriesOf(url)).toMatchObject([
      { uid: first.assignment.calendar_uid, sequence: 0 },
      { uid: later.assignment.calendar_uid, sequence: 0 },
    ])
    expect(await addressOf(later.assignment)).toBe(url)
    const { headers, body } = await open(url)
    expect(headers).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'cache-control': 'private, no-cache',
      'referrer-policy': 'no-referrer',
    })
    expect(body).not.toContain(person.email)
    expect(body).toContain('Ta med vatten')
    expect(body).not.toContain('/c/')
  })

  test('follows a move with the next sequence, and drops what was given up', async () => {
    const { shift, assignment } = await buildOwn()
    const url = await addressOf(assignment)
    const start_dt = hoursAfter(shift.start_dt, -1)
    await api.ok(shifts.updateShift, { headers: admin.headers, params: { id: shift.id }, body: { start_dt } })
    expect(await entriesOf(url)).toMatchObject([{ uid: assignment.calendar_uid, sequence: 1 }])
    await api.ok(personalPage.changeAnswer, { params: byLink(assignment), body: { status: 'DECLINED' } })
    expect(await entriesOf(url)).toMatchObject([{ uid: 'empty@muster' }])
  })

  test('is 304 for a program that has it, until something changes', async () => {
    const { shift, assignment } = await buildOwn()
    const url = await addressOf(assignment)
    const known = { 'if-none-match': String((await open(url)).headers['etag']) }
    api.setNow(hoursAfter(NOW, 5))
    expect(await open(url, known)).toMatchObject({ statusCode: 304, body: '' })
    api.setNow(NOW)
    const body = { end_dt: hoursAfter(shift.end_dt, 1) }
    await api.ok(shifts.updateShift, { headers: admin.headers, params: { id: shift.id }, body })
    expect((await open(url, known)).statusCode).toBe(200)
  })
})

describe('of a person with very many shifts', () => {
  const LONG = 'Ta med vatten. '.repeat(333)

  test.each([
    { what: 'all to come, then the latest', coming: 390, over: 20, hours: { first: -10, last: 390 } },
    { what: 'the next of those to come', coming: 410, over: 5, hours: { first: 1, last: 400 } },
  ])('a feed has at most 400: $what', async ({ coming, over, hours }) => {
    const url = await buildMany({ coming, over })
    const starts = (await entriesOf(url)).map(({ start }) => start)
    expect(starts).toHaveLength(400)
    expect(starts).toEqual(starts.toSorted())
    expect([starts[0], starts.at(-1)]).toEqual([hours.first, hours.last].map(startAfter))
  })

  test('it is short, and has the same bytes', async () => {
    const url = await buildMany({ coming: 410, over: 0 })
    const { headers, body } = await open(url)
    expect(body.length / 400).toBeLessThan(1_500)
    expect(await open(url, { 'if-none-match': headers['etag'] })).toMatchObject({ statusCode: 304, body: '' })
  })

  /** A shift begins in each hour before and after now; each lasts half an hour. */
  async function buildMany({ coming, over }: { coming: number; over: number }): Promise<string> {
    const { organization_id } = admin
    const event = await buildEvent(api.deps, { organization_id, notes: LONG })
    const role = await buildRole(api.deps, { event, description: LONG })
    const first = await buildShift(api.deps, {
      role,
      start_dt: hoursAfter(NOW, 1),
      end_dt: hoursAfter(NOW, 1.5),
    })
    const assignment = await buildAssignment(api.deps, { shift: first, person, status: 'CONFIRMED' })
    await api.deps.db.transaction(mint(organization_id), async (tx) => {
      await tx.execute(sql`
        insert into shift (organization_id, id, event_id, role_id, required_qty, start_dt, end_dt)
        select organization_id, gen_random_uuid(), event_id, role_id, 1,
          start_dt + hour * interval '1 hour', end_dt + hour * interval '1 hour'
        from shift, generate_series(${-over - 1}::int, ${coming - 1}::int) hour
        where id = ${first.id} and hour not in (-1, 0)`)
      await tx.execute(sql`
        insert into assignment (organization_id, id, shift_id, person_id, status, source, token_expires_at,
          uncapped_expires_at, expiry_set_at, calendar_uid)
        select s.organization_id, gen_random_uuid(), s.id, a.person_id, a.status, a.source, a.token_expires_at,
          a.uncapped_expires_at, a.expiry_set_at, s.id || '@muster.test'
        from assignment a join shift s on s.event_id = ${event.id} and s.id <> a.shift_id
        where a.id = ${assignment.id}`)
    })
    return addressOf(assignment)
  }
})

/** Returns the address in the e-mail, which is the one of before there were feeds of one event. */
async function sentAddress(of: AssignmentRow): Promise<string> {
  await api.ok(personalPage.sendCalendarFeed, { params: byLink(of) })
  const { providers, mails } = buildProviders()
  await deliverDue(api.deps, providers)
  const mail = mails.find(({ to }) => to === person.email)
  const url = /http:\/\/localhost:3000\/calendar\/feed\/[\w-]{43}\.ics/.exec(mail?.text ?? '')?.[0] ?? ''
  expect(url).not.toBe('')
  return url
}

describe('the feed of all events', () => {
  test('is sent to the mailbox only, and has the shifts of every event', async () => {
    const { assignment } = await buildOwn()
    const { organization_id } = admin
    const other = await buildOwn('CONFIRMED', 100, await buildEvent(api.deps, { organization_id }))
    const url = await sentAddress(assignment)
    expect((await entriesOf(url)).map(({ uid }) => uid)).toEqual([
      assignment.calendar_uid,
      other.assignment.calendar_uid,
    ])
    const stored = await api.deps.db.system((tx) => tx.execute(sql`select body_text from message`))
    expect(JSON.stringify(stored.rows)).not.toContain('/calendar/feed/')
  })

  test('goes on when a new address of one event is made, and so do those of other events', async () => {
    const { assignment } = await buildOwn()
    const { organization_id } = admin
    const other = await buildOwn('CONFIRMED', 100, await buildEvent(api.deps, { organization_id }))
    const urls = [await sentAddress(assignment), await addressOf(other.assignment)]
    await api.ok(personalPage.renewCalendarFeed, { params: byLink(assignment) })
    for (const url of urls) expect(await isGone(url)).toBe(false)
  })

  test('is sent three times an hour for one person', async () => {
    const { assignment } = await buildOwn()
    const params = byLink(assignment)
    for (let n = 0; n < 3; n++) await api.ok(personalPage.sendCalendarFeed, { params })
    expect(await api.refused(personalPage.sendCalendarFeed, { params })).toMatchObject({ status: 429 })
  })
})

describe('its address', () => {
  test('stops working when a new one is made', async () => {
    const { assignment } = await buildOwn()
    const url = await addressOf(assignment)
    const { feed_url } = await api.ok(personalPage.renewCalendarFeed, { params: byLink(assignment) })
    expect(feed_url).not.toBe(url)
    expect(await isGone(url)).toBe(true)
    expect(await entriesOf(feed_url)).toHaveLength(1)
    expect(await addressOf(assignment)).toBe(feed_url)
  })

  test('stops working with the personal link, and with the person', async () => {
    const { assignment } = await buildOwn()
    const url = await addressOf(assignment)
    await api.ok(assignments.replaceLink, {
      headers: admin.headers,
      params: { id: assignment.id },
      body: { notify: false },
    })
    expect(await isGone(url)).toBe(true)

    const renewed = await addressOf({ ...assignment, round: assignment.round + 1 })
    await buildOwn('CONFIRMED', -50)
    await api.ok(people.deletePerson, { headers: admin.headers, params: { id: person.id } })
    expect(await isGone(renewed)).toBe(true)
  })

  test('opens nothing else, and nothing else opens it', async () => {
    const { assignment } = await buildOwn()
    const feed = /([\w-]{43})\.[\da-f-]{36}\.ics$/.exec(await addressOf(assignment))?.[1] ?? ''
    expect(await api.refused(personalPage.getAssignment, { params: { token: feed } })).toMatchObject({
      status: 404,
    })
    const others = [
      byLink(assignment).token,
      signId(api.deps.keys, { purpose: 'personal_link', id: person.id, round: 1 }),
      signId(api.deps.keys, { purpose: 'calendar', id: person.id, round: 1 }),
      'x'.repeat(43),
    ]
    const of_another_event = `${feed}.${newId()}.ics`
    for (const file of [
      ...others.map((token) => `${token}.ics`),
      feed,
      `${feed}.ics`,
      of_another_event,
      'x',
    ]) {
      expect(await api.refused(personalPage.readCalendarFeed, { params: { file } })).toMatchObject({
        status: 404,
        code: 'link_invalid',
      })
    }
  })

  test('is told to the holder of an open link only', async () => {
    const { assignment } = await buildOwn('INVITED')
    api.setNow(hoursAfter(NOW, 24 * 365))
    for (const route of [personalPage.getCalendarFeed, personalPage.renewCalendarFeed]) {
      expect(await api.refused(route, { params: byLink(assignment) })).toMatchObject({
        status: 403,
        code: 'link_expired',
      })
      expect(await api.refused(route, { params: { token: 'x'.repeat(43) } })).toMatchObject({
        status: 404,
        code: 'link_invalid',
      })
    }
  })
})
