import assert from 'node:assert/strict'
import type { ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Opening } from '../bench/harness/fill.ts'
import {
  isAlive,
  prepareSettings,
  startProcess,
  startServer,
  terminate,
  until,
} from '../run/start-programs.ts'
import { type Cluster, openCluster } from './cluster.ts'
import { buildOpening, countLost, listStatuses, type SignUpLoad, startSignUpLoad } from './sign-up-load.ts'
import { openSilentProxy, type SilentProxy } from './silent-proxy.ts'

/* Causes database failures during sign-ups. Each acknowledged sign-up must be in the database. */

/** Milliseconds of an outage. */
const OUTAGE = 1_000
/** Number of sign-ups that must succeed before and after a fault. */
const ENOUGH = 30
/** Milliseconds. The product refuses a request after 5 s; a busy machine is slower. */
const LONGEST = 8_000
/** Milliseconds. A statement in flight behind a silent host waits for its query timeout. */
const LONGEST_IN_SILENCE = 25_000

const FAULTS = [
  'every session terminated',
  'one backend killed',
  'cluster stopped fast',
  'cluster stopped immediately',
  'cluster killed',
  'host silent',
] as const
type Fault = (typeof FAULTS)[number]

type Pair = { server: ChildProcess; worker: ChildProcess; address: string }

/** All rounds use the same processes, so that each fault meets what the previous one left behind. */
export async function killDb({ rounds = 1 }: { rounds?: number }): Promise<void> {
  const cluster = await openCluster()
  const proxy = await openSilentProxy(cluster.url)
  const opening = await buildOpening(cluster.db)
  try {
    const direct = await startPair(cluster.url, cluster.dir)
    for (let round = 1; round <= rounds; round++) {
      for (const fault of FAULTS) {
        const isBehindProxy = fault === 'host silent'
        const pair = isBehindProxy ? await startPair(proxy.url, cluster.dir) : direct
        const suffered = await sufferFault({ fault, pair, cluster, proxy, opening })
        console.log({ fault, ...suffered })
        expectNoHarm(fault, suffered)
        if (isBehindProxy) await endInSilence(pair, proxy, opening)
      }
    }
    await endPair(direct)
  } finally {
    proxy.close()
    await cluster.close()
  }
}

/** Sends SIGTERM under load while the database is silent. */
async function endInSilence(pair: Pair, proxy: SilentProxy, opening: Opening): Promise<void> {
  const load = startSignUpLoad(opening, () => pair.address)
  await load.more(ENOUGH)
  proxy.fallSilent()
  await endPair(pair)
  proxy.speak()
  await load.stop()
}

async function endPair({ server, worker }: Pair): Promise<void> {
  await terminate(server, worker)
  assert.deepEqual([server.exitCode, worker.exitCode], [0, 0])
}

async function startPair(url: string, dir: string): Promise<Pair> {
  const env = await prepareSettings(url, dir, { MAIL_PROVIDER: 'capture' })
  const worker = await startProcess('worker', env)
  const { server, address } = await startServer(env)
  return { server, worker, address }
}

type Suffered = Awaited<ReturnType<typeof sufferFault>>

function expectNoHarm(fault: Fault, suffered: Suffered): void {
  const { are_alive, lost, unanswered, without_retry_after } = suffered
  assert.deepEqual(
    { are_alive, lost, unanswered, without_retry_after },
    { are_alive: true, lost: 0, unanswered: [], without_retry_after: 0 },
  )
  assert.ok(suffered.acknowledged > 0)
  assert.deepEqual(
    suffered.statuses.filter((status) => ![200, 201, 503].includes(status)),
    [],
  )
  // PostgreSQL stays up, and the pool replaces idle sessions: a request need not be refused.
  if (fault !== 'every session terminated') assert.ok(suffered.refused > 0)
  assert.ok(suffered.slowest_ms < (fault === 'host silent' ? LONGEST_IN_SILENCE : LONGEST))
  assert.ok(suffered.slowest_new_ms < LONGEST)
}

type Scene = { fault: Fault; pair: Pair; cluster: Cluster; proxy: SilentProxy; opening: Opening }

async function sufferFault({ fault, pair, cluster, proxy, opening }: Scene) {
  const load = startSignUpLoad(opening, () => pair.address)
  try {
    await load.more(ENOUGH)
    const broke_at = performance.now()
    await injectFault({ fault, cluster, proxy, load })
    const back_at = performance.now()
    const since_back = () => load.answers.filter((each) => each.status === 201 && each.sent_at > back_at)
    await until(() => since_back().length >= ENOUGH, {
      what: `sign-ups do not come back: ${fault}`,
      ms: 30_000,
      every_ms: 50,
    })
    await load.stop()
    await until(() => hasEmptyOutbox(cluster), {
      what: `the worker does not come back: ${fault}`,
      ms: 60_000,
      every_ms: 200,
    })
    const [first] = since_back()
    const { acknowledged, unanswered, answers } = load
    const refused = answers.filter(({ status }) => status === 503)
    return {
      are_alive: isAlive(pair.server) && isAlive(pair.worker),
      acknowledged: acknowledged.length,
      lost: await countLost(cluster.db, load),
      statuses: listStatuses(answers),
      refused: refused.length,
      unanswered,
      without_retry_after: refused.filter((each) => !each.has_retry_after).length,
      slowest_ms: slowest(answers),
      /** Of the requests that were sent after the fault. */
      slowest_new_ms: slowest(answers.filter(({ sent_at }) => sent_at > broke_at)),
      /** From the return of the database to the first sign-up. */
      back_after_ms: Math.round(first ? first.sent_at + first.ms - back_at : Number.NaN),
    }
  } finally {
    await load.stop()
  }
}

type Injection = { fault: Fault; cluster: Cluster; proxy: SilentProxy; load: SignUpLoad }

async function injectFault({ fault, cluster, proxy, load }: Injection): Promise<void> {
  switch (fault) {
    case 'every session terminated':
      return cluster.terminateSessions()
    case 'one backend killed':
      await cluster.killBackend()
      // PostgreSQL now ends all other sessions and recovers.
      return until(() => isThere(cluster), { what: 'the database does not recover', ms: 30_000 })
    case 'cluster stopped fast':
      await cluster.stop('fast')
      break
    case 'cluster stopped immediately':
      await cluster.stop('immediate')
      break
    case 'cluster killed':
      await cluster.kill()
      break
    case 'host silent':
      proxy.fallSilent()
      await untilAllRefused(load)
      proxy.speak()
      return
  }
  await sleep(OUTAGE)
  await cluster.start()
}

async function untilAllRefused(load: SignUpLoad): Promise<void> {
  const asked = load.waiting()
  await until(() => [...asked].every((request) => !load.waiting().has(request)), {
    what: 'requests hang behind a silent database',
    ms: 30_000,
    every_ms: 50,
  })
}

async function isThere({ db }: Cluster): Promise<boolean> {
  return db.system(async () => true).catch(() => false)
}

/** Returns whether no message is queued, which shows that the worker works. */
async function hasEmptyOutbox({ db }: Cluster): Promise<boolean> {
  const { rows } = await db.system((tx) => tx.execute(`select from message where status = 'QUEUED' limit 1`))
  return rows.length === 0
}

const slowest = (answers: readonly { ms: number }[]) =>
  Math.round(Math.max(0, ...answers.map(({ ms }) => ms)))
