import path from 'node:path'
import { sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator'
import { Client } from 'pg'
import type { Tx } from './client.ts'

const MIGRATIONS = path.resolve(import.meta.dirname, '../../migrations')

const LOCK = 7_274_261

/** Several processes may call it at once: one migrates, the others wait. */
export async function migrate(url: string): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK])
    await runMigrations(drizzle(client), { migrationsFolder: MIGRATIONS })
    // For /readyz where another login owns the schema, and for backups, made as this role because it sees all rows.
    await client.query('grant usage on schema drizzle to muster_system')
    await client.query('grant select on all tables in schema drizzle to muster_system')
    await client.query('grant select on all sequences in schema drizzle to muster_system')
  } finally {
    await client.end()
  }
}

export async function hasEveryMigration(tx: Tx): Promise<boolean> {
  const newest = readMigrationFiles({ migrationsFolder: MIGRATIONS }).at(-1)
  const { rows } = await tx.execute(
    sql`select from drizzle.__drizzle_migrations where created_at >= ${newest?.folderMillis ?? 0} limit 1`,
  )
  return rows.length === 1
}
