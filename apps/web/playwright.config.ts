import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { defineConfig, devices } from '@playwright/test'
import { getBundle } from '../../infra/run/bundle-programs.ts'
import { findFreePort } from '../../infra/run/ports.ts'
import type { JourneyOptions } from './e2e/journey.ts'
import { launchOptions } from './e2e/launch-options.ts'

/** Number of apps: one for each worker, because a journey changes what others would see. */
const APPS = 3

/** A page lives for seconds: optimising its code takes an eighth more processor time than it saves. */
const UNOPTIMISED = '--js-flags=--no-turbofan --no-maglev'

/** Otherwise Chromium starts a spare process beside each page, which takes an eighth of the processor time. */
const NO_SPARE_PROCESS = '--renderer-process-limit=1'

const ROOT = path.join(import.meta.dirname, '../..')

// The ports are kept in the environment, because each worker evaluates this file again.
const ports = (process.env['JOURNEY_PORTS'] ??= await findPorts()).split(' ')
/** Ports of a page at another origin, one for each app, which allows it. */
const client_ports = (process.env['CLIENT_PORTS'] ??= await findPorts()).split(' ')
/** Bundle of the API. Starting from the sources would take 2.5 s more of processor time for each app. */
const program = (process.env['JOURNEY_PROGRAM'] ??= await getBundle('start', ROOT))
const data = (process.env['JOURNEY_DATA'] ??= makeFolder())

/** Journeys of the volunteer's pages that also pass with a page translator at work. */
const TRANSLATED =
  /(cancel-place|choose-shifts|invitation|lost-link|moved-shift|own-details|public-(pages|trouble)|waiting-list)\.spec/

export default defineConfig<JourneyOptions>({
  testDir: 'e2e',
  projects: [
    { name: 'as it is' },
    { name: 'translated', testMatch: TRANSLATED, grepInvert: /@again/, use: { is_translated: true } },
  ],
  outputDir: 'test-results',
  // Limits for what hangs: a journey is a whole job, with axe on every screen, on a machine that may be busy.
  timeout: 900_000,
  expect: { timeout: 90_000 },
  fullyParallel: false,
  workers: APPS,
  // A browser may fail on a busy machine. `npm test` names each journey that was repeated. Safety rules are proved by
  // the API's tests, which are never repeated.
  retries: 1,
  forbidOnly: Boolean(process.env['CI']),
  reporter: [['list']],
  webServer: ports.map((port, app) => ({
    name: `app on ${port}`,
    // `exec` replaces the shell, which would otherwise outlive a killed Playwright, so that the app would not notice.
    command: `exec node '${program}'`,
    cwd: '../api',
    url: `http://localhost:${port}/readyz`,
    stdout: 'pipe',
    // The API needs less than this to close its sockets and stop the database.
    gracefulShutdown: { signal: 'SIGTERM', timeout: 40_000 },
    env: {
      // These override what the machine has set for its own Muster.
      NODE_ENV: '',
      DATABASE_URL: '',
      HOST: '',
      PUBLIC_URL: '',
      ALLOWED_ORIGINS: `http://127.0.0.1:${client_ports[app]}`,
      MAIL_PROVIDER: 'capture',
      SMS_PROVIDER: 'capture',
      MUSTER_DEMO: '1',
      LOG_LEVEL: 'warn',
      PORT: port,
      MUSTER_DATA_DIR: path.join(data, port),
      // The app ends with its parent, because a killed Playwright cannot stop it.
      NODE_OPTIONS: `--import=${new URL('../../infra/run/follow-parent.mjs', import.meta.url).href}`,
    },
  })),
  use: {
    ...devices['Desktop Chrome'],
    baseURL: `http://localhost:${ports[Number(process.env['TEST_PARALLEL_INDEX'] ?? 0)]}`,
    locale: 'en-GB',
    timezoneId: 'Europe/Stockholm',
    actionTimeout: 90_000,
    // Requests of a service worker cannot be intercepted. One journey allows service workers.
    serviceWorkers: 'block',
    // Traces of all journeys would take a tenth of their time. Screenshots in a trace would take a third of the
    // processor, and its snapshots of the page show the same.
    trace: { mode: 'on-first-retry', screenshots: false },
    screenshot: 'only-on-failure',
    launchOptions: { ...launchOptions, args: [...launchOptions.args, UNOPTIMISED, NO_SPARE_PROCESS] },
  },
})

function makeFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'muster-e2e-'))
  // When root starts the tests, PostgreSQL runs as another account, which must be able to enter this folder.
  chmodSync(folder, 0o711)
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

async function findPorts(): Promise<string> {
  return (await Promise.all(Array.from({ length: APPS }, findFreePort))).join(' ')
}
