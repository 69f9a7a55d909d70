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
    // Vitest leaves one processor free, which of two is half.
    maxWorkers: '100%',
    // Longer than a query waits (setup.ts), so that the failure names what was not found.
    testTimeout: 15_000,
    // One zone on every machine; product code names its zones.
    env: { TZ: 'America/New_York' },
  },
})
