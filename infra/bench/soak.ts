import { setTimeout as sleep } from 'node:timers/promises'
import { type Database, withDatabase } from '../run/database.ts'
import { startChild } from './harness/child-process.ts'
import { fillOpening, fillOthers } from './harness/fill.ts'
import { type Measured, writeReport } from './harness/report.ts'
import { readRunSettings } from './harness/run-settings.ts'
import { type BenchApi, startApi } from './harness/start-api.ts'
import type { HttpLoad } from './processes/http-load.ts'

/*
 * Sends sign-ups for ten minutes at half the highest rate, each minute to the shifts of another new organisation. The
 * last minute must use as much as the first.
 */

const { seconds } = readRunSettings({ seconds: 600 })
const CONNECTIONS = 64
/** Seconds of each opening. The first and the last are compared. */
const OPENING_S = Math.min(60, seconds / 3)
const TOP_S = Math.min(20, seconds)
const SAMPLES_PER_OPENING = 10

const METRICS = [
  {
    what: "Memory of the API's process",
    unit: 'MiB',
    name: 'process_resident_memory_bytes',
    divisor: 2 ** 20,
  },
  { what: 'Its heap in use', unit: 'MiB', name: 'nodejs_heap_size_used_bytes', divisor: 2 ** 20 },
  {
    what: 'Delay of its event loop, p99',
    unit: 'ms',
    name: 'nodejs_eventloop_lag_p99_seconds',
    divisor: 1e-3,
  },
  {
    what: 'Connections of its pool in use',
    unit: '',
    name: 'muster_db_connections{state="in_use"}',
    divisor: 1,
  },
  {
    what: 'Requests that wait for a connection',
    unit: '',
    name: 'muster_db_connections{state="waiting"}',
    divisor: 1,
  },
]

const clients = startChild<HttpLoad>('http-load')
const { load, rate, samples } = await withDatabase(async (database) => {
  await fillOthers(database.db)
  const api = await startApi(database)
  const measured = await soak(database, api)
  await api.stop()
  return measured
})
await clients.stop()

const minute = `${OPENING_S} s`
const inFirst = ({ at_s }: Sample) => at_s <= OPENING_S
const inLast = ({ at_s }: Sample) => at_s > seconds - OPENING_S && at_s <= seconds
await writeReport('soak', [
  {
    what: `Sign-ups over ${seconds} s at half the top rate, against what was asked`,
    unit: 'per s',
    ours: [load.succeeded / seconds],
    limit: [rate],
    target: '≥ 99 %',
  },
  {
    what: `In the last ${minute}, against the first ${minute}`,
    unit: 'per s',
    ours: load.per_second.slice(seconds - OPENING_S, seconds),
    limit: load.per_second.slice(0, OPENING_S),
    target: 'level',
  },
  { what: 'p99, from when it was due', unit: 'ms', ours: [load.p99], target: '–' },
  {
    what: 'Answers other than 201',
    unit: '',
    ours: [Object.values(load.others).reduce((total, count) => total + count, 0)],
    target: '0',
  },
  ...METRICS.map(
    ({ what, unit, name }): Measured => ({
      what: `${what}, the last ${minute} against the first`,
      unit,
      ours: samples.filter(inLast).map(({ figures }) => figures.get(name) ?? Number.NaN),
      limit: samples.filter(inFirst).map(({ figures }) => figures.get(name) ?? Number.NaN),
      target: 'level',
    }),
  ),
])

async function soak({ db }: Database, api: BenchApi) {
  const plan = { shifts: 1_000, required_qty: 5_000, names: 0 }
  const asked = { port: api.port, connections: CONNECTIONS, success: 201 }
  const { shift_ids: rehearsed } = await fillOpening(db, plan)
  const top = await clients.run('signUp', { ...asked, shift_ids: rehearsed, seconds: TOP_S })
  const half = top.rate / 2
  const shift_ids: string[] = []
  while (shift_ids.length / plan.shifts < seconds / OPENING_S)
    shift_ids.push(...(await fillOpening(db, plan)).shift_ids)
  const turns = { shifts: plan.shifts, sign_ups: half * OPENING_S }
  const [made, taken] = await Promise.all([
    clients.run('signUp', { ...asked, shift_ids, turns, seconds, rate: half }),
    watch(api),
  ])
  return { load: made, rate: half, samples: taken }
}

type Sample = { at_s: number; figures: Map<string, number> }

async function watch(api: BenchApi): Promise<Sample[]> {
  const taken: Sample[] = []
  const began = performance.now()
  for (let at_s = 0; at_s < seconds; at_s = (performance.now() - began) / 1_000) {
    const read = await api.readMetrics()
    taken.push({ at_s, figures: new Map(METRICS.map(({ name, divisor }) => [name, read(name) / divisor])) })
    await sleep((OPENING_S / SAMPLES_PER_OPENING) * 1_000)
  }
  return taken
}
