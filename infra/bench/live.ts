import { topics } from '../../packages/contract/src/live.ts'
import { type Database, withDatabase } from '../run/database.ts'
import { type Child, startChild } from './harness/child-process.ts'
import { fillOpening, type Opening } from './harness/fill.ts'
import type { Load } from './harness/recorder.ts'
import { type Measured, ofBoth, writeReport } from './harness/report.ts'
import { readRunSettings } from './harness/run-settings.ts'
import { type BenchApi, startApi } from './harness/start-api.ts'
import type { BareSockets, Memory } from './processes/bare-sockets.ts'
import type { HttpLoad } from './processes/http-load.ts'
import type { Change, Shown, Viewers } from './processes/viewers.ts'

/*
 * Measures how 1,000 to 5,000 open pages receive twenty sign-ups a second, compared with a bare `ws`; how long these
 * sign-ups wait for their answers, compared with no open pages and with those of a bare `ws`; 5,000 pages of four
 * processes; and the memory of 10,000 idle pages.
 */

const { runs, seconds } = readRunSettings({ seconds: 30 })
const VIEWERS = [1_000, 2_000, 5_000]
const PROCESSES = 4
const OF_PROCESSES = 5_000
const CHANGES_PER_S = 20
const IDLE = 10_000
const NAMES = 20

const BESIDE = {
  elsewhere: 'those beside as many frames of a bare `ws`',
  unwatched: 'those without viewers',
}

const CPU_METRIC = 'process_cpu_seconds_total'

type Side = Shown & { server_cpu_s: number }
/** Answers to the sign-ups with viewers of the same process, with as many of a bare `ws`, and without viewers. */
type Answered = { ours: Load; elsewhere: Load; unwatched: Load }
type Pair = { ours: Side; limit: Side; answered: Answered }
const viewers = startChild<Viewers>('viewers')
const { fan_outs, spread, memory } = await withDatabase(
  async (database) => {
    const measured: { count: number; pairs: Pair[] }[] = []
    for (const count of VIEWERS) measured.push({ count, pairs: await measureFanOut(database, count) })
    return {
      fan_outs: measured,
      spread: await measureProcesses(database),
      memory: await measureMemory(database),
    }
  },
  // The time of each commit is read from the database.
  ['track_commit_timestamp=on'],
)
await viewers.stop()

await writeReport('live', [
  ...fan_outs.flatMap(reportFanOut),
  ...[
    { what: 'median', figure: (shown: Shown) => shown.p50 },
    { what: 'p95', figure: (shown: Shown) => shown.p95 },
  ].map(({ what, figure }) => ({
    what: `${OF_PROCESSES.toLocaleString('en')} viewers of ${PROCESSES} processes: from the commit to a viewer, ${what} of the slowest process`,
    unit: 'ms',
    ours: spread.map((shown) => Math.max(...shown.map(figure))),
    target: '–',
  })),
  {
    what: `${OF_PROCESSES.toLocaleString('en')} viewers of ${PROCESSES} processes: changes that a viewer was not shown`,
    unit: '',
    ours: spread.map((shown) => shown.reduce((sum, { missed }) => sum + missed, 0)),
    target: '0',
  },
  {
    what: `Memory of the process per socket, of ${IDLE.toLocaleString('en')} that watch an event and are idle`,
    unit: 'KiB',
    ...ofBoth(memory, ({ resident }) => resident / 1_024),
    target: '≤ 2 × its memory, ≤ 40 KiB',
  },
  {
    what: 'Objects and buffers alone, per socket',
    unit: 'KiB',
    ...ofBoth(memory, ({ in_use }) => in_use / 1_024),
    target: '–',
  },
])

