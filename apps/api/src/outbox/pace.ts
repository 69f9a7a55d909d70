/**
 * A provider's rate: `take` grants at most so many of the messages wanted now, `wait` tells for how many milliseconds
 * there will be none. `clock` counts milliseconds from anywhere.
 */
export class Pace {
  readonly #clock: () => number
  #per_second: number
  #left: number
  #at: number
  #silent_until = 0

  constructor({ per_second = Number.POSITIVE_INFINITY, clock = () => performance.now() } = {}) {
    this.#clock = clock
    this.#per_second = per_second
    this.#left = Math.max(1, per_second)
    this.#at = clock()
  }

  /** As workers come and go, each has its part of the rate. */
  set perSecond(per_second: number) {
    this.#fill()
    this.#per_second = per_second
  }

  take(wanted: number): number {
    if (this.wait() > 0) return 0
    this.#fill()
    const granted = Math.min(wanted, Math.floor(this.#left))
    this.#left -= granted
    return granted
  }

  /** What was granted and not needed. */
  giveBack(unused: number): void {
    this.#left += unused
  }

  /** The provider wants to hear nothing for a while (Retry-After). */
  pause(ms: number): void {
    this.#silent_until = Math.max(this.#silent_until, this.#clock() + ms)
  }

  wait(): number {
    const silent = this.#silent_until - this.#clock()
    if (silent > 0) return silent
    this.#fill()
    return this.#left >= 1 ? 0 : ((1 - this.#left) / this.#per_second) * 1000
  }

  /** Never more than a second's worth: a rate is not saved up over night. */
  #fill(): void {
    const now = this.#clock()
    const most = Math.max(1, this.#per_second)
    const grown = Number.isFinite(most) ? ((now - this.#at) / 1000) * this.#per_second : most
    this.#left = Math.min(most, this.#left + grown)
    this.#at = now
  }
}
