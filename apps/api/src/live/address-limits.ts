import { perMinute, TokenBuckets } from '../token-bucket.ts'

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

  /** 0, or after how many seconds the address may join again. */
  takeJoin(address: string): number {
    const ms = performance.now()
    return this.#joins.of(address, ms).take(ms)
  }

  /** Takes as many joins from the address as the one just refused has cost. */
  chargeJoins(address: string, joins: number): void {
    const ms = performance.now()
    this.#joins.of(address, ms).charge(ms, joins)
  }

  #countSockets(address: string): number {
    return this.#sockets.get(address) ?? 0
  }
}
