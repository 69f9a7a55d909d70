import { readdirSync, readFileSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

const replacing = listReplacing()

export default defineConfig({
  plugins: [react()],
  test: {
    environment: 'happy-dom',
    environmentOptions: { happyDOM: { url: 'http://localhost:3000/' } },
    setupFiles: ['src/testing/setup.ts'],
    restoreMocks: true,
    unstubGlobals: true,
    // Vitest leaves one processor free, which of two is half.
    maxWorkers: '100%',
    // Longer than a query waits (setup.ts), so that the failure names what was not found.
    testTimeout: 60_000,
    // One zone on every machine; product code names its zones.
    env: { TZ: 'America/New_York' },
    projects: [
      {
        extends: true,
        // One process and one document for many files.
        test: {
          name: 'shared',
          include: ['src/**/*.test.{ts,tsx}'],
          exclude: replacing,
          isolate: false,
        },
      },
      { extends: true, test: { name: 'alone', include: replacing } },
    ],
  },
})

/** Files that replace or reload modules, which must not be loaded before, or hear the live region, which waits between messages. */
function listReplacing(): string[] {
  return readdirSync(new URL('src', import.meta.url), { recursive: true, encoding: 'utf8' })
    .map((file) => `src/${file}`)
    .filter((file) => /\.test\.tsx?$/.test(file) && isReplacing(file))
}

function isReplacing(file: string): boolean {
  const text = readFileSync(new URL(file, import.meta.url), 'utf8')
  return /vi\.(mock|unmock|resetModules)\(|aria-live/.test(text)
}
