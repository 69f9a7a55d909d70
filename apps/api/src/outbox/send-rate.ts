/** `clock` returns ms. */
export class SendRate {
  readonly #clock: () => number
  #per_second: number
  #available: number
  #refilled_at: number
  #paused_until = 0

  constructor({ per_second = Number.POSITIVE_INFINITY, clock = () => performance.now() } = {}) {
    this.#clock = clock
    this.#per_second = per_second
    this.#available = Math.max(1, per_second)
    this.#refilled_at = clock()
  }

  set perSecond(per_second: number) {
    this.#refill()
    this.#per_second = per_second
  }

  take(wanted: number): number {
    if (this.waitMs() > 0) return 0
    this.#refill()
    const granted = Math.min(wanted, Math.floor(this.#available))
    this.#available -= granted
    return granted
  }

  giveBack(unused: number): void {
    this.#available += unused
  }

  pause(ms: number): void {
    this.#paused_until = Math.max(this.#paused_until, this.#clock() + ms)
  }

  waitMs(): number {
    const paused = this.#paused_until - this.#clock()
    if (paused > 0) return paused
    this.#refill()
    return this.#available >= 1 ? 0 : ((1 - this.#available) / this.#per_second) * 1000
  }

  /** Refills to at most one second's worth, so that an idle night does not allow a burst. */
  #refill(): void {
    const now = this.#clock()
    const most = Math.max(1, this.#per_second)
    const earned = Number.isFinite(most) ? ((now - this.#refilled_at) / 1000) * this.#per_second : most
    this.#available = Math.min(most, this.#available + earned)
    this.#refilled_at = now
  }
}
