import { live } from '@muster/contract/live'
import pLimit from 'p-limit'
import type { Logger } from '../deps.ts'
import type { Membership, Viewer } from './channel.ts'
import { EventRoom, type ReadEvent } from './event-room.ts'

/** Of all rooms together: after a lost connection every room reads, and sign-ups come first. */
const CONCURRENT_READS = 4
/** ms. Not at once: a client that joins and leaves in a loop would read the event each time. */
const EMPTY_SWEEP = 10_000

type HubOptions = {
  read: ReadEvent
  countSigningUp: (shift_id: string) => number
  reread_ms?: number | undefined
  log: Logger
}

export class Hub {
  readonly #roomOptions: Omit<ConstructorParameters<typeof EventRoom>[0], 'event_id'>
  readonly #rooms = new Map<string, EventRoom>()
  readonly #sweeps: NodeJS.Timeout

  constructor({ read, countSigningUp, reread_ms = live.health_check_ms, log }: HubOptions) {
    const limit = pLimit(CONCURRENT_READS)
    this.#roomOptions = {
      read: (event_id, shift_ids) => limit(() => read(event_id, shift_ids)),
      countSigningUp,
      reread_ms,
      log,
    }
    this.#sweeps = setInterval(() => {
      for (const [event_id, room] of this.#rooms) this.#closeIfEmpty(event_id, room)
    }, EMPTY_SWEEP)
  }

  async join(event_id: string, viewer: Viewer): Promise<Membership> {
    const room = this.#rooms.get(event_id) ?? this.#openRoom(event_id)
    try {
      await room.enter(viewer)
    } catch (error) {
      this.#closeIfEmpty(event_id, room)
      throw error
    }
    return { leave: () => room.leave(viewer) }
  }

  mark(event_id: string, shift_ids: readonly string[]): void {
    this.#rooms.get(event_id)?.mark(shift_ids)
  }

  recount(event_id: string, shift_id: string): void {
    this.#rooms.get(event_id)?.recount(shift_id)
  }

  rereadAll(): void {
    for (const room of this.#rooms.values()) room.mark([])
  }

  close(): void {
    clearInterval(this.#sweeps)
    for (const room of this.#rooms.values()) room.close()
    this.#rooms.clear()
  }

  #closeIfEmpty(event_id: string, room: EventRoom): void {
    if (!room.isEmpty) return
    room.close()
    if (this.#rooms.get(event_id) === room) this.#rooms.delete(event_id)
  }

  #openRoom(event_id: string): EventRoom {
    const room = new EventRoom({ ...this.#roomOptions, event_id })
    this.#rooms.set(event_id, room)
    return room
  }
}
