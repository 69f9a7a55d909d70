import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { createSecureContext, TLSSocket } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getProgram } from '../../../../infra/run/start-programs.ts'
import { checkDatabase } from './check.ts'

/* What a start says of a database with which no encrypted connection can be made. */

/** Answers the driver's TLS request with a self-signed certificate, or without TLS. */
const servers = {
  'without TLS': (socket: Socket) => socket.once('data', () => socket.end('N')),
  'with another certificate': (socket: Socket) =>
    socket.once('data', () => {
      socket.write('S')
      new TLSSocket(socket, {
        isServer: true,
        secureContext: createSecureContext({ key: pem, cert: pem }),
      }).on('error', () => undefined)
    }),
  'that wants TLS': (socket: Socket) =>
    socket.once('data', () =>
      socket.end(
        refusal('28000', 'no pg_hba.conf entry for host "10.0.0.1", user "x", database "x", no encryption'),
      ),
    ),
}

let pem: string
beforeAll(() => {
  const words =
    'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 1 -subj /CN=localhost -keyout - -out -'
  pem = spawnSync(getProgram('openssl'), words.split(' '), { encoding: 'utf8' }).stdout
})

describe.each([
  ['without TLS', '?sslmode=verify-full', 'does not offer TLS: turn it on there'],
  [
    'with another certificate',
    '?sslmode=verify-full',
    'is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT): add sslrootcert=',
  ],
  ['that wants TLS', '', 'takes encrypted connections only: add sslmode=verify-full to DATABASE_URL.'],
] as const)('a database %s', (kind, query, sentence) => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    servers[kind](socket)
  })
  let url: string
  beforeAll(async () => {
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const address = server.address()
    url = `postgres://x@127.0.0.1:${typeof address === 'object' ? address?.port : ''}/x${query}`
  })
  afterAll(() => server.close())

  it('is told from one that does not answer', async () => {
    await expect(checkDatabase(url, 'DATABASE_URL')).rejects.toThrow(sentence)
  })
})

it('names a file of certificates that is not there', async () => {
  const url = 'postgres://x@127.0.0.1:1/x?sslmode=verify-full&sslrootcert=/nowhere/ca.pem'
  await expect(checkDatabase(url, 'DATABASE_URL')).rejects.toThrow(
    'The file /nowhere/ca.pem, which DATABASE_URL names, cannot be read.',
  )
})

/** An ErrorResponse of PostgreSQL's protocol. */
function refusal(code: string, message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0C${code}\0M${message}\0\0`)
  const head = Buffer.alloc(5)
  head.write('E')
  head.writeInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
}
