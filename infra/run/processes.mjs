// Starts processes, and stops them all however the command ends.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..')
export const API = path.join(ROOT, 'apps/api')
export const WEB = path.join(ROOT, 'apps/web')

/** Needs a build. */
export const START = { cwd: API, command: 'node', args: ['dist/programs/start.mjs'] }

const FOLLOW_PARENT = `--import=${pathToFileURL(path.join(ROOT, 'infra/run/follow-parent.mjs')).href}`
/** Milliseconds before a kill, more than the API takes to drain its sockets and stop the database. */
const STOP_TIMEOUT_MS = 40_000

const children = new Set()
let stopping = false

/**
 * Runs a command. Its output is returned, to be shown on failure, unless it is `shown` at once. `processor` are the seconds
 * of processor that it and its own children took, as far as the system tells.
 */
export function run(command, args, { cwd = ROOT, env = {}, shown = false } = {}) {
  return new Promise((resolve) => {
    const child = launch(command, args, { cwd, env, stdio: shown ? 'inherit' : ['ignore', 'pipe', 'pipe'] })
    const output = collect(child)
    let processor = 0
    child.once('error', (error) => resolve({ code: 1, output: `${command}: ${error.message}`, processor }))
    child.once('exit', () => (processor = takeProcessorSeconds()))
    child.once('close', (code) =>
      stopping ? process.exit(1) : resolve({ code: code ?? 1, output: output(), processor }),
    )
  })
}

let taken = 0

/** Returns the seconds of processor of the children that have ended since the last call. */
function takeProcessorSeconds() {
  const stat = '/proc/self/stat'
  if (!existsSync(stat)) return 0
  // After the name in brackets: the 14th and 15th field are user and system time of ended children, in hundredths.
  const [user, system] = readFileSync(stat, 'utf8').split(') ').at(-1).split(' ').slice(13, 15).map(Number)
  const before = taken
  taken = (user + system) / 100
  return taken - before
}

/** Runs long-running services. When one ends, or on a signal, all are stopped. */
export async function serve(services) {
  const exits = services.map((options) => service(options).exit)
  const first = await Promise.race(exits)
  stop('SIGTERM')
  await Promise.all(exits)
  process.exit(first)
}

/** Starts a service in its own session: this process forwards Ctrl-C once. A second one would mean "at once". */
export function service({ cwd, command, args, env = {}, stdio = 'inherit' }) {
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

/** Returns options by which grandchildren end with their parent too, even if it was killed. */
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

/** Returns the environment without npm's variables, which pnpm would read as settings, and with our tools first. */
function environment() {
  const env = {
    ...process.env,
    TURBO_TELEMETRY_DISABLED: '1',
    TURBO_NO_UPDATE_NOTIFIER: '1',
    DO_NOT_TRACK: '1',
    // The linter and the compiler are in Go, run for seconds, and would spend up to a fifth on collecting garbage.
    GOGC: process.env.GOGC ?? '400',
  }
  for (const key of Object.keys(env)) {
    if (/^npm_/i.test(key) && !/registry|cafile|proxy|cache$/i.test(key)) delete env[key]
  }
  const bins = [ROOT, API, WEB].map((dir) => path.join(dir, 'node_modules', '.bin'))
  return { ...env, PATH: [...bins, process.env.PATH].join(path.delimiter) }
}

export function stopWithParent() {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(signal))
  // A killed npm and its shell forward no signal. If started otherwise (nohup), the process may outlive its parent.
  if (!process.env.npm_lifecycle_event) return
  const before = ancestors()
  setInterval(() => ancestors() !== before && stop('SIGTERM'), 250).unref()
}

/** Returns the ids of the parent (the shell) and its parent (npm), but only that of the parent without /proc. */
function ancestors() {
  const status = `/proc/${process.ppid}/status`
  const above = existsSync(status) ? /^PPid:\s*(\d+)/m.exec(readFileSync(status, 'utf8')) : undefined
  return `${process.ppid} ${above?.[1]}`
}

/** Stops the children once, because npm forwards the Ctrl-C that the terminal has sent already. */
function stop(signal) {
  if (stopping) return
  stopping = true
  for (const child of children) child.kill(signal)
  if (children.size === 0) process.exit(1)
  setTimeout(() => {
    for (const child of children) child.kill('SIGKILL')
  }, STOP_TIMEOUT_MS).unref()
}

/** Ends the command with the output and the code of a program. Never resolves, so nothing runs after it. */
export function endWith({ code, output }) {
  if (output) console.error(output.trimEnd())
  return exitOnceWritten(code)
}

/**
 * Never resolves. `process.exit` alone would lose what a slow reader of a pipe has not taken yet, beyond 64 KB.
 */
export function exitOnceWritten(code) {
  return new Promise(() => {
    process.stdout.write('', () => process.stderr.write('', () => process.exit(code)))
  })
}

export function fail(sentence) {
  console.error(sentence)
  process.exit(1)
}
