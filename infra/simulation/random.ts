export type Random = ReturnType<typeof openRandom>

/** Returns a seeded generator (mulberry32), so that the same seed gives the same figures. */
export function openRandom(seed: number) {
  let state = seed >>> 0

  /** Returns x with 0 ≤ x < 1. */
  function uniform(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  const exponential = (mean: number) => -mean * Math.log(1 - uniform())
  const normal = () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform())

  return {
    uniform,
    exponential,
    /** `sigma` is the standard deviation of the logarithm. */
    lognormal: (mean: number, sigma: number) => mean * Math.exp(sigma * normal() - sigma ** 2 / 2),
    integer: (below: number) => Math.floor(uniform() * below),
  }
}
