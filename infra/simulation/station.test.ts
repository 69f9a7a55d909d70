import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Clock } from './clock.ts'
import { Histogram } from './histogram.ts'
import { start } from './process.ts'
import { openRandom } from './random.ts'
import { Station } from './station.ts'

const CUSTOMERS = 400_000
/** Relative tolerance of the mean wait. At load 0.8 a run is off by 1.4 % (standard deviation of 40 seeds). */
const TOLERANCE = 0.03
const ARRIVALS_PER_MS = 0.8

type Queue = { servers: number; load: number; isExponential?: boolean; seed?: number }

/** Simulates Poisson arrivals. `load` is the utilisation that `servers` would have. */
function simulate({ servers, load, isExponential = true, seed = 1 }: Queue, built = servers) {
  const clock = new Clock()
  const random = openRandom(seed)
  const station = new Station(clock, built)
  const service_ms = (load * servers) / ARRIVALS_PER_MS
  let left = CUSTOMERS
  function arrive(): void {
    start(station.serve(isExponential ? random.exponential(service_ms) : service_ms))
    left -= 1
    if (left > 0) clock.after(random.exponential(1 / ARRIVALS_PER_MS), arrive)
  }
  arrive()
  clock.run()
  return { station, service_ms, seconds: Math.floor(clock.now / 1_000) }
}

type Simulated = ReturnType<typeof simulate>
let busy_queue: Simulated | undefined
/** Returns M/M/1 at load 0.8, simulated once for all tests that only read it. */
const readBusyQueue = (): Simulated => (busy_queue ??= simulate({ servers: 1, load: 0.8 }))

/** Returns the mean wait in M/M/c (Erlang C). */
function erlangWait({ servers, load }: Queue): number {
  const offered = load * servers
  let term = 1
  let sum = 1
  for (let busy = 1; busy < servers; busy++) {
    term *= offered / busy
    sum += term
  }
  const all_busy = ((term * offered) / servers) * (1 / (1 - load))
  const probability = all_busy / (sum + all_busy)
  return (probability * (offered / ARRIVALS_PER_MS)) / (servers * (1 - load))
}

function isNear(found: number, expected: number): boolean {
  return Math.abs(found / expected - 1) < TOLERANCE
}

test('M/M/1: mean waiting is ρ/(1−ρ) service times, and utilisation is ρ', () => {
  for (const load of [0.5, 0.8]) {
    const { station, service_ms, seconds } = load === 0.8 ? readBusyQueue() : simulate({ servers: 1, load })
    const expected = (load / (1 - load)) * service_ms
    assert.ok(isNear(station.waits.mean, expected), `${station.waits.mean} for ${expected}`)
    assert.ok(isNear(station.utilisation({ to_s: seconds }), load))
  }
})

test('one server: the waiting of Lindley’s recursion with the same random numbers', () => {
  const { station, service_ms } = readBusyQueue()
  const random = openRandom(1)
  let waiting = 0
  let sum = 0
  for (let customer = 0; customer < CUSTOMERS; customer++) {
    sum += waiting
    const service = random.exponential(service_ms)
    waiting = Math.max(0, waiting + service - random.exponential(1 / ARRIVALS_PER_MS))
  }
  assert.ok(Math.abs(station.waits.mean / (sum / CUSTOMERS) - 1) < 1e-6)
})

test('M/M/1: the median and 99th percentile of waiting', () => {
  const { station, service_ms } = readBusyQueue()
  for (const share of [0.5, 0.99]) {
    const expected = (service_ms / 0.2) * Math.log(0.8 / (1 - share))
    const found = station.waits.quantile(share)
    assert.ok(Math.abs(found / expected - 1) < 2 * TOLERANCE, `${found} for ${expected}`)
  }
})

test('M/D/1: mean waiting is half of that', () => {
  const { station, service_ms } = simulate({ servers: 1, load: 0.8, isExponential: false })
  assert.ok(isNear(station.waits.mean, (0.8 / 0.2 / 2) * service_ms), `${station.waits.mean}`)
})

test('M/M/c: mean waiting by Erlang C', () => {
  for (const servers of [2, 4, 16]) {
    const queue = { servers, load: 0.9 }
    const { station } = simulate(queue)
    assert.ok(
      Math.abs(station.waits.mean / erlangWait(queue) - 1) < 2 * TOLERANCE,
      `${servers}: ${station.waits.mean} for ${erlangWait(queue)}`,
    )
  }
})

test('a station with one server too many fails the same comparison', () => {
  const queue = { servers: 4, load: 0.9 }
  assert.ok(!isNear(simulate(queue, 5).station.waits.mean, erlangWait(queue)))
})

test('the same seed gives the same waiting, another seed another', () => {
  const { mean } = readBusyQueue().station.waits
  const [again, other] = [1, 2].map((seed) => simulate({ servers: 1, load: 0.8, seed }).station.waits.mean)
  assert.equal(again, mean)
  assert.notEqual(other, mean)
})

test('everyone who arrived was served, gave up or is there', () => {
  const clock = new Clock()
  const station = new Station(clock, 2)
  const random = openRandom(3)
  const outcomes = { served: 0, gave_up: 0 }
  function* visit() {
    const leave = yield* station.enterWithin(5)
    if (!leave) {
      outcomes.gave_up += 1
      return
    }
    yield* new Station(clock, 1).serve(random.exponential(3))
    leave()
    outcomes.served += 1
  }
  for (let at = 0; at < 1_000; at++) clock.after(at, () => start(visit()))
  clock.run(500)
  assert.equal(station.arrived, 501)
  assert.equal(station.arrived, station.served + station.gave_up + station.waiting + station.in_service)
  clock.run()
  assert.deepEqual(outcomes, { served: station.served, gave_up: station.gave_up })
  assert.equal(outcomes.served + outcomes.gave_up, 1_000)
  assert.ok(outcomes.gave_up > 0)
})

test('customers are served in the order in which they came, also of the same moment', () => {
  const clock = new Clock()
  const station = new Station(clock, 1)
  const order: number[] = []
  for (let customer = 0; customer < 5_000; customer++) start(station.serve(1), () => order.push(customer))
  clock.run()
  assert.deepEqual(
    order,
    order.toSorted((a, b) => a - b),
  )
  assert.equal(clock.now, 5_000)
})

test('the histogram keeps quantiles to one per cent', () => {
  const times = new Histogram()
  for (let ms = 1; ms <= 10_000; ms++) times.record(ms)
  for (const share of [0.5, 0.95, 0.99]) {
    assert.ok(Math.abs(times.quantile(share) / (share * 10_000) - 1) < 0.011, `${times.quantile(share)}`)
  }
  assert.equal(times.max, 10_000)
})
