import { setTimeout as sleep } from 'node:timers/promises'
import { buildApp } from '../../apps/api/src/app.ts'
import type { Db } from '../../apps/api/src/db/client.ts'
import { connectConfigured } from '../../apps/api/src/processes/connect.ts'
import { runProcess } from '../../apps/api/src/processes/run-process.ts'

/* Server for tests that run before the pages are built. With ANSWER_EARLY it is the negative control of kill-api. */

/** Milliseconds from an early answer to the commit. */
const TO_COMMIT = 100

await runProcess(async (context) => {
  const deps = await connectConfigured(context)
  const app = await buildApp(process.env.ANSWER_EARLY ? { ...deps, db: answerEarly(deps.db) } : deps)
  context.onClose(() => app.close())
  await app.listen({ host: context.config.host, port: context.config.port })
})

/** Answers a sign-up before its transaction is committed. */
function answerEarly(db: Db): Db {
  return {
    ...db,
    preparedTransaction: (org, work) =>
      new Promise((resolve, reject) => {
        const committed = db.preparedTransaction(org, async (tx) => {
          resolve(await work(tx))
          await sleep(TO_COMMIT)
        })
        committed.catch(reject)
      }),
  }
}
