import { perMinute, type TokenBucket, TokenBuckets } from '../http/token-bucket.ts'

export type AddressLimitOptions = {
  /** Open at a time. */
  sockets: number
  joins_per_minute: number
}

/** What one address may use of the live channel of this process. A school is one address. */
export class AddressLimits {
  readonly #most_sockets: number
  readonly #sockets = new Map<string, number>()
  readonly #joins: TokenBuckets

  constructor({ sockets, joins_per_minute }: AddressLimitOptions) {
    this.#most_sockets = sockets
    this.#joins = new TokenBuckets(perMinute(joins_per_minute))
  }

  mayOpenSocket(address: string): boolean {
    return this.#countSockets(address) < this.#most_sockets
  }

  /** Returns how to count it no more. */
  openSocket(address: string): () => void {
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

  #countSockets(address: string): number {
    return this.#sockets.get(address) ?? 0
  }
}
