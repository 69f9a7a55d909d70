import { events } from '@muster/contract/events'
import { people } from '@muster/contract/people'
import { moveShift } from '@muster/contract/rules/event-dates'
import { addMs, DAY_MS } from '@muster/contract/rules/instants'
import { shifts } from '@muster/contract/shifts'
import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from './app.ts'
import { longestTurn } from './event-loop.ts'
import { type Administrator, buildAdministrator } from './organizations.ts'
import { buildEvent, buildRole, buildShift } from './planning.ts'
import { countMostRows, explain, recordStatements } from './recorded-statements.ts'

/* D66 */

describe('above its limit nothing is added', () => {
  let api: TestApp
  let admin: Administrator
  beforeAll(async () => {
    const limits = {
      shifts_per_event: 2,
      roles_per_event: 2,
      events_per_organization: 2,
      people_per_organization: 2,
    }
    api = await buildTestApp({ limits })
    admin = await buildAdministrator(api)
  })
  afterAll(() => api.close())

  const person = (first_name: string) => ({
    body: { first_name, last_name: 'Öberg', email: `${first_name}@volunteer.example` },
    headers: admin.headers,
  })

  test('a third event, role, shift or person is refused, and says how many there may be', async () => {
    const { headers, organization_id } = admin
    const dates = { event_date_start: '2027-06-01T08:00:00.000Z', event_date_end: '2027-06-02T08:00:00.000Z' }
    const [, event] = await Promise.all([1, 2].map(() => buildEvent(api.deps, { organization_id })))
    if (!event) throw new Error('there are two')
    const reached = { status: 409, code: 'limit_reached', limit: 2 }
    expect(await api.refused(events.createEvent, { body: { name: 'x', ...dates }, headers })).toMatchObject({
      ...reached,
      error: 'An organization may have 2 events. Archive some that you no longer need.',
    })

    const role = await buildRole(api.deps, { event })
    const params = { id: event.id }
    await api.ok(events.createRole, { params, body: { name: 'Värd' }, headers })
    expect(await api.refused(events.createRole, { params, body: { name: 'x' }, headers })).toMatchObject(
      reached,
    )

    const shift = {
      event_id: event.id,
      role_id: role.id,
      start_dt: dates.event_date_start,
      end_dt: dates.event_date_end,
      required_qty: 1,
    }
    for (const _ of [1, 2]) await api.ok(shifts.createShift, { body: shift, headers })
    expect(await api.refused(shifts.createShift, { body: shift, headers })).toMatchObject(reached)
    const elsewhere = await buildShift(api.deps, { organization_id })
    const moved = { params: { id: elsewhere.id }, body: { event_id: event.id, role_id: role.id }, headers }
    expect(await api.refused(shifts.updateShift, moved)).toMatchObject(reached)

    for (const name of ['Åsa', 'Bo']) await api.ok(people.createPerson, person(name))
    expect(await api.refused(people.createPerson, person('Cilla'))).toMatchObject(reached)
  })

  test('what exists above it can be read, changed and deleted', async () => {
    const event = await buildEvent(api.deps, { organization_id: admin.organization_id })
    const { headers } = admin
    const { id } = event
    await api.ok(events.updateEvent, { params: { id }, body: { name: 'Höstfest' }, headers })
    await api.ok(events.deleteEvent, { params: { id }, headers })
  })
})

describe('moving an event of 2,000 shifts with a person each', () => {
  const SHIFTS = 2_000
  let api: TestApp
  let admin: Administrator
  let event: Awaited<ReturnType<typeof buildEvent>>
  let days = 0
  beforeAll(async () => {
    api = await buildTestApp()
    admin = await buildAdministrator(api)
    event = await buildEvent(api.deps, { organization_id: admin.organization_id })
    await fill()
  })
  afterAll(() => api.close())

  async function fill() {
    const { organization_id } = admin
    const role = await buildRole(api.deps, { event })
    await api.deps.db.system(async (tx) => {
      await tx.execute(sql`
        with made as (
          select gen_random_uuid() as shift_id, gen_random_uuid() as person_id, n,
            ${event.event_date_start}::timestamptz + n * interval '1 minute' as start_dt
          from generate_series(1, ${SHIFTS}::int) n
        ), added_shifts as (
          insert into shift (organization_id, id, event_id, role_id, start_dt, end_dt, required_qty)
          select ${organization_id}, shift_id, ${event.id}, ${role.id}, start_dt, start_dt + interval '1 hour', 2 from made
          returning id
        ), added_people as (
          insert into person (organization_id, id, first_name, last_name, email, identity_key)
          select ${organization_id}, person_id, 'Namn', 'Nr', n || '@volunteer.example', n::text from made
          returning id
        )
        insert into assignment (organization_id, id, shift_id, person_id, status, token_expires_at, uncapped_expires_at,
          expiry_set_at, calendar_uid, source)
        select ${organization_id}, gen_random_uuid(), shift_id, person_id, 'CONFIRMED', start_dt, start_dt, now(),
          n::text, 'admin'
        from made, (select count(*) from added_shifts) s, (select count(*) from added_people) p`)
    })
  }

  const moveByADay = async () => {
    days += 1
    await api.ok(events.updateEvent, {
      params: { id: event.id },
      body: {
        move_shifts: true,
        event_date_start: addMs(event.event_date_start, days * DAY_MS),
        event_date_end: addMs(event.event_date_end, days * DAY_MS),
      },
      headers: admin.headers,
    })
  }

  test('lets other requests go on meanwhile', async () => {
    await moveByADay()
    const at_once = await longestTurn(computeAtOnce)
    // Garbage collection may lengthen one of the three.
    const turns = [
      await longestTurn(moveByADay),
      await longestTurn(moveByADay),
      await longestTurn(moveByADay),
    ]
    expect(Math.min(...turns)).toBeLessThan(at_once)
  })

  /** What the move computes for its shifts. */
  async function computeAtOnce() {
    const move = { from: 'Europe/Stockholm', to: 'Europe/Stockholm', days: 1 }
    const times = { start_dt: event.event_date_start, end_dt: event.event_date_end }
    for (let n = 0; n < SHIFTS; n++) moveShift(times, move)
  }

  test('no statement reads pairs of rows', async () => {
    const database = new Client({ connectionString: String(api.deps.db.pool.options.connectionString) })
    await database.connect()
    await database.query('set enable_seqscan = off; set enable_mergejoin = off')
    // As after an ANALYZE of tables that held one row.
    await database.query(
      `update pg_class set reltuples = 1, relpages = 1 where relname in ('shift', 'assignment')`,
    )
    const statements = await recordStatements(moveByADay)
    expect(statements.filter(({ text }) => text.includes('by_id')).length).toBeGreaterThan(1)
    // The entries of the log have been written, with these ids.
    for (const statement of statements.filter(({ text }) => !/insert into "?audit_log/.test(text))) {
      const plan = await explain(database, statement, 'force_custom_plan')
      expect.soft(countMostRows(plan), statement.text).toBeLessThan(10 * SHIFTS)
    }
    await database.end()
  })
})
