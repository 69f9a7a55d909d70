import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { serveCommands } from '../harness/child-process.ts'
import { HttpConnection } from '../harness/http-connection.ts'
import { type Load, Recorder } from '../harness/recorder.ts'

type Clients = {
  port: number
  connections: number
  /** Seconds to send; undefined means until a client is refused (409). */
  seconds?: number
  success: number
}
type SignUps = Clients & {
  shift_ids: string[]
  /** Signs up to one event after another: number of shifts of each, and number of sign-ups to each. */
  turns?: { shifts: number; sign_ups: number }
  /** Arrivals per second, even if earlier ones are not answered. If undefined, each client waits for its answer. */
  rate?: number
}
type Reads = Clients & { path: string; headers: Record<string, string> }

type WriteRequest = (request: number) => string

const commands = {
  signUp: ({ shift_ids, turns, ...clients }: SignUps) => load(clients, createSignUps(shift_ids, turns)),
  async read({ path, headers, ...clients }: Reads) {
    const lines = Object.entries({ host: 'localhost', ...headers }).map(
      ([name, value]) => `${name}: ${value}\r\n`,
    )
    const request = `GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`
    return load(clients, () => request)
  },
}

export type HttpLoad = typeof commands

serveCommands(commands)

async function load(
  { port, connections, seconds = Number.POSITIVE_INFINITY, success, rate }: Clients & { rate?: number },
  writeRequest: WriteRequest,
): Promise<Load> {
  const recorder = new Recorder()
  const began = performance.now()
  const until = began + seconds * 1_000
  let requests = 0
  let isRefused = false

  async function act(client: number): Promise<void> {
    const connection = new HttpConnection(port, client)
    while (!isRefused) {
      const request = requests++
      const due = rate === undefined ? performance.now() : began + (request / rate) * 1_000
      if (due >= until) break
      if (due > performance.now()) await sleep(due - performance.now())
      await ask(connection, writeRequest(request), due)
    }
    connection.close()
  }

  /** Repeats a refused call with the same key when the API is busy, as the page does. */
  async function ask(connection: HttpConnection, request: string, due: number): Promise<void> {
    const { status, retry_after_s } = await connection.ask(request)
    if (status === success) return recorder.succeed(due)
    recorder.count(status)
    if (status === 409) isRefused = true
    if (status !== 503 || isRefused || performance.now() >= until) return
    await sleep(retry_after_s * 1_000)
    await ask(connection, request, due)
  }

  await Promise.all(Array.from({ length: connections }, (_, client) => act(client)))
  return recorder.finish()
}

function createSignUps(
  shift_ids: readonly string[],
  { shifts, sign_ups }: NonNullable<SignUps['turns']> = { shifts: shift_ids.length, sign_ups: Infinity },
): WriteRequest {
  const run = randomUUID().slice(0, 8)
  return (request) => {
    const first = Math.floor(request / sign_ups) * shifts
    const shift_id = shift_ids[first + (request % shifts)]
    const body = JSON.stringify({
      first_name: 'Visitor',
      last_name: `Number ${request}`,
      email: `${run}-${request}@volunteer.example`,
      phone: `+4673${1_000_000 + (request % 9_000_000)}`,
    })
    return [
      `POST /shifts/${shift_id}/signup HTTP/1.1`,
      'host: localhost',
      'content-type: application/json',
      'accept-language: sv',
      `idempotency-key: ${run}-${request}`,
      `content-length: ${body.length}`,
      '',
      body,
    ].join('\r\n')
  }
}
