import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { assumptions } from './assumptions.ts'
import { client, limits } from './limits.ts'
import type { Costs } from './measured.ts'
import { type Answer, ApiProcess } from './model/api-process.ts'
import { type Opening, replayOpening } from './model/opening.ts'
import { KINDS, type Settings, World } from './model/world.ts'
import { pause, start } from './process.ts'
import { simulate } from './summary.ts'

const COSTS: Costs = {
  signup: { api: 3, database: 3, sigma: 0.3 },
  name: 0.02,
  full: { api: 0.5, database: 0.5, sigma: 0.3 },
  request: 0.1,
  push: { viewer: 0.02, frame_bytes: 3_000, byte: 1e-6 },
  page: { api: 0.1, bytes: 50_000 },
  email: 0.1,
  socket_bytes: 8_000,
  process_bytes: 2e8,
}
/** Costs at which people repeat after a 503, and some give up. */
const SLOW: Costs = { ...COSTS, signup: { ...COSTS.signup, api: 300 }, full: { ...COSTS.full, api: 30 } }
const PLAN = { people: 3_000, processes: 2 }
const PLACES = assumptions.shifts * assumptions.places

/** Openings that are replayed once for all tests that only read them. */
const openings = {
  quick: once(() => replayOpening(COSTS, PLAN)),
  quick_to_end: once(() => replayOpening(COSTS, PLAN, Number.POSITIVE_INFINITY)),
  slow_to_end: once(() => replayOpening(SLOW, PLAN, Number.POSITIVE_INFINITY)),
}

function once<Result>(make: () => Result): () => Result {
  let made: { result: Result } | undefined
  return () => (made ??= { result: make() }).result
}

function listStations({ world }: Opening) {
  const kinds = KINDS.filter((kind) => kind !== 'turn')
  return kinds.flatMap((kind) => world.stationsOf(kind).stations.map((station) => ({ kind, station })))
}

test('the same seed gives the same figures', () => {
  assert.deepEqual(simulate(COSTS, PLAN), simulate(COSTS, PLAN))
})

test('in the middle, everyone who came to a station was served, gave up or is there', () => {
  const opening = replayOpening(SLOW, PLAN, 20_000)
  let waiting = 0
  for (const { kind, station } of listStations(opening)) {
    assert.equal(
      station.arrived,
      station.served + station.gave_up + station.waiting + station.in_service,
      kind,
    )
    waiting += station.waiting
  }
  assert.ok(waiting > 0)
})

test('everyone was confirmed, refused or gave up at last, and every station is empty', () => {
  for (const opening of [openings.quick_to_end(), openings.slow_to_end()]) {
    const { confirmed, full, gave_up } = opening.answers
    assert.equal(confirmed + full + gave_up, PLAN.people)
    assert.equal(opening.pressed, PLAN.people)
    for (const { kind, station } of listStations(opening)) {
      assert.equal(station.arrived, station.served + station.gave_up, kind)
      assert.equal(station.waiting + station.in_service, 0, kind)
    }
  }
})

test('a place is confirmed to those only who have one', () => {
  const { answers, world } = openings.quick()
  assert.equal(answers.confirmed, world.confirmed)
  assert.ok(answers.confirmed > 0 && answers.confirmed <= PLACES)
  assert.ok(answers.full > 0)
})

test('processes that are too slow refuse, and the refused ask again', () => {
  assert.equal(openings.quick().retries.busy, 0)
  const { retries, answers } = openings.slow_to_end()
  assert.ok(retries.busy > 0)
  assert.ok(answers.gave_up > 0)
})

test('a process that is far too slow refuses whoever has waited for 5 s, and leaves nobody without an answer', () => {
  const { retries, world } = replayOpening(SLOW, { people: 6_000, processes: 1 })
  assert.equal(retries.no_answer, 0)
  assert.ok(world.stationsOf('turn').stations.some(({ gave_up }) => gave_up > 0))
})

