import type { Process } from '../process.ts'
import type { Station } from '../station.ts'

/** Line over which all bytes leave the processes. */
export class Line {
  readonly #station: Station
  readonly #bytes_per_ms: number
  readonly sent = { pages: 0, states: 0, frames: 0, answers: 0 }
  waiting_bytes = 0
  waiting_bytes_peak = 0

  constructor(station: Station, bits_per_s: number) {
    this.#station = station
    this.#bytes_per_ms = bits_per_s / 8 / 1_000
  }

  *send(what: keyof Line['sent'], length: number): Process {
    this.sent[what] += length
    this.waiting_bytes += length
    this.waiting_bytes_peak = Math.max(this.waiting_bytes_peak, this.waiting_bytes)
    yield* this.#station.serve(length / this.#bytes_per_ms)
    this.waiting_bytes -= length
  }
}
