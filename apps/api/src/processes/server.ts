import { connectConfigured } from './connect.ts'
import { startServer } from './listen.ts'
import { runProcess } from './run-process.ts'

await runProcess(async (context) => {
  const deps = await connectConfigured(context)
  const app = await startServer(deps)
  context.onClose(() => app.close())
}, 'server')
