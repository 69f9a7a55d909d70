import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { chooseSteps } from './steps.mjs'

/** Much more than a pipe holds, even if it is read meanwhile. */
const LENGTH = 20_000_000

test('named steps that read the built pages are preceded by the build', () => {
  assert.deepEqual(chooseSteps(['api', 'e2e']), ['build', 'api', 'e2e'])
  assert.deepEqual(chooseSteps(['e2e', 'build']), ['build', 'e2e'])
  assert.deepEqual(chooseSteps(['api', 'types']), ['api', 'types'])
})

test('all steps are the usual ones with every journey', () => {
  const usual = chooseSteps([])
  assert.ok(usual.includes('journeys'))
  assert.deepEqual(
    chooseSteps(['all']),
    usual.map((name) => (name === 'journeys' ? 'e2e' : name)),
  )
})

test('a command ends once a pipe has taken all its output, with its code, and does nothing meanwhile', () => {
  assert.deepEqual(printAndEnd('await exitOnceWritten'), { length: LENGTH, status: 3 })
})

test('negative control: process.exit loses what does not fit into the pipe', () => {
  assert.ok(printAndEnd('process.exit').length < LENGTH)
})

function printAndEnd(end) {
  const program = `
    import { exitOnceWritten } from '${new URL('processes.mjs', import.meta.url)}'
    process.stdout.write('x'.repeat(${LENGTH}))
    ${end}(3)
    process.stdout.write('Not ended')
  `
  const { stdout, status } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
    maxBuffer: 2 * LENGTH,
  })
  return { length: stdout.length, status }
}
