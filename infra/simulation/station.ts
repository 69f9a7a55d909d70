import type { Clock } from './clock.ts'
import { Histogram } from './histogram.ts'
import { type Process, wait } from './process.ts'

export type Leave = () => void
type Customer = { since: number; is_gone: boolean; begin: (leave: Leave) => void }

/** Station with several servers and one queue, first come, first served. */
export class Station {
  readonly #clock: Clock
  readonly #servers: number
  readonly #queue: Customer[] = []
  #head = 0
  #busy = 0
  #busy_since = 0
  readonly #busy_ms_by_second: number[] = []
  /** Times of waiting. Several stations of one kind may share the histogram. */
  readonly waits: Histogram
  arrived = 0
  served = 0
  /** Number of customers whose patience was over before a server was free. */
  gave_up = 0
  waiting = 0
  queue_peak = 0

  constructor(clock: Clock, servers: number, waits = new Histogram()) {
    this.#clock = clock
    this.#servers = servers
    this.waits = waits
  }

  get in_service(): number {
    return this.#busy
  }

  /** Milliseconds that the first in the queue has waited. */
  get longest_wait_ms(): number {
    this.#skipGone()
    const first = this.#queue[this.#head]
    return first ? this.#clock.now - first.since : 0
  }

  /** Returns the share of all servers that was busy. */
  utilisation({ from_s = 0, to_s }: { from_s?: number; to_s: number }): number {
    this.#account()
    let busy_ms = 0
    for (let second = from_s; second < to_s; second++) busy_ms += this.#busy_ms_by_second[second] ?? 0
    return busy_ms / (this.#servers * (to_s - from_s) * 1_000)
  }

  get busy_ms(): number {
    this.#account()
    return this.#busy_ms_by_second.reduce((sum, ms) => sum + ms, 0)
  }

  *serve(service_ms: number): Process {
    yield* wait<void>((resume) => {
      this.#arrive((leave) =>
        this.#clock.after(service_ms, () => {
          leave()
          resume()
        }),
      )
    })
  }

  *enter(): Process<Leave> {
    return yield* wait<Leave>((resume) => void this.#arrive(this.#begin(resume)))
  }

  /** Returns undefined when the customer has waited for `patience_ms`. */
  *enterWithin(patience_ms: number): Process<Leave | undefined> {
    return yield* wait<Leave | undefined>((resume) => {
      const customer = this.#arrive(this.#begin(resume))
      if (!customer) return
      this.#clock.after(patience_ms, () => {
        if (customer.is_gone) return
        customer.is_gone = true
        this.waiting -= 1
        this.gave_up += 1
        resume(undefined)
      })
    })
  }

  /** Begins later, because a long queue in which each leaves as soon as it enters would be as deep a stack. */
  #begin(resume: (leave: Leave) => void): (leave: Leave) => void {
    return (leave) => this.#clock.after(0, () => resume(leave))
  }

  #arrive(begin: (leave: Leave) => void): Customer | undefined {
    this.arrived += 1
    if (this.#busy < this.#servers) {
      this.waits.record(0)
      this.#setBusy(this.#busy + 1)
      begin(this.#leave)
      return undefined
    }
    const customer = { since: this.#clock.now, is_gone: false, begin }
    this.#queue.push(customer)
    this.waiting += 1
    this.queue_peak = Math.max(this.queue_peak, this.waiting)
    return customer
  }

  readonly #leave = (): void => {
    this.served += 1
    this.#skipGone()
    const next = this.#queue[this.#head]
    if (!next) return this.#setBusy(this.#busy - 1)
    this.#head += 1
    this.waiting -= 1
    next.is_gone = true
    this.waits.record(this.#clock.now - next.since)
    next.begin(this.#leave)
  }

  #skipGone(): void {
    while (this.#queue[this.#head]?.is_gone) this.#head += 1
    if (this.#head < 1_000 || this.#head * 2 < this.#queue.length) return
    this.#queue.splice(0, this.#head)
    this.#head = 0
  }

  #setBusy(busy: number): void {
    this.#account()
    this.#busy = busy
  }

  #account(): void {
    const { now } = this.#clock
    while (this.#busy > 0 && this.#busy_since < now) {
      const second = Math.floor(this.#busy_since / 1_000)
      const until = Math.min(now, (second + 1) * 1_000)
      while (this.#busy_ms_by_second.length <= second) this.#busy_ms_by_second.push(0)
      this.#busy_ms_by_second[second] =
        (this.#busy_ms_by_second[second] ?? 0) + this.#busy * (until - this.#busy_since)
      this.#busy_since = until
    }
    this.#busy_since = now
  }
}
