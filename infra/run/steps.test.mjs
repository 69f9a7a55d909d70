import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withBuild } from './steps.mjs'

test('named steps that read the built pages are preceded by the build', () => {
  assert.deepEqual(withBuild(['api', 'e2e']), ['build', 'api', 'e2e'])
  assert.deepEqual(withBuild(['e2e', 'build']), ['build', 'e2e'])
  assert.deepEqual(withBuild(['api', 'types']), ['api', 'types'])
})
