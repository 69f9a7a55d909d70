import type { FastifyInstance } from 'fastify'
import { buildApp } from '../app.ts'
import type { Deps } from '../deps.ts'
import { readBuiltClient } from '../pages/built-client.ts'
import { listenOn } from './listen-on.ts'

/** Throws `ListenError`. */
export async function startServer(deps: Deps): Promise<FastifyInstance> {
  const app = await buildApp(deps, await readBuiltClient())
  const { host, port } = deps.config
  await listenOn(app, { host, port, setting: 'PORT' })
  return app
}
