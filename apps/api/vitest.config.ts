import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    globalSetup: './test/global-setup.ts',
    setupFiles: './test/fail-on-console-error.ts',
    // Processes, not threads: sockets, signals and argon2's own threads behave as in production.
    pool: 'forks',
    // More than two only queue up at the one database server.
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 30_000,
    // Stopping the database writes what it still holds and removes its files: on a busy machine longer than the
    // ten seconds after which Vitest complains of a server that does not exit.
    teardownTimeout: 60_000,
    restoreMocks: true,
    unstubEnvs: true,
  },
})
