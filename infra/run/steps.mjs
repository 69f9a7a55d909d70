import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { getBrowser } from './browser.mjs'
import { ERRORS_ONLY, turbo } from './build.mjs'
import { listFailures } from './failures.mjs'
import { findFolderInMemory } from './folder-in-memory.mjs'
import { API, exitOnceWritten, fail, ROOT, run, WEB } from './processes.mjs'

/** Lines to show of a passed step. They name each test that passed at the second attempt (web's vitest.config.ts). */
const TESTS = /\b(?:Tests +(?=\d)|(?=repeated: ))(.*)/g

/** In a step that passed, the numbered lines are journeys that passed at the second attempt. */
const JOURNEYS = /^ *(\d+ (?:passed|flaky).*?|\d+\) .+:\d+:\d+ › .+?)[ ─]*$/gm

/** Steps in order. `summary` picks the lines to show of a passed step; `beside` starts it first, with the others. */
const STEPS = {
  api: {
    title: 'API and live tests',
    run: () => turbo('unit', '--filter=@muster/api'),
    summary: TESTS,
    beside: true,
  },
  format: { title: 'Format', run: () => run('biome', ['check', '.']) },
  lint: { title: 'Lint', run: () => checked('lint', lint) },
  types: { title: 'Types', run: () => turbo('types', ERRORS_ONLY) },
  steps: {
    title: 'Steps',
    run: () =>
      testNode('infra/run/failures.test.mjs', 'infra/run/install.test.mjs', 'infra/run/steps.test.mjs'),
  },
  slices: { title: 'Slices', run: () => checked('slices') },
  migrations: { title: 'Migrations', run: () => checked('migrations') },
  alerts: { title: 'Alerts', run: () => checked('alerts') },
  manifests: { title: 'Compose and Kubernetes', run: () => checked('manifests') },
  locales: { title: 'Languages', run: () => checked('locales') },
  openapi: { title: 'API description', run: () => checked('openapi') },
  dependencies: { title: 'Dependencies', run: () => checked('dependencies') },
  unused: { title: 'Unused code', run: () => run('knip', []) },
  build: { title: 'Build', run: () => turbo('build', ERRORS_ONLY) },
  load: {
    title: 'First load',
    run: () => checked('first-load'),
    summary: /^(.*KiB.*)$/gm,
  },
  package: {
    title: 'Package of the contract',
    run: () => run('node', ['infra/checks/package.mjs']),
    summary: /^(\d+ people.*)$/gm,
  },
  journeys: {
    title: 'Journeys in a browser, each job in one way',
    run: () => runJourneys(['--grep-invert', '@again']),
    summary: JOURNEYS,
  },
  e2e: { title: 'Journeys in a browser', run: () => runJourneys([]), summary: JOURNEYS },
  // The unit tests are last, because they use both processors, which journeys alone would not.
  unit: { title: 'Unit tests', run: () => turbo('unit', '--filter=!@muster/api'), summary: TESTS },
}

/** A job done in another way takes as long again and seldom finds more: only `all` does it. */
const USUAL = Object.keys(STEPS).filter((name) => name !== 'e2e')
const ALL = Object.keys(STEPS).filter((name) => name !== 'journeys')

const NEED_BUILD = ['load', 'package', 'journeys', 'e2e']
/** Maximum number of lines about failures, because many CI services show only the last lines of a failed job. */
const FAILURE_LINES = 18

export async function runSteps(named) {
  const names = chooseSteps(named)
  for (const name of names) {
    if (!STEPS[name]) fail(`There is no step "${name}": use all, ${Object.keys(STEPS).join(', ')}.`)
  }
  process.env.TMPDIR ??= findFolderInMemory()
  const failed = new Map()
  const beside = names
    .filter((name) => STEPS[name].beside)
    .map((name) => ({ name, done: runStep(name, failed) }))
  for (const name of names) {
    if (STEPS[name].beside) continue
    console.log(`\n── ${STEPS[name].title}`)
    show(name, await runStep(name, failed))
  }
  for (const { name, done } of beside) {
    console.log(`\n── ${STEPS[name].title}`)
    show(name, await done)
  }
  console.log(`\n${names.length - failed.size} passed, ${failed.size} failed`)
  for (const [name, output] of failed) {
    console.log(`\n${STEPS[name].title}:`)
    console.log(listFailures(output, Math.max(2, Math.floor(FAILURE_LINES / failed.size))).join('\n'))
  }
  await exitOnceWritten(failed.size > 0 ? 1 : 0)
}

export function chooseSteps(named) {
  if (named.length === 0) return USUAL
  return named.join() === 'all' ? ALL : withBuild(named)
}

/** Adds the build, without which the pages of an earlier one would be tested. It takes no time if nothing changed. */
function withBuild(named) {
  const needsBuild = named.some((name) => NEED_BUILD.includes(name))
  return needsBuild ? ['build', ...named.filter((name) => name !== 'build')] : named
}

async function runStep(name, failed) {
  const began = performance.now()
  const needsBuild = NEED_BUILD.includes(name) && failed.has('build')
  const result = needsBuild ? { code: 1, output: 'Not run: the build has failed.' } : await STEPS[name].run()
  if (result.code !== 0) failed.set(name, result.output)
  return { ...result, seconds: ((performance.now() - began) / 1000).toFixed(1) }
}

function show(name, { code, output, seconds }) {
  const shown = code === 0 ? summarise(output, STEPS[name].summary) : output.trimEnd()
  if (shown) console.log(shown)
  console.log(code === 0 ? `passed in ${seconds} s` : `FAILED after ${seconds} s`)
}

function summarise(output, pattern) {
  return pattern
    ? Array.from(stripVTControlCharacters(output).matchAll(pattern), ([, line]) => line.trim()).join('\n')
    : ''
}

/** Runs the check's own test before the check. */
async function checked(name, check = () => run('node', [`infra/checks/${name}.mjs`])) {
  const proof = await testNode(`infra/checks/${name}.test.mjs`)
  return proof.code === 0 ? check() : proof
}

/** Names the reporter, because the default depends on the version of Node and on the terminal. */
const testNode = (...files) => run('node', ['--test', '--test-reporter=spec', ...files])

/** Lints on one processor. On several, each infers the same types anew: nearly twice the work in hardly less time. */
const lint = () => run('oxlint', ['--type-aware'], { env: { GOMAXPROCS: '1' } })

export async function runJourneys(args, options) {
  const browser = await getBrowser()
  if (!browser.path) return { code: 1, output: browser.problem }
  const env = { PLAYWRIGHT_CHROMIUM: browser.path }
  return run('playwright', ['test', ...args], { cwd: WEB, env, ...options })
}

export function runChaos(args, options) {
  return run('node', ['--import', 'tsx', path.join(ROOT, 'infra/chaos/run.ts'), ...args], {
    cwd: API,
    ...options,
  })
}
