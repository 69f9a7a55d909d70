import type { Admitted } from './admission.ts'
import type { Membership, Viewer } from './channel.ts'
import type { Throttle } from './throttle.ts'
import type { Push } from './wire.ts'

/** ms between two hints of a room, because thousands of messages may be settled within a second. */
export const HINT_GAP = 250

export type HintRoom = { viewers: Set<Viewer>; hints: Throttle }

/** Opens each room with its first viewer and removes it with its last. */
export class HintRooms<Room extends HintRoom> {
  readonly #rooms = new Map<string, Room>()

  get(id: string): Room | undefined {
    return this.#rooms.get(id)
  }

  values(): Iterable<Room> {
    return this.#rooms.values()
  }

  enter(id: string, viewer: Viewer, admitted: Admitted, open: () => Room): Membership {
    const room = this.#rooms.get(id) ?? open()
    this.#rooms.set(id, room)
    viewer.accept('{}')
    room.viewers.add(viewer)
    return admitted.open(viewer, () => {
      room.viewers.delete(viewer)
      if (room.viewers.size > 0) return
      room.hints.stop()
      if (this.#rooms.get(id) === room) this.#rooms.delete(id)
    })
  }
}

/** Makes a viewer that is too slow for a hint join again, and then read everything. */
export function sendHints(viewers: Iterable<Viewer>, pushes: readonly Push[]): void {
  for (const viewer of viewers) {
    if (!pushes.every((push) => viewer.send(push))) viewer.end('phx_error', 'resync')
  }
}
