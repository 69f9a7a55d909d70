import { setTimeout as sleep } from 'node:timers/promises'
import { buildApp } from '../../apps/api/src/app.ts'
import type { Db } from '../../apps/api/src/db/client.ts'
import { connectConfigured } from '../../apps/api/src/processes/connect.ts'
import { runProcess } from '../../apps/api/src/processes/run-process.ts'

/* Negative control of kill-api: answers a sign-up before its transaction is committed. */

/** Milliseconds from the answer to the commit. */
const TO_COMMIT = 100

await runProcess(async (context) => {
  const deps = await connectConfigured(context)
  const app = await buildApp({ ...deps, db: answerEarly(deps.db) })
  context.onClose(() => app.close())
  await app.listen({ host: context.config.host, port: context.config.port })
})

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
