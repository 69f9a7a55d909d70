import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import path from 'node:path'
import { findFreePort } from './ports.ts'
import { getProgram, kill, ROOT, startProgram } from './start-programs.ts'

/* Runs haproxy with the shipped file, infra/deploy/haproxy.cfg. */

/**
 * Name of the request header, or of a socket's parameter, by which a client chooses a server that is up. Otherwise
 * the client's address decides, as in the shipped file. The header of each answer names the server.
 */
export const NODE = 'x-node'

const DEPLOY = path.join(ROOT, 'infra/deploy')

export type Haproxy = {
  /** Address without TLS, which the shipped file does not have. */
  address: string
  /** The two addresses of the shipped file. */
  unencrypted: string
  encrypted: string
  stop: () => Promise<void>
}

/** Starts haproxy in front of these addresses, which it calls 1, 2, … */
export async function startHaproxy(addresses: readonly string[]): Promise<Haproxy> {
  const [port, unencrypted, encrypted] = [await findFreePort(), await findFreePort(), await findFreePort()]
  const names = addresses.map((_, i) => String(i + 1))
  const servers = [
    `http-response set-header ${NODE} %s`,
    ...names.map(
      (name) => `use-server ${name} if { req.hdr(${NODE}) ${name} } or { url_param(${NODE}) ${name} }`,
    ),
    ...addresses.map((address, i) => `server ${names[i]} ${new URL(address).host}`),
  ]
  const { dir, file } = await writeConfig([
    // As a process of this account, which may open few files, and without a log.
    [/^ {2}(user|group) haproxy\n/gm, ''],
    [/^ {2}log \/dev\/log .*\n/m, ''],
    [/^ {2}maxconn .*\n/m, ''],
    ['bind :80', `bind 127.0.0.1:${unencrypted}`],
    ['bind :443', `bind 127.0.0.1:${port}\n  bind 127.0.0.1:${encrypted}`],
    ['inter 1s', 'inter 200ms'],
    [/( {2}server \w+ \S+\n)+/, servers.map((line) => `  ${line}\n`).join('')],
  ])
  const child = await startProgram('haproxy', ['-q', '-f', file], { port })
  return {
    address: `http://127.0.0.1:${port}`,
    unencrypted: `http://127.0.0.1:${unencrypted}`,
    encrypted: `https://127.0.0.1:${encrypted}`,
    async stop() {
      await kill(child)
      await rm(dir, { recursive: true })
    },
  }
}

/** Lets haproxy check the shipped file. Returns what it says. `changes` are made first. */
export async function checkHaproxy(changes: Change[] = []): Promise<string> {
  // Only Debian's package is sure to have made the account.
  const account: Change = [/^ {2}user haproxy\n {2}group haproxy\n/m, `  user ${userInfo().username}\n`]
  const { dir, file } = await writeConfig([account, ...changes])
  const { stdout, stderr } = spawnSync(getProgram('haproxy'), ['-c', '-f', file], { encoding: 'utf8' })
  await rm(dir, { recursive: true })
  return stdout + stderr
}

type Change = [what: string | RegExp, by: string]

/** Writes the shipped file with a certificate made for it. Throws if it does not have what is to be changed. */
async function writeConfig(changes: Change[]): Promise<{ dir: string; file: string }> {
  const dir = await mkdtemp(path.join(tmpdir(), 'muster-haproxy-'))
  const [file, certificate] = [path.join(dir, 'haproxy.cfg'), path.join(dir, 'muster.pem')]
  const words =
    'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 1 -subj /CN=localhost -keyout - -out -'
  const { stdout } = spawnSync(getProgram('openssl'), words.split(' '), { encoding: 'utf8' })
  await writeFile(certificate, stdout, { mode: 0o600 })
  let text = await readFile(path.join(DEPLOY, 'haproxy.cfg'), 'utf8')
  const places: Change[] = [
    ['crt /etc/haproxy/muster.pem', `crt ${certificate}`],
    [/^( {2}errorfile \d+) \/etc\/haproxy\//gm, `$1 ${DEPLOY}/`],
  ]
  for (const [what, by] of [...places, ...changes]) {
    const changed = text.replace(what, by)
    if (changed === text) throw new Error(`haproxy.cfg has no ${what}`)
    text = changed
  }
  await writeFile(file, text)
  return { dir, file }
}
