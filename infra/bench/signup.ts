import { type Database, withDatabase } from '../run/database.ts'
import { startChild } from './harness/child-process.ts'
import { fillOpening, fillOthers, type Opening } from './harness/fill.ts'
import type { Load } from './harness/recorder.ts'
import { ofBoth, writeReport } from './harness/report.ts'
import { readRunSettings } from './harness/run-settings.ts'
import { type BenchApi, startApi } from './harness/start-api.ts'
import type { BareServer } from './processes/bare-server.ts'
import type { HttpLoad } from './processes/http-load.ts'
import type { SignupLimit } from './processes/signup-limit.ts'

// Compares sign-ups on 1,000 shifts of an organisation without statistics with the same work in a bare loop. Then
// all sign up on one shift, until it is full and after.

const { runs, seconds } = readRunSettings({ seconds: 60 })
const REHEARSAL_S = Math.min(5, seconds)
const END_S = Math.min(10, Math.floor(seconds / 2))
const CONNECTIONS = 64
const CROWD = 500
const PLACES = 1_000

type Pair = { ours: Load; limit: Load }

const clients = startChild<HttpLoad>('http-load')
const bare = startChild<SignupLimit>('signup-limit')
const { spread, hot, full } = await withDatabase(async (database) => {
  await fillOthers(database.db)
  const api = await startApi(database)
  const sides = { database, api }
  const measured = {
    spread: await takeTurns(sides, { workers: CONNECTIONS, shifts: 1_000, timed: seconds }),
    hot: await takeTurns(sides, { workers: CROWD, shifts: 1, places: PLACES }),
    full: await measureFull(sides),
  }
  await api.stop()
  return measured
})
await Promise.all([clients.stop(), bare.stop()])

const of = (pairs: readonly Pair[], side: keyof Pair, figure: (load: Load) => number) =>
  pairs.map((pair) => figure(pair[side]))
const rateOf = ({ rate }: Load) => rate
await writeReport('signup', [
  {
    what: `Sign-ups to 1,000 shifts of a new organisation, ${CONNECTIONS} connections, ${seconds} s`,
    unit: 'per s',
    ...ofBoth(spread.pairs, rateOf),
    target: '≥ 50 %',
  },
  { what: 'Their median', unit: 'ms', ...ofBoth(spread.pairs, ({ p50 }) => p50), target: '–' },
  { what: 'Their p99', unit: 'ms', ...ofBoth(spread.pairs, ({ p99 }) => p99), target: '≤ 4 × its p99' },
  {
    what: `The last ${END_S} s, against the first ${END_S} s`,
    unit: 'per s',
    ours: of(spread.pairs, 'ours', lastSeconds),
    limit: of(spread.pairs, 'ours', firstSeconds),
    target: '≥ 90 %',
  },
  {
    what: 'The same of the limit',
    unit: 'per s',
    ours: of(spread.pairs, 'limit', lastSeconds),
    limit: of(spread.pairs, 'limit', firstSeconds),
    target: '–',
  },
  { what: 'Answers other than 201', unit: '', ours: of(spread.pairs, 'ours', countOthers), target: '0' },
  {
    what: `Sign-ups to one shift until its ${PLACES.toLocaleString('en')} places are taken, ${CROWD} connections`,
    unit: 'per s',
    ...ofBoth(hot.pairs, rateOf),
    target: '≥ 50 %',
  },
  { what: 'Their p99', unit: 'ms', ...ofBoth(hot.pairs, ({ p99 }) => p99), target: '–' },
  {
    what: 'Answers "busy" meanwhile, each asked again later',
    unit: '',
    ours: of(hot.pairs, 'ours', ({ others }) => others[503] ?? 0),
    target: '–',
  },
  { what: 'Overbooked places, of both', unit: '', ours: [spread.overbooked + hot.overbooked], target: '0' },
  {
    what: `Answers "full", ${CROWD} connections, against a route with one select by key`,
    unit: 'per s',
    ...ofBoth(full, rateOf),
    target: '≥ 50 %',
  },
  { what: 'Their p99', unit: 'ms', ...ofBoth(full, ({ p99 }) => p99), target: '–' },
  {
    what: 'Processor share of the load generator: sign-ups; "full"',
    unit: '',
    ours: of(spread.pairs, 'ours', ({ busy }) => busy),
    limit: of(full, 'limit', ({ busy }) => busy),
    target: '< 1',
  },
])

type Sides = { database: Database; api: BenchApi }

type Turns = {
  workers: number
  shifts: number
  places?: number
  /** Seconds; undefined means until the places are taken. */
  timed?: number
}

