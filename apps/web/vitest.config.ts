import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import type { Reporter } from 'vitest/node'

/**
 * V8 optimises a function after fifteen times as much work as by default, because most run too seldom to repay it: saves
 * a tenth of the processor time. Later versions of Node do not know the option.
 */
const OPTIMISE_LATER = process.version.startsWith('v20.') ? ['--interrupt-budget=1000000'] : []

const settings = {
  environment: 'happy-dom',
  environmentOptions: { happyDOM: { url: 'http://localhost:3000/' } },
  // No test opens a socket: the test pushes what the server would send. These are aliases rather than mocks, because
  // when a mocked module is imported twice at the same time Vitest answers one import with the module itself.
  alias: [
    {
      find: /^(\.|\.\.\/\.\.\/live)\/connection\.ts$/,
      replacement: fileURLToPath(new URL('src/testing/live-channel.ts', import.meta.url)),
    },
    {
      find: '@simplewebauthn/browser',
      replacement: fileURLToPath(new URL('src/testing/webauthn.ts', import.meta.url)),
    },
  ],
  setupFiles: ['src/testing/setup.ts'],
  // The elements of a page are short-lived, but outlive the default young generation of 16 MiB.
  execArgv: ['--max-semi-space-size=64', ...OPTIMISE_LATER],
  restoreMocks: true,
  unstubGlobals: true,
  // Exceeds the time that a query waits (setup.ts), so that the failure names what was not found.
  testTimeout: 180_000,
  hookTimeout: 180_000,
  // Tests are repeated as journeys are (playwright.config.ts): `npm test` names each test that was repeated.
  retry: 1,
  // Every machine tests in the same zone. Product code names its zones.
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
  plugins: [react({ jsxImportSource: '#jsx' })],
  test: {
    reporters: ['default', repeated],
    // By default Vitest leaves one processor free, which is half of a machine with two.
    maxWorkers: '100%',
    projects: [
      {
        extends: true,
        // One process runs many files, because loading the app for each file would take as long as the tests.
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

/** Lists the files that replace a module, which others of the process would get too. Many replace the same one. */
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

/** Returns the lines that replace a module. */
function listReplaced(file: string): string[] {
  const text = readFileSync(new URL(file, import.meta.url), 'utf8')
  return text.match(/^.*(\bvi\.(mock|doMock|resetModules)\(|testing\/live-region\.tsx).*$/gm) ?? []
}
