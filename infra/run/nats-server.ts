import type { ChildProcess } from 'node:child_process'
import { findFreePort } from './ports.ts'
import { kill, startProgram } from './start-programs.ts'

export type NatsServer = {
  url: string
  /** Kills the server, as a power failure would. */
  kill(): Promise<void>
  /** Starts the server again at the same address. */
  start(): Promise<void>
}

export async function startNatsServer(args: readonly string[] = []): Promise<NatsServer> {
  const port = await findFreePort()
  let child: ChildProcess | undefined
  const server = {
    url: `nats://127.0.0.1:${port}`,
    async start() {
      child = await startProgram('nats-server', ['-a', '127.0.0.1', '-p', String(port), ...args], { port })
    },
    async kill() {
      if (child) await kill(child)
    },
  }
  await server.start()
  return server
}
