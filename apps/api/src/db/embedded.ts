import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chownSync,
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { DatabaseError } from './check.ts'
import { type Account, claimHome, findBinaries, program } from './embedded-home.ts'

type Server = {
  account: Account
  binaries: string
  data: string
  log: string
  password: string
  flags: string[]
}

/** Our share of a running server: the connection that holds it, and the attempt to bring it back when it broke. */
type Use = { keeper: Client; stopping: boolean; revival?: Promise<void> }

export type EmbeddedPostgres = {
  url: string
  /** True if a server was running already: one left by a killed process, or shared with a second start. */
  reused: boolean
  /** A sentence for the person at the terminal when the data could not lie where it was asked for. */
  notice: string | undefined
  /** Shuts the server down, unless another process of ours is using it; that one will then do it. */
  stop: () => Promise<void>
}

/** Long enough for crash recovery of a busy database on a slow disk. */
const START_TIMEOUT_MS = 60_000
/** PostgreSQL reads no settings of ours from the environment; LC_ALL keeps its messages English, and macOS able to start it. */
const ENVIRONMENT = { LC_ALL: 'C' }
/** Every process that uses the server holds this advisory lock shared in the database `postgres`. */
const IN_USE_LOCK = 7_401_883

/**
 * Runs PostgreSQL from its npm package, with the package's durable defaults, in `dir`.
 *
 * The server is no child to be killed along: it is in a session of its own, so that Ctrl-C reaches us first and the
 * last requests still find it. If we are killed it goes on, and the next start takes it over. If it is killed, it is
 * started again on the same port. Throws DatabaseError.
 */
export async function startEmbeddedPostgres(options: {
  dir: string
  flags?: string[]
}): Promise<EmbeddedPostgres> {
  const { home, account, notice } = claimHome(path.resolve(options.dir))
  const binaries = findBinaries(account)
  const data = path.join(home, 'data')
  if (!existsSync(data)) initialise({ home, data, account, binaries })
  const password = readFileSync(path.join(data, 'password'), 'utf8')
  const server = {
    account,
    binaries,
    data,
    log: path.join(home, 'log'),
    password,
    flags: options.flags ?? [],
  }

  const running = await takeOver(server)
  const use: Use = { keeper: running ?? (await launch(server, await findFreePort())), stopping: false }
  const { port } = use.keeper
  keepRunning(server, use)

  return {
    url: urlOf(port, password),
    reused: running !== undefined,
    notice,
    stop: async () => {
      use.stopping = true
      await use.revival
      const isLast = await releaseUse(use.keeper)
      if (isLast) shutDown(server)
      await use.keeper.end().catch(() => {})
    },
  }
}

/** Starts the server again, or waits for it, whenever our connection to it breaks before we stop. */
function keepRunning(server: Server, use: Use): void {
  use.keeper.once('end', () => {
    if (!use.stopping) use.revival = revive(server, use)
  })
}

async function revive(server: Server, use: Use): Promise<void> {
  const { port } = use.keeper
  while (!use.stopping) {
    try {
      use.keeper = (await takeOver(server)) ?? (await launch(server, port))
      return keepRunning(server, use)
    } catch {
      // Until it is back every query fails and is answered 503; all that is left to do here is to try again.
      await sleep(1_000)
    }
  }
}

/** Made beside its place and then renamed: a start that is killed halfway leaves nothing that looks like a database. */
function initialise({
  home,
  data,
  account,
  binaries,
}: Pick<Server, 'data' | 'account' | 'binaries'> & { home: string }) {
  const unfinished = path.join(home, 'data.new')
  const password = path.join(home, 'password.new')
  rmSync(unfinished, { recursive: true, force: true })
  // Without a password every account of this machine would be our database's superuser.
  writeFileSync(password, randomBytes(24).toString('base64url'), { mode: 0o600 })
  if (account.uid !== undefined && account.gid !== undefined) chownSync(password, account.uid, account.gid)
  const { status, error, stderr } = spawnSync(
    program(binaries, 'initdb'),
    // Names are folded and sorted by the application, so the plainest locale is the most portable one.
    [
      `--pgdata=${unfinished}`,
      '--username=muster',
      '--auth=scram-sha-256',
      `--pwfile=${password}`,
      '--encoding=UTF8',
      '--locale=C',
    ],
    { ...account, cwd: '/', env: ENVIRONMENT, encoding: 'utf8' },
  )
  if (status !== 0)
    throw new DatabaseError(
      `The database could not be set up in ${home}: ${lastError(error?.message ?? stderr)}`,
    )
  renameSync(password, path.join(unfinished, 'password'))
  renameSync(unfinished, data)
}

