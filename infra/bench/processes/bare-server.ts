import Fastify from 'fastify'
import { Pool } from 'pg'
import { portOf } from '../../run/ports.ts'
import { serveCommands } from '../harness/child-process.ts'

type Refusals = { database_url: string; connections: number; organization_id: string; body: string }
type Bytes = { path: string; headers: Record<string, string>; body: Buffer }

const app = Fastify()

const commands = {
  /** Answers 409 to every sign-up after one prepared select by key. Returns the port. */
  async refuse({ database_url, connections, organization_id, body }: Refusals) {
    const pool = new Pool({ connectionString: database_url, max: connections, options: BY_KEY })
    app.post<{ Params: { shiftId: string } }>('/shifts/:shiftId/signup', async (request, reply) => {
      const key = request.headers['idempotency-key']
      await pool.query({ ...FIND_ANSWER, values: [organization_id, request.params.shiftId, key] })
      return reply.status(409).type('application/json; charset=utf-8').send(body)
    })
    return listen()
  },

  /** Answers these bytes, or 304 to a client that has them. Returns the port. */
  async send({ path, headers, body }: Bytes) {
    app.get(path, async (request, reply) => {
      reply.headers(headers)
      return request.headers['if-none-match'] === headers.etag ? reply.status(304).send() : reply.send(body)
    })
    return listen()
  },
}

export type BareServer = typeof commands

serveCommands(commands)

async function listen(): Promise<number> {
  await app.listen({ host: '127.0.0.1', port: 0 })
  return portOf(app.server)
}

const BY_KEY = '-c enable_seqscan=off'

const FIND_ANSWER = {
  name: 'find answer',
  text: 'select answer from idempotency_key where organization_id = $1 and scope_id = $2 and key = $3',
}
