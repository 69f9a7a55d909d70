import { accessSync, constants, readdirSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { getBrowser } from './browser.mjs'
import { API, endWith, exitOnceWritten, fail, ROOT, run, WEB } from './processes.mjs'

const ERRORS_ONLY = '--output-logs=errors-only'

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
  lint: { title: 'Lint', run: lint },
  types: { title: 'Types', run: () => turbo('types', ERRORS_ONLY) },
  slices: { title: 'Slices', run: () => checked('slices') },
  migrations: { title: 'Migrations', run: () => checked('migrations') },
  alerts: { title: 'Alerts', run: () => checked('alerts') },
  manifests: { title: 'Compose and Kubernetes', run: () => checked('manifests') },
  locales: { title: 'Languages', run: () => checked('locales') },
  openapi: { title: 'API description', run: () => checked('openapi') },
  dependencies: { title: 'Dependencies', run: () => checked('dependencies') },
  unused: { title: 'Unused code', run: () => run('knip', []) },
  proofs: { title: 'Tests of these commands and checks', run: testChecks },
  deployed: {
    title: 'Deployed files, and several servers',
    run: () => run('vitest', ['run', '--project', 'deployed'], { cwd: API }),
    summary: TESTS,
  },
  chaos: {
    title: 'Killed processes and databases',
    run: () => runChaos(CHAOS),
    summary: /^(.+ passed in \d+ s)$/gm,
  },
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

/** What seldom finds more and takes long. A job done in another way takes as long again. */
const ONLY_ALL = ['proofs', 'deployed', 'chaos', 'package', 'e2e']
const USUAL = Object.keys(STEPS).filter((name) => !ONLY_ALL.includes(name))
const ALL = Object.keys(STEPS).filter((name) => name !== 'journeys')

/** Those that need no other account or program than the tests. */
const CHAOS = [
  'kill-api',
  'kill-worker',
  'kill-worker-smtp',
  'kill-worker-tasks',
  'kill-db',
  'promote-standby',
  'rolling-restart',
  'nodes',
]

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
  const took = []
  const beside = names
    .filter((name) => STEPS[name].beside)
    .map((name) => ({ name, done: runStep(name, failed) }))
  for (const name of names) {
    if (STEPS[name].beside) continue
    console.log(`\n── ${STEPS[name].title}`)
    took.push(show(name, await runStep(name, failed)))
  }
  for (const { name, done } of beside) {
    console.log(`\n── ${STEPS[name].title}`)
    took.push(show(name, await done))
  }
  console.log(`\n${took.join('\n')}`)
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

/** Returns the line of the summary. */
function show(name, { code, output, seconds, processor = 0 }) {
  const shown = code === 0 ? summarise(output, STEPS[name].summary) : output.trimEnd()
  if (shown) console.log(shown)
  console.log(code === 0 ? `passed in ${seconds} s` : `FAILED after ${seconds} s`)
  return `${seconds.padStart(7)} s, ${processor.toFixed(1).padStart(7)} s of processor: ${STEPS[name].title}`
}

function summarise(output, pattern) {
  return pattern
    ? Array.from(stripVTControlCharacters(output).matchAll(pattern), ([, line]) => line.trim()).join('\n')
    : ''
}

const checked = (name) => run('node', [`infra/checks/${name}.mjs`])

/** Names the reporter, because the default depends on the version of Node and on the terminal. */
function testChecks() {
  const files = ['infra/run', 'infra/checks'].flatMap((folder) =>
    readdirSync(folder).flatMap((file) => (file.endsWith('.test.mjs') ? [`${folder}/${file}`] : [])),
  )
  return run('node', ['--test', '--test-reporter=spec', ...files])
}

/** Lints on one processor. On several, each infers the same types anew: nearly twice the work in hardly less time. */
function lint() {
  return run('oxlint', ['--type-aware'], { env: { GOMAXPROCS: '1' } })
}

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

export async function build() {
  console.log('Building…')
  const result = await turbo('build', ERRORS_ONLY)
  if (result.code !== 0) await endWith(result)
}

function turbo(task, ...args) {
  return run('turbo', ['run', task, '--ui=stream', ...args])
}

const FOLDER = '/dev/shm'
/** Bytes that must be free. The databases of a run take up to two gigabytes. */
const ROOM = 6 * 2 ** 30

/**
 * Returns the folder for temporary files of tests, which is on the disk if there is too little memory. The databases
 * of a run are tens of thousands of files, which took ext4 a sixth of the time of the API's tests to create and
 * delete.
 */
function findFolderInMemory() {
  try {
    accessSync(FOLDER, constants.W_OK)
    const { bavail, bsize } = statfsSync(FOLDER)
    return Math.min(bavail * bsize, freemem()) > ROOM ? FOLDER : tmpdir()
  } catch {
    return tmpdir()
  }
}

/** Headings of failures in Vitest, Playwright and node:test. */
const FAILURES = [
  /^ ?FAIL +(.+)/,
  /^⎯+ (Unhandled .+?) ⎯+$/,
  /^ *\d+\) (.+?:\d+:\d+ › .+?)[ ─]*$/,
  /^ *✖ (.+) \(\d[\d.]*ms\)$/,
]
const TURBO_PREFIX = /^@muster\/\w+:\w+: ?/

/** Returns at most `most` lines: each failed test with the first line of its error, else the end of the output. */
export function listFailures(output, most) {
  const lines = stripVTControlCharacters(output)
    .split('\n')
    .map((line) => line.replace(TURBO_PREFIX, '').trimEnd())
  // node:test prints a name twice, the second time with the error.
  const failures = new Map()
  for (const [at, line] of lines.entries()) {
    const name = findName(line)
    if (name)
      failures.set(
        name,
        lines.slice(at + 1).find((next) => next !== '' && !findName(next)),
      )
  }
  const found = Array.from(failures, ([name, error = '']) => [name, `  ${error.trim()}`])
  if (found.length === 0) return lines.filter((line) => line !== '').slice(-most)
  if (found.length * 2 <= most) return found.flat()
  const shown = found.slice(0, Math.floor((most - 1) / 2))
  return [...shown.flat(), `and ${found.length - shown.length} more`]
}

function findName(line) {
  return FAILURES.map((heading) => heading.exec(line)?.[1]).find(Boolean)
}
