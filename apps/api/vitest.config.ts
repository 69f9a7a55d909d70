import { readdirSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const FOLDERS = ['src', 'test']

const settings = {
  setupFiles: './test/setup.ts',
  // Processes, not threads: sockets, signals and argon2's own threads behave as in production.
  pool: 'forks',
  // One more than processors: the tests that kill processes wait for most of their time.
  maxWorkers: 3,
  // Other programs may keep the processors busy.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  restoreMocks: true,
  unstubEnvs: true,
} as const

/** Tests that kill processes wait most of their time: last, they would leave the processors idle. Then the largest files. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const lengths = new Map(files.map((file) => [file, guessLength(file)]))
    return files.toSorted((a, b) => (lengths.get(b) ?? 0) - (lengths.get(a) ?? 0))
  }
}

function guessLength({ moduleId }: TestSpecification): number {
  const text = readFileSync(moduleId, 'utf8')
  return text.includes('/infra/chaos/') ? Number.MAX_SAFE_INTEGER : text.length
}

const replacing = listReplacing()

export default defineConfig({
  test: {
    globalSetup: './test/global-setup.ts',
    sequence: { sequencer: LongestFirst },
    // Stopping the database writes what it still holds and removes its files: on a busy machine longer than the
    // ten seconds after which Vitest complains of a server that does not exit.
    teardownTimeout: 60_000,
    projects: [
      {
        // One process for many files: to load the api anew for each took 80 s of processor beside the tests' 150.
        test: {
          ...settings,
          name: 'shared',
          include: FOLDERS.map((folder) => `${folder}/**/*.test.ts`),
          exclude: replacing,
          isolate: false,
        },
      },
      { test: { ...settings, name: 'alone', include: replacing } },
    ],
  },
})

/** Files that mock a module in another way than `test/spied-modules.ts`, or load it again. */
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
