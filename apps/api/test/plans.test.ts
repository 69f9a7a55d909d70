import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../src/db/ids.ts'
import { listOpenedByLinks } from '../src/features/assignments/queries.ts'
import { createReadEvent } from '../src/features/events/live.ts'
import { createFindEventOfShift } from '../src/features/signup/live.ts'
import { createReadDirect } from '../src/protocols/supabase/direct/live.ts'
import { signId } from '../src/signing/signed-id.ts'
import { buildTestApp, type TestApp } from './app.ts'
import { administration, callOf, nameOf } from './calls.ts'
import { fillOrganization } from './fill-organization.ts'
import { type Administrator, buildAdministrator } from './organizations.ts'
import { buildAssignment, buildShift, mint } from './planning.ts'
import {
  countMostRows,
  countReads,
  explain,
  findWaste,
  type Recorded,
  recordStatements,
} from './recorded-statements.ts'

/*
 * The first thousand rows of an organisation come before any ANALYZE, and a connection keeps older plans. Even then
 * no statement of a busy path may read a whole organisation where it needs one shift.
 */

const SHIFTS = 1_000
const PEOPLE = 5_000
const PER_SHIFT = 20

let api: TestApp
let database: Client
beforeAll(async () => {
  // One connection, so that its cached plans are the ones measured.
  api = await buildTestApp({ database_connections: 1 })
  database = new Client({ connectionString: String(api.deps.db.pool.options.connectionString) })
  await database.connect()
  // These are the settings of the product's connections.
  await database.query('set enable_seqscan = off; set enable_mergejoin = off')
  for (const table of TABLES) await database.query(`alter table ${table} set (autovacuum_enabled = false)`)
})
afterAll(async () => {
  await database.end()
  await api.close()
})

const TABLES = ['person', 'event', 'role', 'shift', 'assignment', 'message', 'idempotency_key']

type Organization = { admin: Administrator; event_id: string; shifts: string[]; invited: string[] }

describe.each([
  ['never analyzed', { misleads: false, prepareDatabase: async () => {} }],
  ['analyzed while it was empty', { misleads: false, prepareDatabase: () => analyze() }],
  [
    'analyzed when it held a thousand small organisations',
    { misleads: true, prepareDatabase: () => fillSmallOrganizations().then(analyze) },
  ],
])('a new organisation in a database %s', (_state, { misleads, prepareDatabase }) => {
  let organization: Organization
  let reads: number[]
  let statements: Recorded[]
  beforeAll(async () => {
    await forget()
    await prepareDatabase()
    // PostgreSQL caches a plan from the sixth use of a statement on.
    const small = await fillWithShifts({ shifts: 2, people: 8 })
    for (let n = 0; n < 6; n++) await visit(small)
    organization = await fillWithShifts({ shifts: SHIFTS, people: PEOPLE })
    reads = await countReads(() => visit(organization))
    statements = await recordStatements(() => visit(organization))
    // An entry cannot be inserted again, to explain the look-up of its role.
    await database.query('delete from audit_log')
  })

  test.each(['force_custom_plan', 'force_generic_plan'] as const)(
    'no statement reads more than it needs, %s',
    async (plan_cache_mode) => {
      expect(statements.length).toBeGreaterThan(25)
      for (const statement of statements) {
        const plan = await explain(database, statement, plan_cache_mode)
        expect.soft(findWaste(plan), `${statement.text} ${JSON.stringify(plan)}`).toEqual([])
      }
    },
  )

  test('nor does a transaction with plans from before the organisation grew', async () => {
    // A page with all names reads the most.
    const all = SHIFTS * PER_SHIFT
    expect(Math.max(...reads)).toBeLessThan(3 * all)
    expect(reads.toSorted((a, b) => a - b)[Math.floor(reads.length / 2)]).toBeLessThan(5 * PER_SHIFT)
  })

  test('negative control: statistics like these mislead a join by organisation', async () => {
    const { admin, event_id, shifts } = organization
    const begin = `begin; set local role muster_app; select set_config('app.organization_id', '${admin.organization_id}', true)`
    const values = [admin.organization_id, event_id, shifts.at(-1)]
    const plan = await explain(database, { begin, text: JOIN_BY_ORGANIZATION, values }, 'force_custom_plan')
    expect(findWaste(plan).length > 0).toBe(misleads)
  })
})

