import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Db, openDb } from '../../apps/api/src/db/client.ts'
import { startEmbeddedPostgres } from '../../apps/api/src/db/embedded.ts'
import { claimHome, findBinaries, program } from '../../apps/api/src/db/embedded-home.ts'
import { migrate } from '../../apps/api/src/db/migrate.ts'

export type Cluster = {
  url: string
  /** Not through any proxy. */
  db: Db
  start: () => Promise<void>
  stop: (mode: 'fast' | 'immediate') => Promise<void>
  /** Except that of `db`. */
  terminateSessions: () => Promise<void>
  killBackend: () => Promise<void>
  /** Kill -9 of all its processes at once, as when the machine's memory runs out. */
  kill: () => Promise<void>
  close: () => Promise<void>
}

export async function openCluster(): Promise<Cluster> {
  // By this name a later test run finds what a killed one has left, and stops it.
  const dir = await mkdtemp(path.join(tmpdir(), `muster-test-${process.pid}-`))
  // Set up as the product does, then run by pg_ctl: the product would restart it at once.
  const first = await startEmbeddedPostgres({ dir })
  await migrate(first.url)
  const { url } = first
  await first.stop()

  const { home, account } = claimHome(dir)
  const binaries = findBinaries(account)
  const data = path.join(home, 'data')
  const flags = `--port=${new URL(url).port} --listen_addresses=127.0.0.1 --unix_socket_directories=`

  async function control(...words: string[]): Promise<boolean> {
    const child = spawn(program(binaries, 'pg_ctl'), ['-D', data, '-w', '-t', '30', ...words], {
      ...account,
      cwd: '/',
      env: { LC_ALL: 'C' },
      stdio: 'ignore',
    })
    const [code] = await once(child, 'exit')
    return code === 0
  }

  async function start(): Promise<void> {
    // After a kill it refuses until the last of the old processes has ended.
    for (let tries = 0; !(await control('start', '-l', path.join(data, 'chaos.log'), '-o', flags)); tries++) {
      if (tries === 20) throw new Error(`the database in ${data} does not start`)
      await sleep(200)
    }
  }

  await start()
  const db = openDb({ url, max_connections: 2, announce: () => {}, onConnectionLost: () => {} })
  const listPids = async (where: string) => {
    const { rows } = await db.pool.query<{ pid: number }>(
      `select pid from pg_stat_activity where pid <> pg_backend_pid() and ${where}`,
    )
    return rows.map(({ pid }) => pid)
  }

  return {
    url,
    db,
    start,
    async stop(mode) {
      await control('stop', '-m', mode)
    },
    async terminateSessions() {
      await db.pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where pid <> pg_backend_pid() and backend_type = 'client backend'`,
      )
    },
    async killBackend() {
      const [pid] = await listPids(`application_name = 'muster' and state <> 'idle'`)
      const [idle] = await listPids(`application_name = 'muster'`)
      kill(pid ?? idle)
    },
    async kill() {
      const pids = await listPids('true')
      kill(Number(readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n')[0]))
      for (const pid of pids) kill(pid)
    },
    async close() {
      await db.close()
      await control('stop', '-m', 'immediate')
      await rm(dir, { recursive: true, force: true })
    },
  }
}

function kill(pid: number | undefined): void {
  if (!pid) throw new Error('there is no such process')
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    // It ended by itself in the meantime.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}
