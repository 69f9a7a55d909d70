import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { readConfig } from '../../apps/api/src/config.ts'
import { loadKeys } from '../../apps/api/src/signing/keys.ts'
import { API, ended, isAlive, startProcess, startServer, until } from '../run/start-programs.ts'
import { openCluster } from './cluster.ts'
import { findHalfStates } from './kill-api.ts'
import { buildOpening, startSignUpLoad } from './sign-up-load.ts'

/* Puts PostgreSQL's data on its own small file system (Linux, as root) and fills it while people sign up. */

const SIZE = '400m'
/** Number of sign-ups that must succeed before and after. */
const ENOUGH = 30
const BALLAST = 'ballast'

const mounted = mkdtempSync(path.join(tmpdir(), 'muster-full-disk-'))
execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE}`, 'muster-full-disk', mounted])
// The cluster creates its folder in the temporary one.
process.env.TMPDIR = mounted
chmodSync(mounted, 0o755)
try {
  await fill()
} finally {
  execFileSync('umount', [mounted])
  rmSync(mounted, { recursive: true })
}

async function fill(): Promise<void> {
  const data_dir = mkdtempSync('/tmp/muster-full-disk-data-')
  const cluster = await openCluster()
  const env = {
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    DATABASE_URL: cluster.url,
    MUSTER_DATA_DIR: data_dir,
    MAIL_PROVIDER: 'capture',
    SIGNUPS_PER_MINUTE: '1000000',
    REQUESTS_PER_MINUTE: '1000000',
  }
  await loadKeys(readConfig(env, API))
  const opening = await buildOpening(cluster.db)
  const worker = await startProcess('worker', env)
  const { server, address } = await startServer(env)
  const load = startSignUpLoad(opening, () => address)
  try {
    await signUpSome()
    const ballast = path.join(mounted, BALLAST)
    const is_full = () => load.answers.some(({ status }) => status === 503)
    await until(() => (takeSpace(ballast), is_full()), {
      what: 'nothing is refused',
      ms: 120_000,
      every_ms: 50,
    })
    const full = await readReadiness(address)
    const page = await fetch(`${address}/events/${opening.event_id}/public`)
    const refused_at = load.answers.length
    await until(() => load.answers.length > refused_at + ENOUGH, { what: 'nobody is answered', ms: 60_000 })
    rmSync(ballast, { recursive: true })
    const freed_at = performance.now()
    if (!(await answers())) await cluster.start()
    await signUpSome()
    const back_after_ms = Math.round(performance.now() - freed_at)
    await load.stop()

    const kept = await cluster.db.lookUp<{ id: string }>('select id from assignment')
    const ids = new Set(kept.map(({ id }) => id))
    const half = await findHalfStates(cluster.db)
    const statuses = [...new Set(load.answers.map(({ status }) => status))].toSorted((a, b) => a - b)
    const result = {
      readyz_while_full: full,
      page_while_full: page.status,
      statuses: statuses.join(),
      refused: load.answers.filter(({ status }) => status === 503).length,
      unanswered: load.unanswered.length,
      acknowledged: load.acknowledged.length,
      lost: load.acknowledged.filter((id) => !ids.has(id)).length,
      half_states: Object.values(half).reduce((sum, count) => sum + count, 0),
      back_after_ms,
      are_alive: isAlive(server) && isAlive(worker),
    }
    console.log(result)
    const is_well =
      result.lost + result.half_states + result.unanswered === 0 &&
      result.are_alive &&
      result.page_while_full === 200 &&
      result.readyz_while_full.database === 'full' &&
      statuses.every((status) => [200, 201, 503].includes(status))
    process.exitCode = is_well ? 0 : 1
  } finally {
    await load.stop()
    for (const each of [server, worker]) each.kill('SIGTERM')
    await Promise.all([ended(server), ended(worker)])
    await cluster.close()
    await rm(data_dir, { recursive: true, force: true })
  }

  /** Returns false when PostgreSQL has ended, as it does without space for its log. */
  async function answers(): Promise<boolean> {
    return cluster.db.system(async () => true).catch(() => false)
  }

  async function signUpSome(): Promise<void> {
    const enough = load.acknowledged.length + ENOUGH
    await until(() => load.acknowledged.length >= enough, { what: 'nobody signs up', ms: 90_000 })
  }
}

/** Fills the remaining space. It is called repeatedly: the write-ahead log can still use its existing segments. */
function takeSpace(ballast: string): void {
  const { bavail, bsize } = statfsSync(mounted)
  if (bavail === 0) return
  mkdirSync(ballast, { recursive: true })
  // If PostgreSQL is quicker, the next turn takes the rest.
  spawnSync('fallocate', ['-l', String(bavail * bsize), path.join(ballast, String(performance.now()))])
}

async function readReadiness(address: string): Promise<{ status: number; database: string }> {
  const answer = await fetch(`${address}/readyz`)
  const { database } = await answer.json()
  return { status: answer.status, database }
}
