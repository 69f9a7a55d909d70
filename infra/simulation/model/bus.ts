import { bytes } from '../frame-bytes.ts'
import { countGap, limits } from '../limits.ts'
import { type Process, start, Throttle } from '../process.ts'
import type { Change, World } from './world.ts'

export type Batch = { changes: readonly Change[]; presence: readonly number[] }
export type Listener = { receive: (batch: Batch) => Process }

/** End of the bus in one process. Announcements are collected for 10 ms, then one NOTIFY tells all others. */
export class Bus {
  readonly #world: World
  readonly #others: () => readonly Listener[]
  readonly #sending: Throttle
  #changes: Change[] = []
  #presence = new Set<number>()

  constructor(world: World, others: () => readonly Listener[]) {
    this.#world = world
    this.#others = others
    this.#sending = new Throttle(
      world.clock,
      () => this.#send(),
      () => limits.bus_gap,
    )
  }

  publish({ changes, presence }: Batch): void {
    this.#changes.push(...changes)
    for (const shift of presence) this.#presence.add(shift)
    this.#sending.request()
  }

  *#send(): Process {
    const batch = { changes: this.#changes, presence: [...this.#presence] }
    if (batch.changes.length + batch.presence.length === 0) return
    this.#changes = []
    this.#presence = new Set()
    yield* this.#world.database.notify()
    for (const other of this.#others()) start(other.receive(batch))
  }
}

/** Number of visitors with an open form. All viewers see it at the shift, and these visitors in the form too. */
export class Presence {
  readonly #world: World
  readonly #onCounted: (shifts: readonly number[]) => Process
  readonly #bus: Bus
  readonly #counting: Throttle
  readonly #forms = new Map<number, number>()
  #visitors = 0
  #changed = new Set<number>()
  #own = new Set<number>()

  constructor(world: World, bus: Bus, onCounted: (shifts: readonly number[]) => Process) {
    this.#world = world
    this.#bus = bus
    this.#onCounted = onCounted
    this.#counting = new Throttle(
      world.clock,
      () => this.#count(),
      () => countGap(this.#visitors),
    )
  }

  /** Adds a form that was counted before the opening. */
  openBefore(shift: number): void {
    this.#add(shift, 1)
  }

  /** `by` is 1 when a form opens, −1 when it closes. */
  change(shift: number, by: 1 | -1): void {
    this.#add(shift, by)
    this.#own.add(shift)
    this.receive([shift])
  }

  receive(shifts: readonly number[]): void {
    for (const shift of shifts) this.#changed.add(shift)
    if (shifts.length > 0) this.#counting.request()
  }

  *#count(): Process {
    const shifts = [...this.#changed]
    this.#bus.publish({ changes: [], presence: [...this.#own] })
    this.#changed = new Set()
    this.#own = new Set()
    yield* this.#onCounted(shifts)
    const told = this.formsOf(shifts)
    if (told === 0) return
    yield* this.#world.line.send('frames', told * bytes.count)
    this.#world.frames_sent += told
  }

  #add(shift: number, by: 1 | -1): void {
    this.#forms.set(shift, (this.#forms.get(shift) ?? 0) + by)
    this.#visitors += by
  }

  formsOf(shifts: readonly number[]): number {
    return shifts.reduce((sum, shift) => sum + (this.#forms.get(shift) ?? 0), 0)
  }
}
