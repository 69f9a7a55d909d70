import { notesOf } from '@muster/contract/endpoint'
import { mayRoleUse } from '@muster/contract/rules/route-access'
import type { AppRoute } from '@ts-rest/core'
import type { Admission } from './admission.ts'
import type { Membership, Viewer } from './channel.ts'
import { HINT_GAP, type HintRoom, HintRooms, sendHints } from './hint-rooms.ts'
import { JoinRefused } from './join-budget.ts'
import { throttle } from './throttle.ts'
import { buildPush } from './wire.ts'

type Room = HintRoom & { organization_id: string }

type MemberHintsOptions = {
  admission: Admission
  /** The call that reads what the hints are about: only who may make it hears of changes (M1). */
  call: AppRoute
  topic: (id: string) => string
  findOrganization: (id: string) => Promise<string | undefined>
}

/** Hints members to read one entity of their organisation again. That of another organisation is not found (D1). */
export class MemberHints {
  readonly #options: MemberHintsOptions
  readonly #rooms = new HintRooms<Room>()

  constructor(options: MemberHintsOptions) {
    this.#options = options
  }

  async join(id: string, payload: unknown, viewer: Viewer): Promise<Membership> {
    const { admission, call, findOrganization } = this.#options
    const admitted = await admission.admit({
      findOrganization: () => findOrganization(id),
      refusal: 'not_found',
      payload,
    })
    const { access } = notesOf(call)
    if (typeof access === 'object' && !mayRoleUse(admitted.member.role, access))
      throw new JoinRefused('role_forbidden')
    return this.#rooms.enter(id, viewer, admitted, () => this.#openRoom(id, admitted.organization_id))
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
      () => sendHints(viewers, [push]),
      () => HINT_GAP,
    )
    return { organization_id, viewers, hints }
  }
}
