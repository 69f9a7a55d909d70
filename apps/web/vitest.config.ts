import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

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
  restoreMocks: true,
  unstubGlobals: true,
  // Longer than a query waits (setup.ts), so that the failure names what was not found.
  testTimeout: 60_000,
  // One zone on every machine; product code names its zones.
  env: { TZ: 'America/New_York' },
}

const replacing = listReplacing()

export default defineConfig({
  plugins: [react()],
  test: {
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
          exclude: replacing,
          isolate: false,
        },
      },
      { extends: true, test: { ...settings, name: 'alone', include: replacing } },
    ],
  },
})

/** Files that replace a module, which the other files of a process would then get. */
function listReplacing(): string[] {
  return readdirSync(new URL('src', import.meta.url), { recursive: true, encoding: 'utf8' })
    .map((file) => `src/${file}`)
    .filter((file) => /\.test\.tsx?$/.test(file) && isReplacing(file))
}

function isReplacing(file: string): boolean {
  const text = readFileSync(new URL(file, import.meta.url), 'utf8')
  return /\bvi\.(mock|doMock|resetModules)\(|testing\/live-region\.tsx/.test(text)
}
