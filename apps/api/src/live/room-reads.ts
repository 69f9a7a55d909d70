import { live } from '@muster/contract/live'
import type { Logger } from '../deps.ts'
import { changeDelay, roomReads } from '../edge/live-metrics.ts'
import { type Throttle, throttle } from './throttle.ts'

/** The frames of this number of viewers take most of the event loop of a process. */
const VIEWERS_AT_FULL_RATE = 2_000
const MORE_VIEWERS_PER_MS = 10
const LONGEST_GAP = 1_000
/** ms between reads while the database does not answer. */
export const RETRY = 1_000

type RoomReadsOptions<Reading> = {
  /** Reads everything if no ids are given. Returns undefined if the event does not exist. */
  read: (shift_ids?: readonly string[]) => Promise<Reading | undefined>
  /** `shift_ids` is undefined if everything was read, and empty if nothing was. */
  apply: (reading: Reading | undefined, shift_ids: readonly string[] | undefined) => Promise<void> | void
  countViewers: () => number
  /** ms between reads of everything, because announcements may be lost. */
  reread_ms: number
  log: Logger
}

/** Returns ms. More viewers get fewer frames, so that requests are answered meanwhile. */
export function frameGap(viewers: number): number {
  const more = Math.max(0, viewers - VIEWERS_AT_FULL_RATE)
  return Math.min(LONGEST_GAP, 1_000 / live.frames_per_second + more / MORE_VIEWERS_PER_MS)
}

/** Reads what was announced: one read at a time, at most 20 a second. */
export class RoomReads<Reading> {
  readonly #options: RoomReadsOptions<Reading>
  readonly #refreshes: Throttle
  readonly #rereads: NodeJS.Timeout
  #settleFirst: { resolve: (exists: boolean) => void; reject: (error: unknown) => void } | undefined
  /** Whether the event exists. */
  readonly first: Promise<boolean>
  #dirty = new Set<string>()
  #isAllDirty = false
  /** When the oldest unread announcement arrived. */
  #marked_at: number | undefined
  #isFailing = false

  constructor(options: RoomReadsOptions<Reading>) {
    this.#options = options
    this.#refreshes = throttle(
      () => this.#refresh(),
      () => (this.#isFailing ? RETRY : frameGap(options.countViewers())),
    )
    this.#rereads = setInterval(() => this.#markAll(), options.reread_ms)
    this.first = new Promise((resolve, reject) => {
      this.#settleFirst = { resolve, reject }
    })
    this.#markAll()
  }

  mark(shift_ids: readonly string[]): void {
    if (shift_ids.length === 0) this.#isAllDirty = true
    for (const id of shift_ids) this.#dirty.add(id)
    this.#marked_at ??= performance.now()
    this.request()
  }

  /** Applies again even if nothing has to be read. */
  request(): void {
    this.#refreshes.request()
  }

  close(): void {
    this.#refreshes.stop()
    clearInterval(this.#rereads)
  }

  /** Leaves `#marked_at` unset, because nothing was announced. */
  #markAll(): void {
    this.#isAllDirty = true
    this.request()
  }

  async #refresh(): Promise<void> {
    const shift_ids = this.#isAllDirty ? undefined : [...this.#dirty]
    this.#isAllDirty = false
    this.#dirty.clear()
    const marked_at = this.#marked_at
    this.#marked_at = undefined
    let reading: Reading | undefined
    try {
      if (shift_ids?.length !== 0) {
        roomReads.inc()
        reading = await this.#options.read(shift_ids)
      }
    } catch (error) {
      this.#isFailing = true
      this.#settleFirst?.reject(error)
      this.#options.log.warn({ err: error }, 'a live read failed; it is repeated')
      this.#marked_at = marked_at
      return this.mark(shift_ids ?? [])
    }
    this.#isFailing = false
    await this.#options.apply(reading, shift_ids)
    if (marked_at !== undefined) changeDelay.observe((performance.now() - marked_at) / 1_000)
    this.#settleFirst?.resolve(reading !== undefined)
  }
}
