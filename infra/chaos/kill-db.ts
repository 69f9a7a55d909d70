import type { ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readConfig } from '../../apps/api/src/config.ts'
import { loadKeys } from '../../apps/api/src/signing/keys.ts'
import { API, ended, isAlive, startProcess, startServer, until } from '../run/start-programs.ts'
import { type Cluster, openCluster } from './cluster.ts'
import { buildOpening, type Opening, type SignUpLoad, startSignUpLoad } from './sign-up-load.ts'
import { openSilentProxy, type SilentProxy } from './silent-proxy.ts'

/* Causes database failures during sign-ups. Each acknowledged sign-up must be in the database. */

/** Milliseconds of an outage. */
const OUTAGE = 1_000
/** Number of sign-ups that must succeed before and after a fault. */
const ENOUGH = 30

export const faults = [
  'every session terminated',
  'one backend killed',
  'cluster stopped fast',
  'cluster stopped immediately',
  'cluster killed',
  'host silent',
] as const
export type Fault = (typeof faults)[number]

export type Suffered = {
  fault: Fault
  are_alive: boolean
  acknowledged: number
  /** Number of acknowledged sign-ups that are not in the database. */
  lost: number
  statuses: Record<number, number>
  unanswered: string[]
  without_retry_after: number
  /** Milliseconds of the slowest request. `slowest_new` is that of requests sent after the fault. */
  slowest: number
  slowest_new: number
  /** Milliseconds from the return of the database to the first sign-up. */
  back_after: number
}

export type Ended = { server: Exit; worker: Exit }
type Exit = { code: number | null; ms: number }

type Pair = { server: ChildProcess; worker: ChildProcess; address: string }

export type DatabaseChaos = {
  suffer: (fault: Fault) => Promise<Suffered>
  /** Sends SIGTERM under load while the database is silent. */
  endInSilence: () => Promise<Ended>
  end: () => Promise<Ended>
  close: () => Promise<void>
}

export async function openDatabaseChaos(): Promise<DatabaseChaos> {
  const dir = await mkdtemp(path.join(tmpdir(), 'muster-chaos-'))
  const cluster = await openCluster()
  const proxy = await openSilentProxy(cluster.url)
  const opening = await buildOpening(cluster.db)
  const pairs = new Map<string, Promise<Pair>>()

  function pairAt(url: string): Promise<Pair> {
    const known = pairs.get(url)
    if (known) return known
    const pair = startPair({ dir, url })
    pairs.set(url, pair)
    return pair
  }

  async function endPair(url: string): Promise<Ended> {
    const { server, worker } = await pairAt(url)
    pairs.delete(url)
    const [server_exit, worker_exit] = await Promise.all([terminate(server), terminate(worker)])
    return { server: server_exit, worker: worker_exit }
  }

  return {
    async suffer(fault) {
      const pair = await pairAt(fault === 'host silent' ? proxy.url : cluster.url)
      return sufferFault({ fault, pair, cluster, proxy, opening })
    },
    async endInSilence() {
      const { address } = await pairAt(proxy.url)
      const load = startSignUpLoad(opening, () => address)
      await until(() => load.acknowledged.length >= ENOUGH, { what: 'nobody signs up', ms: 30_000 })
      proxy.fallSilent()
      const exits = await endPair(proxy.url)
      proxy.speak()
      await load.stop()
      return exits
    },
    end: () => endPair(cluster.url),
    async close() {
      for (const pair of await Promise.allSettled(pairs.values())) {
        if (pair.status === 'rejected') continue
        const { server, worker } = pair.value
        for (const child of [server, worker]) child.kill('SIGKILL')
        await Promise.all([ended(server), ended(worker)])
      }
      proxy.close()
      await cluster.close()
      await rm(dir, { recursive: true, force: true })
    },
  }
}

async function startPair({ dir, url }: { dir: string; url: string }): Promise<Pair> {
  const env = {
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    DATABASE_URL: url,
    MUSTER_DATA_DIR: dir,
    MAIL_PROVIDER: 'capture',
    SIGNUPS_PER_MINUTE: '1000000',
    REQUESTS_PER_MINUTE: '1000000',
  }
  // The keys are generated here, because otherwise both processes would generate some.
  await loadKeys(readConfig(env, API))
  const worker = await startProcess('worker', env)
  const { server, address } = await startServer(env)
  return { server, worker, address }
}

type Scene = { fault: Fault; pair: Pair; cluster: Cluster; proxy: SilentProxy; opening: Opening }

async function sufferFault({ fault, pair, cluster, proxy, opening }: Scene): Promise<Suffered> {
  const load = startSignUpLoad(opening, () => pair.address)
  try {
    await until(() => load.acknowledged.length >= ENOUGH, { what: 'nobody signs up', ms: 30_000 })
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
    return {
      fault,
      are_alive: isAlive(pair.server) && isAlive(pair.worker),
      acknowledged: acknowledged.length,
      lost: acknowledged.length - (await countKept(cluster, acknowledged)),
      statuses: countBy(answers.map(({ status }) => status)),
      unanswered,
      without_retry_after: answers.filter((each) => each.status === 503 && !each.has_retry_after).length,
      slowest: slowest(answers),
      slowest_new: slowest(answers.filter(({ sent_at }) => sent_at > broke_at)),
      back_after: Math.round(first ? first.sent_at + first.ms - back_at : Number.NaN),
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

async function countKept({ db }: Cluster, ids: readonly string[]): Promise<number> {
  const { rows } = await db.system((tx) =>
    tx.execute<{ kept: number }>(
      `select count(*)::int as kept from assignment where id = any('{${ids.join(',')}}'::uuid[])`,
    ),
  )
  return rows[0]?.kept ?? 0
}

async function terminate(child: ChildProcess): Promise<Exit> {
  const began = performance.now()
  child.kill('SIGTERM')
  await ended(child)
  return { code: child.exitCode, ms: Math.round(performance.now() - began) }
}

function countBy(values: readonly number[]): Record<number, number> {
  const counts: Record<number, number> = {}
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1
  return counts
}

const slowest = (answers: readonly { ms: number }[]) =>
  Math.round(Math.max(0, ...answers.map(({ ms }) => ms)))
