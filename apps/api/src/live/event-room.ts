import { live, topics } from '@muster/contract/live'
import { type PublicShift, publicShift } from '@muster/contract/public-event'
import type { Logger } from '../deps.ts'
import type { Viewer } from './channel.ts'
import { Hub } from './hub.ts'
import { JoinRefused } from './join-budget.ts'
import { RoomReads } from './room-reads.ts'
import { sendInTurns } from './send-in-turns.ts'
import { type Throttle, throttle } from './throttle.ts'
import { buildPush, type Push } from './wire.ts'

/** `as_of`: database time just after the read. */
export type EventReading = { as_of: string; shifts: PublicShift[] }
/** `room`: id of an event, or `roomOf`. */
export type ReadEvent = (room: string, shift_ids?: readonly string[]) => Promise<EventReading | undefined>

/** ms between checks of viewers that were too slow. */
export const DRAIN_CHECK = 100

/** D49: the room of those who have the event's link key. */
export const roomOf = (event_id: string, link_key: string): string => `${event_id} ${link_key}`

export function eventOf(room: string): { event_id: string; link_key: string | undefined } {
  const [event_id = room, link_key] = room.split(' ')
  return { event_id, link_key }
}

type RoomOptions = {
  event_id: string
  read: ReadEvent
  countSigningUp: (shift_id: string) => number
  /** ms */
  reread_ms: number
  log: Logger
}

/** `json` is the shift without `signing_up`. */
type Sent = { shift: PublicShift; json: string; signing_up: number }

/** Returns the JSON of a `LiveShift`. */
const toJson = ({ json, signing_up }: Sent) => `${json.slice(0, -1)},"signing_up":${signing_up}}`

export type EventHub = Hub<Viewer, EventReading, EventRoom>

export function createEventHub({
  read,
  countSigningUp,
  reread_ms = live.health_check_ms,
  log,
}: Omit<RoomOptions, 'event_id' | 'reread_ms'> & { reread_ms?: number | undefined }): EventHub {
  return new Hub({
    read,
    openRoom: (room, limitedRead) =>
      new EventRoom({
        ...eventOf(room),
        read: (_event_id, shift_ids) => limitedRead(room, shift_ids),
        countSigningUp,
        reread_ms,
        log,
      }),
  })
}

/** Keeps the last sent state, so that a join costs no query and an unchanged shift no frame. */
export class EventRoom {
  readonly #event_id: string
  readonly #countSigningUp: (shift_id: string) => number
  readonly #viewers = new Set<Viewer>()
  readonly #behind = new Set<Viewer>()
  readonly #reads: RoomReads<EventReading>
  readonly #drains: Throttle
  #entering = 0

  #n = 0
  #as_of = ''
  #shifts = new Map<string, PublicShift>()
  #sent = new Map<string, Sent>()

  #recount = new Set<string>()
  #is_gone = false

  constructor({ event_id, read, countSigningUp, reread_ms, log }: RoomOptions) {
    this.#event_id = event_id
    this.#countSigningUp = countSigningUp
    this.#drains = throttle(
      () => this.#catchUp(),
      () => DRAIN_CHECK,
    )
    this.#reads = new RoomReads({
      read: (shift_ids) => read(event_id, shift_ids),
      apply: (reading, shift_ids) => this.#apply(reading, shift_ids),
      countViewers: () => this.#viewers.size,
      reread_ms,
      log,
    })
  }

  get isGone(): boolean {
    return this.#is_gone
  }

  get isEmpty(): boolean {
    return this.#viewers.size === 0 && this.#entering === 0
  }

  async enter(viewer: Viewer): Promise<void> {
    this.#entering += 1
    try {
      if (!(await this.#reads.first) || this.#is_gone) throw new JoinRefused('not_found')
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
    this.#reads.mark(shift_ids)
  }

  recount(shift_id: string): void {
    this.#recount.add(shift_id)
    this.#reads.request()
  }

  close(): void {
    this.#reads.close()
    this.#drains.stop()
  }

  /** Resolves when the frame is written. Until then changes are collected for the next frame. */
  async #apply(reading: EventReading | undefined, shift_ids: readonly string[] | undefined): Promise<void> {
    if (shift_ids) for (const id of shift_ids) this.#shifts.delete(id)
    else this.#shifts.clear()
    for (const shift of reading?.shifts ?? []) this.#shifts.set(shift.id, shift)
    this.#advance(reading)
    if (!shift_ids && !reading) return await this.#endAll()
    await this.#publish(
      new Set([...(shift_ids ?? [...this.#shifts.keys(), ...this.#sent.keys()]), ...this.#recount]),
    )
  }

  /** Never moves `as_of` back, even if the database's clock is set back. */
  #advance(reading: EventReading | undefined): void {
    if (reading && reading.as_of > this.#as_of) this.#as_of = reading.as_of
  }

  async #publish(candidates: Set<string>): Promise<void> {
    this.#recount.clear()
    const { changed, removed, counted } = this.#updateSent(candidates)
    if (changed.length === 0 && removed.length === 0 && counted.length === 0) return
    this.#n += 1
    const head = `"n":${this.#n},"as_of":${JSON.stringify(this.#as_of)}`
    const counts = counted.length > 0 ? `,"signing_up":${JSON.stringify(Object.fromEntries(counted))}` : ''
    const payload = `{${head},"shifts":[${changed.join(',')}],"removed":${JSON.stringify(removed)}${counts}}`
    await this.#deliver(buildPush(topics.event(this.#event_id), 'shifts', payload))
  }

  /** `changed`: JSON texts. `counted`: shifts of which only the number of visitors has changed. */
  #updateSent(candidates: Iterable<string>) {
    const changed: string[] = []
    const removed: string[] = []
    const counted: [id: string, signing_up: number][] = []
    for (const id of candidates) {
      const shift = this.#shifts.get(id)
      if (!shift) {
        if (this.#sent.delete(id)) removed.push(id)
        continue
      }
      const before = this.#sent.get(id)
      const signing_up = this.#countSigningUp(id)
      // D22: parsing drops what the contract does not declare.
      const json = before?.shift === shift ? before.json : JSON.stringify(publicShift.parse(shift))
      const sent = { shift, json, signing_up }
      this.#sent.set(id, sent)
      if (json !== before?.json) changed.push(toJson(sent))
      else if (signing_up !== before.signing_up) counted.push([id, signing_up])
    }
    return { changed, removed, counted }
  }

  async #deliver(push: Push): Promise<void> {
    // Viewers who enter or catch up during the pauses already have this frame.
    const viewers = [...this.#viewers].filter((each) => !this.#behind.has(each))
    await sendInTurns(viewers, (viewer) => {
      if (!viewer.send(push)) this.#behind.add(viewer)
    })
    if (this.#behind.size > 0) this.#drains.request()
  }

  /** Sends the whole state to viewers that were too slow for some frames, once nothing is buffered for them. */
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
    return `{${head},"shifts":[${[...this.#sent.values()].map(toJson).join(',')}]}`
  }

  async #endAll(): Promise<void> {
    this.#is_gone = true
    await this.#publish(new Set(this.#sent.keys()))
    for (const viewer of this.#viewers) viewer.end('phx_close', 'not_found')
  }
}
