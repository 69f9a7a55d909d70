const SMALLEST = 0.001
const GROWTH = Math.log(1.01)

/** Times in ms, in classes 1 % wide. Millions of them fit, and quantiles are exact to 1 %. */
export class Histogram {
  readonly #classes: number[] = []
  #sum = 0
  count = 0
  max = 0

  record(ms: number, times = 1): void {
    const at = ms <= SMALLEST ? 0 : 1 + Math.floor(Math.log(ms / SMALLEST) / GROWTH)
    while (this.#classes.length <= at) this.#classes.push(0)
    this.#classes[at] = (this.#classes[at] ?? 0) + times
    this.#sum += ms * times
    this.count += times
    this.max = Math.max(this.max, ms)
  }

  get mean(): number {
    return this.count === 0 ? 0 : this.#sum / this.count
  }

  quantile(share: number): number {
    let left = share * this.count
    for (const [at, times] of this.#classes.entries()) {
      left -= times
      if (left <= 0 && times > 0)
        return at === 0 ? 0 : Math.min(this.max, SMALLEST * Math.exp(GROWTH * (at - 0.5)))
    }
    return this.max
  }
}
