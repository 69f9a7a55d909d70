import { bytes } from '../frame-bytes.ts'
import { frameGap, limits } from '../limits.ts'
import { type Process, start, Throttle } from '../process.ts'
import type { Station } from '../station.ts'
import type { Change, World } from './world.ts'

/** `length` is in bytes. */
type Frame = { viewers: number; length: number; changes: readonly Change[] }

/** Models the viewers of the event in one process (`live/event-room.ts`, `room-reads.ts`). */
export class Room {
  readonly #world: World
  readonly #loop: Station
  readonly #pool: Station
  readonly #refreshes: Throttle
  readonly #drains: Throttle
  #changes: Change[] = []
  #recounted = new Set<number>()
  #is_failing = false
  /** Number of viewers whose buffer was full. They get the whole state later. */
  #behind = 0
  viewers = 0
  frames = 0

  constructor(world: World, { loop, pool }: { loop: Station; pool: Station }) {
    this.#world = world
    this.#loop = loop
    this.#pool = pool
    this.#refreshes = new Throttle(
      world.clock,
      () => this.#refresh(),
      () => (this.#is_failing ? limits.read_retry : frameGap(this.viewers)),
    )
    this.#drains = new Throttle(
      world.clock,
      () => this.#catchUp(),
      () => limits.drain_check,
    )
  }

  /** Does nothing if there are no viewers, because then there is no room. */
  mark(changes: readonly Change[]): void {
    if (this.viewers === 0 || changes.length === 0) return
    for (const change of changes) this.#changes.push(change)
    this.#refreshes.request()
  }

  recount(shifts: readonly number[]): void {
    if (this.viewers === 0) return
    for (const shift of shifts) this.#recounted.add(shift)
    if (shifts.length > 0) this.#refreshes.request()
  }

  *join(): Process {
    const { costs, line, state_bytes } = this.#world
    yield* this.#loop.serve(costs.request + state_bytes * costs.push.byte)
    yield* line.send('states', state_bytes)
    this.add(1)
  }

  add(viewers: number): void {
    this.viewers += viewers
    this.#world.viewers += viewers
  }

  *#refresh(): Process {
    const changes = this.#changes
    this.#changes = []
    const read = new Set(changes.map(({ shift }) => shift))
    if (read.size > 0 && !(yield* this.#read(read))) {
      this.#is_failing = true
      this.mark(changes)
      return
    }
    this.#is_failing = false
    const counted = [...this.#recounted].filter((shift) => !read.has(shift)).length
    this.#recounted.clear()
    const length = [...read].reduce(
      (sum, shift) => sum + this.#world.bytesOf(shift),
      bytes.frame + counted * bytes.signing_up,
    )
    this.frames += 1
    yield* this.#deliver({ viewers: this.viewers - this.#behind, length, changes })
  }

  *#read(shifts: ReadonlySet<number>): Process<boolean> {
    const { database } = this.#world
    const release = yield* this.#pool.enterWithin(limits.connect_timeout)
    if (!release) return false
    const names = [...shifts].reduce((sum, shift) => sum + this.#world.namesOn(shift), 0)
    yield* database.roundTrip({ names })
    release()
    return true
  }

  /** Sends to `sends_at_once` viewers per turn of the event loop. Requests are answered in between. */
  *#deliver(frame: Frame): Process {
    const { costs } = this.#world
    const each = costs.push.viewer + costs.push.byte * (frame.length - costs.push.frame_bytes)
    for (let left = frame.viewers; left > 0; left -= limits.sends_at_once) {
      const viewers = Math.min(left, limits.sends_at_once)
      if (this.#isSlow()) {
        this.#behind += viewers
        this.#world.skipped += viewers
        continue
      }
      yield* this.#loop.serve(viewers * each)
      start(this.#send({ ...frame, viewers }))
    }
    if (this.#behind > 0) this.#drains.request()
  }

  /** Assumes that every viewer's buffer has the same share of the line, which is one queue for all. */
  #isSlow(): boolean {
    const { line, viewers } = this.#world
    return line.waiting_bytes / viewers > limits.slow_bytes
  }

  *#send({ viewers, length, changes }: Frame): Process {
    const { clock, line, shown } = this.#world
    yield* line.send('frames', viewers * length)
    this.#world.frames_sent += viewers
    for (const { committed_at } of changes) shown.record(clock.now - committed_at, viewers)
  }

  *#catchUp(): Process {
    const { line, state_bytes } = this.#world
    if (line.waiting_bytes > 0) {
      this.#drains.request()
      return
    }
    const viewers = this.#behind
    this.#behind = 0
    yield* this.#deliver({ viewers, length: state_bytes, changes: [] })
  }
}
