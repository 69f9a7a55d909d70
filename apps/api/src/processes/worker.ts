import { startTellingCancellations } from '../features/invitations/tell-cancellations.ts'
import { startShiftReminders } from '../outbox/shift-reminders.ts'
import { startOutbox } from '../outbox/start-outbox.ts'
import { connectConfigured } from './connect.ts'
import { startNightly } from './nightly.ts'
import { runProcess } from './run-process.ts'

await runProcess(async (context) => {
  const deps = await connectConfigured(context)
  const outbox = startOutbox(deps)
  context.onClose(outbox.stop)
  context.onClose(startNightly(deps).stop)
  context.onClose(startTellingCancellations(deps).stop)
  context.onClose(startShiftReminders(deps).stop)
})
