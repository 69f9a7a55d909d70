import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { connect } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readConfig } from '../../apps/api/src/config.ts'
import { loadKeys } from '../../apps/api/src/signing/keys.ts'
import { getBundle, type ProgramName } from './bundle-programs.ts'
import { findFreePort } from './ports.ts'

export const ROOT = path.resolve(import.meta.dirname, '../..')
export const API = path.join(ROOT, 'apps/api')

/** Settings of servers and workers on one database, without flood limits. Two processes would each generate keys. */
export async function prepareSettings(
  DATABASE_URL: string,
  MUSTER_DATA_DIR: string,
  more: Record<string, string> = {},
): Promise<Record<string, string>> {
  const env = {
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    DATABASE_URL,
    MUSTER_DATA_DIR,
    SIGNUPS_PER_MINUTE: '1000000',
    REQUESTS_PER_MINUTE: '1000000',
    ...more,
  }
  await loadKeys(readConfig(env, API))
  return env
}

/** Sends SIGTERM to all, and resolves when they have ended. */
export async function terminate(...children: readonly ChildProcess[]): Promise<void> {
  for (const child of children) child.kill('SIGTERM')
  await Promise.all(children.map(ended))
}

export async function kill(...children: readonly ChildProcess[]): Promise<void> {
  for (const child of children) child.kill('SIGKILL')
  await Promise.all(children.map(ended))
}

/** Starts a program that an uncaught error ends, as in production. `root` may be another checkout. */
export async function startProcess(
  program: ProgramName,
  env: Record<string, string>,
  root = ROOT,
): Promise<ChildProcess> {
  const child = spawn(process.execPath, [await getBundle(program, root)], {
    cwd: path.join(root, 'apps/api'),
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return endWithThis(child)
}

/** Starts a program of the system, which listens on this port. `uid` is the id of another account. */
export async function startProgram(
  name: string,
  args: readonly string[],
  { port, ...account }: { port: number; uid?: number; gid?: number },
): Promise<ChildProcess> {
  const child = endWithThis(spawn(getProgram(name), args, { ...account, cwd: '/', stdio: 'ignore' }))
  await until(() => !isAlive(child) || listens(port), { what: `${name} does not listen`, ms: 30_000 })
  if (!isAlive(child)) throw new Error(`${name} did not start`)
  return child
}

/** Kills the child at exit, because a failed test must leave no process. */
function endWithThis(child: ChildProcess): ChildProcess {
  const end = () => child.kill('SIGKILL')
  process.once('exit', end)
  child.once('exit', () => process.off('exit', end))
  return child
}

async function listens(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

type ServerOptions = { port?: number; root?: string }

export type Server = { server: ChildProcess; address: string }

export async function startServer(
  env: Record<string, string>,
  { port: given, root = ROOT }: ServerOptions = {},
): Promise<Server> {
  const port = given ?? (await findFreePort())
  const server = await startProcess('server', { ...env, HOST: '127.0.0.1', PORT: String(port) }, root)
  const address = `http://127.0.0.1:${port}`
  await until(() => !isAlive(server) || isReady(address), {
    what: 'the server is not ready',
    // Starts on two busy processors took up to 56 s.
    ms: 180_000,
    every_ms: 100,
  })
  if (!isAlive(server)) throw new Error('the server did not start')
  return { server, address }
}

export async function isReady(address: string): Promise<boolean> {
  try {
    const answer = await fetch(`${address}/readyz`)
    await answer.arrayBuffer()
    return answer.ok
  } catch {
    return false
  }
}

/** Returns whether a worker has reported to the server's database within some seconds. */
export async function hearsWorker(address: string): Promise<boolean> {
  const { worker_age_seconds } = await (await fetch(`${address}/readyz`)).json()
  return worker_age_seconds !== null && worker_age_seconds < 15
}

export const isAlive = ({ exitCode, signalCode }: ChildProcess) => exitCode === null && signalCode === null

export async function ended(child: ChildProcess): Promise<void> {
  if (isAlive(child)) await once(child, 'exit')
}

export async function until(
  isSo: () => boolean | Promise<boolean>,
  { what, ms, every_ms = 5 }: { what: string; ms: number; every_ms?: number },
): Promise<void> {
  for (const end = performance.now() + ms; !(await isSo()); await sleep(every_ms)) {
    if (performance.now() > end) throw new Error(what)
  }
}

/** Folder in which Debian has daemons. The PATH of some accounts does not name it. */
const DAEMONS = '/usr/sbin'

/** Returns the path of a program. If it is missing, root installs Debian's package, which mostly has its name. */
export function getProgram(name: string, debian_package = name): string {
  const found = findProgram(name)
  if (found) return found
  if (process.getuid?.() === 0) install(name, debian_package)
  const installed = findProgram(name)
  if (installed) return installed
  throw new Error(
    `There is no ${name} for this test. \`apt-get install ${debian_package}\` or \`brew install ${debian_package}\` gets one.`,
  )
}

/** Installs a package. Retries, because another test file may read the lists of packages, which takes a lock. */
function install(name: string, debian_package: string): void {
  const words = ['install', '-y', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=120', debian_package]
  for (let attempt = 1; attempt <= 6; attempt++) {
    spawnSync('apt-get', ['update'])
    spawnSync('apt-get', words, { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
    if (findProgram(name)) return
    spawnSync('sleep', ['5'])
  }
}

const findProgram = (name: string) =>
  [...(process.env.PATH ?? '').split(path.delimiter), DAEMONS]
    .map((folder) => path.join(folder, name))
    .find((file) => existsSync(file))
