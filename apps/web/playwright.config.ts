import { defineConfig, devices } from '@playwright/test'
import { launchOptions } from './e2e/launch-options.ts'

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  // A journey is a whole job, with axe on every screen.
  timeout: 180_000,
  expect: { timeout: 10_000 },
  fullyParallel: false,
  workers: 1,
  forbidOnly: Boolean(process.env['CI']),
  reporter: [['list']],
  use: {
    ...devices['Desktop Chrome'],
    baseURL: process.env['MUSTER_URL'] ?? 'http://localhost:3000',
    locale: 'en-GB',
    timezoneId: 'Europe/Stockholm',
    trace: 'retain-on-failure',
    launchOptions,
  },
})
