import { live, type OrganizationHint, topics } from '@muster/contract/live'
import { z } from 'zod'
import type { Gate } from '../http/access.ts'
import { JoinRefused, type Membership, type Viewer } from './channels.ts'
import { type Pace, pace } from './pace.ts'
import { buildPush } from './wire.ts'

/** Changes of this long go out together, ms. */
const GATHER = 250

const joinPayload = z.object({ token: z.string().max(4_096) })
/** Sent after the session was renewed, so that the next check knows the new token. */
const renewal = z.object({ access_token: z.string().max(4_096) })

type Desk = { viewers: Set<Viewer>; changed: Map<string, Set<string> | 'any'>; pace: Pace }

type Opened = { gate: Gate; recheck_ms?: number | undefined }

/** Administrators at their desks, by organisation: hints of what to read again. What they read is guarded anew (D1). */
export class OrganizationHints {
  readonly #gate: Gate
  readonly #recheck_ms: number
  readonly #desks = new Map<string, Desk>()

  constructor({ gate, recheck_ms = live.health_check_ms }: Opened) {
    this.#gate = gate
    this.#recheck_ms = recheck_ms
  }

  async join(organization_id: string, payload: unknown, viewer: Viewer): Promise<Membership> {
    let token = joinPayload.safeParse(payload).data?.token
    if (token === undefined) throw new JoinRefused('session_required')
    const refusal = await this.#findRefusal(organization_id, token)
    if (refusal) throw new JoinRefused(refusal)

    const desk = this.#desks.get(organization_id) ?? this.#openDesk(organization_id)
    viewer.accept('{}')
    desk.viewers.add(viewer)
    // A database that is away ends nobody's session: the next look decides.
    const recheck = setInterval(() => {
      this.#findRefusal(organization_id, token ?? '').then(
        (reason) => reason && viewer.end('phx_error', reason),
        () => undefined,
      )
    }, this.#recheck_ms)
    return {
      receive(event, body) {
        if (event !== 'access_token') return false
        token = renewal.safeParse(body).data?.access_token ?? token
        return true
      },
      leave: () => {
        clearInterval(recheck)
        desk.viewers.delete(viewer)
        if (desk.viewers.size > 0) return
        desk.pace.stop()
        if (this.#desks.get(organization_id) === desk) this.#desks.delete(organization_id)
      },
    }
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

  async #findRefusal(organization_id: string, token: string): Promise<string | undefined> {
    const identity = await this.#gate.identify(token)
    if (!identity) return 'session_invalid'
    return (await this.#gate.isMember(identity.user_id, organization_id))
      ? undefined
      : 'organization_forbidden'
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
