import { type PublicShift, publicShift } from '@muster/contract/events'
import { type LiveShift, live, topics } from '@muster/contract/live'
import type { Logger } from '../deps.ts'
import type { Viewer } from './channel.ts'
import { JoinRefused } from './join-budget.ts'
import { type Pace, pace } from './pace.ts'
import { buildPush, type Push } from './wire.ts'

/** The shifts of an event (all, or those named) and the database's time just after they were read. */
export type EventReading = { as_of: string; shifts: PublicShift[] }
/** Undefined when the event is gone. */
export type ReadEvent = (event_id: string, shift_ids?: readonly string[]) => Promise<EventReading | undefined>

/** What one process writes to all viewers together; with more viewers a topic gets fewer frames, at least one a second. */
const DELIVERIES_PER_MS = 40
/** How often a reader that was too slow is looked at, ms. */
const DRAIN_CHECK = 100
/** Between two attempts while the database is away, ms. */
const RETRY = 1_000

type Opened = {
  event_id: string
  read: ReadEvent
  countSigningUp: (shift_id: string) => number
  /** All is read again this often, ms: announcements are hints and may be lost. */
  reread_ms: number
  log: Logger
}

/**
 * Everybody who watches one event in this process. Changes are read once, built into one frame and
 * written to all. What was sent last is kept, so that a join costs no query and an unchanged shift no frame.
 */
export class EventRoom {
  readonly #event_id: string
  readonly #read: ReadEvent
  readonly #countSigningUp: (shift_id: string) => number
  readonly #log: Logger
  readonly #viewers = new Set<Viewer>()
  readonly #behind = new Set<Viewer>()
  readonly #pace: Pace
  readonly #drains: Pace
  readonly #rereads: NodeJS.Timeout
  /** Whether there is such an event. */
  readonly #firstReading: Promise<boolean>
  #opened: { resolve: (exists: boolean) => void; reject: (error: unknown) => void } | undefined
  #entering = 0

  /** Counts the frames; all viewers share it. */
  #n = 0
  #as_of = ''
  #shifts = new Map<string, PublicShift>()
  /** Each shift as viewers have it, as JSON. */
  #sent = new Map<string, string>()

  #dirty = new Set<string>()
  #isAllDirty = false
  #recount = new Set<string>()
  #isFailing = false
  #isGone = false

