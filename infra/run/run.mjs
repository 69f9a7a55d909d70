// Runs every root command. Needs only Node, because on a fresh machine nothing else is installed.
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import * as util from 'node:util'
import { getBrowser } from './browser.mjs'
import { checkNode, install } from './install.mjs'
import { API, endWith, fail, ROOT, run, START, serve, service, stopWithParent, WEB } from './processes.mjs'
import { build, runChaos, runJourneys, runSteps } from './steps.mjs'

const FAKES = { cwd: API, command: 'node', args: ['--import', 'tsx', '../../infra/fakes/start.ts'] }

const COMMANDS = {
  start,
  dev,
  fakes,
  test,
  check,
  format,
  openapi,
  e2e,
  screens,
  bench,
  chaos,
  image,
  muster,
}

await main(process.argv[2], process.argv.slice(3))

async function main(name, args) {
  checkNode()
  const command = COMMANDS[name]
  if (!command) fail(`There is no command "${name}": use one of ${Object.keys(COMMANDS).join(', ')}.`)
  process.chdir(ROOT)
  stopWithParent()
  await install()
  await command(args)
}

async function start(args) {
  loadEnvFile()
  await build()
  await serve([{ ...START, args: [...START.args, ...args] }])
}

/** Starts Vite, which proxies calls to the api. Messages go to stand-ins, unless .env names providers. */
async function dev(args) {
  loadEnvFile()
  const port = '5173'
  const api = { PUBLIC_URL: `http://localhost:${port}`, ...(await startStandIns()) }
  const web = { API_ORIGIN: `http://localhost:${process.env.PORT || 3000}` }
  await serve([
    {
      cwd: API,
      command: 'tsx',
      args: ['watch', '--clear-screen=false', 'src/processes/start.ts', ...args],
      env: api,
    },
    { cwd: WEB, command: 'vite', args: ['--port', port, '--strictPort', '--clearScreen', 'false'], env: web },
  ])
}

async function fakes() {
  loadEnvFile()
  await serve([FAKES])
}

/** Starts the stand-ins. Resolves when they listen, with the settings they print, except those already set. */
async function startStandIns() {
  const { child, output } = service({ ...FAKES, stdio: 'pipe' })
  while (!output().includes('TWILIO_HOST')) {
    if (child.exitCode !== null) fail(`The providers' stand-ins did not start.\n${output()}`)
    await sleep(50)
  }
  // `import { parseEnv }` would fail on an older Node before `checkNode` can say so.
  const printed = Object.entries(util.parseEnv(output()))
  return Object.fromEntries(printed.filter(([name]) => !process.env[name]))
}

async function test(args) {
  await runSteps(args)
}

async function check() {
  await runSteps([
    'format',
    'lint',
    'types',
    'slices',
    'migrations',
    'alerts',
    'manifests',
    'locales',
    'openapi',
    'unused',
  ])
}

async function format(args) {
  await endWith(await run('biome', ['check', '--write', ...(args.length > 0 ? args : ['.'])]))
}

/** Writes the API description. `release` also makes it the document with which the next change is compared. */
async function openapi([command = 'write']) {
  await endWith(await run('node', ['infra/checks/openapi.mjs', command]))
}

async function e2e(args) {
  await build()
  await endWith(await runJourneys(args, { shown: true }))
}

async function screens(args) {
  const browser = await getBrowser()
  if (!browser.path) fail(browser.problem)
  const command = ['--import', 'tsx', path.join(ROOT, 'infra/checks/screens.ts'), ...args]
  await endWith(
    await run('node', command, { cwd: API, env: { PLAYWRIGHT_CHROMIUM: browser.path }, shown: true }),
  )
}

/** Runs all benches or the named ones. `--runs=1` and `--seconds=5` go to those that load the api. */
async function bench(args) {
  const names = args.filter((arg) => !arg.startsWith('--'))
  const flags = args.filter((arg) => arg.startsWith('--'))
  const known = readdirSync('infra/bench').flatMap((file) =>
    file.endsWith('.ts') ? [path.parse(file).name] : [],
  )
  for (const name of names) {
    if (!known.includes(name)) fail(`There is no bench "${name}": use ${known.join(', ')}.`)
  }
  const browser = await getBrowser()
  if (!browser.path) fail(browser.problem)
  await build()
  const options = { cwd: API, env: { PLAYWRIGHT_CHROMIUM: browser.path }, shown: true }
  // As in production, because several benches run the API in their own process.
  const memory = '--max-semi-space-size=64'
  const tsx = (file) =>
    run('node', [memory, '--import', 'tsx', path.join(ROOT, 'infra/bench', file), ...flags], options)
  const failed = []
  for (const name of names.length > 0 ? names : known) {
    console.log(`\n── ${name}`)
    const { code } = await tsx(`${name}.ts`)
    if (code !== 0) failed.push(name)
  }
  await tsx('harness/write-page.ts')
  await run('biome', ['format', '--write', 'docs/performance.md', 'infra/bench/results'])
  if (failed.length > 0) fail(`Not measured: ${failed.join(', ')}`)
}

/** Runs every case of infra/chaos/run.ts with its short defaults, or the named ones with the given sizes. */
async function chaos(args) {
  await build()
  await endWith(await runChaos(args, { shown: true }))
}

/** Builds infra/Dockerfile without a Docker engine and serves with it. */
async function image(args) {
  const program = path.join(ROOT, 'infra/checks/image.ts')
  await endWith(await run('node', ['--import', 'tsx', program, ...args], { cwd: API, shown: true }))
}

async function muster(args) {
  loadEnvFile()
  await endWith(
    await run('node', ['--import', 'tsx', 'src/processes/cli.ts', ...args], { cwd: API, shown: true }),
  )
}

/** Loads `.env`, except variables that are already set. Tests do not read it. */
function loadEnvFile() {
  if (existsSync('.env')) process.loadEnvFile('.env')
}
