import { type OrganizationHint, topics } from '@muster/contract/live'
import { type Admission, admit } from './admit.ts'
import type { Membership, Viewer } from './channels.ts'
import { type Pace, pace } from './pace.ts'
import { buildPush } from './wire.ts'

/** Changes of this long go out together, ms. */
const GATHER = 250

type Desk = { viewers: Set<Viewer>; changed: Map<string, Set<string> | 'any'>; pace: Pace }

/** Administrators at their desks, by organisation: hints of what to read again. What they read is guarded anew (D1). */
export class OrganizationHints {
  readonly #admission: Admission
  readonly #desks = new Map<string, Desk>()

  constructor(admission: Admission) {
    this.#admission = admission
  }

  async join(organization_id: string, payload: unknown, viewer: Viewer): Promise<Membership> {
    const stranger = 'organization_forbidden'
    const admitted = await admit(this.#admission, { organization_id, stranger, payload })
    const desk = this.#desks.get(organization_id) ?? this.#openDesk(organization_id)
    viewer.accept('{}')
    desk.viewers.add(viewer)
    return admitted.recheck(viewer, () => {
      desk.viewers.delete(viewer)
      if (desk.viewers.size > 0) return
      desk.pace.stop()
      if (this.#desks.get(organization_id) === desk) this.#desks.delete(organization_id)
    })
  }

  /** No shift named means any of the event's. */
  hint({ organization_id, event_id, shift_ids }: OrganizationHint & { organization_id: string }): void {
    const desk = this.#desks.get(organization_id)
    if (!desk) return
    const known = desk.changed.get(event_id) ?? new Set()
    if (known === 'any' || shift_ids.length === 0) desk.changed.set(event_id, 'any')
    else desk.changed.set(event_id, new Set([...known, ...shift_ids]))
    desk.pace.request()
  }

  /** Hints may have been lost: everybody joins again, and reads what is on the screen. */
  restart(): void {
    for (const { viewers } of this.#desks.values()) {
      for (const viewer of viewers) viewer.end('phx_error', 'resync')
    }
  }

  #openDesk(organization_id: string): Desk {
    const desk: Desk = {
      viewers: new Set(),
      changed: new Map(),
      pace: pace(
        () => tell(organization_id, desk),
        () => GATHER,
      ),
    }
    this.#desks.set(organization_id, desk)
    return desk
  }
}

function tell(organization_id: string, { viewers, changed }: Desk): void {
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