/** Runs each side on a new organisation, after a warm-up of both. */
async function takeTurns(
  { database, api }: Sides,
  { workers, shifts, places = 5_000, timed }: Turns,
): Promise<{ pairs: Pair[]; overbooked: number }> {
  const pairs: Pair[] = []
  let overbooked = 0
  for (let run = 0; run <= runs; run++) {
    const isRehearsal = run === 0
    const length = timed === undefined ? {} : { seconds: isRehearsal ? REHEARSAL_S : timed }
    const plan = { shifts, required_qty: isRehearsal ? places / 10 : places }
    const openings = [await prepare(database, plan), await prepare(database, plan)] as const
    const ours = await clients.run('signUp', {
      port: api.port,
      connections: workers,
      success: 201,
      shift_ids: openings[0].shift_ids,
      ...length,
    })
    const limit = await bare.run('signUp', {
      database_url: database.url,
      connections: api.connections,
      workers,
      ...openings[1],
      ...length,
    })
    overbooked += (await check(database, openings[0], ours)) + (await check(database, openings[1], limit))
    if (!isRehearsal) pairs.push({ ours, limit })
  }
  return { pairs, overbooked }
}

async function measureFull({ database, api }: Sides): Promise<Pair[]> {
  const opening = await prepare(database, { shifts: 1, required_qty: 1 })
  const asked = { connections: CROWD, shift_ids: opening.shift_ids }
  await clients.run('signUp', { ...asked, port: api.port, success: 201 })
  const body = await readRefusal(api, opening)
  const server = startChild<BareServer>('bare-server')
  const { organization_id } = opening
  const port = await server.run('refuse', {
    database_url: database.url,
    connections: api.connections,
    organization_id,
    body,
  })
  const pairs: Pair[] = []
  for (let run = 0; run <= runs; run++) {
    const length = { seconds: run === 0 ? REHEARSAL_S : Math.min(10, seconds), success: 409 }
    const ours = await clients.run('signUp', { ...asked, ...length, port: api.port })
    const limit = await clients.run('signUp', { ...asked, ...length, port })
    if (run > 0) pairs.push({ ours, limit })
  }
  await server.stop()
  return pairs
}

async function prepare({ db }: Database, plan: { shifts: number; required_qty: number }): Promise<Opening> {
  const opening = await fillOpening(db, { ...plan, names: 0 })
  // Without a checkpoint a run would pay for the writes of the run before.
  await db.pool.query('checkpoint')
  return opening
}

/** Checks that every success is a row with its message and key. Returns the number of overbooked places. */
async function check({ db }: Database, { organization_id }: Opening, { succeeded }: Load): Promise<number> {
  const { rows } = await db.pool.query<Record<'taken' | 'queued' | 'keys' | 'overbooked', number>>(
    `select
       (select count(*)::int from assignment where organization_id = $1 and status = 'CONFIRMED') as taken,
       (select count(*)::int from message where organization_id = $1) as queued,
       (select count(*)::int from idempotency_key where organization_id = $1) as keys,
       (select coalesce(sum(greatest(0, taken - required_qty)), 0)::int
        from shift join (select shift_id, count(*) as taken from assignment
                         where organization_id = $1 and status = 'CONFIRMED' group by shift_id) counted
        on shift.organization_id = $1 and shift.id = shift_id) as overbooked`,
    [organization_id],
  )
  const [found] = rows
  if (found?.taken !== succeeded || found.queued !== succeeded || found.keys !== succeeded) {
    throw new Error(`${succeeded} sign-ups were answered, the database has ${JSON.stringify(found)}`)
  }
  return found.overbooked
}

async function readRefusal({ port }: BenchApi, { shift_ids }: Opening): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}/shifts/${shift_ids[0]}/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'accept-language': 'sv' },
    body: JSON.stringify({
      first_name: 'Visitor',
      last_name: 'Refused',
      email: 'refused@volunteer.example',
      phone: '+46731000000',
    }),
  })
  if (answer.status !== 409) throw new Error(`a full shift was answered ${answer.status}`)
  return answer.text()
}

function firstSeconds({ per_second }: Load): number {
  return sum(per_second.slice(0, END_S)) / END_S
}

function lastSeconds({ per_second }: Load): number {
  return sum(per_second.slice(seconds - END_S, seconds)) / END_S
}

function countOthers({ others }: Load): number {
  return sum(Object.values(others))
}

function sum(figures: readonly number[]): number {
  return figures.reduce((total, figure) => total + figure, 0)
}
