import { readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { bundlePrograms, PROGRAMS } from './bundle-programs.ts'

const BUNDLED = {
  start: PROGRAMS.start,
  server: 'infra/chaos/server-without-pages.ts',
  server_with_pages: PROGRAMS.server,
  early_server: 'infra/chaos/server-that-answers-early.ts',
  worker: PROGRAMS.worker,
  cli: PROGRAMS.cli,
}

export type ProgramName = keyof typeof BUNDLED

const PREFIX = '.programs-'

const folders = new Map<string, Promise<string>>()

/** Returns the program as one bundle. */
export async function getBundle(name: ProgramName, root: string): Promise<string> {
  const folder = folders.get(root) ?? bundleOnce(root)
  folders.set(root, folder)
  return path.join(await folder, `${name}.mjs`)
}

/** Bundles once in each process, so that no bundle is older than its sources. */
async function bundleOnce(root: string): Promise<string> {
  const modules = path.join(root, 'apps/api/node_modules')
  removeLeftOver(modules)
  const folder = path.join(modules, `${PREFIX}${process.pid}`)
  await bundlePrograms({ root, programs: BUNDLED, folder })
  return folder
}

/** Removes the folders of earlier Vitest workers, which a signal ends before they can do it. */
function removeLeftOver(modules: string): void {
  for (const name of readdirSync(modules)) {
    if (!name.startsWith(PREFIX) || isRunning(Number(name.slice(PREFIX.length)))) continue
    rmSync(path.join(modules, name), { recursive: true, force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
