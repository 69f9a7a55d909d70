import { defineConfig } from 'vitest/config'

export default defineConfig({
  // Rules and texts keep no state: one process loads them once for all files.
  test: {
    include: ['src/**/*.test.ts'],
    isolate: false,
    maxWorkers: '100%',
    // A slow, busy machine takes many seconds for the properties.
    testTimeout: 60_000,
    // Every machine tests in the same zone. Product code names its zones.
    env: { TZ: 'America/New_York' },
  },
})
