import { readConfig } from '../../../apps/api/src/config.ts'
import { closeDeps, createDeps, type Deps } from '../../../apps/api/src/deps.ts'
import { createLocalBus } from '../../../apps/api/src/live/bus.ts'
import { startServer } from '../../../apps/api/src/processes/listen.ts'
import { createLogger } from '../../../apps/api/src/processes/logger.ts'
import { generateKeys } from '../../../apps/api/src/signing/keys.ts'
import { sessionToken } from '../../../packages/contract/src/session.ts'
import { openDatabase } from '../../run/database.ts'
import { findFreePort } from '../../run/ports.ts'
import type { Desk } from './fill.ts'

/** Opens what the product needs to work, in this process, on its own database. */
export async function createProductDeps(): Promise<{ deps: Deps; close: () => Promise<void> }> {
  const database = await openDatabase()
  const environment = {
    NODE_ENV: 'test',
    LOG_LEVEL: 'error',
    PORT: String(await findFreePort()),
    REQUESTS_PER_MINUTE: '1000000',
    LOGINS_PER_MINUTE: '100',
  }
  const config = readConfig(environment, database.dir)
  const { link, session } = generateKeys()
  const deps = createDeps({
    config,
    log: createLogger(config),
    keys: { link, session: session.keys },
    bus: createLocalBus(),
    database_url: database.url,
  })
  return {
    deps,
    async close() {
      await closeDeps(deps)
      await database.close()
    },
  }
}

export async function openProduct(): Promise<{ deps: Deps; origin: string; close: () => Promise<void> }> {
  const { deps, close } = await createProductDeps()
  const app = await startServer(deps)
  return {
    deps,
    origin: deps.config.public_url,
    async close() {
      await app.close()
      await close()
    },
  }
}

/** Returns the headers of a signed-in administrator. */
export async function signIn(
  origin: string,
  { administrator, organization_id }: Desk,
): Promise<Record<string, string>> {
  const answer = await fetch(`${origin}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(administrator),
  })
  const { token } = sessionToken.parse(await answer.json())
  return { authorization: `Bearer ${token}`, 'x-organization-id': organization_id }
}