  constructor({ event_id, read, countSigningUp, reread_ms, log }: Opened) {
    this.#event_id = event_id
    this.#read = read
    this.#countSigningUp = countSigningUp
    this.#log = log
    this.#pace = pace(
      () => this.#refresh(),
      () => (this.#isFailing ? RETRY : this.#gap()),
    )
    this.#drains = pace(
      () => this.#catchUp(),
      () => DRAIN_CHECK,
    )
    this.#rereads = setInterval(() => this.mark([]), reread_ms)
    this.#firstReading = new Promise((resolve, reject) => {
      this.#opened = { resolve, reject }
    })
    this.mark([])
  }

  get isEmpty(): boolean {
    return this.#viewers.size === 0 && this.#entering === 0
  }

  /** Answers the viewer's join with the present state. Throws JoinRefused if there is no such event. */
  async enter(viewer: Viewer): Promise<void> {
    this.#entering += 1
    try {
      if (!(await this.#firstReading) || this.#isGone) throw new JoinRefused('not_found')
    } finally {
      this.#entering -= 1
    }
    viewer.accept(this.#stateJson())
    this.#viewers.add(viewer)
  }

  leave(viewer: Viewer): void {
    this.#viewers.delete(viewer)
    this.#behind.delete(viewer)
  }

  /** These shifts may have changed; none named means any. */
  mark(shift_ids: readonly string[]): void {
    if (shift_ids.length === 0) this.#isAllDirty = true
    for (const id of shift_ids) this.#dirty.add(id)
    this.#pace.request()
  }

  /** The number of people on this shift's sign-up page has changed: no reason to ask the database. */
  recount(shift_id: string): void {
    this.#recount.add(shift_id)
    this.#pace.request()
  }

  close(): void {
    this.#pace.stop()
    this.#drains.stop()
    clearInterval(this.#rereads)
  }

  async #refresh(): Promise<void> {
    const isAll = this.#isAllDirty
    const dirty = [...this.#dirty]
    this.#isAllDirty = false
    this.#dirty.clear()
    try {
      if (isAll && !(await this.#readAll())) return this.#endAll()
      if (!isAll && dirty.length > 0) await this.#readSome(dirty)
    } catch (error) {
      this.#isFailing = true
      this.#opened?.reject(error)
      this.#log.warn({ err: error }, 'a live reading failed; it is repeated')
      return this.mark(isAll ? [] : dirty)
    }
    this.#isFailing = false
    const candidates = isAll ? [...this.#shifts.keys(), ...this.#sent.keys()] : dirty
    this.#publish(new Set([...candidates, ...this.#recount]))
    this.#opened?.resolve(true)
  }

  async #readAll(): Promise<boolean> {
    const reading = await this.#read(this.#event_id)
    this.#shifts = new Map(reading?.shifts.map((shift) => [shift.id, shift]))
    this.#advance(reading)
    return reading !== undefined
  }

  async #readSome(shift_ids: readonly string[]): Promise<void> {
    const reading = await this.#read(this.#event_id, shift_ids)
    for (const id of shift_ids) this.#shifts.delete(id)
    for (const shift of reading?.shifts ?? []) this.#shifts.set(shift.id, shift)
    this.#advance(reading)
  }

  /** Never backwards, whatever the database's clock does. */
  #advance(reading: EventReading | undefined): void {
    if (reading && reading.as_of > this.#as_of) this.#as_of = reading.as_of
  }

  /** One frame with those of the shifts that are not as viewers have them. */
  #publish(candidates: Set<string>): void {
    this.#recount.clear()
    const { changed, removed } = this.#remember(candidates)
    if (changed.length === 0 && removed.length === 0) return
    this.#n += 1
    const head = `"n":${this.#n},"as_of":${JSON.stringify(this.#as_of)}`
    const payload = `{${head},"shifts":[${changed.join(',')}],"removed":${JSON.stringify(removed)}}`
    this.#deliver(buildPush(topics.event(this.#event_id), 'shifts', payload))
  }

  #remember(candidates: Iterable<string>): { changed: string[]; removed: string[] } {
    const changed: string[] = []
    const removed: string[] = []
    for (const id of candidates) {
      const shift = this.#shifts.get(id)
      if (!shift) {
        if (this.#sent.delete(id)) removed.push(id)
        continue
      }
      const json = this.#liveShiftJson(shift)
      if (json === this.#sent.get(id)) continue
      this.#sent.set(id, json)
      changed.push(json)
    }
    return { changed, removed }
  }

  /** D22: the contract's shape drops whatever it does not declare. */
  #liveShiftJson(shift: PublicShift): string {
    const shown: LiveShift = { ...publicShift.parse(shift), signing_up: this.#countSigningUp(shift.id) }
    return JSON.stringify(shown)
  }

  #deliver(push: Push): void {
    for (const viewer of this.#viewers) {
      if (this.#behind.has(viewer)) continue
      if (!viewer.send(push)) this.#behind.add(viewer)
    }
    if (this.#behind.size > 0) this.#drains.request()
  }

  /** Who was too slow for some frames gets the whole state once the line is free. */
  #catchUp(): void {
    const ready = [...this.#behind].filter((viewer) => viewer.isDrained())
    if (ready.length > 0) {
      const push = buildPush(topics.event(this.#event_id), 'state', this.#stateJson())
      for (const viewer of ready) if (viewer.send(push)) this.#behind.delete(viewer)
    }
    if (this.#behind.size > 0) this.#drains.request()
  }

  #stateJson(): string {
    const head = `"n":${this.#n},"as_of":${JSON.stringify(this.#as_of)}`
    return `{${head},"shifts":[${[...this.#sent.values()].join(',')}]}`
  }

  /** The event is gone: its shifts leave the screens, and the topic ends. */
  #endAll(): void {
    this.#isGone = true
    this.#opened?.resolve(false)
    this.#publish(new Set(this.#sent.keys()))
    for (const viewer of this.#viewers) viewer.end('phx_close', 'not_found')
  }

  #gap(): number {
    const gap = 1_000 / live.frames_per_second
    return Math.min(1_000, Math.max(gap, this.#viewers.size / DELIVERIES_PER_MS))
  }
}
