import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { portOf } from '../../../infra/run/ports.ts'

export type CuttingProxy = {
  address: string
  /** Cuts every connection. New ones wait for `restore`: if refused, hundreds of clients would retry constantly. */
  cut(): void
  restore(): void
  connections(): number
  close(): Promise<void>
}

/** Opens a proxy between clients and the server at `target`. */
export async function openCuttingProxy(target: string): Promise<CuttingProxy> {
  const { hostname, port } = new URL(target)
  const open = new Set<Socket>()
  const waiting = new Set<Socket>()
  let isCut = false
  const server = createServer((client) => {
    client.on('error', () => client.destroy())
    if (isCut) waiting.add(client)
    else join(client)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')

  function join(client: Socket): void {
    const upstream = connect(Number(port), hostname)
    open.add(client)
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      one.pipe(other)
      one.on('error', () => other.destroy())
      one.on('close', () => other.destroy())
    }
    client.on('close', () => open.delete(client))
  }

  function cut(): void {
    isCut = true
    for (const socket of open) socket.destroy()
  }
  return {
    address: `http://127.0.0.1:${portOf(server)}`,
    cut,
    restore() {
      isCut = false
      for (const client of waiting) join(client)
      waiting.clear()
    },
    connections: () => open.size,
    async close() {
      cut()
      for (const client of waiting) client.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
