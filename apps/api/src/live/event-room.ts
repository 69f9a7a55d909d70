import { type PublicShift, publicShift } from '@muster/contract/events'
import { type LiveShift, live, topics } from '@muster/contract/live'
import type { Logger } from '../deps.ts'
import type { Viewer } from './channel.ts'
import { JoinRefused } from './join-budget.ts'
import { type Throttle, throttle } from './throttle.ts'
import { buildPush, type Push } from './wire.ts'

/** `as_of`: database time just after the read. */
export type EventReading = { as_of: string; shifts: PublicShift[] }
export type ReadEvent = (event_id: string, shift_ids?: readonly string[]) => Promise<EventReading | undefined>

/** Of one process to all viewers: a room with more viewers sends fewer frames, at least one a second. */
const DELIVERIES_PER_MS = 40
/** ms between checks of viewers that were too slow. */
const DRAIN_CHECK = 100
/** ms between reads while the database does not answer. */
const RETRY = 1_000

type RoomOptions = {
  event_id: string
  read: ReadEvent
  countSigningUp: (shift_id: string) => number
  /** ms. Announcements may be lost: everything is read again this often. */
  reread_ms: number
  log: Logger
}

/** The last sent state is kept, so that a join costs no query and an unchanged shift no frame. */
export class EventRoom {
  readonly #event_id: string
  readonly #read: ReadEvent
  readonly #countSigningUp: (shift_id: string) => number
  readonly #log: Logger
  readonly #viewers = new Set<Viewer>()
  readonly #behind = new Set<Viewer>()
  readonly #refreshes: Throttle
  readonly #drains: Throttle
  readonly #rereads: NodeJS.Timeout
  readonly #firstRead: Promise<boolean>
  #settleFirstRead: { resolve: (exists: boolean) => void; reject: (error: unknown) => void } | undefined
  #entering = 0

  #n = 0
  #as_of = ''
  #shifts = new Map<string, PublicShift>()
  #sent = new Map<string, string>()

  #dirty = new Set<string>()
  #isAllDirty = false
  #recount = new Set<string>()
  #isFailing = false
  #isGone = false

  constructor({ event_id, read, countSigningUp, reread_ms, log }: RoomOptions) {
    this.#event_id = event_id
    this.#read = read
    this.#countSigningUp = countSigningUp
    this.#log = log
    this.#refreshes = throttle(
      () => this.#refresh(),
      () => (this.#isFailing ? RETRY : this.#gap()),
    )
    this.#drains = throttle(
      () => this.#catchUp(),
      () => DRAIN_CHECK,
    )
    this.#rereads = setInterval(() => this.mark([]), reread_ms)
    this.#firstRead = new Promise((resolve, reject) => {
      this.#settleFirstRead = { resolve, reject }
    })
    this.mark([])
  }

  get isEmpty(): boolean {
    return this.#viewers.size === 0 && this.#entering === 0
  }

  async enter(viewer: Viewer): Promise<void> {
    this.#entering += 1
    try {
      if (!(await this.#firstRead) || this.#isGone) throw new JoinRefused('not_found')
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

  mark(shift_ids: readonly string[]): void {
    if (shift_ids.length === 0) this.#isAllDirty = true
    for (const id of shift_ids) this.#dirty.add(id)
    this.#refreshes.request()
  }

  recount(shift_id: string): void {
    this.#recount.add(shift_id)
    this.#refreshes.request()
  }

  close(): void {
    this.#refreshes.stop()
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
      this.#settleFirstRead?.reject(error)
      this.#log.warn({ err: error }, 'a live read failed; it is repeated')
      return this.mark(isAll ? [] : dirty)
    }
    this.#isFailing = false
    const candidates = isAll ? [...this.#shifts.keys(), ...this.#sent.keys()] : dirty
    this.#publish(new Set([...candidates, ...this.#recount]))
    this.#settleFirstRead?.resolve(true)
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

  /** Never backwards, even when the database's clock is. */
  #advance(reading: EventReading | undefined): void {
    if (reading && reading.as_of > this.#as_of) this.#as_of = reading.as_of
  }

  #publish(candidates: Set<string>): void {
    this.#recount.clear()
    const { changed, removed } = this.#updateSent(candidates)
    if (changed.length === 0 && removed.length === 0) return
    this.#n += 1
    const head = `"n":${this.#n},"as_of":${JSON.stringify(this.#as_of)}`
    const payload = `{${head},"shifts":[${changed.join(',')}],"removed":${JSON.stringify(removed)}}`
    this.#deliver(buildPush(topics.event(this.#event_id), 'shifts', payload))
  }

  #updateSent(candidates: Iterable<string>): { changed: string[]; removed: string[] } {
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

  /** D22: parsing drops what the contract does not declare. */
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

  /** Viewers that were too slow for some frames get the whole state once nothing is buffered for them. */
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

  #endAll(): void {
    this.#isGone = true
    this.#settleFirstRead?.resolve(false)
    this.#publish(new Set(this.#sent.keys()))
    for (const viewer of this.#viewers) viewer.end('phx_close', 'not_found')
  }

  #gap(): number {
    const gap = 1_000 / live.frames_per_second
    return Math.min(1_000, Math.max(gap, this.#viewers.size / DELIVERIES_PER_MS))
  }
}
