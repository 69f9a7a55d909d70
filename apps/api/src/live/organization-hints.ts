import { type OrganizationHint, topics } from '@muster/contract/live'
import type { Admission } from './admit.ts'
import type { Membership, Viewer } from './channel.ts'
import { type Pace, pace } from './pace.ts'
import { buildPush } from './wire.ts'

/** Changes of this long go out together, ms. */
const GATHER = 250

type Room = { viewers: Set<Viewer>; changed: Map<string, Set<string> | 'any'>; pace: Pace }

/** Administrators in one room per organisation: hints of what to read again. What they read is guarded anew (D1). */
export class OrganizationHints {
  readonly #admission: Admission
  readonly #rooms = new Map<string, Room>()

  constructor(admission: Admission) {
    this.#admission = admission
  }

  async join(organization_id: string, payload: unknown, viewer: Viewer): Promise<Membership> {
    const admitted = await this.#admission.admit({
      findOrganization: async () => organization_id,
      stranger: 'organization_forbidden',
      payload,
    })
    const room = this.#rooms.get(organization_id) ?? this.#openRoom(organization_id)
    viewer.accept('{}')
    room.viewers.add(viewer)
    return admitted.hold(viewer, () => {
      room.viewers.delete(viewer)
      if (room.viewers.size > 0) return
      room.pace.stop()
      if (this.#rooms.get(organization_id) === room) this.#rooms.delete(organization_id)
    })
  }

  /** No shift named means any of the event's. */
  hint({ organization_id, event_id, shift_ids }: OrganizationHint & { organization_id: string }): void {
    const room = this.#rooms.get(organization_id)
    if (!room) return
    const known = room.changed.get(event_id) ?? new Set()
    if (known === 'any' || shift_ids.length === 0) room.changed.set(event_id, 'any')
    else room.changed.set(event_id, new Set([...known, ...shift_ids]))
    room.pace.request()
  }

  /** Hints may have been lost: everybody joins again, and reads what is on the screen. */
  restart(): void {
    for (const { viewers } of this.#rooms.values()) {
      for (const viewer of viewers) viewer.end('phx_error', 'resync')
    }
  }

  #openRoom(organization_id: string): Room {
    const room: Room = {
      viewers: new Set(),
      changed: new Map(),
      pace: pace(
        () => tell(organization_id, room),
        () => GATHER,
      ),
    }
    this.#rooms.set(organization_id, room)
    return room
  }
}

function tell(organization_id: string, { viewers, changed }: Room): void {
  const pushes = [...changed].map(([event_id, ids]) => {
    const hint: OrganizationHint = { event_id, shift_ids: ids === 'any' ? [] : [...ids] }
    return buildPush(topics.organization(organization_id), 'changed', JSON.stringify(hint))
  })
  changed.clear()
  for (const viewer of viewers) {
    // Too slow for a hint: joining again makes it read everything.
    if (!pushes.every((push) => viewer.send(push))) viewer.end('phx_error', 'resync')
  }
}
