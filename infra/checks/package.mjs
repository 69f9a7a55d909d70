// Tests @muster/contract as a consumer gets it: packed, installed in an empty project, compiled strictly, and run
// against the product. Its dependencies are linked, so that the check needs no network.
import { execFileSync, spawn } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { API, ROOT, START } from '../run/processes.mjs'

const CONTRACT = path.join(ROOT, 'packages/contract')
const START_LIMIT_MS = 300_000
/** Dependencies of the client itself, which the packed manifest does not name. */
const OF_CLIENT = ['@types/node']
/** Rules that no client applies. */
const SERVER_RULES = ['mail-limit', 'retention', 'session-token', 'sms-sender', 'stop-words', 'phone']

const dir = mkdtempSync(path.join(tmpdir(), 'muster-package-'))
const installed = path.join(dir, 'node_modules/@muster/contract')
try {
  pack()
  const manifest = JSON.parse(readFileSync(path.join(installed, 'package.json'), 'utf8'))
  checkPacked(manifest)
  link([...Object.keys(manifest.dependencies), ...OF_CLIENT])
  compile()
  await withProduct((ready) => console.log(runTool(process.execPath, ['client.js', ready]).trim()))
} finally {
  rmSync(dir, { recursive: true, force: true })
}

function pack() {
  runTool(path.join(ROOT, 'node_modules/.bin/pnpm'), ['pack', '--pack-destination', dir], CONTRACT)
  const archive = readdirSync(dir).find((file) => file.endsWith('.tgz'))
  runTool('tar', ['-xzf', archive])
  mkdirSync(path.dirname(installed), { recursive: true })
  cpSync(path.join(dir, 'package'), installed, { recursive: true })
}

function checkPacked(manifest) {
  const dist = path.join(installed, 'dist')
  const code = readdirSync(dist, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.js'))
    .map((file) => readFileSync(path.join(dist, file), 'utf8'))
    .join('')
  const problems = [
    ...Object.keys(manifest.dependencies).filter((name) => !code.includes(`'${name}'`)),
    ...['README.md', 'LICENSE', 'CHANGELOG.md'].filter((file) => !existsSync(path.join(installed, file))),
    ...(/"(catalog|workspace):/.test(JSON.stringify(manifest))
      ? ['a version that only this repository knows']
      : []),
    ...SERVER_RULES.filter((rule) => existsSync(path.join(installed, `dist/rules/${rule}.js`))),
    ...(existsSync(path.join(installed, 'src')) ? ['src'] : []),
  ]
  if (problems.length > 0) throw new Error(`The package has or lacks: ${problems.join(', ')}`)
}

function link(names) {
  for (const name of names) {
    const file = path.join(dir, 'node_modules', name)
    mkdirSync(path.dirname(file), { recursive: true })
    symlinkSync(path.join(CONTRACT, 'node_modules', name), file, 'junction')
  }
}

function compile() {
  cpSync(path.join(CONTRACT, 'test/client.ts'), path.join(dir, 'client.ts'))
  writeFileSync(path.join(dir, 'package.json'), JSON.stringify({ type: 'module' }))
  const options = { module: 'nodenext', strict: true, target: 'es2023', types: ['node'], skipLibCheck: true }
  writeFileSync(
    path.join(dir, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: options, files: ['client.ts'] }),
  )
  runTool(path.join(CONTRACT, 'node_modules/.bin/tsc'), ['-p', dir, '--singleThreaded'])
}

/** Runs the product with demo data in its own folder. */
async function withProduct(work) {
  const ready = path.join(dir, 'ready.json')
  const env = {
    ...process.env,
    // An empty value counts as not set, whatever the environment says.
    DATABASE_URL: '',
    PUBLIC_URL: '',
    READY_FILE: ready,
    MUSTER_DATA_DIR: path.join(dir, 'data'),
    PORT: await getFreePort(),
  }
  const product = spawn(START.command, START.args, { cwd: API, env, stdio: ['ignore', 'ignore', 'inherit'] })
  const ended = new Promise((resolve) => product.once('close', resolve))
  try {
    for (const end = Date.now() + START_LIMIT_MS; !existsSync(ready); await sleep(100)) {
      if (product.exitCode !== null || Date.now() > end) throw new Error('The product did not start')
    }
    await work(ready)
  } finally {
    product.kill()
    await ended
  }
}

function getFreePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
}

function runTool(command, args, cwd = dir) {
  try {
    return execFileSync(command, args, { cwd, encoding: 'utf8', shell: process.platform === 'win32' })
  } catch (error) {
    throw new Error(`${command} ${args.join(' ')}\n${error.stdout}${error.stderr}`, { cause: error })
  }
}
