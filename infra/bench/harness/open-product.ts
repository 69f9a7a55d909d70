import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { readConfig } from '../../../apps/api/src/config.ts'
import { startEmbeddedPostgres } from '../../../apps/api/src/db/embedded.ts'
import { migrate } from '../../../apps/api/src/db/migrate.ts'
import { closeDeps, type Deps, openDeps } from '../../../apps/api/src/deps.ts'
import { openLocalBus } from '../../../apps/api/src/live/bus.ts'
import { startServer } from '../../../apps/api/src/processes/listen.ts'
import { openLogger } from '../../../apps/api/src/processes/logger.ts'
import { generateKeys } from '../../../apps/api/src/signing/keys.ts'
import { findFreePort } from '../../run/ports.ts'

export async function openProduct(): Promise<{ deps: Deps; origin: string; close: () => Promise<void> }> {
  const dir = await mkdtemp(path.join(tmpdir(), 'muster-bench-'))
  // The account of the database must be able to enter its folder.
  await chmod(dir, 0o711)
  const server = await startEmbeddedPostgres({ dir })
  await migrate(server.url)
  const environment = {
    NODE_ENV: 'test',
    LOG_LEVEL: 'error',
    PORT: String(await findFreePort()),
    REQUESTS_PER_MINUTE: '1000000',
  }
  const config = readConfig({ ...environment, LOGINS_PER_MINUTE: '100' }, dir)
  const { link, session } = generateKeys()
  const deps = openDeps({
    config,
    log: openLogger(config),
    keys: { link, session: session.keys },
    bus: openLocalBus(),
    database_url: server.url,
  })
  const app = await startServer(deps)
  return {
    deps,
    origin: config.public_url,
    close: async () => {
      await app.close()
      await closeDeps(deps)
      await server.stop()
      await rm(dir, { recursive: true, force: true })
    },
  }
}
