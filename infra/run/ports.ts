import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { platform } from 'node:os'

/** First port, below those of outgoing connections, one of which could take a port before it is listened on. */
const FIRST = 20_000
const COUNT = 10_000

const given = new Set<number>()

/** Never returns the same port twice in one process. */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * COUNT)
    if (given.has(port)) continue
    given.add(port)
    if (await isFree(port)) return port
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  try {
    await once(server.listen(port), 'listening')
  } catch {
    return false
  }
  await once(server.close(), 'close')
  return true
}

export function portOf(server: Server): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server listens on no port')
  return address.port
}

/** Returns a separate address for each client. Only Linux has the whole network 127.0.0.0/8 without setup. */
export function localAddressOf(client: number): string | undefined {
  if (platform() !== 'linux') return undefined
  return `127.1.${Math.floor(client / 250) % 250}.${(client % 250) + 1}`
}
