import { ConfigError } from '../config.ts'
import { checkDatabase } from '../db/check.ts'
import { migrate } from '../db/migrate.ts'
import { closeDeps, type Deps, openDeps } from '../deps.ts'
import { openNatsBus } from '../live/bus-nats.ts'
import { openPostgresBus } from '../live/bus-postgres.ts'
import { loadKeys } from '../signing/keys.ts'
import type { Context } from './run-process.ts'

export async function connect({ config, log, onClose }: Context, database_url: string): Promise<Deps> {
  const keys = await loadKeys(config)
  await checkDatabase(database_url)
  await migrate(config.database_owner_url ?? database_url)
  const bus = await openBus({ config, log }, database_url)
  const deps = openDeps({ config, log, keys, bus, database_url })
  onClose(() => closeDeps(deps))
  return deps
}

async function openBus(
  { config: { nats_urls }, log }: Pick<Context, 'config' | 'log'>,
  database_url: string,
) {
  if (nats_urls.length === 0) return openPostgresBus({ url: database_url, log })
  try {
    return await openNatsBus({ urls: nats_urls, log })
  } catch (cause) {
    throw new ConfigError('NATS_URL names no NATS server that answers and accepts the login.', { cause })
  }
}

export async function connectConfigured(context: Context): Promise<Deps> {
  const { database_url } = context.config
  if (!database_url) throw new ConfigError('DATABASE_URL must name the database to work on.')
  return connect(context, database_url)
}
