import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { DrizzleQueryError, sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator'
import { Client, DatabaseError } from 'pg'
import { DatabaseSetupError } from './check.ts'
import type { Tx } from './client.ts'

const MIGRATIONS = path.resolve(import.meta.dirname, '../../migrations')

const LOCK = 7_274_261
/** ms. Requests queue behind a migration that waits for its lock. */
const LOCK_TIMEOUT = 3_000
/** ms, in which requests are served. */
const PAUSE = 2_000
const ATTEMPTS = 10

/** Several processes may call it at once: one migrates, the others wait. */
export async function migrate(url: string): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK])
    await client.query(`set lock_timeout = ${LOCK_TIMEOUT}`)
    await runWhenFree(() => runMigrations(drizzle(client), { migrationsFolder: MIGRATIONS }))
    await client.query('reset lock_timeout')
    // For /readyz where another login owns the schema, and for backups, made as this role because it sees all rows.
    await client.query('grant usage on schema drizzle to muster_system')
    await client.query('grant select on all tables in schema drizzle to muster_system')
    await client.query('grant select on all sequences in schema drizzle to muster_system')
  } finally {
    await client.end()
  }
}

/** A migration that did not get its lock was rolled back. Throws `DatabaseSetupError`. */
async function runWhenFree(run: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      if (!isLockTimeout(error)) throw error
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

function isLockTimeout(error: unknown): boolean {
  const cause = error instanceof DrizzleQueryError ? error.cause : error
  return cause instanceof DatabaseError && cause.code === '55P03'
}

export async function hasEveryMigration(tx: Tx): Promise<boolean> {
  const newest = readMigrationFiles({ migrationsFolder: MIGRATIONS }).at(-1)
  const { rows } = await tx.execute(
    sql`select from drizzle.__drizzle_migrations where created_at >= ${newest?.folderMillis ?? 0} limit 1`,
  )
  return rows.length === 1
}
