import { connectConfigured } from './connect.ts'
import { runProcess } from './run-process.ts'
import { startTasks } from './start-tasks.ts'

await runProcess(async (context) => {
  const deps = await connectConfigured(context)
  context.onClose(startTasks(deps).stop)
})
