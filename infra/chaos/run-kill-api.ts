import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { startEmbeddedPostgres } from '../../apps/api/src/db/embedded.ts'
import { migrate } from '../../apps/api/src/db/migrate.ts'
import { isFlawless, killApi } from './kill-api.ts'

const { values } = parseArgs({ options: { kills: { type: 'string', default: '10' } } })

const dir = await mkdtemp(path.join(tmpdir(), 'muster-chaos-db-'))
const server = await startEmbeddedPostgres({ dir })
try {
  await migrate(server.url)
  const result = await killApi({ database_url: server.url, kills: Number(values.kills), log: console.log })
  console.log(result)
  process.exitCode = isFlawless(result) ? 0 : 1
} finally {
  await server.stop()
  await rm(dir, { recursive: true, force: true })
}
