import { setTimeout as sleep } from 'node:timers/promises'
import pLimit from 'p-limit'
import type { Membership } from './channel.ts'

/** Maximum for all rooms together: after a lost connection every room reads, and sign-ups have priority. */
const CONCURRENT_READS = 4
/** ms between the first reads of two rooms: when another server fails, the rooms of its events open here at once. */
const OPENING_GAP = 20
/** ms between checks for empty rooms. Closed at once, a client that joins in a loop would cause a read each time. */
const EMPTY_SWEEP = 10_000

export type Room<Viewer> = {
  readonly isEmpty: boolean
  /** True once the event was found to be deleted, or a draft. */
  readonly isGone: boolean
  enter(viewer: Viewer): Promise<void>
  leave(viewer: Viewer): void
  /** Marks shifts as changed; an empty list means any of the event. */
  mark(shift_ids: readonly string[]): void
  close(): void
}

type Read<Reading> = (event_id: string, shift_ids?: readonly string[]) => Promise<Reading | undefined>

type HubOptions<Reading, R> = {
  read: Read<Reading>
  openRoom: (event_id: string, read: Read<Reading>) => R
}

/** Holds one room for each event that has viewers. */
export class Hub<Viewer, Reading, R extends Room<Viewer>> {
  readonly #open: (event_id: string) => R
  readonly #rooms = new Map<string, R>()
  readonly #sweeps: NodeJS.Timeout

  constructor({ read, openRoom }: HubOptions<Reading, R>) {
    const limit = pLimit(CONCURRENT_READS)
    let opens_at = Number.NEGATIVE_INFINITY
    const waitForTurn = async () => {
      const now = performance.now()
      opens_at = Math.max(opens_at + OPENING_GAP, now)
      if (opens_at > now) await sleep(opens_at - now)
    }
    this.#open = (event_id) => {
      let isOpening = true
      return openRoom(event_id, async (id, shift_ids) => {
        if (isOpening) await waitForTurn()
        isOpening = false
        return limit(() => read(id, shift_ids))
      })
    }
    this.#sweeps = setInterval(() => {
      for (const [event_id, room] of this.#rooms) this.#closeIfEmpty(event_id, room)
    }, EMPTY_SWEEP)
  }

  async join(event_id: string, viewer: Viewer): Promise<Membership> {
    const known = this.#rooms.get(event_id)
    // A draft that is published again needs a new room: the old one has ended its viewers.
    const room = !known || known.isGone ? this.#openRoom(event_id) : known
    try {
      await room.enter(viewer)
    } catch (error) {
      this.#closeIfEmpty(event_id, room)
      throw error
    }
    return { leave: () => room.leave(viewer) }
  }

  find(event_id: string): R | undefined {
    return this.#rooms.get(event_id)
  }

  mark(event_id: string, shift_ids: readonly string[]): void {
    this.find(event_id)?.mark(shift_ids)
  }

  rereadAll(): void {
    for (const room of this.#rooms.values()) room.mark([])
  }

  close(): void {
    clearInterval(this.#sweeps)
    for (const room of this.#rooms.values()) room.close()
    this.#rooms.clear()
  }

  #closeIfEmpty(event_id: string, room: R): void {
    if (!room.isEmpty) return
    room.close()
    if (this.#rooms.get(event_id) === room) this.#rooms.delete(event_id)
  }

  #openRoom(event_id: string): R {
    this.#rooms.get(event_id)?.close()
    const room = this.#open(event_id)
    this.#rooms.set(event_id, room)
    return room
  }
}
