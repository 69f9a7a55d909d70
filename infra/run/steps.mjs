import { stripVTControlCharacters } from 'node:util'
import { getBrowser } from './browser.mjs'
import { ERRORS_ONLY, turbo } from './build.mjs'
import { fail, run, WEB } from './processes.mjs'

/** The steps of `npm test`, in order. `summary` picks the line worth showing when the step has passed. */
const STEPS = {
  format: { title: 'Format', run: () => run('biome', ['check', '.']) },
  lint: { title: 'Lint', run: () => checked('lint', () => run('oxlint', ['--type-aware'])) },
  types: { title: 'Types', run: () => turbo('types', ERRORS_ONLY) },
  slices: { title: 'Slices', run: () => checked('slices') },
  locales: { title: 'Languages', run: () => checked('locales') },
  unused: { title: 'Unused code', run: () => run('knip', []) },
  // One package after the other: the api's tests race on purpose, and want the processors for themselves.
  unit: {
    title: 'Unit, API and live tests',
    run: () => turbo('unit', '--concurrency=1'),
    summary: /\bTests +(\d.*)/g,
  },
  build: { title: 'Build', run: () => turbo('build', ERRORS_ONLY) },
  load: {
    title: 'First load',
    run: () => checked('first-load'),
    summary: /^(.*KiB.*)$/gm,
  },
  e2e: { title: 'Journeys in a browser', run: () => runJourneys([]), summary: /^ *(\d+ passed.*)$/gm },
}

/** Those named, or all; then the process ends. */
export async function runSteps(named) {
  const names = named.length > 0 ? named : Object.keys(STEPS)
  const failed = new Set()
  for (const step of names) {
    if (!STEPS[step]) fail(`There is no step "${step}": use ${Object.keys(STEPS).join(', ')}.`)
    console.log(`\n── ${STEPS[step].title}`)
    const began = performance.now()
    const needsBuild = (step === 'load' || step === 'e2e') && failed.has('build')
    const result = needsBuild
      ? { code: 1, output: 'Not run: the build has failed.' }
      : await STEPS[step].run()
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    if (result.code !== 0) failed.add(step)
    const shown = result.code === 0 ? summarise(result.output, STEPS[step].summary) : result.output.trimEnd()
    if (shown) console.log(shown)
    console.log(result.code === 0 ? `passed in ${seconds} s` : `FAILED after ${seconds} s`)
  }
  console.log(`\n${names.length - failed.size} passed, ${failed.size} failed`)
  process.exit(failed.size > 0 ? 1 : 0)
}

function summarise(output, pattern) {
  return pattern
    ? Array.from(stripVTControlCharacters(output).matchAll(pattern), ([, line]) => line.trim()).join('\n')
    : ''
}

/** First the check's own test, with samples it must refuse; then the check. */
async function checked(name, check = () => run('node', [`infra/checks/${name}.mjs`])) {
  const proof = await run('node', ['--test', `infra/checks/${name}.test.mjs`])
  return proof.code === 0 ? check() : proof
}

/** `args` are Playwright's. Its configuration starts the built app for each worker. */
export async function runJourneys(args, options) {
  const browser = await getBrowser()
  if (!browser.path) return { code: 1, output: browser.problem }
  const env = { PLAYWRIGHT_CHROMIUM: browser.path }
  return run('playwright', ['test', ...args], { cwd: WEB, env, ...options })
}
