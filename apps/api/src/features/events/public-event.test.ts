import { EventEmitter, once } from 'node:events'
import { events } from '@muster/contract/events'
import { organizations } from '@muster/contract/organizations'
import { people } from '@muster/contract/people'
import { publicEvent } from '@muster/contract/public-event'
import { shifts } from '@muster/contract/shifts'
import { signup } from '@muster/contract/signup'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/app.ts'
import { eventually } from '../../../test/eventually.ts'
import { listen } from '../../../test/live.ts'
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
import type * as publicShifts from './public-shifts.ts'
import { readPublicShifts } from './public-shifts.ts'

// A spy (test/spied-modules.ts) that counts the readings; otherwise the real function runs.
const actual = await vi.importActual<typeof publicShifts>('./public-shifts.ts')

let api: TestApp
let admin: Administrator
beforeAll(async () => {
  api = await buildTestApp()
  admin = await buildAdministrator(api, { name: 'Sommarfesten' })
})
afterAll(() => api.close())

const CANARY = 'canary'

/** Builds an event with one confirmed person, and a canary in everything that the public must not see. */
async function buildFestival() {
  const { organization_id } = admin
  const event = await buildEvent(api.deps, { organization_id, notes: 'Ta med hink.', location: 'Parken' })
  const cafe = await buildRole(api.deps, { event, name: 'Kafé', description: 'Våfflor' })
  const parking = await buildRole(api.deps, { event, name: 'Parkering' })
  const late = await buildShift(api.deps, { role: cafe, start_dt: hoursAfter(event.event_date_start, 5) })
  const early = await buildShift(api.deps, { role: cafe, start_dt: event.event_date_start })
  const person = await buildPerson(api.deps, {
    organization_id,
    email: `${CANARY}@volunteer.example`,
    phone: CANARY,
    notes: CANARY,
    child_team: CANARY,
    identity_key: newId(),
  })
  const assignment = await buildAssignment(api.deps, {
    shift: early,
    person,
    status: 'CONFIRMED',
    other_phone: CANARY,
    cancel_reason: CANARY,
    note: CANARY,
    calendar_uid: CANARY,
  })
  return { event, cafe, parking, early, late, person, assignment }
}

const get = (id: string, headers: Record<string, string> = {}) =>
  api.inject({ url: `/events/${id}/public`, headers })
const read = async (id: string) => publicEvent.strict().parse((await get(id)).json())

const toNeed = (shift_id: string, required_qty: number) => ({
  method: 'PUT' as const,
  url: `/admin/shifts/${shift_id}`,
  headers: admin.headers,
  payload: { required_qty },
})

test('shows exactly what the contract declares, roles as added, shifts by start', async () => {
  const { event, cafe, early, late, assignment, person } = await buildFestival()
  const answer = await get(event.id, { 'event-id': event.id })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'public, max-age=0, s-maxage=1, stale-while-revalidate=10',
  })
  const places = { required_qty: 5, spots_left: 5, assigned_count: 0, assigned_people: [] }
  const times = ({ start_dt, end_dt }: typeof early) => ({ start_dt, end_dt })
  expect(answer.json()).toEqual({
    id: event.id,
    name: event.name,
    description: null,
    notes: 'Ta med hink.',
    location: 'Parken',
    event_date_start: event.event_date_start,
    event_date_end: event.event_date_end,
    time_zone: 'Europe/Stockholm',
    public_names: 'full',
    waiting_list: true,
    questions: [],
    late_signup: false,
    max_shifts: null,
    signup_opens_at: null,
    signup_closes_at: null,
    archived: false,
    organization: { name: 'Sommarfesten', color: null, logo_url: null, theme: null },
    contact: { email: admin.email, phone: null },
    as_of: expect.any(String),
    roles: [
      {
        id: cafe.id,
        name: 'Kafé',
        description: 'Våfflor',
        min_age: null,
        asks_first: false,
        shifts: [
          {
            id: early.id,
            role_id: cafe.id,
            ...times(early),
            ...places,
            spots_left: 4,
            assigned_count: 1,
            assigned_people: [{ person_id: assignment.id, first_name: 'Åsa', last_name: 'Öberg' }],
          },
          { id: late.id, role_id: cafe.id, ...times(late), ...places },
        ],
      },
      // Parkering has no shifts.
    ],
  })
  expect(answer.body).not.toContain(CANARY)
  expect(answer.body).not.toContain(person.id)
})

