import { signId } from '../../apps/api/src/signing/signed-id.ts'
import { doJobs, type Job, measurePage, type Speed } from '../../apps/web/e2e/volunteer-at-phone.ts'
import { fillFestival } from './harness/fill.ts'
import { openProduct } from './harness/open-product.ts'
import { type Measured, writeReport } from './harness/report.ts'

// Measures what a volunteer does on a phone of 390 px, in taps and in seconds without reading and typing, and the
// event page of 72 and 500 shifts on slow 4G with a processor four times slower.

const RUNS = 5

const product = await openProduct()
const { db, keys } = product.deps
const measured: Measured[] = []

const runs: Job[][] = []
for (let run = 0; run < RUNS; run++) {
  const event_id = await fillFestival(db, 72)
  runs.push(await doJobs({ origin: product.origin, event_id, openOwn }))
}
for (const { what } of runs[0] ?? []) {
  const jobs = runs.flatMap((run) => run.filter((job) => job.what === what))
  measured.push(
    { what: `${what}: taps`, unit: '', ours: jobs.map(({ taps }) => taps), target: '–' },
    { what: `${what}: seconds`, unit: 's', ours: jobs.map(({ seconds }) => seconds), target: '–' },
  )
}

for (const shifts of [72, 500]) {
  const address = `${product.origin}/e/${await fillFestival(db, shifts)}`
  const visits: Speed[] = []
  for (let run = 0; run < RUNS; run++) visits.push(await measurePage(address))
  const rows = [
    { what: 'Largest Contentful Paint', unit: 'ms', ours: visits.map(({ lcp }) => lcp), target: '≤ 1,600' },
    { what: 'Cumulative Layout Shift', unit: '', ours: visits.map(({ cls }) => cls), target: '< 0.02' },
    {
      what: 'frame of scrolling, median',
      unit: 'ms',
      ours: visits.map((each) => share(each, 0.5)),
      target: '–',
    },
    {
      what: 'frame of scrolling, p95',
      unit: 'ms',
      ours: visits.map((each) => share(each, 0.95)),
      target: '≤ 34',
    },
  ]
  measured.push(...rows.map(({ what, ...row }) => ({ what: `${shifts} shifts: ${what}`, ...row })))
}
await product.close()
await writeReport('volunteer', measured)

function share({ frames }: Speed, part: number): number {
  return frames.toSorted((a, b) => a - b)[Math.floor(part * (frames.length - 1))] ?? Number.NaN
}

/** Returns the personal link of the person's first shift, as in their e-mail. */
async function openOwn(email: string): Promise<string> {
  const { rows } = await db.pool.query<{ id: string; round: number }>(
    `select assignment.id, assignment.round from assignment join person on person.id = assignment.person_id
     where person.email = $1 order by assignment.id limit 1`,
    [email],
  )
  const [own] = rows
  if (!own) throw new Error(`${email} has no shift.`)
  return `/c/${signId(keys, { purpose: 'personal_link', ...own })}`
}
