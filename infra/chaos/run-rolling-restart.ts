import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { startEmbeddedPostgres } from '../../apps/api/src/db/embedded.ts'
import { migrate } from '../../apps/api/src/db/migrate.ts'
import { restartUnderLoad } from './rolling-restart.ts'

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '3' }, delay: { type: 'string', default: '3' } },
})

const dir = await mkdtemp(path.join(tmpdir(), 'muster-chaos-db-'))
const server = await startEmbeddedPostgres({ dir })
try {
  await migrate(server.url)
  for (let round = 1; round <= Number(values.rounds); round++) {
    const restarted = await restartUnderLoad({
      database_url: server.url,
      shutdown_delay_s: Number(values.delay),
    })
    console.log(`round ${round}`, restarted)
    const hasFailed = restarted.statuses.some((status) => status >= 400) || restarted.retried.length > 0
    if (hasFailed || restarted.exit_code !== 0) process.exitCode = 1
  }
} finally {
  await server.stop()
  await rm(dir, { recursive: true, force: true })
}
