import { Histogram } from './histogram.ts'
import {
  BUSY_CONNECTIONS,
  CHANGES_PER_S,
  type Costs,
  CROWD,
  type Finder,
  FULL_PLACES,
  limit,
  MANY_VIEWERS,
  ours,
  ROWS,
} from './measured.ts'
import { type Answer, ApiProcess } from './model/api-process.ts'
import { retryAfter } from './model/opening.ts'
import { World } from './model/world.ts'
import { type Process, pause, start } from './process.ts'

/* Runs the load of the benches on the model: one process with one processor, the others for the database, no line. */

export type Compared = { what: string; unit: string; measured: number; simulated: number; is_put_in: boolean }

const SECONDS = 20
const MANY_PLACES = 5_000

type Bench = { world: World; server: ApiProcess; succeeded: Histogram; busy: number; last_at: number }

export function compareWithBench(costs: Costs, find: Finder & { processors: number }): Compared[] {
  const database_cores = find.processors - 1
  const cores = { database_cores }
  return [
    ...compareSpread(costs, find, cores),
    ...compareHot(costs, find, cores),
    ...compareFull(costs, find, cores),
    ...[1_000, 2_000, MANY_VIEWERS].flatMap((viewers) => compareLive(costs, find, { ...cores, viewers })),
  ]
}

type Cores = { database_cores: number }

function compareSpread(costs: Costs, find: Finder, cores: Cores): Compared[] {
  const bench = open(costs, { ...cores, shifts: 1_000, places: MANY_PLACES })
  const until = SECONDS * 1_000
  runClients(bench, {
    clients: BUSY_CONNECTIONS,
    success: 'confirmed',
    goesOn: () => bench.world.clock.now < until,
  })
  const what = 'Sign-ups to 1,000 shifts, 64 clients'
  return [
    rate(what, ours(find(...ROWS.spread)), bench, true),
    time(`${what}: median`, ours(find(...ROWS.spread, 'Their median')), bench.succeeded.quantile(0.5)),
    time(`${what}: p99`, ours(find(...ROWS.spread, 'Their p99')), bench.succeeded.quantile(0.99)),
  ]
}

function compareHot(costs: Costs, find: Finder, cores: Cores): Compared[] {
  const bench = open(costs, { ...cores, shifts: 1, places: FULL_PLACES })
  runClients(bench, { clients: CROWD, success: 'confirmed', goesOn: () => !bench.world.isFull(0) })
  const what = 'Sign-ups to one shift of 1,000 places, 500 clients'
  const busy = ours(find(...ROWS.hot, 'Answers "busy" meanwhile, each asked again later'))
  return [
    rate(what, ours(find(...ROWS.hot)), bench),
    time(`${what}: p99`, ours(find(...ROWS.hot, 'Their p99')), bench.succeeded.quantile(0.99)),
    { what: `${what}: answers “busy”`, unit: '', measured: busy, simulated: bench.busy, is_put_in: false },
  ]
}

function compareFull(costs: Costs, find: Finder, cores: Cores): Compared[] {
  const bench = open(costs, { ...cores, shifts: 1, places: 0 })
  const until = (SECONDS / 2) * 1_000
  runClients(bench, { clients: CROWD, success: 'full', goesOn: () => bench.world.clock.now < until })
  const what = 'Answers “full”, 500 clients'
  return [
    rate(what, ours(find(...ROWS.full)), bench, true),
    time(`${what}: p99`, ours(find(...ROWS.full, 'Their p99')), bench.succeeded.quantile(0.99)),
  ]
}