test('without that limit the page gives up waiting and asks again', (context) => {
  const { longest_wait_to_begin } = limits
  context.after(() => Object.assign(limits, { longest_wait_to_begin }))
  Object.assign(limits, { longest_wait_to_begin: Number.POSITIVE_INFINITY })
  const { retries } = replayOpening(SLOW, { people: 6_000, processes: 1 })
  assert.ok(retries.no_answer > 0)
})

type Changed = { costs?: Costs; settings?: Partial<Settings>; change?: (world: World) => void }

/** Signs all people up to one shift at once, with 500 viewers. */
function signUpAll(people: number, { costs = COSTS, settings, change = () => {} }: Changed = {}) {
  const world = new World(costs, {
    seed: 1,
    processes: 1,
    database_cores: 4,
    bits_per_s: Number.POSITIVE_INFINITY,
    shifts: 1,
    places: 18,
    ...settings,
  })
  change(world)
  const server = new ApiProcess(world, () => [])
  const answers: Answer[] = []
  for (let person = 0; person < people; person++) {
    start(server.signUp({ shift: 0, person }), (answer) => answers.push(answer))
  }
  server.room.add(500)
  world.clock.run()
  return { world, server, count: (answer: Answer) => answers.filter((each) => each === answer).length }
}

test('of 100 people at a shift of 18 places, 18 are confirmed and 82 find it full', () => {
  const { count } = signUpAll(100)
  assert.deepEqual([count('confirmed'), count('full'), count('busy')], [18, 82, 0])
})

test('the shift’s row is locked over both round trips and the turn of the loop between them', () => {
  const exact = { signup: { api: 3, database: 4, sigma: 0 }, full: { api: 1, database: 1, sigma: 0 } }
  const world = signUpAll(1, { costs: { ...COSTS, ...exact } }).world
  assert.equal(world.stationsOf('row').stations[0]?.busy_ms, 4 + (3 - 1) / 2)
})

test('without the lock of the shift’s row it is overbooked', () => {
  assert.throws(
    () =>
      signUpAll(100, {
        // The database is so slow that the next in turn decides before the place is written.
        costs: { ...COSTS, signup: { ...COSTS.signup, database: 30 } },
        change: ({ database, clock }) => {
          database.lockShift = function* () {
            yield* pause(clock, 0)
            return () => {}
          }
        },
      }),
    /overbooked/,
  )
})

test('every viewer is shown every change, at most 20 frames a second', () => {
  const { world, server } = signUpAll(18)
  assert.equal(world.shown.count, 18 * 500)
  assert.ok(server.room.frames <= Math.ceil(world.clock.now / 50))
})

test('a person who asks again has the place once', () => {
  const { world, server } = signUpAll(5)
  const answers: Answer[] = []
  start(server.signUp({ shift: 0, person: 3 }), (answer) => answers.push(answer))
  world.clock.run()
  assert.deepEqual(answers, ['confirmed'])
  assert.equal(world.confirmed, 5)
})

test('a line that is full delays frames, and those of full buffers are left out', () => {
  const names = { names_at_first: 3_000, places: 3_018 }
  const wide = signUpAll(18, { settings: names }).world
  const narrow = signUpAll(18, { settings: { ...names, bits_per_s: 1e9 } }).world
  assert.equal(wide.skipped, 0)
  assert.ok(narrow.skipped > 0)
  assert.ok(narrow.shown.max > wide.shown.max)
})

test('the pauses of the page are those of its code', () => {
  const api = path.resolve(import.meta.dirname, '../../apps/web/src/api')
  const text = ['keep-trying.ts', 'call.ts']
    .map((file) => readFileSync(path.join(api, file), 'utf8'))
    .join('\n')
  for (const [name, ms] of Object.entries(client)) {
    const [, factors = ''] = new RegExp(`const ${name} = ([\\d_* ]+)`).exec(text) ?? []
    const value = factors
      .split('*')
      .reduce((product, factor) => product * Number(factor.replaceAll('_', '')), 1)
    assert.equal(value, ms, name)
  }
})