function reportFanOut({ count, pairs }: { count: number; pairs: Pair[] }): Measured[] {
  const of = `${count.toLocaleString('en')} viewers`
  return [
    {
      what: `${of}: frames delivered, ${CHANGES_PER_S} changes a second, ${seconds} s`,
      unit: 'per s',
      ...ofBoth(pairs, ({ deliveries_per_second }) => deliveries_per_second),
      target: count === 2_000 ? '≥ 85 %' : '–',
    },
    {
      what: `${of}: from the commit to a viewer, median`,
      unit: 'ms',
      ...ofBoth(pairs, ({ p50 }) => p50),
      target: '–',
    },
    {
      what: `${of}: from the commit to a viewer, p95`,
      unit: 'ms',
      ...ofBoth(pairs, ({ p95 }) => p95),
      target: count === 2_000 ? '< 250 ms' : '–',
    },
    {
      what: `${of}: changes that a viewer was not shown`,
      unit: '',
      ours: pairs.map(({ ours }) => ours.missed),
      target: '0',
    },
    {
      what: `${of}: processor time of the server per delivery, the sign-ups included`,
      unit: 'µs',
      ...ofBoth(pairs, ({ server_cpu_s, deliveries }) => (server_cpu_s / deliveries) * 1e6),
      target: '–',
    },
    ...[
      { what: 'median', figure: ({ p50 }: Load) => p50 },
      { what: 'p99', figure: ({ p99 }: Load) => p99 },
    ].flatMap(({ what, figure }) =>
      (['elsewhere', 'unwatched'] as const).map((beside) => ({
        what: `${of}: answers to the sign-ups, ${what}, against ${BESIDE[beside]}`,
        unit: 'ms',
        ours: pairs.map(({ answered }) => figure(answered.ours)),
        limit: pairs.map(({ answered }) => figure(answered[beside])),
        target: '–',
      })),
    ),
    {
      what: `${of}: processor share of the viewers`,
      unit: '',
      ...ofBoth(pairs, ({ busy }) => busy),
      target: '< 1',
    },
  ]
}

async function measureFanOut(database: Database, count: number): Promise<Pair[]> {
  const api = await startApi(database)
  const bare = startChild<BareSockets>('bare-sockets')
  const clients = startChild<HttpLoad>('http-load')
  const bare_port = await bare.run('listen', undefined)
  const found: Pair[] = []
  for (let run = 0; run <= runs; run++) {
    const length = run === 0 ? Math.min(5, seconds) : seconds
    const unwatched = await signUp(clients, api, await openFestival(database), length)
    const opening = await openFestival(database)
    await viewers.run('open', {
      port: api.port,
      viewers: count,
      topic: topics.event(opening.event_id),
    })
    const cpu_before = (await api.readMetrics())(CPU_METRIC)
    const watched = await signUp(clients, api, opening, length)
    const server_cpu_s = (await api.readMetrics())(CPU_METRIC) - cpu_before
    const ours = await viewers.run('measure', { changes: await listChanges(database, opening) })
    await viewers.run('close', undefined)

    await viewers.run('open', { port: bare_port, viewers: count })
    const pushed = await bare.run('push', {
      bytes: ours.bytes,
      per_second: CHANGES_PER_S,
      seconds: length,
    })
    const limit = await viewers.run('measure', { changes: pushed.written })
    const [elsewhere] = await Promise.all([
      signUp(clients, api, await openFestival(database), length),
      bare.run('push', { bytes: ours.bytes, per_second: CHANGES_PER_S, seconds: length }),
    ])
    await viewers.run('close', undefined)
    if (run > 0) {
      found.push({
        ours: { ...ours, server_cpu_s },
        limit: { ...limit, server_cpu_s: pushed.cpu_s },
        answered: { ours: watched, elsewhere, unwatched },
      })
    }
  }
  await Promise.all([clients.stop(), bare.stop()])
  await api.stop()
  return found
}

