import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findFreePort } from './ports.ts'
import { kill, startProgram } from './start-programs.ts'

/** Number of sessions, fewer than the clients use at a time, so that their transactions change sessions. */
const CONNECTIONS = 6
/** Id of Debian's account `nobody`. PgBouncer refuses to run as root. */
const NOBODY = 65_534

/** Starts pgbouncer in transaction mode. Its other settings are the defaults. */
export async function startPgbouncer(database_url: string): Promise<{ url: string; stop(): Promise<void> }> {
  const { hostname, port: database_port, username, password } = new URL(database_url)
  const dir = await mkdtemp(path.join(tmpdir(), 'muster-pgbouncer-'))
  await chmod(dir, 0o711)
  const file = path.join(dir, 'pgbouncer.ini')
  const port = await findFreePort()
  const login = `user='${decodeURIComponent(username)}' password='${decodeURIComponent(password)}'`
  await writeFile(
    file,
    `[databases]
* = host=${hostname} port=${database_port} ${login}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${CONNECTIONS}
max_client_conn = 500
`,
  )
  const account = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}
  const child = await startProgram('pgbouncer', ['-q', file], { port, ...account })
  const url = new URL(database_url)
  url.port = String(port)
  return {
    url: url.href,
    async stop() {
      await kill(child)
      await rm(dir, { recursive: true })
    },
  }
}
