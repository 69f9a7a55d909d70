import { LRUCache } from 'lru-cache'

export type TokenRate = {
  /** Tokens a full bucket holds. */
  capacity: number
  /** Tokens that come back. */
  per_second: number
}

/** A minute's worth may come at once. */
export const perMinute = (tokens: number): TokenRate => ({ capacity: tokens, per_second: tokens / 60 })

/** A token bucket. It begins full; `ms` is the caller's clock. */
export class TokenBucket {
  readonly #rate: TokenRate
  #tokens: number
  #refilled_at: number

  constructor(rate: TokenRate, ms: number) {
    this.#rate = rate
    this.#tokens = rate.capacity
    this.#refilled_at = ms
  }

  /** Takes the tokens and returns 0, or takes none and returns after how many seconds there will be enough. */
  take(ms: number, tokens = 1): number {
    this.#refill(ms)
    if (this.#tokens < tokens) return Math.ceil((tokens - this.#tokens) / this.#rate.per_second)
    this.#tokens -= tokens
    return 0
  }

  /** Tokens that were taken for more than was needed. */
  giveBack(tokens: number): void {
    this.#tokens = Math.min(this.#rate.capacity, this.#tokens + tokens)
  }

  #refill(ms: number): void {
    const earned = (Math.max(0, ms - this.#refilled_at) / 1_000) * this.#rate.per_second
    this.#tokens = Math.min(this.#rate.capacity, this.#tokens + earned)
    this.#refilled_at = ms
  }
}

/** Beyond this many keys the one unused for longest is dropped. */
const KEYS = 50_000

/** A token bucket for each key, such as an address. */
export class TokenBuckets {
  readonly #rate: TokenRate
  readonly #buckets = new LRUCache<string, TokenBucket>({ max: KEYS })

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
