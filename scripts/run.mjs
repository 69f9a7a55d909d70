// Every root command goes through this file. It needs nothing but Node: npm is all that a fresh machine has.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseEnv } from 'node:util'
import { getBrowser } from './browser.mjs'

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
const API = path.join(ROOT, 'apps/api')
const WEB = path.join(ROOT, 'apps/web')
const FOLLOW_PARENT = `--import=${pathToFileURL(path.join(ROOT, 'scripts/follow-parent.mjs')).href}`
/** Longer than the api takes to drain its sockets and stop the database. */
const STOP_TIMEOUT_MS = 40_000

const ERRORS_ONLY = '--output-logs=errors-only'

/** API, pages, live channel, worker and database in one process. */
const START = { cwd: API, command: 'node', args: ['--import', 'tsx', 'src/start.ts'] }

/** Stand-ins for SendGrid, Twilio and a mail server (docs/messages.md). */
const FAKES = { cwd: API, command: 'node', args: ['--import', 'tsx', '../../infra/fakes/start.ts'] }

const COMMANDS = { start, dev, fakes, test, check, format, e2e, bench, muster }

/** The steps of `npm test`, in order. `summary` picks the line worth showing when the step has passed. */
const STEPS = {
  format: { title: 'Format', run: () => run('biome', ['check', '.']) },
  lint: { title: 'Lint', run: () => run('oxlint', ['--type-aware']) },
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
  e2e: { title: 'Journeys in a browser', run: () => playwright([]), summary: /^ *(\d+ passed.*)$/gm },
}

const children = new Set()
let stopping = false

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

/**
 * Vite serves the pages with hot reload and hands every other call to the api, which restarts on a change. Messages go
 * to the providers' stand-ins; what .env says of providers wins.
 */
async function dev(args) {
  loadEnvFile()
  const port = '5173'
  const api = { PUBLIC_URL: `http://localhost:${port}`, ...(await startStandIns()) }
  const web = { API_ORIGIN: `http://localhost:${process.env.PORT || 3000}` }
  await serve([
    { cwd: API, command: 'tsx', args: ['watch', '--clear-screen=false', 'src/start.ts', ...args], env: api },
    { cwd: WEB, command: 'vite', args: ['--port', port, '--strictPort', '--clearScreen', 'false'], env: web },
  ])
}

async function fakes() {
  loadEnvFile()
  await serve([FAKES])
}

/** Resolves when they listen, with the settings they print but for what is set already. */
async function startStandIns() {
  const { child, output } = service({ ...FAKES, stdio: 'pipe' })
  while (!output().includes('TWILIO_HOST')) {
    if (child.exitCode !== null) fail(`The providers' stand-ins did not start.\n${output()}`)
    await sleep(50)
  }
  const printed = Object.entries(parseEnv(output()))
  return Object.fromEntries(printed.filter(([name]) => !process.env[name]))
}

/** All of it, or the steps that are named: `npm test -- unit e2e`. */
async function test(args) {
  await runSteps(args.length > 0 ? args : Object.keys(STEPS))
}

async function check() {
  await runSteps(['format', 'lint', 'types', 'slices', 'locales', 'unused'])
}

async function format(args) {
  show(await run('biome', ['check', '--write', ...(args.length > 0 ? args : ['.'])]))
}

async function e2e(args) {
  await build()
  show(await playwright(args, { shown: true }))
}

/** Figures beside a limit measured in the same run: all of them, or those named. Then the page that shows them. */
async function bench(names) {
  const known = readdirSync('bench').flatMap((file) => (file.endsWith('.ts') ? [path.parse(file).name] : []))
  for (const name of names) {
    if (!known.includes(name)) fail(`There is no bench "${name}": use ${known.join(', ')}.`)
  }
  const browser = await getBrowser(run)
  if (!browser.path) fail(browser.problem)
  await build()
  const options = { cwd: API, env: { PLAYWRIGHT_CHROMIUM: browser.path }, shown: true }
  const tsx = (file) => run('node', ['--import', 'tsx', path.join(ROOT, 'bench', file)], options)
  const failed = []
  for (const name of names.length > 0 ? names : known) {
    console.log(`\n── ${name}`)
    const { code } = await tsx(`${name}.ts`)
    if (code !== 0) failed.push(name)
  }
  await tsx('harness/write-page.ts')
  await run('biome', ['format', '--write', 'docs/performance.md', 'bench/results'])
  if (failed.length > 0) fail(`Not measured: ${failed.join(', ')}`)
}

