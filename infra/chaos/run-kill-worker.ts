import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { startEmbeddedPostgres } from '../../apps/api/src/db/embedded.ts'
import { migrate } from '../../apps/api/src/db/migrate.ts'
import { killWorker } from './kill-worker.ts'

const { values } = parseArgs({
  options: {
    messages: { type: 'string', default: '500' },
    kills: { type: 'string', default: '5' },
    mail: { type: 'string', default: 'sendgrid' },
    work: { type: 'string', default: 'sent' },
  },
})

const dir = await mkdtemp(path.join(tmpdir(), 'muster-chaos-db-'))
const server = await startEmbeddedPostgres({ dir })
try {
  await migrate(server.url)
  const result = await killWorker({
    database_url: server.url,
    messages: Number(values.messages),
    kills: Number(values.kills),
    work: values.work === 'tasks' ? 'tasks' : 'sent',
    mail: values.mail === 'smtp' ? 'smtp' : 'sendgrid',
    log: console.log,
  })
  console.log(result)
  process.exitCode = result.lost + result.duplicates > 0 ? 1 : 0
} finally {
  await server.stop()
  await rm(dir, { recursive: true, force: true })
}
