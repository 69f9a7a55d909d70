import { connectConfigured } from './connect.ts'
import { runProcess } from './run-process.ts'
import { startTasks } from './start-tasks.ts'

await runProcess(async (context) => {
  const deps = await connectConfigured(context)
  for (const { stop } of startTasks(deps)) context.onClose(stop)
})
