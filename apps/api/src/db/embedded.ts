import { existsSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { codeOf } from '../error-code.ts'
import { DatabaseSetupError } from './check.ts'
import { claimHome, findBinaries } from './embedded-home.ts'
import {
  initialise,
  isAlive,
  isServer,
  lastError,
  readLock,
  type Server,
  shutDown,
  spawnServer,
} from './embedded-server.ts'

/** `keeper` is the connection that holds `IN_USE_LOCK`. */
type Use = { keeper: Client; stopping: boolean; restart?: Promise<void> }

export type EmbeddedPostgres = {
  url: string
  home: string
  reused: boolean
  notice: string | undefined
  /** Shuts the server down, unless another process is using it. */
  stop: () => Promise<void>
}

/** Long enough for crash recovery of a busy database on a slow disk. */
const START_TIMEOUT_MS = 60_000
/** An advisory lock that every process using the server holds shared, in the database `postgres`. */
const IN_USE_LOCK = 7_401_883

/** The server outlives Ctrl-C and a kill of this process; the next start takes it over. Throws `DatabaseSetupError`. */
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
    home,
    reused: running !== undefined,
    notice,
    stop: async () => {
      use.stopping = true
      await use.restart
      const isLast = await releaseUse(use.keeper)
      if (isLast) shutDown(server)
      await use.keeper.end().catch(() => {})
    },
  }
}

function keepRunning(server: Server, use: Use): void {
  use.keeper.once('end', () => {
    if (!use.stopping) use.restart = restart(server, use)
  })
}

async function restart(server: Server, use: Use): Promise<void> {
  const { port } = use.keeper
  while (!use.stopping) {
    try {
      use.keeper = (await takeOver(server)) ?? (await launch(server, port))
      return keepRunning(server, use)
    } catch {
      await sleep(1_000)
    }
  }
}

async function takeOver(server: Server): Promise<Client | undefined> {
  for (const until = performance.now() + START_TIMEOUT_MS; performance.now() < until; await sleep(50)) {
    const lock = readLock(server.data)
    if (!lock || !isAlive(lock.pid)) return undefined
    if (!isServer(lock.pid, server.data)) {
      // The process id may belong to another program after a reboot. A dead process's file stays: PostgreSQL needs it
      // to find child processes that still write.
      rmSync(path.join(server.data, 'postmaster.pid'), { force: true })
      return undefined
    }
    const keeper = lock.port ? await connect(lock.port, server.password) : undefined
    if (keeper) return keeper
  }
  throw new DatabaseSetupError(`The database in ${server.data} is held by a process that does not answer.`)
}

async function launch(server: Server, port: number): Promise<Client> {
  const child = spawnServer(server, port)
  let failure: string | undefined
  child.once('error', (error) => (failure = error.message))
  child.once('exit', () => (failure = existsSync(server.log) ? readFileSync(server.log, 'utf8') : ''))
  for (const until = performance.now() + START_TIMEOUT_MS; performance.now() < until; await sleep(20)) {
    if (failure?.includes('pre-existing shared memory')) {
      await sleep(200)
      return launch(server, port)
    }
    if (failure !== undefined)
      throw new DatabaseSetupError(`The database in ${server.data} did not start: ${lastError(failure)}`)
    const keeper = await connect(port, server.password)
    if (keeper) return keeper
  }
  throw new DatabaseSetupError(
    `The database in ${server.data} did not answer within ${START_TIMEOUT_MS / 1000} s.`,
  )
}

/** Returns undefined while the server does not listen yet, starts (57P03) or shuts down. */
async function connect(port: number, password: string): Promise<Client | undefined> {
  const client = new Client({ connectionString: urlOf(port, password), keepAlive: true })
  // The 'end' event is handled. Without a listener this one would end the process.
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select pg_advisory_lock_shared($1)', [IN_USE_LOCK])
    return client
  } catch (error) {
    await client.end().catch(() => {})
    if (codeOf(error) === '28P01')
      throw new DatabaseSetupError(`Another database than ours answers on port ${port}.`, { cause: error })
    return undefined
  }
}

/** Returns true for the last user: the exclusive lock is free only when no other process holds it shared. */
async function releaseUse(keeper: Client): Promise<boolean> {
  try {
    await keeper.query('select pg_advisory_unlock_shared($1)', [IN_USE_LOCK])
    const { rows } = await keeper.query<{ free: boolean }>('select pg_try_advisory_lock($1) as free', [
      IN_USE_LOCK,
    ])
    return rows[0]?.free === true
  } catch {
    // The connection is lost, so the server is stopping or has stopped: shutting it down is harmless.
    return true
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
