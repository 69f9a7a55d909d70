import assert from 'node:assert/strict'
import { test } from 'node:test'
import { weighPage } from './first-load.mjs'

const KIB = 1024
const MANIFEST = {
  'public.html': {
    file: 'public.js',
    imports: ['_react.js'],
    css: ['app.css'],
    assets: ['figtree-latin-wght-normal.woff2'],
  },
  '_react.js': { file: 'react.js', imports: [] },
  'src/page.tsx': {
    file: 'page.js',
    imports: ['public.html', '_react.js'],
    dynamicImports: ['src/later.tsx'],
  },
  'src/later.tsx': { file: 'later.js' },
}
const PAGE = { name: 'page', js: 100, keys: ['public.html', 'src/page.tsx'] }
const SIZES = {
  'public.js': 10,
  'react.js': 60,
  'page.js': 30,
  'later.js': 900,
  'app.css': 9,
  'figtree-latin-wght-normal.woff2': 20,
}

const weigh = (changed = {}, page = PAGE) =>
  weighPage(MANIFEST, page, (file) => ({ ...SIZES, ...changed })[file] * KIB)

test('counts each file once, and nothing that comes later', () => {
  assert.deepEqual(weigh(), {
    line: 'page: js 100.0 of 100 · css 9.0 of 10 · fonts 20.0 of 25 KiB',
    problems: [],
  })
})

for (const { name, changed, problem } of [
  { name: 'scripts', changed: { 'react.js': 61 }, problem: 'page: over its budget, js 101.0 of 100 KiB' },
  { name: 'styles', changed: { 'app.css': 11 }, problem: 'page: over its budget, css 11.0 of 10 KiB' },
  {
    name: 'fonts',
    changed: { 'figtree-latin-wght-normal.woff2': 26 },
    problem: 'page: over its budget, fonts 26.0 of 25 KiB',
  },
]) {
  test(`sees too much of ${name}`, () => {
    assert.deepEqual(weigh(changed).problems, [problem])
  })
}

test('sees a page that is no chunk of its own any more', () => {
  const { problems } = weigh({}, { ...PAGE, keys: ['public.html', 'src/gone.tsx'] })
  assert.match(problems.join(), /src\/gone\.tsx is not in the manifest/)
})
