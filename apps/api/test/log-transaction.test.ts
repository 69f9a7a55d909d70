import { notesOf } from '@muster/contract/endpoint'
import type { AppRoute } from '@ts-rest/core'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import * as record from '../src/db/record-action.ts'
import { buildTestApp, type TestApp } from './app.ts'
import { administration, callOf, nameOf, requestOf } from './calls.ts'
import { fillOrganization } from './fill-organization.ts'
import { buildAdministrator } from './organizations.ts'

/* A1: an entry of the log is written in the transaction of the change, for every call that is recorded. */

const recorded = administration
  .filter((route) => Array.isArray(notesOf(route).log))
  .map((route): [string, AppRoute] => [nameOf(route), route])

let api: TestApp
/** Connection of the tables' owner, which the triggers of this test need. */
let owner: Client
beforeAll(async () => {
  api = await buildTestApp({ limits: { requests_per_minute: 1_000_000 } })
  owner = new Client(String(api.deps.db.pool.options.connectionString))
  await owner.connect()
  await owner.query(`create function fail() returns trigger language plpgsql as
    $$ begin raise exception 'broken'; end $$`)
  await owner.query('create table written (name text, transaction xid8)')
  await owner.query(`create function note() returns trigger language plpgsql security definer as
    $$ begin insert into public.written values (tg_table_name, pg_current_xact_id()); return null; end $$`)
  for (const table of TABLES) {
    await owner.query(`create trigger noted after insert or update or delete on ${table}
      for each row execute function note()`)
  }
})
afterEach(async () => {
  await owner.query('drop trigger if exists broken on audit_log')
})
afterAll(async () => {
  await owner.end()
  await api.close()
})

const FAILURES = {
  'when the entry cannot be written':
    'create trigger broken before insert on audit_log for each row execute function fail()',
  'when the transaction fails after the entry': `create constraint trigger broken after insert on audit_log
    deferrable initially deferred for each row execute function fail()`,
}

const TABLES = [
  'organization',
  'membership',
  'member_invitation',
  'api_key',
  'person',
  'event',
  'role',
  'shift',
  'assignment',
  'waiting',
  'message',
  'broadcast',
  'audit_log',
]

async function buildWorld() {
  const admin = await buildAdministrator(api)
  return { admin, own: await fillOrganization(api.deps, admin.organization_id) }
}

async function call(route: AppRoute, world?: Awaited<ReturnType<typeof buildWorld>>) {
  const { admin, own } = world ?? (await buildWorld())
  const before = await readRows(admin.organization_id)
  return {
    before,
    after: () => readRows(admin.organization_id),
    send: () => api.inject({ ...requestOf(route, callOf(route, own)), headers: admin.headers }),
  }
}

async function readRows(organization_id: string): Promise<string> {
  const { rows: tables } = await owner.query<{ name: string; key: string }>(
    `select table_name as name, case table_name when 'organization' then 'id' else 'organization_id' end as key
     from information_schema.tables where table_schema = 'public' and table_name = any($1)`,
    [TABLES],
  )
  const reads = tables.map(
    ({ name, key }) => `select '${name}' as of, to_jsonb(t)::text as row from ${name} t where ${key} = $1`,
  )
  const { rows } = await owner.query(`${reads.join(' union all ')} order by 1, 2`, [organization_id])
  return JSON.stringify(rows)
}

describe.each(Object.entries(FAILURES))('%s', (_failure, trigger) => {
  let world: Awaited<ReturnType<typeof buildWorld>>
  beforeAll(async () => {
    world = await buildWorld()
  })

  test.each(recorded)('%s changes nothing', async (_name, route) => {
    const { before, after, send } = await call(route, world)
    await owner.query(trigger)
    expect((await send()).statusCode).toBe(500)
    expect(await after()).toBe(before)
  })
})

/** Returns all transactions that wrote to the organisation since the table was emptied, and those that logged. */
async function listTransactions(): Promise<{ all: Set<string>; ofLog: Set<string> }> {
  const { rows } = await owner.query<{ name: string; transaction: string }>(
    'select name, transaction::text from written',
  )
  const of = (names: typeof rows) => new Set(names.map(({ transaction }) => transaction))
  return { all: of(rows), ofLog: of(rows.filter(({ name }) => name === 'audit_log')) }
}

test.each(recorded)('%s writes its change and its entry in one transaction', async (_name, route) => {
  const { send } = await call(route)
  await owner.query('truncate written')
  expect((await send()).statusCode).toBeLessThan(300)
  const { all, ofLog } = await listTransactions()
  expect(ofLog.size).toBe(1)
  expect(all).toEqual(ofLog)
})

test('negative control: two transactions are seen', async () => {
  vi.mocked(record.recordAction).mockImplementationOnce((tx, done) =>
    api.deps.db.transaction(tx.org, (other) => record.recordActionOf(other, other.org, done)),
  )
  const [, route] = recorded.find(([name]) => name === 'POST /admin/people') ?? []
  if (!route) throw new Error('No such route')
  const { send } = await call(route)
  await owner.query('truncate written')
  expect((await send()).statusCode).toBe(201)
  const { all, ofLog } = await listTransactions()
  expect(all).not.toEqual(ofLog)
})

test('negative control: with the entry in a transaction of its own the change stays without it', async () => {
  const [, route] = recorded.find(([name]) => name === 'POST /admin/people') ?? []
  if (!route) throw new Error('No such route')
  vi.mocked(record.recordAction).mockImplementationOnce(async (tx, done) => {
    const own = api.deps.db.transaction(tx.org, (other) => record.recordActionOf(other, other.org, done))
    await own.catch(() => undefined)
  })
  const { before, after, send } = await call(route)
  await owner.query(FAILURES['when the entry cannot be written'])
  expect((await send()).statusCode).toBe(201)
  expect(await after()).not.toBe(before)
})
