import { execFile, execFileSync } from 'node:child_process'
import { chmodSync, chownSync, copyFileSync, mkdirSync } from 'node:fs'
import { appendFile, cp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { claimHome } from '../../apps/api/src/db/embedded-home.ts'
import { findFreePort } from '../run/ports.ts'
import { ROOT, until } from '../run/start-programs.ts'

const run = promisify(execFile)

/** Starts a server in its own folder that archives its log as in docs/runbook.md. */
export async function openArchivedCluster() {
  // The installed PostgreSQL, because the embedded one has no pg_basebackup.
  const bin = execFileSync('pg_config', ['--bindir'], { encoding: 'utf8' }).trim()
  const { home, account } = claimHome(path.join(tmpdir(), `muster-restore-${process.pid}`))
  const [data, base, archive] = ['data', 'base', 'archive'].map((name) => path.join(home, name))
  const port = await findFreePort()
  const as = (login: string, database: string) => `postgres://${login}@127.0.0.1:${port}/${database}`

  const control = (program: string, ...given: string[]) =>
    run(path.join(bin, program), given, { ...account, cwd: '/', env: { LC_ALL: 'C' } })
  const start = () => control('pg_ctl', '-D', data ?? '', '-w', '-l', path.join(home, 'log'), 'start')

  async function query<Row extends object>(text: string, database = 'muster'): Promise<Row[]> {
    const client = new Client(as('postgres', database))
    await client.connect()
    try {
      return (await client.query<Row>(text)).rows
    } finally {
      await client.end()
    }
  }

  async function isOpen(): Promise<boolean> {
    const [row] = await query<{ recovers: boolean }>('select pg_is_in_recovery() as recovers')
    return row !== undefined && !row.recovers
  }

  for (const folder of [archive ?? '', base ?? '']) {
    mkdirSync(folder, { mode: 0o700 })
    if (account.uid !== undefined && account.gid !== undefined) chownSync(folder, account.uid, account.gid)
  }
  // Copied, because the account may be unable to read the checkout.
  const [archive_log, base_backup] = ['archive-log', 'base-backup'].map((name) => {
    const script = path.join(home, name)
    copyFileSync(path.join(ROOT, 'infra/deploy', name), script)
    chmodSync(script, 0o755)
    return script
  })
  await control('initdb', '-D', data ?? '', '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C')
  await appendFile(
    path.join(data ?? '', 'postgresql.conf'),
    `port = ${port}
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
archive_mode = on
archive_command = '"${archive_log}" %p "${archive}/%f"'
restore_command = 'cp "${archive}/%f" "%p"'
`,
  )
  await start()
  await query('create role muster login createrole', 'postgres')
  await query('create database muster owner muster', 'postgres')

  return {
    url: as('muster', 'muster'),
    query,
    /** Makes a base backup, and keeps the newest of so many. */
    backUp: async (keep = 14): Promise<void> => {
      await run(base_backup ?? '', [home, String(keep)], {
        ...account,
        cwd: '/',
        env: {
          PATH: `${bin}:${process.env.PATH}`,
          PGHOST: '127.0.0.1',
          PGPORT: String(port),
          PGUSER: 'postgres',
        },
      })
    },
    listBackups: () => readdir(base ?? ''),
    listArchived: () => readdir(archive ?? ''),
    /** Archives what was written until now, as `archive_timeout` does every minute. */
    async archiveNow(): Promise<void> {
      const [row] = await query<{ file: string }>('select pg_walfile_name(pg_switch_wal()) as file')
      const isArchived = async () => (await this.listArchived()).includes(row?.file ?? '')
      await until(isArchived, { what: 'the log is not archived', ms: 30_000, every_ms: 50 })
    },
    /** Destroys the database with everything that is not in the archive. */
    async destroy(): Promise<void> {
      await control('pg_ctl', '-D', data ?? '', '-m', 'immediate', 'stop')
      await rm(data ?? '', { recursive: true })
    },
    async restore(to: string): Promise<void> {
      const newest = (await this.listBackups()).toSorted().at(-1) ?? ''
      await cp(path.join(base ?? '', newest), data ?? '', { recursive: true })
      const settings = `recovery_target_time = '${to}'\nrecovery_target_action = 'promote'\n`
      await appendFile(path.join(data ?? '', 'postgresql.conf'), settings)
      await writeFile(path.join(data ?? '', 'recovery.signal'), '')
      if (account.uid !== undefined)
        await run('chown', ['-R', `${account.uid}:${account.gid ?? account.uid}`, data ?? ''])
      await start()
      await until(isOpen, { what: 'the restored database does not open', ms: 120_000, every_ms: 100 })
    },
    async close(): Promise<void> {
      await control('pg_ctl', '-D', data ?? '', '-m', 'immediate', 'stop').catch(() => undefined)
      await rm(home, { recursive: true, force: true })
    },
  }
}
