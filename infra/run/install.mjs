import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { endWith, fail, run } from './processes.mjs'

/** Checks the version. Dependencies `require` ES modules, which needs Node 20.19. */
export function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major < 20 || (major === 20 && minor < 19))
    fail(`Muster needs Node 20.19 or newer, and this is ${process.version}: https://nodejs.org has it.`)
}

/** Installs when the lockfile, the settings, the Node version or the platform have changed. */
export async function install() {
  if (isForProduction()) {
    fail(
      'These libraries are for production, and `npm run` would replace them under what runs: use `muster …` (docs/runbook.md), or another checkout.',
    )
  }
  const stampFile = 'node_modules/.install-stamp'
  const hash = createHash('sha256')
  for (const file of ['pnpm-lock.yaml', 'pnpm-workspace.yaml']) hash.update(readFileSync(file))
  const stamp = hash.update(`${process.version} ${process.platform} ${process.arch}`).digest('hex')
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return
  console.log('Installing…')
  const { pnpm } = JSON.parse(readFileSync('package.json', 'utf8')).devDependencies
  // Without CI pnpm asks before it replaces a folder that another version has created.
  const result = await run('npx', ['-y', `pnpm@${pnpm}`, 'install', '--frozen-lockfile'], {
    env: { CI: 'true' },
  })
  if (result.code !== 0) await endWith(result)
  writeFileSync(stampFile, stamp)
}

/** Whether pnpm has installed with `--prod`. */
function isForProduction() {
  const file = 'node_modules/.modules.yaml'
  return existsSync(file) && JSON.parse(readFileSync(file, 'utf8')).included?.devDependencies === false
}
