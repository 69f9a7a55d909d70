import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { generateReports, POINTED_MS } from '../../apps/web/e2e/generate-report.ts'
import { fillDesk } from './harness/fill.ts'
import { openProduct } from './harness/open-product.ts'
import { writeReport } from './harness/report.ts'

/* Measures the report of 5,000 shifts from the click to the frame with its last row, and what ten leave in memory. */

const SHIFTS = 5_000
const RUNS = 10

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

const product = await openProduct()
const desk = await fillDesk(product.deps, { shifts: SHIFTS, people: 2_000 })
const heap: number[] = []
const rss: number[] = []
const api: number[] = []
let since = process.cpuUsage()
const reported = { ...desk, origin: product.origin, shifts: SHIFTS }
const runs = await generateReports(reported, { runs: RUNS, pointed_ms: POINTED_MS }, () => {
  const { user, system } = process.cpuUsage(since)
  api.push((user + system) / 1000)
  collectGarbage()
  const memory = process.memoryUsage()
  heap.push(memory.heapUsed / 2 ** 20)
  rss.push(memory.rss / 2 ** 20)
  since = process.cpuUsage()
})
const hasty = await generateReports(reported, { runs: RUNS, pointed_ms: 0 }, () => undefined)
await product.close()

await writeReport('report', [
  {
    what: 'Report of 5,000 shifts with ten people each, from the click to the frame with the last row',
    unit: 'ms',
    ours: runs.map(({ shown }) => shown),
    target: '≤ 1,000',
  },
  {
    what: 'The same, pressed the moment the mouse is there',
    unit: 'ms',
    ours: hasty.map(({ shown }) => shown),
    target: '–',
  },
  {
    what: 'Work of the page’s main thread for it',
    unit: 'ms',
    ours: runs.map(({ worked }) => worked),
    target: '–',
  },
  {
    what: 'Work of the API’s process for it, the driver of the browser included',
    unit: 'ms',
    ours: api,
    target: '–',
  },
  {
    what: 'Heap of the API after each of ten, of the last against that of the first',
    unit: 'MiB',
    ours: heap.slice(-1),
    limit: heap.slice(0, 1),
    target: 'level',
  },
  { what: 'Memory of the API’s process after each', unit: 'MiB', ours: rss, target: 'level' },
])
