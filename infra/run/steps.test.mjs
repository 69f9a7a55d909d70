import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { chooseSteps, listFailures } from './steps.mjs'

/** Much more than a pipe holds, even if it is read meanwhile. */
const LENGTH = 20_000_000

test('named steps that read the built pages are preceded by the build', () => {
  assert.deepEqual(chooseSteps(['api', 'e2e']), ['build', 'api', 'e2e'])
  assert.deepEqual(chooseSteps(['e2e', 'build']), ['build', 'e2e'])
  assert.deepEqual(chooseSteps(['api', 'types']), ['api', 'types'])
})

test('all steps are the usual ones, with every journey and what only CI runs', () => {
  const [usual, all] = [chooseSteps([]), chooseSteps(['all'])]
  assert.deepEqual(
    usual.filter((name) => !all.includes(name)),
    ['journeys'],
  )
  assert.deepEqual(
    all.filter((name) => !usual.includes(name)),
    ['proofs', 'deployed', 'chaos', 'package', 'e2e'],
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

const VITEST = `@muster/api:unit:  ✓ src/config.test.ts (31 tests) 140ms
@muster/api:unit: ⎯⎯⎯⎯⎯⎯⎯ Failed Tests 3 ⎯⎯⎯⎯⎯⎯⎯
@muster/api:unit: 
@muster/api:unit: \u001B[41m FAIL \u001B[49m src/live/hub.test.ts > a frame
@muster/api:unit: AssertionError: expected 1 to be 2 // Object.is equality
@muster/api:unit: 
@muster/api:unit: - Expected
@muster/api:unit: 
@muster/api:unit:  FAIL  src/live/bus.test.ts > a batch
@muster/api:unit:  FAIL  src/live/bus.test.ts > a merge
@muster/api:unit: Error: connect ECONNREFUSED
@muster/api:unit: ⎯⎯⎯⎯⎯⎯ Unhandled Errors ⎯⎯⎯⎯⎯⎯
@muster/api:unit: 
@muster/api:unit: Vitest caught 1 unhandled error during the test run.
 ERROR  run failed: command exited (1)
`

const PLAYWRIGHT = `Running 2 tests using 2 workers

  ✓  1 e2e/desk.spec.ts:4:1 › the desk (2.1s)
  ✘  2 e2e/print.spec.ts:27:3 › sheets › the sheet (30.1s)

  1) e2e/print.spec.ts:27:3 › sheets › the sheet ───────────

    Error: expect(locator).toBeVisible() failed

    Locator: locator('h2')

  1 failed
    e2e/print.spec.ts:27:3 › sheets › the sheet ───────────
  1 passed (32.0s)
`

const NODE_TEST = `✖ slices are separate (1.25ms)
✔ tables have an owner (0.3ms)
✖ failing tests:

test at infra/checks/slices.test.mjs:3:1
✖ slices are separate (1.25ms)
  AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:

  1 !== 2
`

test('Vitest: each failed test with its error, and errors outside of tests', () => {
  assert.deepEqual(listFailures(VITEST, 20), [
    'src/live/hub.test.ts > a frame',
    '  AssertionError: expected 1 to be 2 // Object.is equality',
    'src/live/bus.test.ts > a batch',
    '  Error: connect ECONNREFUSED',
    'src/live/bus.test.ts > a merge',
    '  Error: connect ECONNREFUSED',
    'Unhandled Errors',
    '  Vitest caught 1 unhandled error during the test run.',
  ])
})

test('more than there is room for are counted', () => {
  assert.deepEqual(listFailures(VITEST, 5), [
    'src/live/hub.test.ts > a frame',
    '  AssertionError: expected 1 to be 2 // Object.is equality',
    'src/live/bus.test.ts > a batch',
    '  Error: connect ECONNREFUSED',
    'and 2 more',
  ])
})

test('Playwright', () => {
  assert.deepEqual(listFailures(PLAYWRIGHT, 20), [
    'e2e/print.spec.ts:27:3 › sheets › the sheet',
    '  Error: expect(locator).toBeVisible() failed',
  ])
})

test('node:test: the second time, which has the error', () => {
  assert.deepEqual(listFailures(NODE_TEST, 20), [
    'slices are separate',
    '  AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:',
  ])
})

test('what names no test: the end of the output', () => {
  assert.deepEqual(listFailures('one\ntwo\n\nthree\n', 2), ['two', 'three'])
})
