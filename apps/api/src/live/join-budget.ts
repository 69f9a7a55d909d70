import { TokenBucket } from '../http/token-bucket.ts'
import type { Membership } from './channel.ts'

/** Of one socket. A page joins two topics, an organiser's a few more. */
const SOCKET_JOINS = { capacity: 200, per_second: 2 }
/** As many joins a refused one counts for: it may have asked the database for what does not exist. */
export const REFUSED_JOIN = 5

/** A join that is answered with "no". The reason is for programs. */
export class JoinRefused extends Error {}

/** How often a socket, and its address with it, may still join. */
export class JoinBudget {
  readonly #socket = new TokenBucket(SOCKET_JOINS, performance.now())
  readonly #address: TokenBucket

  constructor(address: TokenBucket) {
    this.#address = address
  }

  /** Counts a join as if it were refused: many may be on their way at once. 0, or the seconds to wait. */
  reserve(): number {
    const ms = performance.now()
    // The socket first: what it is refused does not count against its neighbours.
    return this.#socket.take(ms, REFUSED_JOIN) || this.#address.take(ms, REFUSED_JOIN)
  }

  /** Gives back what a reserved join has not cost. */
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
