import { type OrganizationHint, topics } from '@muster/contract/live'
import type { Admission } from './admission.ts'
import type { Membership, Viewer } from './channel.ts'
import { HINT_GAP, type HintRoom, HintRooms, sendHints } from './hint-rooms.ts'
import { throttle } from './throttle.ts'
import { buildPush } from './wire.ts'

type Room = HintRoom & { changed: Map<string, Set<string> | 'any'> }

/** Hints which shifts to read again. Each read is authorised again (D1). */
export class OrganizationHints {
  readonly #admission: Admission
  readonly #rooms = new HintRooms<Room>()

  constructor(admission: Admission) {
    this.#admission = admission
  }

  async join(organization_id: string, payload: unknown, viewer: Viewer): Promise<Membership> {
    const admitted = await this.#admission.admit({
      findOrganization: async () => organization_id,
      refusal: 'organization_forbidden',
      payload,
    })
    return this.#rooms.enter(organization_id, viewer, admitted, () => createRoom(organization_id))
  }

  hint({ organization_id, event_id, shift_ids }: OrganizationHint & { organization_id: string }): void {
    const room = this.#rooms.get(organization_id)
    if (!room) return
    const known = room.changed.get(event_id) ?? new Set()
    if (known === 'any' || shift_ids.length === 0) room.changed.set(event_id, 'any')
    else room.changed.set(event_id, new Set([...known, ...shift_ids]))
    room.hints.request()
  }

  /** Call when hints may have been lost. Clients join again and read everything that they show. */
  restart(): void {
    for (const { viewers } of this.#rooms.values()) {
      for (const viewer of viewers) viewer.end('phx_error', 'resync')
    }
  }
}

function createRoom(organization_id: string): Room {
  const room: Room = {
    viewers: new Set(),
    changed: new Map(),
    hints: throttle(
      () => sendChanged(organization_id, room),
      () => HINT_GAP,
    ),
  }
  return room
}

function sendChanged(organization_id: string, { viewers, changed }: Room): void {
  const pushes = [...changed].map(([event_id, ids]) => {
    const hint: OrganizationHint = { event_id, shift_ids: ids === 'any' ? [] : [...ids] }
    return buildPush(topics.organization(organization_id), 'changed', JSON.stringify(hint))
  })
  changed.clear()
  sendHints(viewers, pushes)
}
