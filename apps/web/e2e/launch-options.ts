import { existsSync } from 'node:fs'

const asRoot = process.getuid?.() === 0
const chromium =
  process.env['PLAYWRIGHT_CHROMIUM'] ??
  ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((path) => existsSync(path))

/** Options that keep the browser from making calls of its own. */
export const launchOptions = {
  ...(chromium ? { executablePath: chromium } : {}),
  args: [
    ...(asRoot ? ['--no-sandbox'] : []),
    '--disable-dev-shm-usage',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
  ],
}
