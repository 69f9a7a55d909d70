import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { portOf } from '../fakes/port-of.ts'

export const API = path.resolve(import.meta.dirname, '../../apps/api')

const PROGRAMS = {
  server: path.join(import.meta.dirname, 'server-without-pages.ts'),
  worker: path.join(API, 'src/processes/worker.ts'),
}

/** As in production, an uncaught error ends it. */
export function startProcess(program: keyof typeof PROGRAMS, env: Record<string, string>): ChildProcess {
  const child = spawn(process.execPath, ['--import', 'tsx', PROGRAMS[program]], {
    cwd: API,
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  // A failed test must leave no process.
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  child.once('exit', () => process.off('exit', kill))
  return child
}

export async function startServer(
  env: Record<string, string>,
): Promise<{ server: ChildProcess; address: string }> {
  const port = await findFreePort()
  const server = startProcess('server', { ...env, HOST: '127.0.0.1', PORT: String(port) })
  const address = `http://127.0.0.1:${port}`
  await until(() => !isAlive(server) || isReady(address), {
    what: 'the server is not ready',
    ms: 60_000,
    every_ms: 100,
  })
  if (!isAlive(server)) throw new Error('the server did not start')
  return { server, address }
}

export async function isReady(address: string): Promise<boolean> {
  try {
    const answer = await fetch(`${address}/readyz`)
    await answer.arrayBuffer()
    return answer.ok
  } catch {
    return false
  }
}

export const isAlive = ({ exitCode, signalCode }: ChildProcess) => exitCode === null && signalCode === null

export async function ended(child: ChildProcess): Promise<void> {
  if (isAlive(child)) await once(child, 'exit')
}

export async function until(
  isSo: () => boolean | Promise<boolean>,
  { what, ms, every_ms = 5 }: { what: string; ms: number; every_ms?: number },
): Promise<void> {
  for (const end = performance.now() + ms; !(await isSo()); await sleep(every_ms)) {
    if (performance.now() > end) throw new Error(what)
  }
}

async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const port = portOf(probe)
  probe.close()
  return port
}
