import { perMinute, type TokenBucket, TokenBuckets } from '../access/token-bucket.ts'

export type AddressLimitOptions = {
  sockets: number
  joins_per_minute: number
}

/** Frames of all sockets of an address, in excess of what each socket may send (`socketLimits`). */
const FRAMES = { capacity: 500, per_second: 200 }

/** Limits within this process. A whole school may share one address. */
export class AddressLimits {
  readonly #max_sockets: number
  readonly #sockets = new Map<string, number>()
  readonly #joins: TokenBuckets
  readonly #frames = new TokenBuckets(FRAMES)

  constructor({ sockets, joins_per_minute }: AddressLimitOptions) {
    this.#max_sockets = sockets
    this.#joins = new TokenBuckets(perMinute(joins_per_minute))
  }

  mayOpenSocket(address: string): boolean {
    return this.#countSockets(address) < this.#max_sockets
  }

  countSocket(address: string): () => void {
    this.#sockets.set(address, this.#countSockets(address) + 1)
    return () => {
      const others = this.#countSockets(address) - 1
      if (others > 0) this.#sockets.set(address, others)
      else this.#sockets.delete(address)
    }
  }

  joinsOf(address: string): TokenBucket {
    return this.#joins.of(address, performance.now())
  }

  framesOf(address: string): TokenBucket {
    return this.#frames.of(address, performance.now())
  }

  #countSockets(address: string): number {
    return this.#sockets.get(address) ?? 0
  }
}
