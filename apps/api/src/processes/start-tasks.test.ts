import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { buildTestApp, type TestApp } from '../../test/app.ts'
import { eventually } from '../../test/eventually.ts'
import { buildOrganization } from '../../test/planning.ts'
import { explain, type Plan, recordStatements } from '../../test/recorded-statements.ts'
import { sweepIdempotencyKeys } from '../access/idempotency.ts'
import { listTasks, startTasks } from './start-tasks.ts'

const TABLES = [
  'idempotency_key',
  'batch',
  'deletion',
  'person_import',
  'rate_limit',
  'webhook_event',
  'mail_quota',
]
const ROWS = 1_500

let api: TestApp
beforeAll(async () => {
  api = await buildTestApp()
})
afterAll(() => api.close())

/** Runs the tasks that delete old rows, each as the worker does. */
async function sweepAll(stopping = new AbortController().signal): Promise<void> {
  const tasks = Object.entries(listTasks(api.deps, { mail: undefined, sms: undefined }))
  for (const [name, { run }] of tasks) if (name.startsWith('old ')) await run(stopping)
}

const execute = (statement: string) => api.deps.db.system((tx) => tx.execute(sql.raw(statement)))

async function countRows(): Promise<number[]> {
  const counts = TABLES.map((table) => `select '${table}' as name, count(*)::int as rows from ${table}`)
  const { rows } = await execute(counts.join(' union all '))
  return TABLES.map((table) => Number(rows.find(({ name }) => name === table)?.['rows']))
}

/** Inserts more old rows than a batch takes, and a new one. */
beforeEach(async () => {
  const { id } = await buildOrganization(api.deps)
  for (const table of TABLES) await execute(`delete from ${table}`)
  const ages = `from generate_series(1, ${ROWS + 1}) n
    cross join lateral (select now() - case when n > 1 then interval '100 days' else interval '0' end as at) old`
  await execute(`insert into idempotency_key (organization_id, scope_id, key, body_hash, answer, created_at)
    select '${id}', gen_random_uuid(), n::text, 'h', '{}', at ${ages}`)
  await execute(`insert into batch (organization_id, id, event_ids, created_at)
    select '${id}', gen_random_uuid(), '{}', at ${ages}`)
  await execute(`insert into rate_limit (bucket, window_start) select n::text, at ${ages}`)
  await execute(
    `insert into webhook_event (provider, provider_event_id, received_at) select 'p', n, at ${ages}`,
  )
  await execute(`insert into person_import (organization_id, id, tag_ids, created_at)
    select '${id}', gen_random_uuid(), '{}', at ${ages}`)
  await execute(`insert into deletion (organization_id, id, kind, deleted_at)
    select '${id}', gen_random_uuid(), 'shift', at ${ages}`)
  await execute(`insert into mail_quota (address_key, updated_at) select n::text, at ${ages}`)
})

test('what is old is deleted, in several batches', async () => {
  expect(await api.deps.db.system(sweepIdempotencyKeys)).toBe(1_000)
  await sweepAll()
  expect(await countRows()).toEqual([1, 1, 1, 1, 1, 1, 1])
})

test('a task that fails stops no other, and its log line names it', async () => {
  const { db, log } = api.deps
  const system: typeof db.system = (work) =>
    Object.is(work, sweepIdempotencyKeys) ? Promise.reject(new Error('no connection')) : db.system(work)
  const child = vi.spyOn(log, 'child')
  const tasks = startTasks({ ...api.deps, db: { ...db, system } })
  await eventually(async () => expect(await countRows()).toEqual([ROWS + 1, 1, 1, 1, 1, 1, 1]))
  await tasks.stop()
  expect(child).toHaveBeenCalledWith({ task: 'old idempotency keys' })
})

test('nothing is begun once the worker stops', async () => {
  await sweepAll(AbortSignal.abort())
  expect(await countRows()).toEqual(TABLES.map(() => ROWS + 1))
})

test('old rows are found by an index', async () => {
  const statements = await recordStatements(() => sweepAll())
  const database = new Client({ connectionString: String(api.deps.db.pool.options.connectionString) })
  await database.connect()
  await database.query('set enable_seqscan = off')
  const plans: Plan[] = []
  for (const statement of statements) plans.push(await explain(database, statement, 'force_custom_plan'))
  await database.end()
  const used = plans.flatMap(listNodes).flatMap((node) => node['Index Name'] ?? [])
  expect(used.toSorted()).toEqual(TABLES.map((table) => `${table}_age`).toSorted())
})

const listNodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(listNodes)]
