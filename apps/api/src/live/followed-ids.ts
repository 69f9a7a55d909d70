import { JoinRefused } from './join-budget.ts'

/** Maximum for one address in this process: about 15 MB. 500 visitors of a school may each follow 200 shifts. */
const MAX_PER_ADDRESS = 100_000

/** Followed ids are kept in memory until their channel is left. */
export class FollowedIds {
  readonly #by_address = new Map<string, number>()

  /** Throws JoinRefused. Returns a function that gives the ids back and must be called once. */
  hold(address: string, ids: number): () => void {
    const held = this.#count(address) + ids
    if (held > MAX_PER_ADDRESS) {
      throw new JoinRefused(`TooManyIds: an address follows at most ${MAX_PER_ADDRESS}`)
    }
    this.#by_address.set(address, held)
    return () => {
      const others = this.#count(address) - ids
      if (others > 0) this.#by_address.set(address, others)
      else this.#by_address.delete(address)
    }
  }

  #count(address: string): number {
    return this.#by_address.get(address) ?? 0
  }
}
