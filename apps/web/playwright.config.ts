import { defineConfig, devices } from '@playwright/test'
import { launchOptions } from './e2e/launch-options.ts'

/** One app for each worker: journeys change what others would see. */
const addresses = (process.env['MUSTER_URL'] ?? 'http://localhost:3000').split(' ')

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  // A journey is a whole job, with axe on every screen.
  timeout: 180_000,
  expect: { timeout: 10_000 },
  fullyParallel: false,
  workers: addresses.length,
  forbidOnly: Boolean(process.env['CI']),
  reporter: [['list']],
  use: {
    ...devices['Desktop Chrome'],
    baseURL: addresses[Number(process.env['TEST_PARALLEL_INDEX'] ?? 0)],
    locale: 'en-GB',
    timezoneId: 'Europe/Stockholm',
    trace: 'retain-on-failure',
    launchOptions,
  },
})
