import path from 'node:path'
import { checkDatabase } from './db/check.ts'
import { startEmbeddedPostgres } from './db/embedded.ts'
import { migrate } from './db/migrate.ts'
import { findDemoEvent, seedDemo } from './db/seed.ts'
import { closeDeps, openDeps } from './deps.ts'
import { startOutbox } from './features/messages/outbox.ts'
import { startServer } from './http/listen.ts'
import { loadKeys } from './keys.ts'
import { openPostgresBus } from './live/bus-postgres.ts'
import { runProcess } from './process.ts'
import { welcome } from './welcome.ts'

/* Everything in one process: database (unless DATABASE_URL names one), API, pages, live channel, worker. */
await runProcess(async ({ config, log, onClose }) => {
  const keys = await loadKeys(config)
  let database_url = config.database_url
  let notice: string | undefined
  if (!database_url) {
    const embedded = await startEmbeddedPostgres({ dir: path.join(config.data_dir, 'postgres') })
    onClose(embedded.stop)
    database_url = embedded.url
    notice = embedded.notice
  }
  await checkDatabase(database_url)
  await migrate(config.database_owner_url ?? database_url)

  const bus = await openPostgresBus({ url: database_url, log })
  const deps = openDeps({ config, log, keys, bus, database_url })
  onClose(() => closeDeps(deps))
  if (config.demo) await seedDemo(deps)

  const app = await startServer(deps)
  onClose(() => app.close())
  const outbox = startOutbox(deps)
  onClose(outbox.stop)

  const demo_event = config.demo ? await findDemoEvent(deps) : undefined
  process.stdout.write(welcome({ config, demo_event, notice }))
})
