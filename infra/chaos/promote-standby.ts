import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { createPatientDb } from '../../apps/api/test/patient.ts'
import { prepareSettings, startServer, terminate, until } from '../run/start-programs.ts'
import { openCluster } from './cluster.ts'
import { buildOpening, countLost, startSignUpLoad } from './sign-up-load.ts'
import { openSilentProxy } from './silent-proxy.ts'

/* Kills the primary while people sign up and its standby no longer reads. Then promotes the standby, to which the
 * address of the database leads. */

const ENOUGH = 30
/** Milliseconds between the stall of a synchronous standby and the kill of the primary. */
const STALL = 1_000

export async function promoteStandby({ rounds = 1 }: { rounds?: number }): Promise<void> {
  for (let round = 1; round <= rounds; round++) {
    const synchronous = await promote('synchronous')
    assert.ok(synchronous.acknowledged >= 2 * ENOUGH)
    assert.equal(synchronous.lost, 0)
    assert.deepEqual(
      synchronous.statuses.filter((status) => ![200, 201, 503].includes(status)),
      [],
    )
    const { lost } = await promote('asynchronous')
    assert.ok(lost > 0, 'negative control: an asynchronous standby has lost some')
  }
}

async function promote(commit: 'synchronous' | 'asynchronous') {
  const cluster = await openCluster()
  const standby = await cluster.addStandby(commit)
  const proxy = await openSilentProxy(cluster.url)
  const opening = await buildOpening(cluster.db)
  const { server, address } = await startServer(await prepareSettings(proxy.url, cluster.dir))
  const load = startSignUpLoad(opening, () => address)
  try {
    await load.more(ENOUGH)
    await standby.stall()
    // A synchronous primary acknowledges nothing any more, so no further sign-up can be waited for.
    if (commit === 'synchronous') await sleep(STALL)
    else await load.more(ENOUGH)
    const killed_at = performance.now()
    await cluster.kill()
    await standby.promote()
    proxy.moveTo(standby.url)
    const since = () => load.answers.filter((each) => each.status === 201 && each.sent_at > killed_at)
    await until(() => since().length >= ENOUGH, { what: 'sign-ups do not come back', ms: 60_000 })
    await load.stop()

    const db = createPatientDb(standby.url)
    const lost = await countLost(db, load)
    await db.close()
    const [first] = since()
    const promoted = {
      acknowledged: load.acknowledged.length,
      lost,
      /** From the kill to the first sign-up at the promoted standby, including the promotion. */
      back_after_ms: Math.round(first ? first.sent_at + first.ms - killed_at : Number.NaN),
      statuses: load.statuses(),
    }
    console.log({ commit, ...promoted })
    return promoted
  } finally {
    await load.stop()
    await terminate(server)
    proxy.close()
    await cluster.close()
  }
}
