import { ConfigError } from './config.ts'
import { checkDatabase } from './db/check.ts'
import { closeDeps, openDeps } from './deps.ts'
import { startOutbox } from './features/messages/outbox.ts'
import { loadKeys } from './keys.ts'
import { openPostgresBus } from './live/bus-postgres.ts'
import { runProcess } from './process.ts'

/* The outbox as a process of its own: as many as are needed, beside any number of servers. */
await runProcess(async ({ config, log, onClose }) => {
  const { database_url } = config
  if (!database_url) throw new ConfigError('DATABASE_URL must name the database this worker serves.')
  const keys = await loadKeys(config)
  await checkDatabase(database_url)
  const bus = await openPostgresBus({ url: database_url, log })
  const deps = openDeps({ config, log, keys, bus, database_url })
  onClose(() => closeDeps(deps))
  const outbox = startOutbox(deps)
  onClose(outbox.stop)
})
