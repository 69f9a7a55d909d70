import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import {
  isAlive,
  prepareSettings,
  startProcess,
  startServer,
  terminate,
  until,
} from '../run/start-programs.ts'
import { openCluster } from './cluster.ts'
import { expectNoHalfStates } from './kill-api.ts'
import { buildOpening, countLost, startSignUpLoad } from './sign-up-load.ts'

/* Puts PostgreSQL's data on its own small file system (Linux, as root) and fills it while people sign up. */

const SIZE = '400m'
/** Number of sign-ups that must succeed before and after. */
const ENOUGH = 30

export async function fillDisk(): Promise<void> {
  const mounted = mkdtempSync(path.join(tmpdir(), 'muster-full-disk-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE}`, 'muster-full-disk', mounted])
  chmodSync(mounted, 0o755)
  const data_dir = mkdtempSync(path.join(tmpdir(), 'muster-full-disk-data-'))
  try {
    await fill(mounted, data_dir)
  } finally {
    execFileSync('umount', [mounted])
    for (const folder of [mounted, data_dir]) rmSync(folder, { recursive: true })
  }
}

async function fill(mounted: string, data_dir: string): Promise<void> {
  const cluster = await openCluster(mounted)
  const env = await prepareSettings(cluster.url, data_dir, { MAIL_PROVIDER: 'capture' })
  const opening = await buildOpening(cluster.db)
  const worker = await startProcess('worker', env)
  const { server, address } = await startServer(env)
  const load = startSignUpLoad(opening, () => address)
  try {
    await load.more(ENOUGH)
    const ballast = path.join(mounted, 'ballast')
    const isFull = () => load.answers.some(({ status }) => status === 503)
    await until(() => (takeSpace(ballast), isFull()), {
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
    // PostgreSQL ends without space for its log.
    if (!(await cluster.db.system(async () => true).catch(() => false))) await cluster.start()
    await load.more(ENOUGH)
    const back_after_ms = Math.round(performance.now() - freed_at)
    await load.stop()

    const statuses = load.statuses()
    const found = {
      page: page.status,
      database: full.database,
      unanswered: load.unanswered.length,
      lost: await countLost(cluster.db, load),
      are_alive: isAlive(server) && isAlive(worker),
      unexpected: statuses.filter((status) => ![200, 201, 503].includes(status)),
    }
    const refused = load.answers.filter(({ status }) => status === 503).length
    console.log({ refused, acknowledged: load.acknowledged.length, back_after_ms, readyz: full, ...found })
    assert.deepEqual(found, {
      page: 200,
      database: 'full',
      unanswered: 0,
      lost: 0,
      are_alive: true,
      unexpected: [],
    })
    await expectNoHalfStates(cluster.db)
  } finally {
    await load.stop()
    await terminate(server, worker)
    await cluster.close()
  }
}

/** Fills the remaining space. It is called repeatedly: the write-ahead log can still use its existing segments. */
function takeSpace(ballast: string): void {
  const { bavail, bsize } = statfsSync(path.dirname(ballast))
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
