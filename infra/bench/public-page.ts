import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import path from 'node:path'
import { findDemo, seedDemo } from '../../apps/api/src/demo/seed.ts'
import type { Deps } from '../../apps/api/src/deps.ts'
import { signId } from '../../apps/api/src/signing/signed-id.ts'
import { portOf } from '../run/ports.ts'
import { openProduct } from './harness/open-product.ts'
import { type Measured, writeReport } from './harness/report.ts'
import { inspect, runSlowly, type Verdict } from './harness/run-lighthouse.ts'

/* Compares the public page on a slow phone with one rendered by scripts. Then runs Lighthouse on each public page. */

const RUNS = 5
const DOCUMENT = path.resolve(import.meta.dirname, '../../apps/web/dist/public.html')

const product = await openProduct()
await seedDemo(product.deps)
const demo = await findDemo(product.deps)
const address = `/e/${demo?.event_ids[0]}`
const control = await openControl(product.origin)

const [written, drawn]: [Verdict[], Verdict[]] = [[], []]
for (let run = 0; run < RUNS; run++) {
  written.push(await runSlowly(product.origin + address))
  drawn.push(await runSlowly(control.origin + address))
}
const speed = [
  {
    what: 'Largest Contentful Paint',
    unit: 'ms',
    read: timeOf('largest-contentful-paint'),
    target: '≤ 1,600',
  },
  { what: 'First Contentful Paint', unit: 'ms', read: timeOf('first-contentful-paint'), target: '–' },
  { what: 'Total Blocking Time', unit: 'ms', read: timeOf('total-blocking-time'), target: '–' },
  { what: 'Cumulative Layout Shift', unit: '', read: timeOf('cumulative-layout-shift'), target: '< 0.02' },
  {
    what: 'Lighthouse performance',
    unit: '',
    read: ({ categories }: Verdict) => categories.performance?.score ?? Number.NaN,
    target: '≥ 0.97',
  },
].map(({ read, ...row }) => ({ ...row, ours: written.map(read), limit: drawn.map(read) }))

const scores: Measured[] = []
for (const { what, at, skipped = [] } of await listPages(product.deps)) {
  const { categories, audits } = await inspect(product.origin + at, skipped)
  for (const [id, audit] of Object.entries(audits)) {
    if (typeof audit?.score === 'number' && audit.score < 1) console.log(`${what}: ${id}, ${audit.title}`)
  }
  for (const category of ['accessibility', 'best-practices', 'seo'] as const) {
    const ours = [100 * (categories[category]?.score ?? Number.NaN)]
    scores.push({ what: `${what}: ${category}`, unit: '', ours, target: '100' })
  }
}
await control.close()
await product.close()
await writeReport('public-page', [...speed, ...scores])

function timeOf(audit: string) {
  return ({ audits }: Verdict) => audits[audit]?.numericValue ?? Number.NaN
}

/** Lists the pages. Personal ones are hidden from search engines on purpose; an unknown address is answered 404. */
async function listPages({ db, keys }: Deps) {
  const { rows } = await db.pool.query<{ shift_id: string; assignment_id: string; round: number }>(
    `select shift.id as shift_id, assignment.id as assignment_id, assignment.round
     from shift join assignment on assignment.shift_id = shift.id
     where shift.event_id = $1 and assignment.status = 'INVITED' order by token_expires_at desc limit 1`,
    [address.slice('/e/'.length)],
  )
  const [found] = rows
  if (!found) throw new Error('Nobody is invited.')
  const { shift_id, assignment_id: id, round } = found
  const token = signId(keys, { purpose: 'personal_link', id, round })
  const unlisted = ['is-crawlable']
  return [
    { what: 'Event', at: address },
    { what: 'Sign-up', at: `${address}/shifts/${shift_id}/signup` },
    { what: 'Personal link (not for indexes)', at: `/c/${token}`, skipped: unlisted },
    { what: 'Sign-in (not for indexes)', at: '/login', skipped: unlisted },
    { what: 'Terms', at: '/terms' },
    { what: 'Privacy', at: '/privacy' },
    {
      what: 'Unknown address (404)',
      at: '/nothing-here',
      skipped: [...unlisted, 'http-status-code', 'errors-in-console'],
    },
  ]
}

async function openControl(origin: string): Promise<{ origin: string; close: () => Promise<void> }> {
  const document = await readFile(DOCUMENT)
  const server = createServer((asked, answer) => {
    if (asked.url === address)
      return answer.setHeader('content-type', 'text/html; charset=utf-8').end(document)
    const { method, headers } = asked
    const handed = request(new URL(asked.url ?? '/', origin), { method, headers }, (got) => {
      answer.writeHead(got.statusCode ?? 502, got.headers)
      got.pipe(answer)
    })
    handed.on('error', () => answer.destroy())
    return asked.pipe(handed)
  })
  await once(server.listen(0), 'listening')
  return {
    origin: `http://localhost:${portOf(server)}`,
    async close() {
      server.closeAllConnections()
      await once(server.close(), 'close')
    },
  }
}
