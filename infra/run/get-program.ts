import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'

/** Folder in which Debian has daemons. The PATH of some accounts does not name it. */
const DAEMONS = '/usr/sbin'

/** Returns the path of a program. If it is missing, root installs Debian's package, which mostly has its name. */
export function getProgram(name: string, debian_package = name): string {
  const found = findProgram(name)
  if (found) return found
  if (process.getuid?.() === 0) install(name, debian_package)
  const installed = findProgram(name)
  if (installed) return installed
  throw new Error(
    `There is no ${name} for this test. \`apt-get install ${debian_package}\` or \`brew install ${debian_package}\` gets one.`,
  )
}

/** Installs a package. Retries, because another test file may read the lists of packages, which takes a lock. */
function install(name: string, debian_package: string): void {
  const words = ['install', '-y', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=120', debian_package]
  for (let attempt = 1; attempt <= 6; attempt++) {
    spawnSync('apt-get', ['update'])
    spawnSync('apt-get', words, { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
    if (findProgram(name)) return
    spawnSync('sleep', ['5'])
  }
}

const findProgram = (name: string) =>
  [...(process.env.PATH ?? '').split(path.delimiter), DAEMONS]
    .map((folder) => path.join(folder, name))
    .find((file) => existsSync(file))
