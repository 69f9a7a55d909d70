import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Database, withDatabase } from '../run/database.ts'
import { ended, isReady, prepareSettings, startServer, terminate } from '../run/start-programs.ts'
import { type Answer, buildOpening, listStatuses, startSignUpLoad } from './sign-up-load.ts'

/* Ends one of two servers while people sign up through a balancer that asks /readyz and retries broken requests. */

const ENOUGH = 40
/** Number of clients. There are few, all open before the restart: opening one on a busy machine may cause a 503. */
const CLIENTS = 3
const CONNECTIONS = 3
/** Milliseconds between two probes of the balancer. */
const PROBE = 100
/** Errors before a request was answered, after which a load balancer tries the next server. */
const CONNECTION_LEVEL = ['ECONNREFUSED', 'ECONNRESET', 'UND_ERR_SOCKET']

/** The balancer notices in time, or not, and then tries elsewhere. */
const VARIANTS = [
  { shutdown_delay_s: 5, mayBreak: [] },
  { shutdown_delay_s: 0, mayBreak: CONNECTION_LEVEL },
]

export async function restartUnderLoad({ rounds = 1 }: { rounds?: number }): Promise<void> {
  await withDatabase(async (database) => {
    for (let round = 1; round <= rounds; round++) {
      for (const { shutdown_delay_s, mayBreak } of VARIANTS) {
        const { statuses, retried, exit_code } = await restart(database, shutdown_delay_s)
        console.log({ shutdown_delay_s, statuses, retried: retried.length, exit_code })
        assert.deepEqual(statuses, [200, 201])
        assert.deepEqual(
          retried.filter((cause) => !mayBreak.includes(cause)),
          [],
        )
        assert.equal(exit_code, 0)
      }
    }
  })
}

async function restart({ db, url, dir }: Database, shutdown_delay_s: number) {
  const env = await prepareSettings(url, dir, {
    DATABASE_CONNECTIONS: String(CONNECTIONS),
    SHUTDOWN_DELAY_SECONDS: String(shutdown_delay_s),
  })
  const opening = await buildOpening(db)
  const [first, second] = await Promise.all([startServer(env), startServer(env)])
  const balancer = openBalancer([first.address, second.address])
  const load = startSignUpLoad(opening, balancer.choose, CLIENTS)
  await load.more(ENOUGH)

  const ended_at = performance.now()
  first.server.kill('SIGTERM')
  await ended(first.server)
  await load.more(ENOUGH)
  await load.stop()
  await balancer.close()
  await terminate(second.server)

  const answers = load.answers.filter(({ sent_at, ms }) => sent_at + ms > ended_at)
  // The other server may be too busy on a slow machine. The load then tries again.
  const isBusy = (each: Answer) =>
    each.address === second.address && each.status === 503 && each.has_retry_after
  return {
    statuses: listStatuses(answers.filter((each) => !isBusy(each))),
    /** Causes of refused or broken connections, after which the balancer tried the other server. */
    retried: load.unanswered,
    exit_code: first.server.exitCode,
  }
}

function openBalancer(addresses: readonly string[]) {
  const ready = new Set(addresses)
  let turns = 0
  const closing = new AbortController()

  async function probe(address: string): Promise<void> {
    while (!closing.signal.aborted) {
      if (await isReady(address)) ready.add(address)
      else ready.delete(address)
      await sleep(PROBE)
    }
  }

  // Each server has its own loop, because a slow answer of one must not delay the probe of the other.
  const probing = Promise.all(addresses.map(probe))
  return {
    choose: (): string => {
      const able = ready.size > 0 ? [...ready] : addresses
      return able[turns++ % able.length] ?? ''
    },
    async close() {
      closing.abort()
      await probing
    },
  }
}
