import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { portOf } from '../../../infra/fakes/port-of.ts'
import { until } from './live.ts'

export type NatsServer = {
  url: string
  /** As by a power failure. */
  kill(): Promise<void>
  /** At the same address. */
  start(): Promise<void>
}

export async function startNatsServer(args: readonly string[] = []): Promise<NatsServer> {
  const program = getProgram()
  const port = await findFreePort()
  let child: ChildProcess | undefined
  const server = {
    url: `nats://127.0.0.1:${port}`,
    async start() {
      child = spawn(program, ['-a', '127.0.0.1', '-p', String(port), ...args], { stdio: 'ignore' })
      await until(() => reach(port))
    },
    async kill() {
      if (!child || child.exitCode !== null || child.signalCode !== null) return
      const exited = once(child, 'exit')
      child.kill('SIGKILL')
      await exited
    },
  }
  await server.start()
  return server
}

/** That of the system; else Debian's package is installed, as the browser is. */
function getProgram(): string {
  const found = findProgram()
  if (found) return found
  if (process.getuid?.() === 0) {
    spawnSync('apt-get', ['update'])
    const install = [
      'install',
      '-y',
      '--no-install-recommends',
      '-o',
      'DPkg::Lock::Timeout=120',
      'nats-server',
    ]
    spawnSync('apt-get', install, { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
  }
  const installed = findProgram()
  if (installed) return installed
  throw new Error(
    'There is no NATS server for this test. `apt-get install nats-server` or `brew install nats-server` gets one.',
  )
}

const findProgram = () =>
  ['nats-server', '/usr/sbin/nats-server'].find((each) => spawnSync(each, ['--version']).status === 0)

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const port = portOf(server)
  server.close()
  return port
}

async function reach(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
  } finally {
    socket.destroy()
  }
}
