import type { FastifyInstance } from 'fastify'
import { buildApp } from '../app.ts'
import type { Deps } from '../deps.ts'
import { readBuiltClient } from '../http/built-client.ts'
import { ListenError } from './listen-error.ts'

/** Throws `ListenError`. */
export async function startServer(deps: Deps): Promise<FastifyInstance> {
  const app = await buildApp(deps, await readBuiltClient())
  const { host, port } = deps.config
  try {
    await app.listen({ host, port })
  } catch (error) {
    await app.close()
    throw addressError(error, host, port)
  }
  return app
}

function addressError(error: unknown, host: string, port: number): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  switch (code) {
    case 'EADDRINUSE':
      return new ListenError(`Port ${port} is taken: stop what uses it, or choose another with PORT=….`)
    case 'EACCES':
      return new ListenError(`Port ${port} may not be opened by this user: choose another with PORT=….`)
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new ListenError(`This machine has no address ${host}: correct HOST.`)
    default:
      return error
  }
}
