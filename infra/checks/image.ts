import { execFileSync, spawn } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs, parseEnv } from 'node:util'
import { startEmbeddedPostgres } from '../../apps/api/src/db/embedded.ts'
import { createPatientDb } from '../../apps/api/test/patient.ts'
import { buildOpening } from '../chaos/sign-up-load.ts'
import { SmtpFake } from '../fakes/smtp.ts'
import { findFreePort } from '../run/ports.ts'
import { ended, getProgram, hearsWorker, isAlive, isReady, until } from '../run/start-programs.ts'

/*
 * Builds infra/Dockerfile without a Docker engine, as root on Debian, and serves one sign-up with it. Both base
 * images are made of Debian's packages, the one for building with a Node from npm. --node-image and --run-image name
 * real ones.
 */

const ROOT = path.resolve(import.meta.dirname, '../..')
const STORE = ['--storage-driver', 'vfs']
const LIMIT_MB = 250
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt'
/** Packages of gcr.io/distroless/cc-debian12. */
const RUN_PACKAGES = 'base-files,netbase,tzdata,ca-certificates,libc6,libgcc-s1,libstdc++6,libssl3,libgomp1'

const { values } = parseArgs({
  options: { 'node-image': { type: 'string' }, 'run-image': { type: 'string' } },
})
const [buildah, debootstrap] = [getProgram('buildah'), getProgram('debootstrap')]
const work = mkdtempSync(path.join(tmpdir(), 'muster-image-'))
const times: Record<string, number> = {}

try {
  const node_image = values['node-image'] ?? timed('base with Node', makeNodeImage)
  const run_image = values['run-image'] ?? timed('base to run on', makeRunImage)
  timed('build', () => {
    const images = [`NODE_IMAGE=${node_image}`, `RUN_IMAGE=${run_image}`]
    const args = images.flatMap((image) => ['--build-arg', image])
    const options = '--format docker --isolation chroot -f infra/Dockerfile -t muster'.split(' ')
    call(buildah, ...STORE, 'bud', ...options, ...args, '.')
  })
  await serve()
} finally {
  rmSync(work, { recursive: true, force: true })
}

