import type { FastifyInstance } from 'fastify'
import { codeOf } from '../error-code.ts'
import { ListenError } from './listen-error.ts'

/** Maximum number of connections that wait to be accepted. With Node's 511 the kernel dropped thousands when 10,000
 * pages reconnected within three seconds (measured). The system's own limit may be lower (`net.core.somaxconn`). */
const BACKLOG = 16_384

type Address = { host: string; port: number; setting: string }

/** `setting`: name of the setting that chooses the port. Throws `ListenError`. */
export async function listenOn(app: FastifyInstance, { host, port, setting }: Address): Promise<void> {
  try {
    await app.listen({ host, port, backlog: BACKLOG })
  } catch (error) {
    await app.close()
    throw addressError(error, { host, port, setting })
  }
}

function addressError(error: unknown, { host, port, setting }: Address): unknown {
  switch (codeOf(error)) {
    case 'EADDRINUSE':
      return new ListenError(`Port ${port} is taken: stop what uses it, or choose another with ${setting}=….`)
    case 'EACCES':
      return new ListenError(`Port ${port} may not be opened by this user: choose another with ${setting}=….`)
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new ListenError(`This machine has no address ${host}: correct HOST.`)
    default:
      return error
  }
}
