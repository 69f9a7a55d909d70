import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  plugins: [react()],
  test: {
    environment: 'happy-dom',
    environmentOptions: { happyDOM: { url: 'http://localhost:3000/' } },
    include: ['src/**/*.test.{ts,tsx}'],
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
    // Vitest leaves one processor free, which of two is half.
    maxWorkers: '100%',
    // Longer than a query waits (setup.ts), so that the failure names what was not found.
    testTimeout: 60_000,
    // One zone on every machine; product code names its zones.
    env: { TZ: 'America/New_York' },
  },
})
