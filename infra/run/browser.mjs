import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { run } from './processes.mjs'

/** Browsers by preference. The shell takes a quarter less time than Chromium's own headless mode (measured). */
const SYSTEM = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** Finds PLAYWRIGHT_CHROMIUM, Playwright's browser or the system's, or installs one. Returns {path} or {problem}. */
export async function getBrowser() {
  const named = process.env.PLAYWRIGHT_CHROMIUM
  if (named)
    return isUsable(named) ? { path: named } : { problem: `PLAYWRIGHT_CHROMIUM=${named} cannot be run.` }
  return findBrowser() ?? (await installBrowser())
}

function findBrowser() {
  const path = [playwrightPath(), ...SYSTEM].find(isUsable)
  return path && { path }
}

async function installBrowser() {
  console.log('Installing a browser…')
  const playwright = ['playwright', 'install', 'chromium']
  const attempts = []
  if (process.getuid?.() === 0 && isUsable('apt-get')) {
    const env = { DEBIAN_FRONTEND: 'noninteractive' }
    await run('apt-get', ['update'], { env })
    for (const name of ['chromium-headless-shell', 'chromium'])
      if (!findBrowser()) attempts.push(await run('apt-get', aptInstall(name), { env }))
  }
  // Ubuntu's package only starts a snap, so a browser counts as found only if it runs.
  if (!findBrowser()) attempts.push(await run('npx', playwright, { cwd: 'apps/web' }))
  const failures = attempts
    .filter(({ code }) => code !== 0)
    .map(({ output }) => output.trim().split('\n').at(-1))
  return (
    findBrowser() ?? {
      problem: [
        'There is no Chromium for the journeys, and none could be installed. Either of these gets one:',
        `  sudo apt-get ${aptInstall('chromium').join(' ')}`,
        `  (cd apps/web && npx ${playwright.join(' ')})`,
        'or set PLAYWRIGHT_CHROMIUM to the program of one you have.',
        ...failures,
      ].join('\n'),
    }
  )
}

function aptInstall(name) {
  return ['install', '-y', '--no-install-recommends', name]
}

function isUsable(program) {
  return spawnSync(program, ['--version'], { timeout: 30_000 }).status === 0
}

function playwrightPath() {
  return createRequire(new URL('../../apps/web/package.json', import.meta.url))(
    '@playwright/test',
  ).chromium.executablePath()
}