function compareLive(
  costs: Costs,
  find: Finder,
  { viewers, ...cores }: Cores & { viewers: number },
): Compared[] {
  const bench = open(costs, { ...cores, shifts: 100, places: FULL_PLACES, names_at_first: 20 })
  const { world, server } = bench
  server.room.add(viewers)
  for (let change = 0; change < SECONDS * CHANGES_PER_S; change++) {
    const asked = { shift: change % 100, person: change }
    world.clock.after((change / CHANGES_PER_S) * 1_000, () => start(ask(bench, asked, 'confirmed')))
  }
  world.clock.run()
  const of = `${viewers.toLocaleString('en')} viewers`
  const row = (name: string) => find('live', new RegExp(`^${of}: ${name}`))
  const delivered = (server.room.frames * viewers) / (world.clock.now / 1_000)
  const cpu_us =
    ((world.stationsOf('loop').stations[0]?.busy_ms ?? 0) / (server.room.frames * viewers)) * 1_000
  const is_put_in = viewers === MANY_VIEWERS
  return [
    {
      what: `${of}: frames delivered`,
      unit: 'per s',
      measured: ours(row('frames')),
      simulated: delivered,
      is_put_in: false,
    },
    {
      what: `${of}: processor time of the process per delivery`,
      unit: 'µs',
      measured: ours(row('processor time')),
      simulated: cpu_us,
      is_put_in,
    },
    time(
      `${of}: from the commit to a viewer, median`,
      ours(row('from the commit to a viewer, median')),
      world.shown.quantile(0.5),
    ),
    time(
      `${of}: from the commit to a viewer, p95`,
      ours(row('from the commit to a viewer, p95')),
      world.shown.quantile(0.95),
    ),
    time(
      `${of}: answers to the sign-ups, p99`,
      ours(row('answers to the sign-ups, p99')),
      bench.succeeded.quantile(0.99),
    ),
    ...(viewers === 1_000
      ? [
          time(
            'Answers to 20 sign-ups a second without viewers, p99',
            limit(row('answers to the sign-ups, p99, against those without viewers')),
            quietP99(costs, cores),
          ),
        ]
      : []),
  ]
}

function quietP99(costs: Costs, cores: Cores): number {
  const bench = open(costs, { ...cores, shifts: 100, places: FULL_PLACES, names_at_first: 20 })
  for (let change = 0; change < SECONDS * CHANGES_PER_S; change++) {
    const asked = { shift: change % 100, person: change }
    bench.world.clock.after((change / CHANGES_PER_S) * 1_000, () => start(ask(bench, asked, 'confirmed')))
  }
  bench.world.clock.run()
  return bench.succeeded.quantile(0.99)
}

type Opened = Cores & { shifts: number; places: number; names_at_first?: number }

function open(costs: Costs, settings: Opened): Bench {
  const world = new World(costs, { seed: 1, processes: 1, bits_per_s: Number.POSITIVE_INFINITY, ...settings })
  const server = new ApiProcess(world, () => [])
  return { world, server, succeeded: new Histogram(), busy: 0, last_at: 0 }
}

type Clients = { clients: number; success: Answer; goesOn: () => boolean }

/** Runs clients that each ask again as soon as they are answered. */
function runClients(bench: Bench, { clients, success, goesOn }: Clients): void {
  const { world } = bench
  let asked = 0
  function* act(): Process {
    while (goesOn()) {
      const person = asked++
      yield* ask(bench, { shift: person % world.shifts.length, person }, success)
    }
  }
  for (let client = 0; client < clients; client++) start(act())
  world.clock.run()
}

/** Asks as the load generator does, again after `Retry-After` of "busy". The time counts from the first request. */
function* ask(bench: Bench, asked: { shift: number; person: number }, success: Answer): Process {
  const { world, server } = bench
  const asked_at = world.clock.now
  for (;;) {
    const answer = yield* server.signUp(asked)
    if (answer === success) {
      bench.succeeded.record(world.clock.now - asked_at)
      bench.last_at = world.clock.now
    }
    if (answer !== 'busy') return
    bench.busy += 1
    yield* pause(world.clock, retryAfter(world))
  }
}

function rate(what: string, measured: number, { succeeded, last_at }: Bench, is_put_in = false): Compared {
  return { what, unit: 'per s', measured, simulated: succeeded.count / (last_at / 1_000), is_put_in }
}

function time(what: string, measured: number, simulated: number): Compared {
  return { what, unit: 'ms', measured, simulated, is_put_in: false }
}
