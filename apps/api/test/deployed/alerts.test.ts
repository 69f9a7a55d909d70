import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { expect, it } from 'vitest'
import { getProgram, ROOT } from '../../../../infra/run/start-programs.ts'

/* The rules for Prometheus, by its own tool. infra/checks/alerts.mjs compares them with the metrics and the runbook. */

it.each([
  ['check rules muster.yaml', 'SUCCESS'],
  ['check config --syntax-only prometheus.yaml', 'SUCCESS'],
  ['test rules muster.test.yaml', 'SUCCESS'],
])('promtool %s', (words, says) => {
  const { status, stdout, stderr } = spawnSync(getProgram('promtool', 'prometheus'), words.split(' '), {
    cwd: path.join(ROOT, 'infra/alerts'),
    encoding: 'utf8',
  })
  expect(status, stdout + stderr).toBe(0)
  expect(stdout).toContain(says)
})
