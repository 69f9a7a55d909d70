import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { getBrowser } from './browser.mjs'
import { run, START, service, WEB } from './processes.mjs'

/** Journeys that run beside each other. Each has an app of its own: what one changes, the other does not see. */
const WORKERS = 2

/** Starts the built app for each worker, then the journeys through them. */
export async function runJourneys(args, options) {
  const browser = await getBrowser()
  if (!browser.path) return { code: 1, output: browser.problem }
  const apps = await Promise.all(Array.from({ length: WORKERS }, startApp))
  const ready = await Promise.all(apps.map(isReady))
  const env = { PLAYWRIGHT_CHROMIUM: browser.path, MUSTER_URL: apps.map(({ url }) => url).join(' ') }
  const result = ready.every(Boolean)
    ? await run('playwright', ['test', ...args], { cwd: WEB, env, ...options })
    : { code: 1, output: 'The app did not start.' }
  await Promise.all(apps.map(stopApp))
  const said = apps.map(({ api }) => api.output())
  return result.code === 0 ? result : { ...result, output: [result.output, ...said].join('\n') }
}

/** On a port, a database and a data folder of its own. */
async function startApp() {
  const dir = mkdtempSync(path.join(tmpdir(), 'muster-e2e-'))
  // Started by root, PostgreSQL runs as another account, which has to pass through.
  chmodSync(dir, 0o711)
  const port = await findFreePort()
  const hermetic = {
    NODE_ENV: '',
    DATABASE_URL: '',
    HOST: '',
    PUBLIC_URL: '',
    MAIL_PROVIDER: 'capture',
    SMS_PROVIDER: 'capture',
    MUSTER_DEMO: '1',
    LOG_LEVEL: 'warn',
  }
  const env = { ...hermetic, PORT: String(port), MUSTER_DATA_DIR: dir }
  return { dir, url: `http://localhost:${port}`, api: service({ ...START, env, stdio: 'pipe' }) }
}

async function stopApp({ dir, api }) {
  api.child.kill('SIGTERM')
  await api.exit
  rmSync(dir, { recursive: true, force: true })
}

async function isReady({ url, api }) {
  for (let tries = 0; tries < 300 && api.child.exitCode === null; tries++) {
    const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined)
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
