import { readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator'
import { Client, DatabaseError } from 'pg'
import { z } from 'zod'
import { DatabaseSetupError } from './check.ts'
import type { Tx } from './client.ts'
import { oneRow } from './one-row.ts'

const MIGRATIONS = path.resolve(import.meta.dirname, '../../migrations')

const LOCK = 7_274_261
/** ms between two attempts to become the process that migrates. */
const TURN = 200
/** ms. Requests queue behind a migration that waits for its lock. */
const LOCK_TIMEOUT = 3_000
/** ms between two attempts to get the lock, in which requests are served. */
const PAUSE = 2_000
const ATTEMPTS = 10

type Options = {
  folder?: string
  /** Folder of the embedded server, if that is the database. */
  home?: string | undefined
}

/** Several processes may call it at once: one migrates, the others wait. Throws `DatabaseSetupError`. */
export async function migrate(url: string, { folder = MIGRATIONS, home }: Options = {}): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await waitForTurn(client)
    for (const migration of await listPending(client, { folder, home })) await apply(client, migration)
    // /readyz needs this where another login owns the schema. Backups are made as this role because it sees all rows.
    await client.query('grant usage on schema drizzle to muster_system')
    await client.query('grant select on all tables in schema drizzle to muster_system')
    await client.query('grant select on all sequences in schema drizzle to muster_system')
  } finally {
    await client.end()
  }
}

/** Polls: an index that is created concurrently would wait for a statement that waits in `pg_advisory_lock`. */
async function waitForTurn(client: Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [LOCK])
    if (rows[0]?.mine) return
    await sleep(TURN)
  }
}

/** Uses the table of drizzle-orm's migrator, which cannot run CONCURRENTLY because it uses one transaction. */
async function listPending(
  client: Client,
  { folder, home }: { folder: string; home: string | undefined },
): Promise<MigrationMeta[]> {
  await client.query('create schema if not exists drizzle')
  await client.query(
    'create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)',
  )
  const { rows } = await client.query<{ first: string | null; last: string | null }>(
    'select min(created_at) as first, max(created_at) as last from drizzle.__drizzle_migrations',
  )
  const [first, last] = [Number(rows[0]?.first), Number(rows[0]?.last)]
  const migrations = readMigrationFiles({ migrationsFolder: folder })
  if (first > 0 && first !== migrations[0]?.folderMillis) {
    throw new DatabaseSetupError(explainOlderSchema(new Date(last), home))
  }
  return migrations.filter(({ folderMillis }) => folderMillis > last)
}

/** The migrations before the first release were replaced by the schema that they had made. */
function explainOlderSchema(changed_at: Date, home: string | undefined): string {
  return home
    ? `The database in ${home} was made before the first release and cannot be upgraded: move it aside with \`mv "${home}" "${home}-${changed_at.toISOString().slice(0, 10)}"\`, then start again.`
    : 'This database was made before the first release and cannot be upgraded: export its organisations with the version that made it (docs/export.md), then name an empty database.'
}

async function apply(client: Client, migration: MigrationMeta): Promise<void> {
  if (migration.sql.some((statement) => /\bconcurrently\b/i.test(statement))) {
    await dropInvalidIndexes(client)
    for (const statement of migration.sql) await client.query(statement)
    await record(client, migration)
    return
  }
  await whenUnlocked(async () => {
    await client.query('begin')
    await client.query(`set local lock_timeout = ${LOCK_TIMEOUT}`)
    for (const statement of migration.sql) await client.query(statement)
    await record(client, migration)
    await client.query('commit')
  }, client)
}

async function record(client: Client, { hash, folderMillis }: MigrationMeta): Promise<void> {
  await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [
    hash,
    folderMillis,
  ])
}

/** An interrupted attempt leaves an invalid index, which `if not exists` would accept. */
async function dropInvalidIndexes(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(`
    select i.indexrelid::regclass::text as name from pg_index i join pg_class c on c.oid = i.indexrelid
    where not i.indisvalid and c.relnamespace = 'public'::regnamespace
  `)
  for (const { name } of rows) await client.query(`drop index concurrently ${name}`)
}

async function whenUnlocked(work: () => Promise<void>, client: Client): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      await client.query('rollback')
      if (!(error instanceof DatabaseError) || error.code !== '55P03') throw error
      if (attempt === ATTEMPTS) {
        throw new DatabaseSetupError(
          'The database was not migrated: another session holds a lock for too long. End it, or start again later.',
          { cause: error },
        )
      }
      await sleep(PAUSE)
    }
  }
}

const journal = z.object({ entries: z.array(z.object({ when: z.number(), tag: z.string() })) })
const { entries } = journal.parse(
  JSON.parse(readFileSync(path.join(MIGRATIONS, 'meta/_journal.json'), 'utf8')),
)
const NEWEST = Math.max(...entries.map(({ when }) => when))

/** Returns whether the schema has, and still has, everything that this code needs (docs/releases.md). */
export async function hasEveryMigration(tx: Tx): Promise<boolean> {
  const { rows } = await tx.execute<{ is_migrated: boolean; needs: string | null }>(sql`
    select exists (select from drizzle.__drizzle_migrations where created_at >= ${NEWEST}) as is_migrated,
      obj_description('drizzle'::regnamespace, 'pg_namespace') as needs
  `)
  const { is_migrated, needs } = oneRow(rows)
  const needed = /^needs (\w+)$/.exec(needs ?? '')?.[1]
  return is_migrated && (needed === undefined || entries.some(({ tag }) => tag === needed))
}