describe('in a database of which some tables were analyzed while they were almost empty', () => {
  let admin: Administrator
  let statements: Recorded[]
  let rows: number
  beforeAll(async () => {
    await forget()
    admin = await buildAdministrator(api)
    const { organization_id } = admin
    const build = async () =>
      buildAssignment(api.deps, { shift: await buildShift(api.deps, { organization_id }) })
    await build()
    await database.query('analyze shift, event')
    for (let n = 0; n < 400; n++) await build()
    await database.query('analyze person')
    statements = await recordStatements(async () => {
      for (const route of administration) {
        if (ENDING.includes(nameOf(route))) continue
        const call = callOf(route, await fillOrganization(api.deps, organization_id))
        await api.ok(route, { ...call, headers: admin.headers })
      }
    })
    // A shift cannot be inserted again, to explain the look-up of its event's hours.
    statements = statements.filter(({ text }) => !text.startsWith('insert into "shift"'))
    // So that the statements that insert them can be explained.
    await database.query('delete from message; delete from audit_log; delete from merge')
    const { rows: counted } = await database.query<{ count: number }>('select count(*)::int from assignment')
    rows = counted[0]?.count ?? 0
  })

  test('no statement of any call reads pairs of rows', async () => {
    expect(statements.length).toBeGreaterThan(150)
    for (const statement of statements) {
      const plan = await explain(database, statement, 'force_custom_plan')
      expect.soft(countMostRows(plan), `${statement.text} ${JSON.stringify(plan)}`).toBeLessThan(12 * rows)
    }
  })

  test('negative control: joined by organisation as well, an export does', async () => {
    const { organization_id } = admin
    const begin = `begin; set local role muster_app; select set_config('app.organization_id', '${organization_id}', true)`
    const statement = { begin, text: EXPORT_BY_ORGANIZATION, values: [organization_id] }
    const plan = await explain(database, statement, 'force_custom_plan')
    expect(countMostRows(plan)).toBeGreaterThan(50 * rows)
  })
})

/** Calls after which there is no organisation, or no owner in it. */
const ENDING = ['POST /api/account/end', 'POST /admin/organization/end', 'POST /admin/members/leave']

async function visit({
  admin: { headers, organization_id },
  event_id,
  shifts,
  invited,
}: Organization): Promise<void> {
  const [shift_id = ''] = shifts
  const visitor = { first_name: 'Åsa', last_name: 'Öberg', phone: '+46701234567' }
  const email = `${newId()}@volunteer.example`
  const answered = invited.splice(0, 2)
  const links = answered.map((id) => signId(api.deps.keys, { purpose: 'personal_link', id, round: 1 }))
  const send = async (method: 'GET' | 'POST', url: string, payload?: object) => {
    // A change of an answer may be repeated without a key.
    const key = !url.endsWith('/change') && { 'idempotency-key': newId() }
    const answer = await api.inject({
      method,
      url,
      headers: { ...headers, ...key },
      ...(payload && { payload }),
    })
    expect(answer.statusCode, `${url} ${answer.body}`).toBeLessThan(300)
    return answer
  }
  await send('POST', `/shifts/${shift_id}/signup`, { ...visitor, email })
  await send('POST', `/events/${event_id}/signup`, {
    ...visitor,
    email: `${newId()}@volunteer.example`,
    shift_ids: shifts.slice(0, 2),
  })
  for (const [n, link] of links.entries()) {
    await send('GET', `/assignment/${link}`)
    await send('POST', `/assignment/${link}/confirm`, { confirm: n === 0 })
    for (const status of ['DECLINED', 'CONFIRMED'])
      await send('POST', `/assignment/${link}/change`, { status })
    const { feed_url } = (await send('GET', `/assignment/${link}/calendar-feed`)).json<{ feed_url: string }>()
    await send('GET', new URL(feed_url).pathname)
  }
  await api.deps.db.transaction(mint(organization_id), (tx) => listOpenedByLinks(tx, answered))
  await send('GET', `/events/${event_id}/public`)
  await createReadEvent(api.deps)(event_id, [shift_id])
  await createReadEvent(api.deps)(event_id)
  await createReadDirect(api.deps)(event_id, [shift_id])
  await createReadDirect(api.deps)(event_id)
  await send('GET', `/rest/v1/person?select=id,first_name,last_name&id=eq.${answered[0]}`)
  await createFindEventOfShift(api.deps)(shift_id)
  for (const url of ['/admin/events', `/admin/events/${event_id}`, `/admin/events/${event_id}/roles`])
    await send('GET', url)
  for (const query of [`event_id=${event_id}`, `event_id=${event_id}&view=schedule`])
    await send('GET', `/admin/shifts?${query}`)
  await send('GET', '/admin/people')
}

