import type { Admission } from './admission.ts'
import type { Membership, Viewer } from './channel.ts'
import { type Throttle, throttle } from './throttle.ts'
import { buildPush, type Push } from './wire.ts'

/** ms between two hints: thousands of messages may be settled in a second. */
const GAP = 250

type Room = { organization_id: string; viewers: Set<Viewer>; hints: Throttle }

type MemberHintsOptions = {
  admission: Admission
  topic: (id: string) => string
  findOrganization: (id: string) => Promise<string | undefined>
}

/** Hints to read one entity of their organisation again. Another's is not found (D1). */
export class MemberHints {
  readonly #options: MemberHintsOptions
  readonly #rooms = new Map<string, Room>()

  constructor(options: MemberHintsOptions) {
    this.#options = options
  }

  async join(id: string, payload: unknown, viewer: Viewer): Promise<Membership> {
    const { admission, findOrganization } = this.#options
    const admitted = await admission.admit({
      findOrganization: () => findOrganization(id),
      refusal: 'not_found',
      payload,
    })
    const room = this.#rooms.get(id) ?? this.#openRoom(id, admitted.organization_id)
    viewer.accept('{}')
    room.viewers.add(viewer)
    return admitted.open(viewer, () => {
      room.viewers.delete(viewer)
      if (room.viewers.size > 0) return
      room.hints.stop()
      if (this.#rooms.get(id) === room) this.#rooms.delete(id)
    })
  }

  hint(id: string): void {
    this.#rooms.get(id)?.hints.request()
  }

  hintOrganization(organization_id: string): void {
    for (const room of this.#rooms.values()) {
      if (room.organization_id === organization_id) room.hints.request()
    }
  }

  hintAll(): void {
    for (const room of this.#rooms.values()) room.hints.request()
  }

  #openRoom(id: string, organization_id: string): Room {
    const push = buildPush(this.#options.topic(id), 'changed', '{}')
    const viewers = new Set<Viewer>()
    const hints = throttle(
      () => send(viewers, push),
      () => GAP,
    )
    const room = { organization_id, viewers, hints }
    this.#rooms.set(id, room)
    return room
  }
}

function send(viewers: Set<Viewer>, push: Push): void {
  // A viewer that is too slow for a hint joins again, and then reads everything.
  for (const viewer of viewers) if (!viewer.send(push)) viewer.end('phx_error', 'resync')
}
