import { ConfigError } from '../config.ts'
import { prepareDatabase } from '../db/prepare-database.ts'
import { closeDeps, createDeps, type Deps } from '../deps.ts'
import type { Bus } from '../live/bus.ts'
import { createPostgresBus } from '../live/bus-postgres.ts'
import { createNatsBus } from '../scale/bus-nats.ts'
import { loadKeys } from '../signing/keys.ts'
import type { Context } from './run-process.ts'

export async function connect(
  { config, log, onClose }: Context,
  { url, home }: { url: string; home?: string },
): Promise<Deps> {
  const keys = await loadKeys(config)
  const warning = await prepareDatabase({
    url,
    direct_url: config.database_direct_url,
    owner_url: config.database_owner_url,
    home,
    connections: config.database_connections,
  })
  if (warning) log.warn(warning)
  const bus = await createBus({ config, log }, config.database_direct_url ?? url)
  const tracing = await createConfiguredTracing({ config, log })
  if (tracing) onClose(() => tracing.close())
  const deps = createDeps({ config, log, keys, bus, database_url: url, tracing })
  onClose(() => closeDeps(deps))
  return deps
}

/** Needs `direct_url`, because LISTEN does not work through a pooler in transaction mode. */
export async function createBus(
  { config: { nats_urls }, log }: Pick<Context, 'config' | 'log'>,
  direct_url: string,
): Promise<Bus> {
  if (nats_urls.length === 0) return createPostgresBus({ url: direct_url, log })
  try {
    return await createNatsBus({ urls: nats_urls, log })
  } catch (cause) {
    throw new ConfigError('NATS_URL names no NATS server that answers and accepts the login.', { cause })
  }
}

async function createConfiguredTracing({ config, log }: Pick<Context, 'config' | 'log'>) {
  if (!config.tracing) return undefined
  const { createTracing } = await import('./create-tracing.ts')
  return createTracing(config.tracing, log)
}

export async function connectConfigured(context: Context): Promise<Deps> {
  const { database_url } = context.config
  if (!database_url) throw new ConfigError('DATABASE_URL must name the database to work on.')
  if (!context.config.names_environment) {
    throw new ConfigError('NODE_ENV must be set: production, or development to try a server or worker alone.')
  }
  return connect(context, { url: database_url })
}
