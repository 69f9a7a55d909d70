type Planned = { at: number; order: number; act: () => void }

/** Simulated time in ms, and a heap of planned events. Events of the same moment happen in the order of planning. */
export class Clock {
  now = 0
  #order = 0
  readonly #heap: Planned[] = []

  after(ms: number, act: () => void): void {
    const planned = { at: this.now + ms, order: this.#order++, act }
    let at = this.#heap.push(planned) - 1
    while (at > 0) {
      const above = (at - 1) >> 1
      const parent = this.#heap[above]
      if (!parent || isBefore(parent, planned)) break
      this.#heap[at] = parent
      at = above
    }
    this.#heap[at] = planned
  }

  /** Runs until nothing is planned, or until the given time. */
  run(until_ms = Number.POSITIVE_INFINITY): void {
    for (;;) {
      const [first] = this.#heap
      if (!first || first.at > until_ms) break
      this.#removeFirst()
      this.now = first.at
      first.act()
    }
    if (until_ms < Number.POSITIVE_INFINITY) this.now = Math.max(this.now, until_ms)
  }

  #removeFirst(): void {
    const last = this.#heap.pop()
    if (!last || this.#heap.length === 0) return
    let at = 0
    for (;;) {
      const left = this.#heap[2 * at + 1]
      const right = this.#heap[2 * at + 2]
      const isRight = left !== undefined && right !== undefined && isBefore(right, left)
      const child = isRight ? right : left
      if (!child || isBefore(last, child)) break
      this.#heap[at] = child
      at = 2 * at + (isRight ? 2 : 1)
    }
    this.#heap[at] = last
  }
}

function isBefore(one: Planned, other: Planned): boolean {
  return one.at < other.at || (one.at === other.at && one.order < other.order)
}
