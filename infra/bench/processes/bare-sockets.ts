import { once } from 'node:events'
import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocketServer } from 'ws'
import { portOf } from '../../run/ports.ts'
import { serveCommands } from '../harness/child-process.ts'
import type { Change } from './viewers.ts'

const server = createServer()
const { clients } = new WebSocketServer({ server })

const commands = {
  async listen(): Promise<number> {
    await once(server.listen(0, '127.0.0.1'), 'listening')
    return portOf(server)
  },

  async push({ bytes, per_second, seconds }: { bytes: number; per_second: number; seconds: number }) {
    const written: Change[] = []
    const began = performance.now()
    const began_cpu = process.cpuUsage()
    for (let n = 1; n <= per_second * seconds; n++) {
      const wait = began + (n / per_second) * 1_000 - performance.now()
      if (wait > 0) await sleep(wait)
      const frame = buildFrame(n, bytes)
      written.push({ shift_id: BARE, assigned_count: n, at: Date.now() })
      for (const socket of clients) socket.send(frame, { binary: false })
    }
    const { user, system } = process.cpuUsage(began_cpu)
    return { written, cpu_s: (user + system) / 1e6 }
  },

  async readMemory(): Promise<Memory> {
    globalThis.gc?.()
    const { rss, heapUsed, external } = process.memoryUsage()
    return { resident: rss, in_use: heapUsed + external }
  },
}

/** Bytes of the whole process, and of JavaScript's objects and buffers alone. */
export type Memory = { resident: number; in_use: number }

export type BareSockets = typeof commands

serveCommands(commands)

const BARE = 'bare'

function buildFrame(n: number, bytes: number): Buffer {
  const build = (padding: string) =>
    `[null,null,"${BARE}","shifts",{"n":${n},"shifts":[{"id":"${BARE}","assigned_count":${n},"padding":"${padding}"}],"removed":[]}]`
  return Buffer.from(build('x'.repeat(Math.max(0, bytes - build('').length))))
}