/** Returns, for each run, what the viewers of each process saw. There is no bare side: all share the processors. */
async function measureProcesses(database: Database): Promise<Shown[][]> {
  const apis: BenchApi[] = []
  while (apis.length < PROCESSES) apis.push(await startApi(database))
  const watching = apis.map(({ port }) => ({ port, child: startChild<Viewers>('viewers') }))
  const clients = startChild<HttpLoad>('http-load')
  const found: Shown[][] = []
  for (let run = 0; run < runs; run++) {
    const opening = await openFestival(database)
    const topic = topics.event(opening.event_id)
    await Promise.all(
      watching.map(({ port, child }) =>
        child.run('open', { port, viewers: OF_PROCESSES / PROCESSES, topic }),
      ),
    )
    const [api] = apis
    if (api) await signUp(clients, api, opening, seconds)
    const changes = await listChanges(database, opening)
    found.push(await Promise.all(watching.map(({ child }) => child.run('measure', { changes }))))
    await Promise.all(watching.map(({ child }) => child.run('close', undefined)))
  }
  await Promise.all([clients, ...watching.map(({ child }) => child), ...apis].map((each) => each.stop()))
  return found
}

function openFestival({ db }: Database): Promise<Opening> {
  return fillOpening(db, { shifts: 100, required_qty: 1_000, names: NAMES })
}

async function signUp(
  clients: Child<HttpLoad>,
  { port }: BenchApi,
  { shift_ids }: Opening,
  length: number,
): Promise<Load> {
  const load = await clients.run('signUp', {
    port,
    connections: 8,
    seconds: length,
    rate: CHANGES_PER_S,
    success: 201,
    shift_ids,
  })
  if (load.succeeded !== length * CHANGES_PER_S) throw new Error(`refused: ${JSON.stringify(load.others)}`)
  return load
}

async function listChanges({ db }: Database, { organization_id }: Opening): Promise<Change[]> {
  const { rows } = await db.pool.query<Change>(
    `select shift_id, assigned_count::int, at from (
       select shift_id, extract(epoch from committed) * 1000.0::float8 as at,
         row_number() over (partition by shift_id order by committed, id) as assigned_count
       from (select id, shift_id, pg_xact_commit_timestamp(xmin) as committed
             from assignment where organization_id = $1) committed_at
     ) numbered where assigned_count > ${NAMES}`,
    [organization_id],
  )
  return rows
}

/** Starts new processes for each run, because a process seldom gives memory back. */
async function measureMemory(database: Database): Promise<{ ours: Memory; limit: Memory }[]> {
  const opening = await fillOpening(database.db, { shifts: 10, required_qty: 10, names: 5 })
  const found: { ours: Memory; limit: Memory }[] = []
  for (let run = 0; run < runs; run++) {
    const api = await startApi(database)
    const topic = topics.event(opening.event_id)
    const ours = await measureSockets(() => readMemory(api), { port: api.port, topic })
    await api.stop()

    const bare = startChild<BareSockets>('bare-sockets')
    const port = await bare.run('listen', undefined)
    const limit = await measureSockets(() => bare.run('readMemory', undefined), { port })
    await bare.stop()
    found.push({ ours, limit })
  }
  return found
}

async function readMemory(api: BenchApi): Promise<Memory> {
  await api.collectGarbage()
  const read = await api.readMetrics()
  return {
    resident: read('process_resident_memory_bytes'),
    in_use: read('nodejs_heap_size_used_bytes') + read('nodejs_external_memory_bytes'),
  }
}

/** Returns the bytes per socket, without what the first sockets load. */
async function measureSockets(
  read: () => Promise<Memory>,
  job: { port: number; topic?: string },
): Promise<Memory> {
  await viewers.run('open', { ...job, viewers: 200 })
  await viewers.run('close', undefined)
  const before = await read()
  await viewers.run('open', { ...job, viewers: IDLE })
  const after = await read()
  await viewers.run('close', undefined)
  return {
    resident: (after.resident - before.resident) / IDLE,
    in_use: (after.in_use - before.in_use) / IDLE,
  }
}
