import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import type { Reporter } from 'vitest/node'

const settings = {
  environment: 'happy-dom',
  environmentOptions: { happyDOM: { url: 'http://localhost:3000/' } },
  // No test opens a socket: what the server would send is pushed by the test. An alias, because of two imports at once
  // of a mocked module Vitest answers one with the module itself.
  alias: [
    {
      find: /^(\.|\.\.\/\.\.\/live)\/connection\.ts$/,
      replacement: fileURLToPath(new URL('src/testing/live-channel.ts', import.meta.url)),
    },
  ],
  setupFiles: ['src/testing/setup.ts'],
  // Elements of a page die young, but not before the default of 16 MiB is full.
  execArgv: ['--max-semi-space-size=64'],
  restoreMocks: true,
  unstubGlobals: true,
  // Longer than a query waits (setup.ts), so that the failure names what was not found.
  testTimeout: 60_000,
  // As journeys (playwright.config.ts): the steps of `npm test` name each test that needed this.
  retry: 1,
  // One zone on every machine; product code names its zones.
  env: { TZ: 'America/New_York' },
}

const repeated: Reporter = {
  onTestCaseResult(test) {
    if (!test.diagnostic()?.flaky) return
    process.stdout.write(`repeated: ${test.module.relativeModuleId} > ${test.fullName}\n`)
  },
}

const { alone, announcing } = listReplacing()

export default defineConfig({
  plugins: [react()],
  test: {
    reporters: ['default', repeated],
    // Vitest leaves one processor free, which of two is half.
    maxWorkers: '100%',
    projects: [
      {
        extends: true,
        // One process for many files: to load the app anew for each takes as long as the tests.
        test: {
          ...settings,
          name: 'shared',
          include: ['src/**/*.test.{ts,tsx}'],
          exclude: [...alone, ...announcing],
          isolate: false,
        },
      },
      { extends: true, test: { ...settings, name: 'announcing', include: announcing, isolate: false } },
      { extends: true, test: { ...settings, name: 'alone', include: alone } },
    ],
  },
})

/** Files that replace a module, which the other files of a process would then get. Many replace the same one. */
function listReplacing() {
  const files = readdirSync(new URL('src', import.meta.url), { recursive: true, encoding: 'utf8' })
    .map((file) => `src/${file}`)
    .filter((file) => /\.test\.tsx?$/.test(file))
  const replacing = files.map((file) => ({ file, replaced: listReplaced(file) }))
  const listWhere = (fits: (replaced: string[]) => boolean) =>
    replacing.filter(({ replaced }) => replaced.length > 0 && fits(replaced)).map(({ file }) => file)
  return {
    announcing: listWhere(isAnnouncing),
    alone: listWhere((replaced) => !isAnnouncing(replaced)),
  }
}

function isAnnouncing(replaced: string[]): boolean {
  return replaced.every((call) => call.includes('testing/live-region.tsx'))
}

/** The lines that do. */
function listReplaced(file: string): string[] {
  const text = readFileSync(new URL(file, import.meta.url), 'utf8')
  return text.match(/^.*(\bvi\.(mock|doMock|resetModules)\(|testing\/live-region\.tsx).*$/gm) ?? []
}
