import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Db } from '../../apps/api/src/db/client.ts'
import { createPatientDb } from '../../apps/api/test/patient.ts'
import { NODE, startHaproxy } from '../run/haproxy.ts'
import { startNatsServer } from '../run/nats-server.ts'
import { startPgbouncer } from '../run/pgbouncer.ts'
import {
  kill,
  prepareSettings,
  type Server,
  startProcess,
  startServer,
  terminate,
  until,
} from '../run/start-programs.ts'

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
  const env = await prepareSettings(pgbouncer.url, data_dir, {
    DATABASE_DIRECT_URL: database_url,
    MAIL_PROVIDER: 'capture',
    DATABASE_CONNECTIONS: '5',
    TRUSTED_PROXIES: '127.0.0.1',
    ...(nats && { NATS_URL: nats.url }),
    ...settings,
  })
  const worker = await startProcess('worker', env)
  const servers = await Promise.all(Array.from({ length: count }, () => startServer(env)))
  const haproxy = await startHaproxy(servers.map(({ address }) => address))
  const db = createPatientDb(database_url, { max_connections: 2 })
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
      await kill(serverOf(number).server)
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
      await terminate(worker, ...servers.map(({ server }) => server))
      await Promise.all([haproxy.stop(), pgbouncer.stop(), nats?.kill(), db.close()])
      await rm(data_dir, { recursive: true })
    },
  }
}
