import type { ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { readConfig } from '../../apps/api/src/config.ts'
import { type Db } from '../../apps/api/src/db/client.ts'
import { loadKeys } from '../../apps/api/src/signing/keys.ts'
import { openPatientDb } from '../../apps/api/test/patient.ts'
import { NODE, startHaproxy } from '../run/haproxy.ts'
import { startNatsServer } from '../run/nats-server.ts'
import { startPgbouncer } from '../run/pgbouncer.ts'
import { API, ended, type Server, startProcess, startServer, until } from '../run/start-programs.ts'
import { type Opening, startSignUpLoad } from './sign-up-load.ts'
import { openViewer } from './viewer.ts'

/* Runs haproxy in front of servers, and a worker. All reach PostgreSQL through pgbouncer in transaction mode. */

export type BusName = 'PostgreSQL' | 'NATS'

export type Nodes = {
  /** Address of haproxy. */
  address: string
  servers: readonly Server[]
  pooled_url: string
  db: Db
  /** Sends SIGKILL. `number` counts from 1, as haproxy calls the servers. */
  kill: (number: number) => Promise<void>
  /** Restarts the server at the same address. Resolves when haproxy sends clients there. */
  restart: (number: number) => Promise<void>
  killBus: () => Promise<void>
  restoreBus: () => Promise<void>
  close: () => Promise<void>
}

type NodesOptions = { database_url: string; bus: BusName; count?: number; settings?: Record<string, string> }

export async function openNodes({
  database_url,
  bus,
  count = 2,
  settings = {},
}: NodesOptions): Promise<Nodes> {
  const data_dir = await mkdtemp(path.join(tmpdir(), 'muster-nodes-'))
  const pgbouncer = await startPgbouncer(database_url)
  const nats = bus === 'NATS' ? await startNatsServer() : undefined
  const env = {
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    DATABASE_URL: pgbouncer.url,
    DATABASE_DIRECT_URL: database_url,
    MUSTER_DATA_DIR: data_dir,
    MAIL_PROVIDER: 'capture',
    DATABASE_CONNECTIONS: '5',
    TRUSTED_PROXIES: '127.0.0.1',
    SIGNUPS_PER_MINUTE: '1000000',
    REQUESTS_PER_MINUTE: '1000000',
    ...(nats && { NATS_URL: nats.url }),
    ...settings,
  }
  // The keys are generated here, because otherwise each process would generate some.
  await loadKeys(readConfig(env, API))
  const worker: ChildProcess = await startProcess('worker', env)
  const servers = await Promise.all(Array.from({ length: count }, () => startServer(env)))
  const haproxy = await startHaproxy(servers.map(({ address }) => address))
  const db = openPatientDb(database_url, { max_connections: 2 })
  const serverOf = (number: number): Server => {
    const server = servers[number - 1]
    if (!server) throw new Error(`there is no server ${number}`)
    return server
  }
  const answers = async (number: number) => {
    const answer = await fetch(`${haproxy.address}/readyz`, { headers: { [NODE]: String(number) } })
    await answer.arrayBuffer()
    return answer.ok
  }
  await until(() => answers(1).catch(() => false), { what: 'haproxy finds no server', ms: 30_000 })

  return {
    address: haproxy.address,
    servers,
    pooled_url: pgbouncer.url,
    db,
    async kill(number) {
      const { server } = serverOf(number)
      server.kill('SIGKILL')
      await ended(server)
    },
    async restart(number) {
      const { address } = serverOf(number)
      servers[number - 1] = await startServer(env, { port: Number(new URL(address).port) })
      await until(() => answers(number), { what: 'haproxy does not find it again', ms: 30_000 })
    },
    async killBus() {
      await nats?.kill()
      if (!nats) {
        await db.pool.query(
          "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'muster live' and datname = current_database()",
        )
      }
    },
    async restoreBus() {
      await nats?.start()
    },
    async close() {
      const all = [worker, ...servers.map(({ server }) => server)]
      for (const child of all) child.kill('SIGTERM')
      await Promise.all(all.map(ended))
      await Promise.all([haproxy.stop(), pgbouncer.stop(), nats?.kill(), db.close()])
      await rm(data_dir, { recursive: true })
    },
  }
}

export type NodeLoss = {
  viewers: number
  /** Milliseconds from the kill until the last viewer had joined at another server. */
  back_after: number
  /** Milliseconds of the slowest viewer from its join (or the last commit, if later) until it had the right state. */
  right_after: number
  acknowledged: number
  /** Number of acknowledged sign-ups that are not in the database. */
  lost: number
  statuses: number[]
}

type LossOptions = { opening: Opening; number: number; viewers: number; delay?: () => number }

/** Kills the server to which all viewers are connected, while people sign up. */
export async function loseNode(nodes: Nodes, { opening, number, viewers, delay }: LossOptions) {
  const open = Array.from({ length: viewers }, () =>
    openViewer({
      chooseAddress: () => nodes.address.replace('http', 'ws'),
      event_id: opening.event_id,
      query: `&${NODE}=${number}`,
      ...(delay && { delay }),
    }),
  )
  await until(() => open.every(({ joins }) => joins() === 1), { what: 'a viewer cannot join', ms: 60_000 })
  const load = startSignUpLoad(opening, () => nodes.address)
  const enough = { what: 'nobody signs up', ms: 60_000 }
  await until(() => load.acknowledged.length >= 20, enough)
  const killed_at = performance.now()
  await nodes.kill(number)
  const then = load.acknowledged.length
  await until(() => load.acknowledged.length >= then + 20, enough)
  await until(() => open.every(({ joins }) => joins() > 1), { what: 'a viewer stays away', ms: 60_000 })
  const back_after = Math.max(...open.map(({ joined_at }) => joined_at())) - killed_at
  await load.stop()
  const stopped_at = performance.now()

  const expected = await countConfirmed(nodes, opening)
  const right_at = new Map<number, number>()
  await until(
    () => {
      for (const [i, { state }] of open.entries()) {
        if (right_at.has(i) || !isRight(state().shifts, expected)) continue
        right_at.set(i, performance.now())
      }
      return right_at.size === open.length
    },
    { what: 'a viewer does not get the state of the database', ms: 30_000 },
  )
  for (const { close } of open) close()
  const kept = await nodes.db.system((tx) =>
    tx.execute<{ kept: number }>(
      `select count(*)::int as kept from assignment where id = any('{${load.acknowledged.join(',')}}'::uuid[])`,
    ),
  )
  const waits = open.map(({ joined_at }, i) => (right_at.get(i) ?? 0) - Math.max(joined_at(), stopped_at))
  return {
    viewers,
    back_after: Math.round(back_after),
    right_after: Math.round(Math.max(0, ...waits)),
    acknowledged: load.acknowledged.length,
    lost: load.acknowledged.length - (kept.rows[0]?.kept ?? 0),
    statuses: [...new Set(load.answers.map(({ status }) => status))].toSorted((one, other) => one - other),
  } satisfies NodeLoss
}

async function countConfirmed({ db }: Nodes, { event_id }: Opening): Promise<Map<string, number>> {
  const { rows } = await db.system((tx) =>
    tx.execute<{ id: string; confirmed: number }>(
      `select shift.id, count(assignment.id)::int as confirmed from shift
       left join assignment on assignment.shift_id = shift.id and assignment.status = 'CONFIRMED'
       where shift.event_id = '${event_id}' group by shift.id`,
    ),
  )
  return new Map(rows.map(({ id, confirmed }) => [id, confirmed]))
}

const isRight = (
  shifts: readonly { id: string; assigned_count: number }[],
  expected: ReadonlyMap<string, number>,
): boolean =>
  shifts.length === expected.size &&
  shifts.every(({ id, assigned_count }) => expected.get(id) === assigned_count)