/** Connects to the server that runs on these data already; undefined if there is none. */
async function takeOver(server: Server): Promise<Client | undefined> {
  for (const until = performance.now() + START_TIMEOUT_MS; performance.now() < until; await sleep(50)) {
    const lock = readLock(server.data)
    if (!lock || !isAlive(lock.pid)) return undefined
    if (!isServer(lock.pid, server.data)) {
      // The number has gone to another program since (a restarted machine or container), where PostgreSQL would give
      // up. The lock of a dead process stays: PostgreSQL looks by it for survivors that still write.
      rmSync(path.join(server.data, 'postmaster.pid'), { force: true })
      return undefined
    }
    // Refused: still starting, or already shutting down; the next look tells.
    const keeper = lock.port ? await connect(lock.port, server.password) : undefined
    if (keeper) return keeper
  }
  throw new DatabaseError(`The database in ${server.data} is held by a process that does not answer.`)
}

async function launch(server: Server, port: number): Promise<Client> {
  const child = spawnServer(server, port)
  let failure: string | undefined
  child.once('error', (error) => (failure = error.message))
  child.once('exit', () => (failure = existsSync(server.log) ? readFileSync(server.log, 'utf8') : ''))
  for (const until = performance.now() + START_TIMEOUT_MS; performance.now() < until; await sleep(20)) {
    if (failure?.includes('pre-existing shared memory')) {
      // Survivors of a killed server; they notice and end by themselves.
      await sleep(200)
      return launch(server, port)
    }
    if (failure !== undefined)
      throw new DatabaseError(`The database in ${server.data} did not start: ${lastError(failure)}`)
    const keeper = await connect(port, server.password)
    if (keeper) return keeper
  }
  throw new DatabaseError(
    `The database in ${server.data} did not answer within ${START_TIMEOUT_MS / 1000} s.`,
  )
}

function spawnServer({ account, binaries, data, log, flags }: Server, port: number): ChildProcess {
  // A file and not a pipe: the server may outlive us.
  const output = openSync(log, 'w', 0o600)
  const child = spawn(
    program(binaries, 'postgres'),
    ['-D', data, `--port=${port}`, '--listen_addresses=127.0.0.1', '--unix_socket_directories=', ...flags],
    { ...account, cwd: '/', env: ENVIRONMENT, stdio: ['ignore', output, output], detached: true },
  )
  closeSync(output)
  child.unref()
  return child
}

/** Undefined while the server refuses: not listening yet, starting up (57P03) or going down. */
async function connect(port: number, password: string): Promise<Client | undefined> {
  const client = new Client({ connectionString: urlOf(port, password), keepAlive: true })
  // A broken connection is seen at its 'end'; unheard, this event would end the process.
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select pg_advisory_lock_shared($1)', [IN_USE_LOCK])
    return client
  } catch (error) {
    await client.end().catch(() => {})
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === '28P01')
      throw new DatabaseError(`Another database than ours answers on port ${port}.`, { cause: error })
    return undefined
  }
}

/** True for the last user: only an exclusive lock that is free shows that nobody else holds it shared. */
async function releaseUse(keeper: Client): Promise<boolean> {
  try {
    await keeper.query('select pg_advisory_unlock_shared($1)', [IN_USE_LOCK])
    const { rows } = await keeper.query<{ free: boolean }>('select pg_try_advisory_lock($1) as free', [
      IN_USE_LOCK,
    ])
    return rows[0]?.free === true
  } catch {
    // The connection is gone, so the server is going down or has gone: stopping it is harmless.
    return true
  }
}

/** Fast shutdown, by data directory: it works for a server we have not started as well. */
function shutDown({ account, binaries, data }: Server): void {
  const { status, stderr } = spawnSync(
    program(binaries, 'pg_ctl'),
    ['stop', '-D', data, '-m', 'fast', '-w', '-t', '30'],
    { ...account, cwd: '/', env: ENVIRONMENT, encoding: 'utf8' },
  )
  if (status !== 0 && readLock(data))
    throw new DatabaseError(`The database in ${data} did not stop: ${lastError(stderr)}`)
}

/** The first line of postmaster.pid is the process, the fourth the port. The file stays behind after a kill -9. */
function readLock(data: string): { pid: number; port: number } | undefined {
  const file = path.join(data, 'postmaster.pid')
  if (!existsSync(file)) return undefined
  const [pid, , , port] = readFileSync(file, 'utf8').split('\n')
  return { pid: Number(pid), port: Number(port) }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // Another account's process, which we may not signal, is alive too.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

function isServer(pid: number, data: string): boolean {
  return readCommand(pid)?.includes(data) ?? true
}

/** Undefined where a process cannot be asked for its command. */
function readCommand(pid: number): string | undefined {
  if (process.platform === 'win32') return undefined
  if (process.platform !== 'linux')
    return spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port')),
      )
    })
  })
}

function urlOf(port: number, password: string): string {
  return `postgres://muster:${password}@127.0.0.1:${port}/postgres?sslmode=disable`
}

/** The line of PostgreSQL's output that names the cause, without its prefix. */
function lastError(output: string): string {
  const lines = output.trim().split('\n')
  const cause = lines.findLast((line) => /FATAL|PANIC|error:/.test(line)) ?? lines.at(-1) ?? ''
  return cause.replace(/^.*?(FATAL|PANIC|error):\s*/, '')
}
