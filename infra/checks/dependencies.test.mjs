import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listShipped, reviewDependencies } from './dependencies.mjs'

const component = (name, license) => ({
  name,
  version: '1.0.0',
  purl: `pkg:npm/${name}@1.0.0`,
  'bom-ref': `pkg:npm/${name}@1.0.0`,
  licenses: [{ license: { id: license } }],
})
const ref = (name) => `pkg:npm/${name}@1.0.0`

/** muster > muster/contract > %40scope/direct > inner */
const SBOM = {
  metadata: { component: { 'bom-ref': ref('muster') } },
  components: [
    component('inner', 'ISC'),
    component('%40scope/direct', 'MIT'),
    { ...component('%40muster/contract'), licenses: undefined },
  ],
  dependencies: [
    { ref: ref('muster'), dependsOn: [ref('%40muster/contract')] },
    { ref: ref('%40muster/contract'), dependsOn: [ref('%40scope/direct')] },
    { ref: ref('%40scope/direct'), dependsOn: [ref('inner')] },
    { ref: ref('inner') },
  ],
}
const PAGE = '| Package | For |\n| --- | --- |\n| `@scope/direct` | Shapes |\n'

test('a shipped package is listed with the direct dependency that brings it', () => {
  assert.deepEqual(listShipped(SBOM), [
    { name: '@scope/direct', version: '1.0.0', license: 'MIT', path: ['@scope/direct'] },
    { name: 'inner', version: '1.0.0', license: 'ISC', path: ['@scope/direct', 'inner'] },
  ])
})

test('documented packages with allowed licenses are no finding', () => {
  assert.deepEqual(reviewDependencies(listShipped(SBOM), PAGE), [])
})

for (const { name, license } of [
  { name: 'a license outside the list', license: 'AGPL-3.0-only' },
  { name: 'no license', license: undefined },
]) {
  test(`${name} is found, however deep`, () => {
    const sbom = { ...SBOM, components: [component('inner', license)] }
    assert.deepEqual(reviewDependencies(listShipped(sbom), ''), [
      `inner (@scope/direct > inner): license ${license ?? 'unknown'} is not allowed`,
      '@scope/direct: docs/dependencies.md does not say what it is for',
    ])
  })
}

test('a row without its package is found', () => {
  assert.deepEqual(reviewDependencies(listShipped(SBOM), `${PAGE}| \`gone\` | Nothing |\n`), [
    'gone: in docs/dependencies.md, not shipped',
  ])
})
