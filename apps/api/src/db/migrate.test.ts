import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client, type QueryResultRow } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { createTestDatabase, type TestDatabase } from '../../test/database.ts'
import { eventually } from '../../test/eventually.ts'
import { createPatientDb } from '../../test/patient.ts'
import { hasEveryMigration, migrate } from './migrate.ts'

const journal = z.object({ entries: z.array(z.looseObject({ when: z.number(), tag: z.string() })) })

let database: TestDatabase
let folder: string
let client: Client
beforeEach(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(path.join(tmpdir(), 'muster-migrations-'))
  await cp(path.resolve(import.meta.dirname, '../../migrations'), folder, { recursive: true })
  client = new Client(database.url)
  await client.connect()
})
afterEach(async () => {
  await client.end()
  await database.drop()
  await rm(folder, { recursive: true })
})

async function addMigration(tag: string, sql: string): Promise<void> {
  const file = path.join(folder, 'meta/_journal.json')
  const { entries } = journal.parse(JSON.parse(await readFile(file, 'utf8')))
  const when = Math.max(...entries.map((entry) => entry.when)) + 1
  await writeFile(file, JSON.stringify({ entries: [...entries, { when, tag, breakpoints: true }] }))
  await writeFile(path.join(folder, `${tag}.sql`), sql)
}

async function query<Row extends QueryResultRow>(statement: string): Promise<Row[]> {
  const { rows } = await client.query<Row>(statement)
  return rows
}

async function isReady(): Promise<boolean> {
  const db = createPatientDb(database.url)
  try {
    return await db.system(hasEveryMigration)
  } finally {
    await db.close()
  }
}

const CONCURRENT = 'create unique index concurrently if not exists fresh on organization (name);'

test('an index is created beside writes, by one of several processes', async () => {
  await addMigration('new_index', CONCURRENT)
  // Open transactions have written to the table: only a concurrent build waits for them without blocking others.
  const writer = new Client(database.url)
  await writer.connect()
  await writer.query(`begin; set local role muster_system;
    insert into organization (id, name, time_zone, language)
    values (gen_random_uuid(), 'first', 'Europe/Stockholm', 'sv')`)
  const migrating = Promise.all([migrate(database.url, { folder }), migrate(database.url, { folder })])
  await eventually(async () =>
    expect(await query('select from pg_index where not indisvalid')).toHaveLength(1),
  )
  await query(`begin; set local role muster_system; set local lock_timeout = '1s';
    insert into organization (id, name, time_zone, language)
    values (gen_random_uuid(), 'second', 'Europe/Stockholm', 'sv'); commit`)
  await writer.query('commit')
  await writer.end()
  await migrating
  expect(await query(`select indisvalid from pg_index where indexrelid = 'fresh'::regclass`)).toEqual([
    { indisvalid: true },
  ])
  expect(await isReady()).toBe(true)
})

test('what an interrupted attempt has left is built again', async () => {
  await query(`begin; set local role muster_system;
    insert into organization (id, name, time_zone, language)
    select gen_random_uuid(), 'same', 'Europe/Stockholm', 'sv' from generate_series(1, 2); commit`)
  await addMigration('new_index', CONCURRENT)
  await expect(migrate(database.url, { folder })).rejects.toThrow('could not create unique index')
  await query('begin; set local role muster_system; delete from organization; commit')
  await migrate(database.url, { folder })
  expect(await query(`select indisvalid from pg_index where indexrelid = 'fresh'::regclass`)).toEqual([
    { indisvalid: true },
  ])
})

test('a migration waits for its lock in short turns, so that requests do not queue behind it', async () => {
  await addMigration('new_column', 'alter table organization add column fresh text;')
  await query('begin; lock table organization in access share mode')
  const migrating = migrate(database.url, { folder })
  // The view shows the locks of every database of the server.
  const countWaiting = async () => {
    const [row] = await query<{ waiting: number }>(`
      select count(*)::int as waiting from pg_locks
      where not granted and database = (select oid from pg_database where datname = current_database())`)
    return row?.waiting
  }
  await eventually(async () => expect(await countWaiting()).toBe(1))
  await eventually(async () => expect(await countWaiting()).toBe(0))
  await query('commit')
  await migrating
  expect(await query('select fresh from organization')).toEqual([])
})

test('code is not ready on a schema that has lost what it uses, and stays ready on one that has only more', async () => {
  await addMigration('more', 'alter table organization add column fresh text;')
  await migrate(database.url, { folder })
  expect(await isReady()).toBe(true)
  await addMigration('less', `comment on schema drizzle is 'needs 0001_security';`)
  await migrate(database.url, { folder })
  expect(await isReady()).toBe(true)
  await addMigration('much_less', `comment on schema drizzle is 'needs more';`)
  await migrate(database.url, { folder })
  expect(await isReady()).toBe(false)
})
