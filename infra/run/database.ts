import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Db } from '../../apps/api/src/db/client.ts'
import { startEmbeddedPostgres } from '../../apps/api/src/db/embedded.ts'
import { migrate } from '../../apps/api/src/db/migrate.ts'
import { createPatientDb } from '../../apps/api/test/patient.ts'

export type Database = {
  db: Db
  url: string
  dir: string
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Runs without autovacuum, so that only a bench gathers statistics. Signals stop the server too. */
export async function openDatabase(
  settings: readonly string[] = [],
): Promise<Database & { close: () => Promise<void> }> {
  const dir = await mkdtemp(path.join(tmpdir(), 'muster-database-'))
  // The account of the database must be able to enter its folder.
  await chmod(dir, 0o711)
  const flags = ['autovacuum=off', ...settings].flatMap((setting) => ['-c', setting])
  const server = await startEmbeddedPostgres({ dir, flags })
  const remove = async () => {
    await server.stop()
    await rm(dir, { recursive: true, force: true })
  }
  const interrupt = () => void remove().finally(() => process.exit(1))
  for (const signal of SIGNALS) process.once(signal, interrupt)
  await migrate(server.url)
  const db = createPatientDb(server.url, { max_connections: 4 })
  return {
    db,
    url: server.url,
    dir,
    async close() {
      for (const signal of SIGNALS) process.off(signal, interrupt)
      await db.close()
      await remove()
    },
  }
}

/** Closes the database after a failure too. */
export async function withDatabase<Result>(
  work: (database: Database) => Promise<Result>,
  settings?: readonly string[],
): Promise<Result> {
  const database = await openDatabase(settings)
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}
