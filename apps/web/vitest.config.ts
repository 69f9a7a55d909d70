import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  plugins: [react()],
  test: {
    environment: 'happy-dom',
    environmentOptions: { happyDOM: { url: 'http://localhost:3000/' } },
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['src/testing/setup.ts'],
    restoreMocks: true,
    // Vitest would leave one processor to itself, which of two is half.
    maxWorkers: '100%',
    // Longer than a query waits (setup.ts), so that what is not found is said instead of "timed out".
    testTimeout: 15_000,
    // The tests say what they see in one zone, wherever they run; product code names its zones.
    env: { TZ: 'America/New_York' },
  },
})
