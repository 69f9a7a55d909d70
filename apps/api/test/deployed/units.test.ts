import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getBundle, PROGRAMS } from '../../../../infra/run/bundle-programs.ts'
import { findFreePort } from '../../../../infra/run/ports.ts'
import {
  API,
  ended,
  getProgram,
  isAlive,
  isReady,
  ROOT,
  until,
} from '../../../../infra/run/start-programs.ts'
import { buildTestApp, type TestApp } from '../app.ts'

/* The programs of the systemd units, under the restriction of sockets that their unit sets. Linux has such filters. */

let api: TestApp
let data_dir: string
beforeAll(async () => {
  api = await buildTestApp()
  data_dir = await mkdtemp(path.join(tmpdir(), 'muster-units-'))
})
afterAll(async () => {
  await api.close()
  await rm(data_dir, { recursive: true, force: true })
})

async function readFamilies(program: string): Promise<string> {
  const unit = await readFile(path.join(ROOT, `infra/deploy/muster-${program}.service`), 'utf8')
  return /^RestrictAddressFamilies=(.+)$/m.exec(unit)?.[1] ?? ''
}

/** Starts it with the default of HOST, all networks, which a unit that names no address has. */
async function start(program: 'server' | 'worker', families: string) {
  const port = await findFreePort()
  const launcher = path.join(ROOT, 'infra/chaos/restrict-families.py')
  const child = spawn(
    getProgram('python3'),
    [launcher, families, process.execPath, await getBundle(program, ROOT)],
    {
      cwd: API,
      env: {
        PATH: process.env['PATH'],
        HOME: process.env['HOME'],
        NODE_ENV: 'test',
        LOG_LEVEL: 'info',
        DATABASE_URL: String(api.deps.db.pool.options.connectionString),
        DATABASE_CONNECTIONS: '3',
        MUSTER_DATA_DIR: data_dir,
        [program === 'worker' ? 'WORKER_PORT' : 'PORT']: String(port),
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const log = text(child.stdout)
  await until(() => !isAlive(child) || isReady(`http://127.0.0.1:${port}`), {
    what: `the ${program} is not ready`,
    ms: 180_000,
    every_ms: 100,
  })
  child.kill('SIGTERM')
  await ended(child)
  return { exit_code: child.exitCode, log: await log }
}

describe.runIf(process.platform === 'linux').each(['server', 'worker'] as const)(
  'the unit of the %s',
  (program) => {
    it('lets it start and serve', async () => {
      const { exit_code, log } = await start(program, await readFamilies(program))
      expect(exit_code, log).toBe(0)
    })

    it('negative control: without AF_NETLINK it ends at its start', async () => {
      const families = (await readFamilies(program)).replace(' AF_NETLINK', '')
      const { exit_code, log } = await start(program, families)
      expect(exit_code).toBe(1)
      expect(log).toContain('uv_interface_addresses')
    })
  },
)

it.each([
  'infra/deploy/muster-server.service',
  'infra/deploy/muster-worker.service',
  'infra/deploy/muster',
  'infra/deploy/compose.yaml',
  'infra/deploy/kubernetes.yaml',
  'infra/Dockerfile',
])('%s starts what the build makes', async (file) => {
  const content = await readFile(path.join(ROOT, file), 'utf8')
  const started = Array.from(content.matchAll(/dist\/programs\/(\w+)\.mjs/g), ([, name]) => name)
  expect(started.length).toBeGreaterThan(0)
  expect(Object.keys(PROGRAMS)).toEqual(expect.arrayContaining(started))
  expect(content).not.toMatch(/src\/processes|--import/)
})
