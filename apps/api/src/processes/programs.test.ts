import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { API } from '../../../../infra/run/start-programs.ts'

const data_dir = mkdtempSync(path.join(tmpdir(), 'muster-programs-'))
afterAll(() => rmSync(data_dir, { recursive: true }))

/* Other tests, and production, start bundles of these programs. */
test.each(['cli', 'server', 'worker'])('%s starts from its sources', (name) => {
  const program = spawnSync(process.execPath, ['--import', 'tsx', `src/processes/${name}.ts`, 'migrate'], {
    cwd: API,
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'test',
      MUSTER_DATA_DIR: data_dir,
      DATABASE_URL: 'postgres://x@127.0.0.1:1/x',
    },
    encoding: 'utf8',
  })
  expect(program).toMatchObject({
    status: 1,
    stdout: '',
    stderr: expect.stringMatching(/^(Database: .*\n)?The database at 127\.0\.0\.1:1 does not answer.*\n$/),
  })
})
