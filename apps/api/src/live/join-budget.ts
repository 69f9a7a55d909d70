import { TokenBucket } from '../access/token-bucket.ts'
import type { Membership } from './channel.ts'

/** Joins of one socket. A public page joins two topics, an administrator's page a few more. */
const SOCKET_JOINS = { capacity: 200, per_second: 2 }
/** Number of joins that a refused one counts as: it may have queried the database for an unknown id. */
export const REFUSED_JOIN = 5

export class JoinRefused extends Error {}

export class JoinBudget {
  readonly #socket = new TokenBucket(SOCKET_JOINS, performance.now())
  readonly #address: TokenBucket

  constructor(address: TokenBucket) {
    this.#address = address
  }

  /** Counts a join as refused until it is settled: many may be pending at once. Returns 0, or the seconds to wait. */
  reserve(): number {
    const ms = performance.now()
    // Asks the socket first: its refusals must not count against others at the same address.
    return this.#socket.take(ms, REFUSED_JOIN) || this.#address.take(ms, REFUSED_JOIN)
  }

  async settle(joining: Promise<Membership>): Promise<Membership> {
    let isRefused = false
    try {
      return await joining
    } catch (error) {
      isRefused = error instanceof JoinRefused
      throw error
    } finally {
      if (!isRefused) for (const bucket of [this.#socket, this.#address]) bucket.giveBack(REFUSED_JOIN - 1)
    }
  }
}
