import path from 'node:path'
import { startEmbeddedPostgres } from '../db/embedded.ts'
import { findDemoEvent, seedDemo } from '../demo/seed.ts'
import { startTellingCancellations } from '../features/invitations/tell-cancellations.ts'
import { startShiftReminders } from '../outbox/shift-reminders.ts'
import { startOutbox } from '../outbox/start-outbox.ts'
import { connect } from './connect.ts'
import { startServer } from './listen.ts'
import { startNightly } from './nightly.ts'
import { type Context, runProcess } from './run-process.ts'
import { welcome } from './welcome.ts'

await runProcess(async (context) => {
  const { config, onClose } = context
  const { url, notice } = await openDatabase(context)
  const deps = await connect(context, url)
  if (config.demo) await seedDemo(deps)

  const app = await startServer(deps)
  onClose(() => app.close())
  const outbox = startOutbox(deps)
  onClose(outbox.stop)
  onClose(startNightly(deps).stop)
  onClose(startTellingCancellations(deps).stop)
  onClose(startShiftReminders(deps).stop)

  const demo_event = config.demo ? await findDemoEvent(deps) : undefined
  process.stdout.write(welcome({ config, demo_event, notice }))
})

async function openDatabase({
  config,
  onClose,
}: Context): Promise<{ url: string; notice: string | undefined }> {
  if (config.database_url) return { url: config.database_url, notice: undefined }
  const embedded = await startEmbeddedPostgres({ dir: path.join(config.data_dir, 'postgres') })
  onClose(embedded.stop)
  return embedded
}