test('a role is listed with its first shift', async () => {
  const { event, parking } = await buildFestival()
  expect((await read(event.id)).roles.map(({ name }) => name)).toEqual(['Kafé'])
  await api.ok(shifts.createShift, {
    headers: admin.headers,
    body: {
      event_id: event.id,
      role_id: parking.id,
      start_dt: event.event_date_start,
      end_dt: event.event_date_end,
      required_qty: 1,
    },
  })
  await eventually(async () =>
    expect((await read(event.id)).roles.map(({ name }) => name)).toEqual(['Kafé', 'Parkering']),
  )
})

test('D41: the event’s own contact, and the organisation’s for what it lacks', async () => {
  const { headers, organization_id } = await buildAdministrator(api)
  const event = await buildEvent(api.deps, { organization_id })
  await api.ok(organizations.updateOrganization, {
    headers,
    body: { contact_email: 'kansli@fest.example', contact_phone: '070-123 45 67' },
  })
  const of_organization = { email: 'kansli@fest.example', phone: '+46 70 123 45 67' }
  await eventually(async () => expect((await read(event.id)).contact).toEqual(of_organization))
  const change = (body: object) => api.ok(events.updateEvent, { headers, params: { id: event.id }, body })
  await change({ contact_email: 'maja@fest.example' })
  await eventually(async () =>
    expect((await read(event.id)).contact).toEqual({ ...of_organization, email: 'maja@fest.example' }),
  )
  await change({ contact_email: '', contact_phone: '08-123 456 78' })
  await eventually(async () =>
    expect((await read(event.id)).contact).toEqual({ ...of_organization, phone: '+46 8 123 456 78' }),
  )
})

test.each([
  ['initial', 'Öberg', 'Ö.'],
  ['initial', '’t Hooft', 't.'],
  ['initial', 'O’Brien-Åkesson', 'O.'],
  ['initial', 'O\u0308berg', 'O\u0308.'],
  ['initial', 'A\u030aberg', 'A\u030a.'],
  ['initial', '👩‍🚒berg', '👩‍🚒.'],
  ['full', 'A\u030aberg', 'A\u030aberg'],
])('D22: with names %s, %s is shown as %s', async (public_names, last_name, shown) => {
  const { event, person } = await buildFestival()
  const { headers } = admin
  await api.ok(events.updateEvent, { headers, params: { id: event.id }, body: { public_names } })
  // Written directly, because the rules compose names: an import may have left a letter and its ring apart.
  await api.deps.db.system((tx) =>
    tx.execute(sql`update person set last_name = ${last_name} where id = ${person.id}`),
  )
  const [role] = (await read(event.id)).roles
  expect(role?.shifts[0]?.assigned_people).toMatchObject([{ first_name: 'Åsa', last_name: shown }])
})

test('D22: with names hidden, counts only', async () => {
  const { event } = await buildFestival()
  const { headers } = admin
  await api.ok(events.updateEvent, { headers, params: { id: event.id }, body: { public_names: 'hidden' } })
  const answer = await get(event.id)
  const [role] = publicEvent.parse(answer.json()).roles
  expect(role?.shifts[0]).toMatchObject({ assigned_count: 1, spots_left: 4, assigned_people: [] })
  expect(answer.body).not.toMatch(/Åsa|Öberg/)
})

test('a page of an allowed origin may read it, one of another may not', async () => {
  const { event } = await buildFestival()
  const { origin } = new URL(api.deps.config.public_url)
  const allowed = {
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
    'access-control-expose-headers': expect.stringContaining('retry-after'),
  }
  const { headers } = await get(event.id, { origin })
  expect(headers).toMatchObject({ ...allowed, vary: 'accept-encoding, origin' })
  // @fastify/cors answers every other call with the same headers.
  expect((await api.inject({ url: '/healthz', headers: { origin } })).headers).toMatchObject(allowed)
  const known = await get(event.id, { origin, 'if-none-match': String(headers['etag']) })
  expect(known).toMatchObject({ statusCode: 304, headers: allowed })
  expect((await get(newId(), { origin })).headers).toMatchObject(allowed)
  const elsewhere = await get(event.id, { origin: 'https://elsewhere.example' })
  expect(elsewhere.headers).not.toHaveProperty('access-control-allow-origin')
  expect(elsewhere.headers['vary']).toBe('accept-encoding, origin')
})

