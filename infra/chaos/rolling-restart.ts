import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readConfig } from '../../apps/api/src/config.ts'
import { loadKeys } from '../../apps/api/src/signing/keys.ts'
import { openPatientDb } from '../../apps/api/test/patient.ts'
import { API, ended, isReady, startServer, until } from '../run/start-programs.ts'
import { type Answer, buildOpening, startSignUpLoad } from './sign-up-load.ts'

/* Ends one of two servers while people sign up through a balancer that asks /readyz and retries broken requests. */

const ENOUGH = 40
/** Number of clients. There are few, all open before the restart: opening one on a busy machine may cause a 503. */
const CLIENTS = 3
const CONNECTIONS = 3
/** Milliseconds between two probes of the balancer. */
const PROBE = 100

export type Restarted = {
  /** Statuses of the answers, except refusals by the server that stays. */
  statuses: number[]
  /** Causes of refused or broken connections, after which the balancer tried the other server. */
  retried: string[]
  exit_code: number | null
}

type Options = { database_url: string; shutdown_delay_s: number }

export async function restartUnderLoad({ database_url, shutdown_delay_s }: Options): Promise<Restarted> {
  const data_dir = await mkdtemp(path.join(tmpdir(), 'muster-chaos-'))
  const env = {
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    DATABASE_URL: database_url,
    MUSTER_DATA_DIR: data_dir,
    SIGNUPS_PER_MINUTE: '1000000',
    REQUESTS_PER_MINUTE: '1000000',
    DATABASE_CONNECTIONS: String(CONNECTIONS),
    SHUTDOWN_DELAY_SECONDS: String(shutdown_delay_s),
  }
  const db = openPatientDb(database_url)
  const opening = await buildOpening(db)
  await db.close()
  await loadKeys(readConfig(env, API))

  const [first, second] = await Promise.all([startServer(env), startServer(env)])
  const balancer = openBalancer([first.address, second.address])
  const load = startSignUpLoad(opening, balancer.choose, CLIENTS)
  const signUpSome = async () => {
    const enough = load.acknowledged.length + ENOUGH
    await until(() => load.acknowledged.length >= enough, { what: 'nobody signs up', ms: 60_000 })
  }
  await signUpSome()

  const told_at = performance.now()
  first.server.kill('SIGTERM')
  await ended(first.server)
  await signUpSome()
  await load.stop()
  await balancer.close()
  second.server.kill('SIGTERM')
  await ended(second.server)
  await rm(data_dir, { recursive: true, force: true })

  const answers = load.answers.filter(({ sent_at, ms }) => sent_at + ms > told_at)
  // The other server may be too busy on a slow machine. The load then tries again.
  const isBusy = (each: Answer) =>
    each.address === second.address && each.status === 503 && each.has_retry_after
  const statuses = answers.filter((each) => !isBusy(each)).map(({ status }) => status)
  return {
    statuses: [...new Set(statuses)].toSorted((one, other) => one - other),
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
