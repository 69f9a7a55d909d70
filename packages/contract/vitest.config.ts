import { defineConfig } from 'vitest/config'

export default defineConfig({
  // Rules and texts keep no state: one process loads them once for all files.
  test: { include: ['src/**/*.test.ts'], isolate: false, maxWorkers: '100%' },
})
