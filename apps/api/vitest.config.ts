import { readdirSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const FOLDERS = ['src', 'test']

const settings = {
  setupFiles: './test/setup.ts',
  // Forks, not threads: sockets, signals and argon2's own threads behave as in production.
  pool: 'forks',
  // One more than there are processors: tests that start processes mostly wait.
  maxWorkers: 3,
  // Ten times the longest sweep: a limit for what hangs, not for a machine whose processors are busy with other programs.
  testTimeout: 600_000,
  hookTimeout: 600_000,
  restoreMocks: true,
  unstubEnvs: true,
  // Every machine tests in the same zone. Product code names its zones.
  env: { TZ: 'America/New_York' },
} as const

/** Runs tests that start processes first: they mostly wait, and last would leave processors idle. Then by size. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const lengths = new Map(files.map((file) => [file, guessLength(file)]))
    return files.toSorted((a, b) => (lengths.get(b) ?? 0) - (lengths.get(a) ?? 0))
  }
}

function guessLength({ moduleId }: TestSpecification): number {
  const text = readFileSync(moduleId, 'utf8')
  return /\/infra\/(chaos|run)\//.test(text) ? Number.MAX_SAFE_INTEGER : text.length
}

const DEPLOYED = 'test/deployed/**'

const replacing = listReplacing()

export default defineConfig({
  test: {
    globalSetup: './test/global-setup.ts',
    sequence: { sequencer: LongestFirst },
    // On a busy machine the database takes longer to write its data and remove its files than the ten seconds
    // after which Vitest reports a server that does not exit.
    teardownTimeout: 60_000,
    projects: [
      {
        // One process for many files: loading the api for each took 80 s of processor time, the tests 150 s.
        test: {
          ...settings,
          name: 'shared',
          include: FOLDERS.map((folder) => `${folder}/**/*.test.ts`),
          exclude: [...replacing, DEPLOYED],
          isolate: false,
        },
      },
      { test: { ...settings, name: 'alone', include: replacing } },
      // The files of infra/deploy and infra/alerts, and several servers behind a balancer.
      { test: { ...settings, name: 'deployed', include: [DEPLOYED], isolate: false } },
    ],
  },
})

/** Lists files that mock modules in another way than `test/spied-modules.ts`, or load them again. */
function listReplacing(): string[] {
  return FOLDERS.flatMap((folder) =>
    readdirSync(new URL(folder, import.meta.url), { recursive: true, encoding: 'utf8' })
      .map((file) => `${folder}/${file}`)
      .filter((file) => file.endsWith('.test.ts') && isReplacing(file)),
  )
}

function isReplacing(file: string): boolean {
  return /\bvi\.(mock|resetModules)\(/.test(readFileSync(new URL(file, import.meta.url), 'utf8'))
}
