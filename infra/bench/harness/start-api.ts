import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { open, readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { readConfig } from '../../../apps/api/src/config.ts'
import { generateKeys } from '../../../apps/api/src/signing/keys.ts'
import { getBundle } from '../../run/bundle-programs.ts'
import type { Database } from '../../run/database.ts'
import { findFreePort } from '../../run/ports.ts'
import { API, isAlive, isReady, ROOT, terminate, until } from '../../run/start-programs.ts'
import { FOLLOW_PARENT } from './child-process.ts'

const METRICS_TOKEN = 'read-by-the-benchmark'
/** Value that disables the flood limits, because all clients run on one machine. */
const NO_LIMIT = String(1e9)

export type BenchApi = {
  port: number
  /** Number of connections in its pool. The limits use the same number. */
  connections: number
  readMetrics: () => Promise<Metrics>
  collectGarbage: () => Promise<void>
  /** Kill -9. */
  kill: () => void
  stop: () => Promise<void>
}

export type Metrics = (name: string) => number

/** Starts the API, configured and logging as in production. There is no worker or provider, so mail waits. */
export async function startApi({ url, dir }: Pick<Database, 'url' | 'dir'>): Promise<BenchApi> {
  const [port, inspector_port] = [await findFreePort(), await findFreePort()]
  const { link, session } = generateKeys()
  const env = {
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    DATABASE_URL: url,
    LINK_KEYS: link.join(','),
    SESSION_KEYS: JSON.stringify(session),
    METRICS_TOKEN,
    SIGNUPS_PER_MINUTE: NO_LIMIT,
    REQUESTS_PER_MINUTE: NO_LIMIT,
    LIVE_SOCKETS_PER_ADDRESS: NO_LIMIT,
    LIVE_JOINS_PER_MINUTE: NO_LIMIT,
  }
  const log = path.join(dir, `api-${port}.log`)
  const output = await open(log, 'a')
  const child = spawn(
    process.execPath,
    [
      `--inspect-port=127.0.0.1:${inspector_port}`,
      // The same flag as in infra/Dockerfile.
      '--max-semi-space-size=64',
      ...FOLLOW_PARENT,
      await getBundle('server_with_pages', ROOT),
    ],
    { cwd: API, env: { PATH: process.env.PATH, ...env }, stdio: ['ignore', output.fd, output.fd] },
  )
  await output.close()
  const origin = `http://127.0.0.1:${port}`
  await until(() => !isAlive(child) || isReady(origin), {
    what: 'the API is not ready',
    ms: 180_000,
    every_ms: 50,
  })
  if (!isAlive(child)) throw new Error(`The API did not start: ${await readFile(log, 'utf8')}`)

  return {
    port,
    connections: readConfig(env, dir).database_connections,
    async readMetrics() {
      const answer = await fetch(`${origin}/metrics`, {
        headers: { authorization: `Bearer ${METRICS_TOKEN}` },
      })
      return parseMetrics(await answer.text())
    },
    async collectGarbage() {
      // The inspector is opened only now, so that earlier measurements run without it.
      child.kill('SIGUSR1')
      await collectGarbage(inspector_port)
    },
    kill() {
      child.kill('SIGKILL')
    },
    stop: () => terminate(child),
  }
}

function parseMetrics(text: string): Metrics {
  const found = new Map(
    text.split('\n').flatMap((line): [string, number][] => {
      const [, name, value] = /^([a-z0-9_]+(?:\{[^}]*\})?) (\S+)$/.exec(line) ?? []
      return name === undefined ? [] : [[name, Number(value)]]
    }),
  )
  return (name) => {
    const value = found.get(name)
    if (value === undefined) throw new Error(`/metrics has no ${name}`)
    return value
  }
}

async function collectGarbage(inspector_port: number): Promise<void> {
  const socket = new WebSocket(await findInspector(inspector_port))
  await once(socket, 'open')
  socket.send(JSON.stringify({ id: 1, method: 'HeapProfiler.collectGarbage' }))
  await once(socket, 'message')
  socket.close()
  await once(socket, 'close')
}

async function findInspector(port: number): Promise<string> {
  for (let tries = 0; tries < 600; tries++) {
    const answer = await fetch(`http://127.0.0.1:${port}/json`).catch(() => undefined)
    const targets: { webSocketDebuggerUrl: string }[] = answer ? await answer.json() : []
    if (targets[0]) return targets[0].webSocketDebuggerUrl
    await sleep(50)
  }
  throw new Error('the inspector of the API did not open')
}
