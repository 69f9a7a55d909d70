import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { getBrowser } from './browser.mjs'
import { run, START, service, WEB } from './processes.mjs'

/** The built app on a port, a database and a data folder of its own, then the journeys through it. */
export async function runJourneys(args, options) {
  const browser = await getBrowser()
  if (!browser.path) return { code: 1, output: browser.problem }
  const dir = mkdtempSync(path.join(tmpdir(), 'muster-e2e-'))
  // Started by root, PostgreSQL runs as another account, which has to pass through.
  chmodSync(dir, 0o711)
  const port = await findFreePort()
  const url = `http://localhost:${port}`
  const hermetic = {
    NODE_ENV: '',
    DATABASE_URL: '',
    HOST: '',
    PUBLIC_URL: '',
    MUSTER_DEMO: '1',
    LOG_LEVEL: 'warn',
  }
  const api = service({
    ...START,
    env: { ...hermetic, PORT: String(port), MUSTER_DATA_DIR: dir },
    stdio: 'pipe',
  })
  const env = { PLAYWRIGHT_CHROMIUM: browser.path, MUSTER_URL: url }
  const result = (await isReady(`${url}/readyz`, api))
    ? await run('playwright', ['test', ...args], { cwd: WEB, env, ...options })
    : { code: 1, output: 'The app did not start.' }
  api.child.kill('SIGTERM')
  await api.exit
  rmSync(dir, { recursive: true, force: true })
  return result.code === 0 ? result : { ...result, output: `${result.output}\n${api.output()}` }
}

async function isReady(url, { child }) {
  for (let tries = 0; tries < 300 && child.exitCode === null; tries++) {
    const answer = await fetch(url, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined)
    if (answer?.ok) return true
    await sleep(100)
  }
  return false
}

function findFreePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, () => {
      const { port } = probe.address()
      probe.close(() => resolve(port))
    })
  })
}
