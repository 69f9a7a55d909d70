import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Db, openDb } from '../../apps/api/src/db/client.ts'
import { startEmbeddedPostgres } from '../../apps/api/src/db/embedded.ts'
import { migrate } from '../../apps/api/src/db/migrate.ts'

export type BenchDatabase = {
  db: Db
  url: string
  dir: string
}

/** Runs without autovacuum, so that only the bench gathers statistics. Failures and signals stop the server too. */
export async function withDatabase<Result>(
  work: (database: BenchDatabase) => Promise<Result>,
  settings: readonly string[] = [],
): Promise<Result> {
  const dir = await mkdtemp(path.join(tmpdir(), 'muster-bench-'))
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
  try {
    await migrate(server.url)
    const db = openDb({
      url: server.url,
      max_connections: 4,
      announce: () => {},
      onConnectionLost: (error) => console.error(error.message),
    })
    const result = await work({ db, url: server.url, dir })
    await db.close()
    return result
  } finally {
    for (const signal of SIGNALS) process.off(signal, interrupt)
    await remove()
  }
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
