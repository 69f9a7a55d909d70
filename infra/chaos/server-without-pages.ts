import { buildApp } from '../../apps/api/src/app.ts'
import { connectConfigured } from '../../apps/api/src/processes/connect.ts'
import { runProcess } from '../../apps/api/src/processes/run-process.ts'

/* Server for tests that run before the pages are built. */
await runProcess(async (context) => {
  const deps = await connectConfigured(context)
  const app = await buildApp(deps)
  context.onClose(() => app.close())
  await app.listen({ host: context.config.host, port: context.config.port })
})
