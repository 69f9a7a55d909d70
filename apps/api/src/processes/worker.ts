import { startOutbox } from '../outbox/start-outbox.ts'
import { connectConfigured } from './connect.ts'
import { runProcess } from './run-process.ts'

/* The outbox as a process of its own: as many as are needed, beside any number of servers. */
await runProcess(async (context) => {
  const deps = await connectConfigured(context)
  const outbox = startOutbox(deps)
  context.onClose(outbox.stop)
})
