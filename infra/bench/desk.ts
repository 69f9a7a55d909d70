import { monitorEventLoopDelay } from 'node:perf_hooks'
import { workAtDesk } from '../../apps/web/e2e/work-at-desk.ts'
import { addMs, HOUR_MS } from '../../packages/contract/src/rules/instants.ts'
import { type Desk, fillDesk } from './harness/fill.ts'
import { openProduct, signIn } from './harness/open-product.ts'
import { type Measured, writeReport } from './harness/report.ts'

// Measures each interaction with the shifts screen in Chromium: the time until paint, which depends on the machine's
// load, and the work of the main thread, which does not. Then batches of 1,000 shifts with ten people each (D46).

const RUNS = 5
const PEOPLE = 2_000
const FIRST_ROWS_MS = 1_500
const desktop = { viewport: { width: 1280, height: 900 }, slowdown: 1 }
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, slowdown: 4 }

const product = await openProduct()
const measured: Measured[] = []
for (const { shifts, on, screen, limit } of [
  { shifts: 500, on: 'desktop', screen: desktop, limit: 100 },
  { shifts: 500, on: 'phone, 4 × slower', screen: phone, limit: 200 },
  { shifts: 5_000, on: 'desktop', screen: desktop, limit: 100 },
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
        target: `≤ ${isFirst ? FIRST_ROWS_MS.toLocaleString('en') : limit} ms`,
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
measured.push(...(await measureBatches()))
await product.close()
await writeReport('desk', measured)

/** On a new event for each run, because messages of a day have a limit. */
async function measureBatches(): Promise<Measured[]> {
  const found = new Map<string, number[]>()
  for (let run = 0; run < RUNS; run++) {
    const desk = await fillDesk(product.deps, { shifts: 1_000, people: PEOPLE })
    const headers = { ...(await signIn(product.origin, desk)), 'content-type': 'application/json' }
    for (const [what, batch] of Object.entries(await planBatches(desk, headers))) {
      const { ms, longest_turn } = await saveBatch(batch, headers)
      found.set(what, [...(found.get(what) ?? []), ms])
      found.set(`${what}, longest turn`, [...(found.get(`${what}, longest turn`) ?? []), longest_turn])
    }
  }
  return [...found].map(([what, ours]) => ({
    what: `1,000 shifts: ${what}`,
    unit: 'ms',
    ours,
    target: what.endsWith('turn') ? '≤ 50 ms' : '≤ 2,000 ms',
  }))
}

type ListedShift = { id: string; start_dt: string; end_dt: string; role: { id: string } }

async function planBatches({ event_id }: Desk, headers: Record<string, string>) {
  const answer = await fetch(`${product.origin}/admin/shifts?event_id=${event_id}`, { headers })
  const { shifts }: { shifts: ListedShift[] } = await answer.json()
  return {
    create: {
      create: shifts.map(({ role, start_dt, end_dt }) => ({
        event_id,
        role_id: role.id,
        start_dt,
        end_dt,
        required_qty: 3,
      })),
    },
    'change the number': { update: shifts.map(({ id }) => ({ id, required_qty: 20 })) },
    move: {
      update: shifts.map(({ id, start_dt, end_dt }) => ({
        id,
        start_dt: addMs(start_dt, HOUR_MS),
        end_dt: addMs(end_dt, HOUR_MS),
        despite_conflict: true,
      })),
    },
  }
}

async function saveBatch(batch: object, headers: Record<string, string>) {
  const waits = monitorEventLoopDelay({ resolution: 1 })
  waits.enable()
  const began = performance.now()
  const answer = await fetch(`${product.origin}/admin/shifts/batch`, {
    method: 'POST',
    headers,
    body: JSON.stringify(batch),
  })
  const body = await answer.text()
  const ms = performance.now() - began
  waits.disable()
  if (answer.status !== 200) throw new Error(`${answer.status} of a batch: ${body}`)
  return { ms, longest_turn: waits.max / 1e6 }
}