test('an id in capitals is the same event', async () => {
  const { event } = await buildFestival()
  expect(await read(event.id.toUpperCase())).toMatchObject({ id: event.id })
})

test.each([newId(), 'x', '%00', "' or 1=1", newId().replaceAll('-', '')])('%s is no event', async (id) => {
  const answer = await get(encodeURIComponent(id))
  expect(answer.statusCode).toBe(404)
  expect(answer.json()).toMatchObject({ code: 'event_not_found' })
  expect(answer.headers['cache-control']).toBe('no-store')
})

describe('the cached answer', () => {
  test('is read once for many who ask, and not again while nothing happens', async () => {
    const { event } = await buildFestival()
    vi.mocked(readPublicShifts).mockClear()
    const answers = await Promise.all(Array.from({ length: 50 }, () => get(event.id)))
    expect(readPublicShifts).toHaveBeenCalledTimes(1)
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
  })

  test('is sent again without being made again, with every header of the first', async () => {
    const { event } = await buildFestival()
    const address = `${await listen(api)}/events/${event.id}/public`
    // Repeated, because on a busy machine the stored answer may expire before the second request.
    await eventually(async () => {
      const repeats = api.app.micro_cache.countRepeats()
      const [first, again] = [await fetch(address), await fetch(address)]
      expect(api.app.micro_cache.countRepeats()).toBe(repeats + 1)
      const own = { 'x-request-id': expect.stringMatching(/^[\da-f-]{36}$/), date: expect.anything() }
      expect(Object.fromEntries(again.headers)).toEqual({ ...Object.fromEntries(first.headers), ...own })
      expect(again.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'))
      expect(await again.text()).toBe(await first.text())
    })
  })

  test('is known by its tag, weak or among others', async () => {
    const { event } = await buildFestival()
    const { headers } = await get(event.id)
    const etag = String(headers['etag'])
    expect(etag).toMatch(/^"[\w-]{43}"$/)
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const answer = await get(event.id, { 'if-none-match': known })
      expect(answer).toMatchObject({ statusCode: 304, body: '' })
      expect(answer.headers['etag']).toBe(etag)
    }
    expect(await get(event.id, { 'if-none-match': '"other"' })).toMatchObject({ statusCode: 200 })
  })

  test('gives way to every change that is announced', async () => {
    // Time stands still: nothing is read because of its age, and a reading takes no time.
    vi.spyOn(performance, 'now').mockReturnValue(performance.now())
    const { event, cafe, parking, early, person } = await buildFestival()
    const { headers } = admin
    const seen = async () => JSON.stringify((await read(event.id)).roles)
    const changes: (() => Promise<unknown>)[] = [
      () =>
        api.ok(signup.signUp, {
          params: { shiftId: early.id },
          body: {
            first_name: 'Ida',
            last_name: 'Lind',
            email: `${newId()}@volunteer.example`,
            phone: '+46701234567',
          },
        }),
      () => api.ok(people.updatePerson, { headers, params: { id: person.id }, body: { first_name: 'Zoë' } }),
      () =>
        api.ok(events.updateRole, {
          headers,
          params: { id: event.id, roleId: cafe.id },
          body: { name: 'Våffelstugan' },
        }),
      () =>
        api.ok(shifts.createShift, {
          headers,
          body: {
            event_id: event.id,
            role_id: parking.id,
            start_dt: event.event_date_start,
            end_dt: event.event_date_end,
            required_qty: 1,
          },
        }),
      () => api.inject(toNeed(early.id, 9)),
      () =>
        api.ok(events.updateEvent, { headers, params: { id: event.id }, body: { public_names: 'hidden' } }),
      () => api.ok(people.deletePerson, { headers, params: { id: person.id } }),
      () => api.inject({ method: 'DELETE', url: `/admin/shifts/${early.id}`, headers }),
    ]
    for (const change of changes) {
      const before = await seen()
      await change()
      expect(await seen()).not.toBe(before)
    }
    await api.ok(events.deleteEvent, { headers, params: { id: event.id } })
    expect((await get(event.id)).statusCode).toBe(404)
  })

  test('is not older than five seconds when an announcement is lost, and keeps its tag if all is as it was', async () => {
    const { event, late } = await buildFestival()
    const first = await get(event.id)
    const clock = vi.spyOn(performance, 'now')
    const later = (ms: number) => clock.mockReturnValue(performance.now() + ms)

    later(5_100)
    expect((await get(event.id, { 'if-none-match': String(first.headers['etag']) })).statusCode).toBe(304)

    await api.deps.db.system((tx) => tx.execute(sql`update shift set required_qty = 8 where id = ${late.id}`))
    expect((await get(event.id)).body).toBe(first.body)
    later(5_100)
    const { as_of, roles } = await read(event.id)
    expect(roles[0]?.shifts[1]).toMatchObject({ spots_left: 8 })
    expect(as_of > publicEvent.parse(first.json()).as_of).toBe(true)
  })

  test('a reading that began before a change gives way to the next', async () => {
    vi.spyOn(performance, 'now').mockReturnValue(performance.now())
    const { event, late } = await buildFestival()
    vi.mocked(readPublicShifts).mockImplementationOnce(async (tx, event_id) => {
      const reading = await actual.readPublicShifts(tx, event_id)
      await api.inject(toNeed(late.id, 8))
      return reading
    })
    expect((await read(event.id)).roles[0]?.shifts[1]).toMatchObject({ required_qty: 5 })
    expect((await read(event.id)).roles[0]?.shifts[1]).toMatchObject({ required_qty: 8 })
  })

  test('is read at most a tenth of the time, however often the event changes', async () => {
    const { event, late } = await buildFestival()
    // A whole number, so that sums are exact.
    let now = Math.round(performance.now())
    vi.spyOn(performance, 'now').mockImplementation(() => now)
    vi.mocked(readPublicShifts).mockImplementationOnce(async (tx, event_id) => {
      now += 20
      return actual.readPublicShifts(tx, event_id)
    })
    const needed = async () => (await read(event.id)).roles[0]?.shifts[1]?.required_qty
    const change = (required_qty: number) => api.inject(toNeed(late.id, required_qty))

    expect(await needed()).toBe(5)
    await change(6)
    now += 199
    expect(await needed()).toBe(5)
    now += 1
    expect(await needed()).toBe(6)
  })

  test('who meets a change waits for its reading, the others get the answer before at once', async () => {
    vi.spyOn(performance, 'now').mockReturnValue(performance.now())
    const { event, late } = await buildFestival()
    const before = await get(event.id, { 'accept-encoding': 'gzip' })
    await api.inject(toNeed(late.id, 9))

    const gate = new EventEmitter()
    vi.mocked(readPublicShifts).mockImplementationOnce(async (tx, event_id) => {
      await once(gate, 'open')
      return actual.readPublicShifts(tx, event_id)
    })
    const first = get(event.id)
    await eventually(() => expect(gate.listenerCount('open')).toBe(1))
    const others = await Promise.all(Array.from({ length: 20 }, () => get(event.id)))
    gate.emit('open')
    expect(new Set(others.map(({ headers }) => `W/${headers['etag']}`))).toEqual(
      new Set([before.headers['etag']]),
    )
    expect(publicEvent.parse((await first).json()).roles[0]?.shifts[1]).toMatchObject({ required_qty: 9 })
  })

  test('a failure is not cached', async () => {
    const { event } = await buildFestival()
    vi.mocked(readPublicShifts).mockRejectedValueOnce(new Error('away'))
    expect((await get(event.id)).statusCode).toBe(500)
    expect((await get(event.id)).statusCode).toBe(200)
  })

  test('memory is bounded: what was asked for longest ago gives way, what is asked for often stays', async () => {
    const small = await buildTestApp({ public_cache_bytes: 40_000 })
    vi.spyOn(performance, 'now').mockReturnValue(performance.now())
    const ask = (id: string) => small.inject({ url: `/events/${id}/public` })
    const [popular, ...others] = await Promise.all(Array.from({ length: 30 }, () => buildEvent(small.deps)))
    if (!popular) throw new Error('no event')
    vi.mocked(readPublicShifts).mockClear()
    for (const { id } of [popular, ...others]) {
      await ask(id)
      await ask(popular.id)
    }
    expect(readPublicShifts).toHaveBeenCalledTimes(30)
    for (const { id } of others) await ask(id)
    expect(vi.mocked(readPublicShifts).mock.calls.length).toBeGreaterThan(50)
    await small.close()
  })
})
