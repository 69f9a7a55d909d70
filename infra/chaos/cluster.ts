import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { type Db } from '../../apps/api/src/db/client.ts'
import { startEmbeddedPostgres } from '../../apps/api/src/db/embedded.ts'
import { claimHome, findBinaries, program } from '../../apps/api/src/db/embedded-home.ts'
import { migrate } from '../../apps/api/src/db/migrate.ts'
import { createPatientDb } from '../../apps/api/test/patient.ts'
import { findFreePort } from '../run/ports.ts'
import { until } from '../run/start-programs.ts'

export type Cluster = {
  url: string
  /** Folder of the cluster, for other files of its processes too. */
  dir: string
  /** Connection that bypasses every proxy. */
  db: Db
  start: () => Promise<void>
  stop: (mode: 'fast' | 'immediate') => Promise<void>
  /** Terminates all sessions except that of `db`. */
  terminateSessions: () => Promise<void>
  killBackend: () => Promise<void>
  /** Sends SIGKILL to all its processes at once, as when the machine's memory runs out. */
  kill: () => Promise<void>
  /** Adds a standby that streams from this cluster, which is restarted for it. */
  addStandby: (commit: 'synchronous' | 'asynchronous') => Promise<Standby>
  close: () => Promise<void>
}

export type Standby = {
  url: string
  /** Stops the receiver, which then no longer reads what the primary sends. */
  stall: () => Promise<void>
  /** Loses what was sent since the stall, as by a broken network, and promotes. The standby must be
   * stalled, and the primary dead. */
  promote: () => Promise<void>
}

/** `parent` is a folder that every account may enter. */
export async function openCluster(parent = tmpdir()): Promise<Cluster> {
  // A later test run finds by this name what a killed one has left, and stops it.
  const dir = await mkdtemp(path.join(parent, `muster-test-${process.pid}-`))
  // Set up as by the product, but run by pg_ctl, because the product would restart it at once.
  const first = await startEmbeddedPostgres({ dir })
  await migrate(first.url)
  const { url } = first
  await first.stop()

  const { home, account } = claimHome(dir)
  const binaries = findBinaries(account)
  const data = path.join(home, 'data')
  let flags = flagsFor(new URL(url).port)
  const standby_data = path.join(home, 'standby')
  let hasStandby = false

  const control = (...words: string[]) => controlIn(data, ...words)

  async function controlIn(folder: string, ...words: string[]): Promise<boolean> {
    const child = spawn(program(binaries, 'pg_ctl'), ['-D', folder, '-w', '-t', '30', ...words], {
      ...account,
      cwd: '/',
      env: { LC_ALL: 'C' },
      stdio: 'ignore',
    })
    const [code] = await once(child, 'exit')
    return code === 0
  }

  async function start(): Promise<void> {
    // After a kill the start is refused until the last of the old processes has ended.
    for (let tries = 0; !(await control('start', '-l', path.join(data, 'chaos.log'), '-o', flags)); tries++) {
      if (tries === 20) throw new Error(`the database in ${data} does not start`)
      await sleep(200)
    }
  }

  await start()
  const db = createPatientDb(url, { max_connections: 2 })
  const listPids = async (where: string) => {
    const { rows } = await db.pool.query<{ pid: number }>(
      `select pid from pg_stat_activity where pid <> pg_backend_pid() and ${where}`,
    )
    return rows.map(({ pid }) => pid)
  }

  return {
    url,
    dir,
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
    async addStandby(commit) {
      await control('stop', '-m', 'fast')
      // The copy keeps its owner, who must not be root.
      execFileSync('cp', ['-a', data, standby_data])
      hasStandby = true
      const { port, username, password } = new URL(url)
      const line = `host=127.0.0.1 port=${port} user=${username} password=${password}`
      await writeFile(path.join(standby_data, 'standby.signal'), '')
      await appendFile(path.join(standby_data, 'postgresql.auto.conf'), `primary_conninfo = '${line}'\n`)
      if (commit === 'synchronous') flags += ' -c synchronous_standby_names=*'
      await start()
      const own_port = await findFreePort()
      const own_flags = flagsFor(String(own_port))
      await controlIn(standby_data, 'start', '-l', path.join(standby_data, 'chaos.log'), '-o', own_flags)
      const own_url = new URL(url)
      own_url.port = String(own_port)
      const receiver = () => findPid(own_url.href, STREAMING)
      await until(async () => (await receiver()) !== undefined, { what: 'nothing is streamed', ms: 30_000 })
      let stalled: number | undefined
      return {
        url: own_url.href,
        async stall() {
          stalled = await receiver()
          process.kill(stalled ?? 0, 'SIGSTOP')
        },
        async promote() {
          const stopped = await findPid(own_url.href, RECOVERY)
          kill(stalled)
          // Without its receiver the standby starts its recovery anew, and until then ignores a promotion.
          const started = async () => {
            const found = await findPid(own_url.href, RECOVERY)
            return found !== undefined && found !== stopped
          }
          await until(started, {
            what: 'the standby does not recover',
            ms: 30_000,
          })
          if (!(await controlIn(standby_data, 'promote'))) throw new Error('the standby is not promoted')
        },
      }
    },
    async close() {
      await db.close()
      if (hasStandby) await controlIn(standby_data, 'stop', '-m', 'immediate')
      await control('stop', '-m', 'immediate')
      await rm(dir, { recursive: true, force: true })
    },
  }
}

const flagsFor = (port: string) => `--port=${port} --listen_addresses=127.0.0.1 --unix_socket_directories=`

/** The standby's process that reads what the primary sends. */
const STREAMING = "select pid from pg_stat_wal_receiver where status = 'streaming'"
/** The standby's process that applies what was read. */
const RECOVERY = "select pid from pg_stat_activity where backend_type = 'startup'"

/** Returns undefined if there is no such process, or the server does not answer. */
async function findPid(url: string, query: string): Promise<number | undefined> {
  const client = new Client(url)
  // The server may end the connection at any time.
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ pid: number }>(query)
    return rows[0]?.pid
  } catch {
    return undefined
  } finally {
    await client.end()
  }
}

function kill(pid: number | undefined): void {
  if (!pid) throw new Error('there is no such process')
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    // The process has ended by itself in the meantime.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}
