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
import path from 'node:path'
import { codeOf } from '../error-code.ts'
import { DatabaseSetupError } from './check.ts'
import { type Account, program } from './embedded-home.ts'

export type Server = {
  account: Account
  binaries: string
  data: string
  log: string
  password: string
  flags: string[]
}

/** Omits the PG* settings of this process. LC_ALL keeps PostgreSQL's messages English and lets it start on macOS. */
const ENVIRONMENT = { LC_ALL: 'C' }

/** Renames the folder at the end: a start that is killed halfway leaves nothing that looks like a database. */
export function initialise({
  home,
  data,
  account,
  binaries,
}: Pick<Server, 'data' | 'account' | 'binaries'> & { home: string }) {
  const unfinished = path.join(home, 'data.new')
  const password = path.join(home, 'password.new')
  rmSync(unfinished, { recursive: true, force: true })
  // Without a password every user of this machine would be the database's superuser.
  writeFileSync(password, randomBytes(24).toString('base64url'), { mode: 0o600 })
  if (account.uid !== undefined && account.gid !== undefined) chownSync(password, account.uid, account.gid)
  const { status, error, stderr } = spawnSync(
    program(binaries, 'initdb'),
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
    throw new DatabaseSetupError(
      `The database could not be set up in ${home}: ${lastError(error?.message ?? stderr)}`,
    )
  renameSync(password, path.join(unfinished, 'password'))
  renameSync(unfinished, data)
}

export function spawnServer({ account, binaries, data, log, flags }: Server, port: number): ChildProcess {
  // A file, not a pipe: the server may outlive this process.
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

/** Names the server by its data directory: another process may have started it. */
export function shutDown({ account, binaries, data }: Server): void {
  const { status, stderr } = spawnSync(
    program(binaries, 'pg_ctl'),
    ['stop', '-D', data, '-m', 'fast', '-w', '-t', '30'],
    { ...account, cwd: '/', env: ENVIRONMENT, encoding: 'utf8' },
  )
  if (status !== 0 && readLock(data))
    throw new DatabaseSetupError(`The database in ${data} did not stop: ${lastError(stderr)}`)
}

/** Line 1 of postmaster.pid is the process id, line 4 the port. The file remains after a kill -9. */
export function readLock(data: string): { pid: number; port: number } | undefined {
  const file = path.join(data, 'postmaster.pid')
  if (!existsSync(file)) return undefined
  const [pid, , , port] = readFileSync(file, 'utf8').split('\n')
  return { pid: Number(pid), port: Number(port) }
}

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // EPERM: the process is alive but belongs to another user.
    return codeOf(error) === 'EPERM'
  }
}

export function isServer(pid: number, data: string): boolean {
  return readCommand(pid)?.includes(data) ?? true
}

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

export function lastError(output: string): string {
  const lines = output.trim().split('\n')
  const cause = lines.findLast((line) => /FATAL|PANIC|error:/.test(line)) ?? lines.at(-1) ?? ''
  return cause.replace(/^.*?(FATAL|PANIC|error):\s*/, '')
}
