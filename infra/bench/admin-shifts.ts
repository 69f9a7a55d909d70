import { get } from 'node:http'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Deps } from '../../apps/api/src/deps.ts'
import { type Desk, fillDesk } from './harness/fill.ts'
import { openProduct, signIn } from './harness/open-product.ts'
import { type Measured, writeReport } from './harness/report.ts'

// Measures `GET /admin/shifts?event_id=` against `json_agg` of the same rows, how the time grows when the shifts
// double, and how long an answer blocks the event loop.

const RUNS = 7
/** Until V8 has optimised the code, an answer takes several times as long. */
const WARM_UP_MS = 5_000
const PEOPLE = 2_000

const product = await openProduct()
const measured: Measured[] = []
const medians = new Map<number, number>()
for (const shifts of [50, 500, 2_500, 5_000]) {
  const desk = await fillDesk(product.deps, { shifts, people: PEOPLE })
  const headers = await signIn(product.origin, desk)
  const address = `${product.origin}/admin/shifts?event_id=${desk.event_id}`
  const [ours, limit, waits]: number[][] = [[], [], []]
  for (const until = performance.now() + WARM_UP_MS; performance.now() < until; ) {
    await download(address, headers)
    await aggregate(product.deps, desk)
  }
  for (let run = 0; run < RUNS; run++) {
    const answered = await timed(() => download(address, headers))
    const aggregated = await timed(() => aggregate(product.deps, desk))
    ours?.push(answered.ms)
    limit?.push(aggregated.ms)
    waits?.push(answered.longest_wait)
  }
  measured.push({
    what: `${shifts.toLocaleString('en')} shifts with ten people each, whole answer`,
    unit: 'ms',
    ours: ours ?? [],
    limit: limit ?? [],
    target: '≤ 2 × json_agg',
  })
  measured.push({
    what: `${shifts.toLocaleString('en')} shifts, longest wait of anybody else meanwhile`,
    unit: 'ms',
    ours: waits ?? [],
    target: '≤ 50 ms',
  })
  medians.set(shifts, (ours ?? []).toSorted((a, b) => a - b)[Math.floor(RUNS / 2)] ?? 0)
}
await product.close()
const [half = 1, whole = 0] = [medians.get(2_500), medians.get(5_000)]
await writeReport('admin-shifts', [
  ...measured,
  { what: '5,000 shifts against 2,500', unit: '×', ours: [whole / half], target: '≤ 2.2' },
])

/** Leaves the answer unparsed, because the client runs in this process too. */
function download(address: string, headers: Record<string, string>): Promise<void> {
  return new Promise((resolve, reject) => {
    get(address, { headers }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`${answer.statusCode} from ${address}`))
      answer.resume().once('end', resolve).once('error', reject)
    }).once('error', reject)
  })
}

async function aggregate({ db }: Deps, { organization_id, event_id }: Desk): Promise<void> {
  await db.pool.query(
    `select json_agg(found)::text from (
       select shift.id, role_id, start_dt, end_dt, required_qty, shift.version,
         json_build_object('id', role.id, 'name', role.name,
           'event', json_build_object('id', event.id, 'name', event.name)) as role,
         (select json_agg(on_it) from (
            select assignment.id, shift_id, person_id, status, token_expires_at, invite_sent_at, invite_method,
              other_phone, json_build_object('id', person.id, 'first_name', first_name, 'last_name', last_name,
                'email', email, 'phone', phone, 'child_team', child_team) as person
            from assignment join person
              on person.organization_id = assignment.organization_id and person.id = person_id
            where assignment.organization_id = shift.organization_id and shift_id = shift.id
            order by assignment.id) on_it) as assignment
       from shift
       join role on role.organization_id = shift.organization_id and role.id = role_id
       join event on event.organization_id = shift.organization_id and event.id = shift.event_id
       where shift.organization_id = $1 and shift.event_id = $2
       order by start_dt, shift.id) found`,
    [organization_id, event_id],
  )
}

/** `longest_wait` is the longest delay of the event loop in ms. */
async function timed(work: () => Promise<void>): Promise<{ ms: number; longest_wait: number }> {
  const waits = monitorEventLoopDelay({ resolution: 1 })
  waits.enable()
  const began = performance.now()
  await work()
  const ms = performance.now() - began
  // Waits for one more turn, so that the last delay is counted.
  await new Promise((resolve) => setTimeout(resolve, 20))
  waits.disable()
  return { ms, longest_wait: waits.max / 1e6 }
}