function call(program: string, ...args: string[]): void {
  execFileSync(program, args, { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'] })
}

function read(program: string, ...args: string[]): string {
  return execFileSync(program, args, { cwd: ROOT, encoding: 'utf8' }).trim()
}

function timed<T>(what: string, job: () => T): T {
  const began = performance.now()
  const result = job()
  times[what] = Math.round((performance.now() - began) / 1_000)
  return result
}

function makeNodeImage(): string {
  const folder = path.join(work, 'node')
  call(debootstrap, '--variant=minbase', '--include=ca-certificates', 'bookworm', folder)
  const tools = path.join(work, 'tools')
  mkdirSync(tools)
  call('npm', 'install', '--prefix', tools, '--foreground-scripts', 'node@24', 'npm@11')
  copyFileSync(path.join(tools, 'node_modules/node/bin/node'), path.join(folder, 'usr/local/bin/node'))
  call('cp', '-a', path.join(tools, 'node_modules/npm'), path.join(folder, 'usr/local/lib/npm'))
  for (const name of ['npm', 'npx']) {
    call('ln', '-s', `../lib/npm/bin/${name}-cli.js`, path.join(folder, 'usr/local/bin', name))
  }
  // The builds use the network with the certificates of this machine.
  copyFileSync(CERTIFICATES, path.join(folder, CERTIFICATES))
  return commit(folder, 'muster-node', ['--env', `NODE_EXTRA_CA_CERTS=${CERTIFICATES}`])
}

function makeRunImage(): string {
  const folder = path.join(work, 'run')
  call(debootstrap, '--download-only', '--variant=minbase', `--include=${RUN_PACKAGES}`, 'bookworm', folder)
  const root = path.join(work, 'root')
  mkdirSync(root)
  for (const name of RUN_PACKAGES.split(',')) {
    const archives = path.join(folder, 'var/cache/apt/archives')
    const [file] = read('find', archives, '-name', `${name}_*.deb`).split('\n')
    call('dpkg-deb', '--extract', file ?? name, root)
  }
  rmSync(path.join(root, 'usr/share/doc'), { recursive: true })
  mkdirSync(path.join(root, 'etc/ssl/certs'), { recursive: true })
  copyFileSync(CERTIFICATES, path.join(root, CERTIFICATES))
  return commit(root, 'muster-run', [])
}

function commit(folder: string, name: string, config: readonly string[]): string {
  const container = read(buildah, ...STORE, 'from', 'scratch')
  call(buildah, ...STORE, 'add', '--quiet', container, folder, '/')
  if (config.length > 0) call(buildah, ...STORE, 'config', ...config, container)
  call(buildah, ...STORE, 'commit', '--quiet', '--rm', container, `localhost/${name}`)
  return `localhost/${name}`
}

async function serve(): Promise<void> {
  const container = read(buildah, ...STORE, 'from', 'muster')
  const mounted = read(buildah, ...STORE, 'mount', container)
  const megabytes = (folder: string) =>
    Number(read('du', '-s', '--apparent-size', '--block-size=1', path.join(mounted, folder)).split('\t')[0]) /
    1e6
  const sizes = {
    all: megabytes('.'),
    node: megabytes('usr/local/bin/node'),
    muster: megabytes('muster'),
  }
  const inside = (settings: Record<string, string>, ...command: string[]) => [
    ...STORE,
    ...'run --isolation chroot --user 1000:1000'.split(' '),
    ...Object.entries(settings).flatMap(([name, value]) => ['--env', `${name}=${value}`]),
    container,
    '--',
    ...command,
  ]
  const keys = parseEnv(read(buildah, ...inside({}, 'muster', 'generate-keys')))
  const database = await startEmbeddedPostgres({ dir: path.join(work, 'postgres') })
  const smtp = await SmtpFake.open()
  const port = await findFreePort()
  const env = {
    ...keys,
    DATABASE_URL: database.url,
    MAIL_PROVIDER: 'smtp',
    SMTP_URL: smtp.url,
    PUBLIC_URL: 'https://muster.example',
    TRUSTED_PROXIES: '127.0.0.1',
    METRICS_TOKEN: 'only-this-program-knows-it',
    HOST: '127.0.0.1',
    PORT: String(port),
  }
  const start = (settings: Record<string, string>, program: string) =>
    spawn(buildah, inside(settings, 'node', `dist/programs/${program}.mjs`), {
      stdio: 'inherit',
      detached: true,
    })

  const processes = [start(env, 'server')]
  try {
    const address = `http://127.0.0.1:${port}`
    await until(() => !processes.every(isAlive) || isReady(address), {
      what: 'the server is not ready',
      ms: 120_000,
      every_ms: 200,
    })
    processes.push(start({ ...env, WORKER_PORT: String(await findFreePort()) }, 'worker'))
    await until(() => hearsWorker(address), { what: 'no worker is heard', ms: 60_000, every_ms: 200 })
    await signUp(address, database.url)
    await until(() => smtp.ledger.length === 1, {
      what: 'the confirmation is not sent',
      ms: 60_000,
      every_ms: 200,
    })
    console.log(read(buildah, ...inside(env, 'muster', 'doctor')))
    console.log({ megabytes: sizes, seconds: times })
    if (sizes.all > LIMIT_MB) throw new Error(`the image has more than ${LIMIT_MB} MB`)
  } finally {
    for (const each of processes) if (isAlive(each)) process.kill(-(each.pid ?? 0), 'SIGTERM')
    await Promise.all(processes.map(ended))
    await Promise.all([database.stop(), smtp.close()])
    call(buildah, ...STORE, 'rm', container)
  }
}

async function signUp(address: string, url: string): Promise<void> {
  const db = createPatientDb(url)
  const { event_id, shift_ids } = await buildOpening(db)
  await db.close()
  for (const page of [`/e/${event_id}`, `/e/${event_id}/preview.en.png`, '/login', '/docs/']) {
    const { status } = await fetch(address + page)
    if (status !== 200) throw new Error(`${page} was answered ${status}`)
  }
  const person = {
    first_name: 'Kim',
    last_name: 'Kaos',
    email: 'kim@volunteer.example',
    phone: '+46701234567',
  }
  const answer = await fetch(`${address}/shifts/${shift_ids[0]}/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(person),
  })
  if (answer.status !== 201)
    throw new Error(`the sign-up was answered ${answer.status}: ${await answer.text()}`)
}