async function muster(args) {
  loadEnvFile()
  show(await run('node', ['--import', 'tsx', 'src/cli.ts', ...args], { cwd: API, shown: true }))
}

/** Node 20.19 is where `require` of ES modules came, which our dependencies use. */
function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major < 20 || (major === 20 && minor < 19))
    fail(`Muster needs Node 20.19 or newer, and this is ${process.version}: https://nodejs.org has it.`)
}

/** Installs when the lockfile, the settings or the Node version are others than at the last time. */
async function install() {
  const stampFile = 'node_modules/.install-stamp'
  const hash = createHash('sha256')
  for (const file of ['pnpm-lock.yaml', 'pnpm-workspace.yaml']) hash.update(readFileSync(file))
  const stamp = hash.update(`${process.version} ${process.platform} ${process.arch}`).digest('hex')
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return
  console.log('Installing…')
  const { pnpm } = JSON.parse(readFileSync('package.json', 'utf8')).devDependencies
  // CI: without it pnpm asks before it replaces a folder that another version has made.
  const result = await run('npx', ['-y', `pnpm@${pnpm}`, 'install', '--frozen-lockfile'], {
    env: { CI: 'true' },
  })
  if (result.code !== 0) show(result)
  writeFileSync(stampFile, stamp)
}

async function build() {
  console.log('Building…')
  const result = await turbo('build', ERRORS_ONLY)
  if (result.code !== 0) show(result)
}

/** The variables of `.env` at the root, for whoever has one; those set already win. Tests don't read it. */
function loadEnvFile() {
  if (existsSync('.env')) process.loadEnvFile('.env')
}

function turbo(task, ...args) {
  return run('turbo', ['run', task, '--ui=stream', ...args])
}

/** The built app on a port, a database and a data folder of its own, then the journeys through it. */
async function playwright(args, options) {
  const browser = await getBrowser(run)
  if (!browser.path) return { code: 1, output: browser.problem }
  const dir = mkdtempSync(path.join(tmpdir(), 'muster-e2e-'))
  // Started by root, PostgreSQL runs as another account, which has to pass through.
  chmodSync(dir, 0o711)
  const port = await findFreePort()
  const url = `http://localhost:${port}`
  const hermetic = {
    NODE_ENV: '',
    DATABASE_URL: '',
    HOST: '',
    PUBLIC_URL: '',
    MUSTER_DEMO: '1',
    LOG_LEVEL: 'warn',
  }
  const api = service({
    ...START,
    env: { ...hermetic, PORT: String(port), MUSTER_DATA_DIR: dir },
    stdio: 'pipe',
  })
  const env = { PLAYWRIGHT_CHROMIUM: browser.path, MUSTER_URL: url }
  const result = (await isReady(`${url}/readyz`, api))
    ? await run('playwright', ['test', ...args], { cwd: WEB, env, ...options })
    : { code: 1, output: 'The app did not start.' }
  api.child.kill('SIGTERM')
  await api.exit
  rmSync(dir, { recursive: true, force: true })
  return result.code === 0 ? result : { ...result, output: `${result.output}\n${api.output()}` }
}

async function isReady(url, { child }) {
  for (let tries = 0; tries < 300 && child.exitCode === null; tries++) {
    const answer = await fetch(url, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined)
    if (answer?.ok) return true
    await sleep(100)
  }
  return false
}

function findFreePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, () => {
      const { port } = probe.address()
      probe.close(() => resolve(port))
    })
  })
}

/** First the check's own test, with samples it must refuse; then the check. */
async function checked(name) {
  const proof = await run('node', ['--test', `infra/checks/${name}.test.mjs`])
  return proof.code === 0 ? run('node', [`infra/checks/${name}.mjs`]) : proof
}

