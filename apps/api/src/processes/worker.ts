import { connectConfigured } from './connect.ts'
import { runProcess } from './run-process.ts'
import { startTasks } from './start-tasks.ts'

await runProcess(async (context) => {
  const deps = await connectConfigured(context)
  context.onClose(startTasks(deps).stop)
  const { worker_port } = context.config
  if (worker_port === undefined) return
  // Loaded only if needed: the modules that serve HTTP take a second to load.
  const { startWorkerPort } = await import('./worker-port.ts')
  const app = await startWorkerPort(deps, worker_port)
  context.onClose(() => app.close())
}, 'worker')
