// Checks that every alert has its entry in the runbook and a test, and that alerts and dashboard read only metrics that exist.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const SUFFIX = /_(bucket|count|sum)$/

export function findBreaches({ rules, tests, dashboard, runbook, code }) {
  const tested = new Set([...tests.matchAll(/alertname: (\w+)/g)].map(([, name]) => name))
  const metrics = new Set([...code.matchAll(/name: '(muster_\w+)'/g)].map(([, name]) => name))
  const anchors = new Set([...runbook.matchAll(/^#+ (.+)$/gm)].map(([, title]) => anchorOf(title)))
  const alerts = rules.split(/^ +- alert: /m).slice(1)
  return [
    ...[...`${rules}\n${dashboard}`.matchAll(/\bmuster_\w+/g)].flatMap(([name]) =>
      metrics.has(name) || metrics.has(name.replace(SUFFIX, '')) ? [] : `${name} is no metric`,
    ),
    ...alerts.flatMap((alert) => {
      const name = alert.split('\n')[0]
      const anchor = /runbook: docs\/runbook\.md#(\S+)/.exec(alert)?.[1]
      return [
        ...(anchors.has(anchor) ? [] : [`${name}: the runbook has no ${anchor}`]),
        ...(tested.has(name) ? [] : [`${name}: no test says when it fires`]),
      ]
    }),
  ]
}

/** Returns the anchor that GitHub gives a heading. */
function anchorOf(title) {
  return title
    .toLowerCase()
    .replace(/[^\w\- ]/g, '')
    .replaceAll(' ', '-')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..')
  const read = (file) => readFileSync(path.join(root, file), 'utf8')
  JSON.parse(read('infra/grafana/service.json'))
  const breaches = findBreaches({
    rules: read('infra/alerts/muster.yaml'),
    tests: read('infra/alerts/muster.test.yaml'),
    dashboard: read('infra/grafana/service.json'),
    runbook: read('docs/runbook.md'),
    code: read('apps/api/src/edge/metrics.ts'),
  })
  for (const breach of breaches) console.log(breach)
  console.log(`${breaches.length} breaches of alerts and dashboard`)
  process.exitCode = breaches.length > 0 ? 1 : 0
}