async function runSteps(names) {
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
  return pattern ? Array.from(output.matchAll(pattern), ([, line]) => line.trim()).join('\n') : ''
}

/** Runs a command to its end. Its output is kept, to be shown when it fails, unless it is `shown` as it comes. */
function run(command, args, { cwd = ROOT, env = {}, shown = false } = {}) {
  return new Promise((resolve) => {
    const child = launch(command, args, { cwd, env, stdio: shown ? 'inherit' : ['ignore', 'pipe', 'pipe'] })
    const output = collect(child)
    child.once('error', (error) => resolve({ code: 1, output: `${command}: ${error.message}` }))
    child.once('close', (code) =>
      stopping ? process.exit(1) : resolve({ code: code ?? 1, output: output() }),
    )
  })
}

/** Runs what is meant to stay. When one of them ends, or we are told to, all of them are stopped, and then we end. */
async function serve(services) {
  const exits = services.map((options) => service(options).exit)
  const first = await Promise.race(exits)
  stop('SIGTERM')
  await Promise.all(exits)
  process.exit(first)
}

/** In a session of its own: a Ctrl-C then reaches us alone, and is handed on once. Twice would mean "at once". */
function service({ cwd, command, args, env = {}, stdio = 'inherit' }) {
  const child = launch(command, args, {
    cwd,
    env: { ...env, NODE_OPTIONS: nodeOptions() },
    stdio: ['ignore', stdio, stdio],
    detached: process.platform !== 'win32',
  })
  const output = collect(child)
  const exit = new Promise((resolve) => {
    child.once('error', () => resolve(1)).once('close', (code) => resolve(code ?? 1))
  })
  return { child, exit, output }
}

function collect(child) {
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data) => (output += data))
  return () => output
}

/** Children of our children end with their parent too, even if that was killed and could not tell them. */
function nodeOptions() {
  return [process.env.NODE_OPTIONS, FOLLOW_PARENT].filter(Boolean).join(' ')
}

function launch(command, args, { env, ...options }) {
  const shell = process.platform === 'win32'
  const child = spawn(command, args, { ...options, env: { ...environment(), ...env }, shell })
  children.add(child)
  child.once('close', () => children.delete(child))
  return child
}

/** Our tools before the machine's, and none of what npm tells its scripts: pnpm would take it for its own settings. */
function environment() {
  const env = {
    ...process.env,
    TURBO_TELEMETRY_DISABLED: '1',
    TURBO_NO_UPDATE_NOTIFIER: '1',
    DO_NOT_TRACK: '1',
  }
  for (const key of Object.keys(env)) {
    if (/^npm_/i.test(key) && !/registry|cafile|proxy|cache$/i.test(key)) delete env[key]
  }
  const bins = [ROOT, API, WEB].map((dir) => path.join(dir, 'node_modules', '.bin'))
  return { ...env, PATH: [...bins, process.env.PATH].join(path.delimiter) }
}

function stopWithParent() {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(signal))
  // npm hands nothing on when it is killed, nor does the shell that it puts between us. Started otherwise (nohup), we
  // may outlive our parent.
  if (!process.env.npm_lifecycle_event) return
  const before = ancestors()
  setInterval(() => ancestors() !== before && stop('SIGTERM'), 250).unref()
}

/** Our parent and its parent: the shell and npm. Where there is no /proc, the shell is npm's own replacement. */
function ancestors() {
  const status = `/proc/${process.ppid}/status`
  const above = existsSync(status) ? /^PPid:\s*(\d+)/m.exec(readFileSync(status, 'utf8')) : undefined
  return `${process.ppid} ${above?.[1]}`
}

/** Once: npm hands on the Ctrl-C that the terminal has given us already. */
function stop(signal) {
  if (stopping) return
  stopping = true
  for (const child of children) child.kill(signal)
  if (children.size === 0) process.exit(1)
  setTimeout(() => {
    for (const child of children) child.kill('SIGKILL')
  }, STOP_TIMEOUT_MS).unref()
}

function show({ code, output }) {
  if (output) console.error(output.trimEnd())
  process.exit(code)
}

function fail(sentence) {
  console.error(sentence)
  process.exit(1)
}
