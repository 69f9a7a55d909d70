import { LRUCache } from 'lru-cache'
import { atMost } from '../at-most.ts'

export type TokenRate = {
  capacity: number
  per_second: number
}

export const perMinute = (tokens: number): TokenRate => ({ capacity: tokens, per_second: tokens / 60 })

/** Starts full. `ms` is the caller's clock. */
export class TokenBucket {
  readonly #rate: TokenRate
  #tokens: number
  #refilled_at: number

  constructor(rate: TokenRate, ms: number) {
    this.#rate = rate
    this.#tokens = rate.capacity
    this.#refilled_at = ms
  }

  /** Returns 0; or takes none and returns the seconds until there are enough. */
  take(ms: number, tokens = 1): number {
    this.#refill(ms)
    if (this.#tokens < tokens) return Math.ceil((tokens - this.#tokens) / this.#rate.per_second)
    this.#tokens -= tokens
    return 0
  }

  /** Returns the number of whole tokens. */
  left(ms: number): number {
    this.#refill(ms)
    return Math.floor(this.#tokens)
  }

  /** A negative number takes tokens that the bucket does not have: `take` waits until the balance is positive again. */
  giveBack(tokens: number): void {
    this.#tokens = Math.min(this.#rate.capacity, this.#tokens + tokens)
  }

  #refill(ms: number): void {
    const earned = (Math.max(0, ms - this.#refilled_at) / 1_000) * this.#rate.per_second
    this.#tokens = Math.min(this.#rate.capacity, this.#tokens + earned)
    this.#refilled_at = ms
  }
}

const KEYS = 50_000

export class TokenBuckets {
  readonly #rate: TokenRate
  readonly #buckets = new LRUCache<string, TokenBucket>(atMost(KEYS))

  constructor(rate: TokenRate) {
    this.#rate = rate
  }

  of(key: string, ms: number): TokenBucket {
    const known = this.#buckets.get(key)
    if (known) return known
    const bucket = new TokenBucket(this.#rate, ms)
    this.#buckets.set(key, bucket)
    return bucket
  }
}
