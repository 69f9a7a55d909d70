import { workAtDesk } from '../../apps/web/e2e/work-at-desk.ts'
import { fillDesk } from './harness/fill.ts'
import { openProduct } from './harness/open-product.ts'
import { type Measured, writeReport } from './harness/report.ts'

// Measures each interaction with the shifts screen in Chromium: the time until paint, which depends on the machine's
// load, and the work of the main thread, which does not.

const RUNS = 5
const PEOPLE = 2_000
const desktop = { viewport: { width: 1280, height: 900 }, slowdown: 1 }
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, slowdown: 4 }

const product = await openProduct()
const measured: Measured[] = []
for (const { shifts, on, screen, limit } of [
  { shifts: 500, on: 'desktop', screen: desktop, limit: 100 },
  { shifts: 500, on: 'phone, 4 × slower', screen: phone, limit: 200 },
  { shifts: 5_000, on: 'desktop', screen: desktop, limit: 200 },
]) {
  const desk = await fillDesk(product.deps, { shifts, people: PEOPLE })
  const runs = await workAtDesk({ ...desk, origin: product.origin, screen }, RUNS)
  for (const { what } of runs[0] ?? []) {
    const paces = runs.flatMap((run) => run.filter((pace) => pace.what === what))
    const isFirst = what === 'open the dashboard'
    measured.push(
      {
        what: `${shifts} shifts, ${on}: ${what}`,
        unit: 'ms',
        ours: paces.map(({ painted }) => painted),
        target: isFirst ? '–' : `≤ ${limit} ms`,
      },
      {
        what: `${shifts} shifts, ${on}: ${what}, main thread`,
        unit: 'ms',
        ours: paces.map(({ worked }) => worked),
        target: '–',
      },
    )
  }
}
await product.close()
await writeReport('desk', measured)
