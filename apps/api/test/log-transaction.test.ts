import { contract } from '@muster/contract/contract'
import { notesOf } from '@muster/contract/endpoint'
import type { AppRoute } from '@ts-rest/core'
import { eq } from 'drizzle-orm'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import * as record from '../src/db/record-action.ts'
import { auditLog } from '../src/db/schema.ts'
import { buildTestApp, type TestApp } from './app.ts'
import { administration, callOf, requestOf, testRoutes } from './calls.ts'
import { buildWorld, type World } from './filled-app.ts'
import { readRowsOf, TENANT_TABLES } from './organization-rows.ts'

/* A1: each change is recorded as its endpoint declares, in the transaction of the change. */

/**
 * Tested by the features: the first two need a person who has a place, and a shift without another free place; the
 * others an event with roles and shifts, people who are free at the time of a copy, and a planned broadcast.
 */
const ELSEWHERE: readonly string[] = [
  'assignment.link_sent',
  'waiting.withdrawn',
  'POST /admin/events role.added',
  'POST /admin/events shift.added',
  'POST /admin/shifts/batch assignment.added',
  'POST /admin/events/:eventId/broadcast broadcast.planned',
  'POST /admin/broadcasts/:id/send-now broadcast.sent',
]
function listDeclared(route: AppRoute): string[] {
  const { log = [] } = notesOf(route)
  const isHere = (action: string) =>
    !ELSEWHERE.includes(action) && !ELSEWHERE.includes(`${route.method} ${route.path} ${action}`)
  return log === 'none' ? [] : log.filter(isHere)
}

const isRecorded = (route: AppRoute) => listDeclared(route).length > 0
const recorded = administration.filter(isRecorded)
const changes = administration.filter((route) => route.method !== 'GET' || isRecorded(route))

let api: TestApp
/** Connection of the tables' owner, which the triggers of this test need. */
let owner: Client
beforeAll(async () => {
  api = await buildTestApp()
  owner = new Client(String(api.deps.db.pool.options.connectionString))
  await owner.connect()
  await owner.query(`create function fail() returns trigger language plpgsql as
    $$ begin raise exception 'broken'; end $$`)
  await owner.query('create table written (name text, transaction xid8)')
  await owner.query(`create function note() returns trigger language plpgsql security definer as
    $$ begin insert into public.written values (tg_table_name, pg_current_xact_id()); return null; end $$`)
  for (const table of ['organization', ...TENANT_TABLES]) {
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

const ENTRY_FAILS = 'create trigger broken before insert on audit_log for each row execute function fail()'
const TRANSACTION_FAILS = `create constraint trigger broken after insert on audit_log
  deferrable initially deferred for each row execute function fail()`

/** Sends the call that succeeds, or one with `body`. */
const send = (route: AppRoute, { admin, filled }: World, body?: object) =>
  api.inject({
    ...requestOf(route, { ...callOf(route, filled), ...(body && { body }) }),
    headers: admin.headers,
  })

describe('nothing is changed by', () => {
  let world: World
  let before: string
  beforeAll(async () => {
    world = await buildWorld(api)
    before = await readRowsOf(api.deps, world.admin.organization_id)
  })

  async function expectNoChange(status: number, route: AppRoute, body?: object) {
    expect((await send(route, world, body)).statusCode).toBe(status)
    expect(await readRowsOf(api.deps, world.admin.organization_id)).toBe(before)
  }

  testRoutes(recorded, 'when its entry cannot be written', async (route) => {
    await owner.query(ENTRY_FAILS)
    await expectNoChange(500, route)
  })

  testRoutes(recorded, 'when its transaction fails after the entry', async (route) => {
    await owner.query(TRANSACTION_FAILS)
    await expectNoChange(500, route)
  })

  testRoutes(changes, 'when it is refused, which is not recorded either', async (route) => {
    await expectNoChange(400, route, { unknown: 1 })
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

const listEntries = ({ admin }: World) =>
  api.deps.db.system((tx) => tx.select().from(auditLog).where(eq(auditLog.actor_id, admin.user_id)))

testRoutes(changes, 'is recorded as it declares, in the transaction of its change', async (route) => {
  const world = await buildWorld(api)
  await owner.query('truncate written')
  const { statusCode, body } = await send(route, world)
  expect(statusCode, body).toBeLessThan(300)

  const declared = listDeclared(route)
  const entries = await listEntries(world)
  expect(entries.map(({ action }) => action).toSorted()).toEqual(declared.toSorted())
  for (const entry of entries) expect(entry).toMatchObject({ actor_kind: 'account' })

  const { all, ofLog } = await listTransactions()
  expect(ofLog.size).toBe(isRecorded(route) ? 1 : 0)
  if (isRecorded(route)) expect(all).toEqual(ofLog)
})

const { createPerson } = contract.people

test('negative control: two transactions are seen', async () => {
  vi.mocked(record.recordAction).mockImplementationOnce((tx, done) =>
    api.deps.db.transaction(tx.org, (other) => record.recordActionOf(other, other.org, done)),
  )
  const world = await buildWorld(api)
  await owner.query('truncate written')
  expect((await send(createPerson, world)).statusCode).toBe(201)
  const { all, ofLog } = await listTransactions()
  expect(all).not.toEqual(ofLog)
})

test('negative control: with the entry in a transaction of its own the change stays without it', async () => {
  vi.mocked(record.recordAction).mockImplementationOnce(async (tx, done) => {
    const own = api.deps.db.transaction(tx.org, (other) => record.recordActionOf(other, other.org, done))
    await own.catch(() => undefined)
  })
  const world = await buildWorld(api)
  const { organization_id } = world.admin
  const before = await readRowsOf(api.deps, organization_id)
  await owner.query(ENTRY_FAILS)
  expect((await send(createPerson, world)).statusCode).toBe(201)
  expect(await readRowsOf(api.deps, organization_id)).not.toBe(before)
})