async function fillWithShifts(size: { shifts: number; people: number }): Promise<Organization> {
  const admin = await buildAdministrator(api)
  const { organization_id } = admin
  const event_id = newId()
  await database.query(
    `insert into event (organization_id, id, name, event_date_start, event_date_end, time_zone, cancel_until_hours)
     values ($1, $2, 'Fest', now() + interval '1 day', now() + interval '99 days', 'Europe/Stockholm', 0)`,
    [organization_id, event_id],
  )
  await database.query(
    `insert into role (organization_id, id, event_id, name) select $1, gen_random_uuid(), $2, 'Roll ' || n from generate_series(1, 4) n`,
    [organization_id, event_id],
  )
  const { rows: shifts } = await database.query<{ id: string }>(
    `insert into shift (organization_id, id, event_id, role_id, start_dt, end_dt, required_qty)
     select $1, gen_random_uuid(), $2, (array(select id from role where event_id = $2))[1 + n % 4],
       now() + n * interval '4 hours', now() + n * interval '4 hours' + interval '2 hours', 1000
     from generate_series(1, $3::int) n returning id`,
    [organization_id, event_id, size.shifts],
  )
  await database.query(
    `insert into person (organization_id, id, first_name, last_name, email, identity_key)
     select $1::uuid, gen_random_uuid(), 'Namn', 'Nr ' || n, n || '@volunteer.example', $1::text || n from generate_series(1, $2::int) n`,
    [organization_id, size.people],
  )
  const { rows: assigned } = await database.query<{ id: string; status: string }>(
    `insert into assignment (organization_id, id, shift_id, person_id, status, source, token_expires_at,
       uncapped_expires_at, expiry_set_at, calendar_uid)
     select $1, gen_random_uuid(), s.id, p.id, case when (p.n / 50) % 10 = 0 then 'INVITED' else 'CONFIRMED' end, 'admin',
       now() + interval '1 day', now() + interval '1 day', now(), gen_random_uuid()::text
     from (select id, row_number() over () as n from person where organization_id = $1) p
     join (select id, row_number() over () as n from shift where organization_id = $1) s
       on s.n % greatest(1, $2::int / 4) = p.n % greatest(1, $2::int / 4)
     returning id, status`,
    [organization_id, size.shifts],
  )
  return {
    admin,
    event_id,
    shifts: shifts.map(({ id }) => id),
    invited: assigned.filter(({ status }) => status === 'INVITED').map(({ id }) => id),
  }
}

async function fillSmallOrganizations() {
  await database.query(`
    insert into organization (id, name, time_zone, language, country)
      select gen_random_uuid(), 'Liten', 'Europe/Stockholm', 'sv', 'SE' from generate_series(1, 1000);
    insert into event (organization_id, id, name, event_date_start, event_date_end, time_zone)
      select id, gen_random_uuid(), 'Fest', now(), now() + interval '1 day', 'Europe/Stockholm' from organization;
    insert into role (organization_id, id, event_id, name) select organization_id, gen_random_uuid(), id, 'Roll' from event;
    insert into shift (organization_id, id, event_id, role_id, start_dt, end_dt, required_qty)
      select organization_id, gen_random_uuid(), event_id, id, now(), now() + interval '1 hour', 5 from role;
    insert into person (organization_id, id, first_name, last_name, email, identity_key)
      select id, gen_random_uuid(), 'En', 'Person', 'en@volunteer.example', id::text from organization;
    insert into assignment (organization_id, id, shift_id, person_id, status, source, token_expires_at,
        uncapped_expires_at, expiry_set_at, calendar_uid)
      select s.organization_id, gen_random_uuid(), s.id, p.id, 'CONFIRMED', 'admin', now(), now(), now(), 'x'
      from shift s join person p using (organization_id)`)
}

const forget = () =>
  database.query(`
    truncate organization cascade;
    update pg_class set reltuples = -1, relpages = 0 where relname = any('{${TABLES.join()}}');
    delete from pg_statistic where starelid::regclass::text = any('{${TABLES.join()}}')`)

const analyze = () => database.query(`analyze ${TABLES.join(', ')}`)

/** Negative control: lets the planner read each table by its organisation. */
const JOIN_BY_ORGANIZATION = `
  select shift.id, count(assignment.id), json_agg(person.first_name)
  from shift
  left join assignment on assignment.organization_id = shift.organization_id
    and assignment.shift_id = shift.id and assignment.status = 'CONFIRMED'
  left join person on person.organization_id = assignment.organization_id and person.id = assignment.person_id
  where shift.organization_id = $1 and shift.event_id = $2 and shift.id = $3
  group by shift.organization_id, shift.id`

const EXPORT_BY_ORGANIZATION = `
  select t.id, p.first_name, e.name, r.name, s.start_dt
  from (select * from assignment where organization_id = $1 order by id limit 2000) t
  join shift s on s.organization_id = t.organization_id and s.id = t.shift_id
  join role r on r.organization_id = t.organization_id and r.id = s.role_id
  join event e on e.organization_id = t.organization_id and e.id = s.event_id
  join person p on p.organization_id = t.organization_id and p.id = t.person_id
  order by t.id`
