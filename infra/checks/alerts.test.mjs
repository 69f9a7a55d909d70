import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findBreaches } from './alerts.mjs'

const GIVEN = {
  rules: `rules:
      - alert: Slow
        expr: rate(muster_seconds_count[5m]) > 1
        annotations:
          runbook: docs/runbook.md#it-is-slow
`,
  tests: 'alertname: Slow',
  dashboard: '{ "expr": "muster_seconds_bucket" }',
  runbook: '# Operating\n\n### It is slow\n',
  code: "new Histogram({ name: 'muster_seconds' })",
}

test('finds nothing where all is named', () => assert.deepEqual(findBreaches(GIVEN), []))

test('an alert without its entry', () => {
  assert.deepEqual(findBreaches({ ...GIVEN, runbook: '# Operating' }), [
    'Slow: the runbook has no it-is-slow',
  ])
})

test('an alert without a test', () => {
  assert.deepEqual(findBreaches({ ...GIVEN, tests: 'alertname: Slower' }), [
    'Slow: no test says when it fires',
  ])
})

test('a metric that does not exist', () => {
  assert.deepEqual(findBreaches({ ...GIVEN, dashboard: 'muster_gone' }), ['muster_gone is no metric'])
})
