import { get } from 'node:http'
import { withDatabase } from '../run/database.ts'
import { startChild } from './harness/child-process.ts'
import { fillOpening } from './harness/fill.ts'
import { type Measured, writeReport } from './harness/report.ts'
import { readRunSettings } from './harness/run-settings.ts'
import { type BenchApi, startApi } from './harness/start-api.ts'
import type { BareServer } from './processes/bare-server.ts'
import type { HttpLoad } from './processes/http-load.ts'

/* Compares an event of 100 shifts with twenty names each, as JSON and as page, with equal bytes of a bare Fastify. */

const { runs, seconds } = readRunSettings({ seconds: 10 })
const CONNECTIONS = 64
const WRITTEN_BY_NODE = ['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding']

const clients = startChild<HttpLoad>('http-load')
const busy: number[] = []
const measured = await withDatabase(async (database) => {
  const { event_id } = await fillOpening(database.db, { shifts: 100, required_qty: 25, names: 20 })
  const api = await startApi(database)
  const [json, page] = [`/events/${event_id}/public`, `/e/${event_id}`]
  const rows: Measured[] = []
  for (const encoding of ['identity', 'gzip', 'br']) {
    rows.push(await measure(api, { what: `JSON, ${encoding}`, path: json, encoding }))
    rows.push(await measure(api, { what: `Page, ${encoding}`, path: page, encoding }))
  }
  rows.push(await measure(api, { what: 'JSON, 304 by ETag', path: json, encoding: 'br', isKnown: true }))
  await api.stop()
  return rows
})
await clients.stop()
await writeReport('public', [
  ...measured,
  { what: 'Processor share of the load generator, of all limits', unit: '', ours: busy, target: '< 1' },
])

type Subject = { what: string; path: string; encoding: string; isKnown?: boolean }

async function measure(api: BenchApi, { what, path, encoding, isKnown = false }: Subject): Promise<Measured> {
  const headers = { 'accept-encoding': encoding }
  const answer = await download(api, path, headers)
  const server = startChild<BareServer>('bare-server')
  const port = await server.run('send', { path, ...answer })
  const reads = {
    connections: CONNECTIONS,
    path,
    headers: { ...headers, ...(isKnown && { 'if-none-match': answer.headers.etag ?? '' }) },
    success: isKnown ? 304 : 200,
  }
  const ours: number[] = []
  const limit: number[] = []
  for (let run = 0; run <= runs; run++) {
    const length = { seconds: run === 0 ? Math.min(3, seconds) : seconds }
    const read = await clients.run('read', { ...reads, ...length, port: api.port })
    const bare = await clients.run('read', { ...reads, ...length, port })
    const failed = { ...read.others, ...bare.others }
    if (Object.keys(failed).length > 0) throw new Error(`${what}: ${JSON.stringify(failed)}`)
    if (run === 0) continue
    ours.push(read.rate)
    limit.push(bare.rate)
    busy.push(bare.busy)
  }
  await server.stop()
  const size = isKnown ? '' : `, ${Math.round(answer.body.length / 1_024)} KiB`
  return {
    what: `${what}${size}, ${CONNECTIONS} connections, ${seconds} s`,
    unit: 'per s',
    ours,
    limit,
    target: '≥ 85 %',
  }
}

/** Downloads without decoding, which `fetch` would do. */
function download(
  { port }: BenchApi,
  path: string,
  headers: Record<string, string>,
): Promise<{ headers: Record<string, string>; body: Buffer }> {
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path, headers }, (answer) => {
      const parts: Buffer[] = []
      const kept = Object.entries(answer.headers).flatMap(([name, value]) =>
        typeof value === 'string' && !WRITTEN_BY_NODE.includes(name) ? [[name, value]] : [],
      )
      if (answer.statusCode !== 200) reject(new Error(`${answer.statusCode} from ${path}`))
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.once('end', () => resolve({ headers: Object.fromEntries(kept), body: Buffer.concat(parts) }))
    }).once('error', reject)
  })
}
