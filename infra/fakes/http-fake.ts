import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { portOf } from '../run/ports.ts'

export type Fault =
  /** Retry-After in seconds. */
  | { kind: 'too_many'; retry_after: number }
  /** Answers with the error page of a proxy in front of the provider. */
  | { kind: 'error_before' }
  | { kind: 'error_after' }
  /** Accepts and never answers. */
  | { kind: 'stall' }
  /** Accepts and cuts the connection instead of answering. */
  | { kind: 'drop_after' }

export type Call = { method: string; url: URL; body: string; headers: IncomingMessage['headers'] }
export type Answer = { status: number; headers?: Record<string, string>; body?: unknown }

type Handlers = {
  fault: (call: Call) => Fault | undefined
  accept: (call: Call) => Answer
}

export type HttpFake = { url: string; close: () => Promise<void> }

export async function openHttpFake({ fault, accept }: Handlers, port = 0): Promise<HttpFake> {
  const server = createServer((request, response) => {
    void answer(request, response)
  })

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const call = {
      method: request.method ?? '',
      url: new URL(request.url ?? '/', 'http://fake'),
      body: await read(request),
      headers: request.headers,
    }
    const failing = fault(call)
    if (failing?.kind === 'too_many') {
      return reply(response, {
        status: 429,
        headers: { 'retry-after': String(failing.retry_after) },
        body: {},
      })
    }
    if (failing?.kind === 'error_before') {
      return void response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad Gateway</h1>')
    }
    const accepted = accept(call)
    if (failing?.kind === 'error_after') return reply(response, { status: 500, body: {} })
    if (failing?.kind === 'drop_after') return void request.socket.destroy()
    if (failing?.kind !== 'stall') reply(response, accepted)
  }

  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${portOf(server)}`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function reply(response: ServerResponse, { status, headers = {}, body }: Answer): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(body === undefined ? undefined : JSON.stringify(body))
}

async function read(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(Buffer.from(part))
  return Buffer.concat(parts).toString()
}
