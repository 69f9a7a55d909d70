import type { FastifyBaseLogger } from 'fastify'
import type { Config } from './config.ts'
import { createDb, type Db, type DbTimeouts } from './db/client.ts'
import { createFindOrganization, type FindOrganization } from './db/find-organization.ts'
import type { Bus } from './live/bus.ts'
import type { Keys } from './signing/keys.ts'
import type { Tracing } from './tracing.ts'

export type Logger = FastifyBaseLogger

/** `now()` is ISO 8601 UTC. */
export type Deps = {
  readonly config: Config
  readonly log: Logger
  readonly db: Db
  readonly findOrganization: FindOrganization
  readonly keys: Keys
  readonly bus: Bus
  /** Undefined: nothing is traced. */
  readonly tracing: Tracing | undefined
  readonly now: () => string
}

type DepsOptions = Pick<Deps, 'config' | 'log' | 'keys' | 'bus'> & {
  database_url: string
  database_timeouts?: DbTimeouts
  tracing?: Tracing | undefined
  now?: Deps['now']
}

export function createDeps({
  config,
  log,
  keys,
  bus,
  database_url,
  database_timeouts,
  tracing,
  now = systemTime,
}: DepsOptions): Deps {
  const db = createDb({
    url: database_url,
    is_pooled: config.database_direct_url !== undefined,
    max_connections: config.database_connections,
    announce: (announcements) => bus.publish(announcements),
    onConnectionLost: (error) => log.warn({ err: error }, 'database connection lost'),
    tracing,
    timeouts: database_timeouts,
  })
  return { config, log, db, findOrganization: createFindOrganization(db), keys, bus, tracing, now }
}

export async function closeDeps({ db, bus }: Deps): Promise<void> {
  await bus.close()
  await db.close()
}

export const systemTime = () => new Date().toISOString()
