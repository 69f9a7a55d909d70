export type Load = {
  per_second: number[]
  /** Seconds from the first request to the last success. */
  seconds: number
  succeeded: number
  rate: number
  /** Milliseconds from the first attempt to success. */
  p50: number
  p99: number
  others: Record<string, number>
  /** Processor share of this process. Near 1 the load generator itself is measured. */
  busy: number
}

export class Recorder {
  readonly #began = performance.now()
  readonly #began_cpu = process.cpuUsage()
  readonly #latencies: number[] = []
  readonly #per_second: number[] = []
  readonly #others: Record<string, number> = {}
  #last = this.#began

  succeed(asked_at: number): void {
    const now = performance.now()
    const second = Math.floor((now - this.#began) / 1_000)
    this.#per_second[second] = (this.#per_second[second] ?? 0) + 1
    this.#latencies.push(now - asked_at)
    this.#last = now
  }

  count(status: string | number): void {
    this.#others[status] = (this.#others[status] ?? 0) + 1
  }

  finish(): Load {
    const seconds = (this.#last - this.#began) / 1_000
    const { user, system } = process.cpuUsage(this.#began_cpu)
    const sorted = Float64Array.from(this.#latencies).toSorted()
    const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN
    return {
      per_second: Array.from(this.#per_second, (count) => count ?? 0),
      seconds,
      succeeded: sorted.length,
      rate: sorted.length / seconds,
      p50: at(0.5),
      p99: at(0.99),
      others: this.#others,
      busy: (user + system) / 1e6 / ((performance.now() - this.#began) / 1_000),
    }
  }
}
