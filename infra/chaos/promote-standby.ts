import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readConfig } from '../../apps/api/src/config.ts'
import { loadKeys } from '../../apps/api/src/signing/keys.ts'
import { openPatientDb } from '../../apps/api/test/patient.ts'
import { API, ended, startServer, until } from '../run/start-programs.ts'
import { openCluster } from './cluster.ts'
import { buildOpening, startSignUpLoad } from './sign-up-load.ts'
import { openSilentProxy } from './silent-proxy.ts'

/* Kills the primary while people sign up and its standby no longer reads. Then promotes the standby, to which the
 * address of the database leads. */

const ENOUGH = 30
/** Milliseconds between the stall of a synchronous standby and the kill of the primary. */
const STALL = 1_000

export type Promoted = {
  acknowledged: number
  /** Number of acknowledged sign-ups that are not in the promoted standby. */
  lost: number
  /** Milliseconds from the kill to the first sign-up at the promoted standby, including the promotion. */
  back_after: number
  statuses: number[]
}

export async function promoteStandby(commit: 'synchronous' | 'asynchronous'): Promise<Promoted> {
  const dir = await mkdtemp(path.join(tmpdir(), 'muster-chaos-'))
  const cluster = await openCluster()
  const standby = await cluster.addStandby(commit)
  const proxy = await openSilentProxy(cluster.url)
  const opening = await buildOpening(cluster.db)
  const env = {
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    DATABASE_URL: proxy.url,
    MUSTER_DATA_DIR: dir,
    SIGNUPS_PER_MINUTE: '1000000',
    REQUESTS_PER_MINUTE: '1000000',
  }
  await loadKeys(readConfig(env, API))
  const { server, address } = await startServer(env)
  const load = startSignUpLoad(opening, () => address)
  const signUpMore = () => {
    const enough = load.acknowledged.length + ENOUGH
    return until(() => load.acknowledged.length >= enough, { what: 'nobody signs up', ms: 30_000 })
  }
  try {
    await signUpMore()
    await standby.stall()
    // A synchronous primary acknowledges nothing any more, so no further sign-up can be waited for.
    if (commit === 'synchronous') await sleep(STALL)
    else await signUpMore()
    const killed_at = performance.now()
    await cluster.kill()
    await standby.promote()
    proxy.moveTo(standby.url)
    const since = () => load.answers.filter((each) => each.status === 201 && each.sent_at > killed_at)
    await until(() => since().length >= ENOUGH, { what: 'sign-ups do not come back', ms: 60_000 })
    await load.stop()

    const db = openPatientDb(standby.url)
    const { rows } = await db.system((tx) =>
      tx.execute<{ kept: number }>(
        `select count(*)::int as kept from assignment where id = any('{${load.acknowledged.join(',')}}'::uuid[])`,
      ),
    )
    await db.close()
    const [first] = since()
    return {
      acknowledged: load.acknowledged.length,
      lost: load.acknowledged.length - (rows[0]?.kept ?? 0),
      back_after: Math.round(first ? first.sent_at + first.ms - killed_at : Number.NaN),
      statuses: [...new Set(load.answers.map(({ status }) => status))].toSorted((one, other) => one - other),
    }
  } finally {
    await load.stop()
    server.kill('SIGTERM')
    await ended(server)
    proxy.close()
    await cluster.close()
    await rm(dir, { recursive: true, force: true })
  }
}
