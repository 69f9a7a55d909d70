import { setTimeout as sleep } from 'node:timers/promises'
import { buildApp } from '../../apps/api/src/app.ts'
import type { Db } from '../../apps/api/src/db/client.ts'
import { connectConfigured } from '../../apps/api/src/processes/connect.ts'
import { runProcess } from '../../apps/api/src/processes/run-process.ts'

/* The negative control of kill-api: a sign-up is answered before its transaction is committed. */

/** ms */
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
