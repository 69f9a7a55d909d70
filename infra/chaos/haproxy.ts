import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findFreePort } from '../fakes/find-free-port.ts'
import { ended, startProgram } from './api-process.ts'

/**
 * Name of the request header, or of a socket's parameter, by which a client chooses a server that is up. Otherwise
 * the client's address decides, as in `infra/deploy/haproxy.cfg`. The header of each answer names the server.
 */
export const NODE = 'x-node'

/** Starts haproxy in front of these addresses, which it calls 1, 2, … */
export async function startHaproxy(
  addresses: readonly string[],
): Promise<{ address: string; stop(): Promise<void> }> {
  const dir = await mkdtemp(path.join(tmpdir(), 'muster-haproxy-'))
  const file = path.join(dir, 'haproxy.cfg')
  const port = await findFreePort()
  const names = addresses.map((_, i) => String(i + 1))
  await writeFile(
    file,
    `defaults
  mode http
  timeout connect 1s
  timeout check 2s
  timeout client 60s
  timeout server 60s
  timeout tunnel 1h
  option forwardfor
  option redispatch 1
  retries 3
  retry-on conn-failure
frontend clients
  bind 127.0.0.1:${port}
  default_backend servers
backend servers
  balance source
  hash-type consistent
  http-response set-header ${NODE} %s
  option httpchk GET /readyz
  default-server check inter 200ms fall 2 rise 1
${names.map((name) => `  use-server ${name} if { req.hdr(${NODE}) ${name} } or { url_param(${NODE}) ${name} }`).join('\n')}
${addresses.map((address, i) => `  server ${names[i]} ${new URL(address).host}`).join('\n')}
`,
  )
  const child = await startProgram('haproxy', ['-q', '-f', file], { port })
  return {
    address: `http://127.0.0.1:${port}`,
    async stop() {
      child.kill('SIGKILL')
      await ended(child)
      await rm(dir, { recursive: true })
    },
  }
}
