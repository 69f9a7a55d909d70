import { live } from '@muster/contract/live'
import pLimit from 'p-limit'
import { z } from 'zod'
import type { Gate, Identity } from '../http/access.ts'
import type { Membership, Viewer } from './channel.ts'
import { JoinRefused } from './join-budget.ts'

const joinPayload = z.object({ token: z.string().max(4_096) })
/** Sent after the session was renewed, so that the next check knows the new token. */
const renewal = z.object({ access_token: z.string().max(4_096) })

/** Connections to the database that joins use at a time. */
const AT_ONCE = 4

/** A user who was let in to an organisation. */
type Holder = { identity: Identity; organization_id: string }

export type LiveGate = Gate & {
  /** D7: those who would be let in again: token not expired, session living, member still. Asks in one statement. */
  filterAllowed<H extends Holder>(holders: readonly H[]): Promise<Set<H>>
}

type Request = {
  /** Whose topic it is. Undefined: there is no such topic. */
  findOrganization: () => Promise<string | undefined>
  /** What the join of a topic is answered that is another organisation's, or nobody's: which of them is not said. */
  stranger: 'organization_forbidden' | 'not_found'
  payload: unknown
}

export type Admitted = {
  organization_id: string
  /** The membership of a viewer who stays only as long as their session lives and they belong to the organisation. */
  hold(viewer: Viewer, leave: () => void): Membership
}

type Held = Holder & { end(reason: string): void }

/** Lets members of an organisation join its topics (D1), and ends what they joined with their session (D7). */
export class Admission {
  readonly #gate: LiveGate
  readonly #limit = pLimit(AT_ONCE)
  readonly #held = new Set<Held>()
  readonly #rechecks: NodeJS.Timeout

  constructor({
    gate,
    recheck_ms = live.session_check_ms,
  }: { gate: LiveGate; recheck_ms?: number | undefined }) {
    this.#gate = gate
    // A database that is away ends nobody's session: the next check decides.
    this.#rechecks = setInterval(() => void this.#recheck().catch(() => undefined), recheck_ms)
  }

  /** Throws `JoinRefused` to everybody but members. */
  async admit({ findOrganization, stranger, payload }: Request): Promise<Admitted> {
    const { data } = joinPayload.safeParse(payload)
    if (!data) throw new JoinRefused('session_required')
    // The token first: without one nothing is looked up.
    const identity = await this.#limit(() => this.#gate.identify(data.token))
    if (!identity) throw new JoinRefused('session_invalid')
    const organization_id = await findOrganization()
    const isMember =
      organization_id !== undefined &&
      (await this.#limit(() => this.#gate.isMember(identity.user_id, organization_id)))
    if (!isMember) throw new JoinRefused(stranger)

    return {
      organization_id,
      hold: (viewer, leave) => this.#hold({ identity, organization_id, viewer, leave }),
    }
  }

  /** The session has ended: its topics end now, not at the next check. */
  endSession(session_id: string): void {
    for (const held of this.#held) if (held.identity.session_id === session_id) held.end('access_ended')
  }

  close(): void {
    clearInterval(this.#rechecks)
  }

  #hold({
    viewer,
    leave,
    identity,
    organization_id,
  }: Holder & { viewer: Viewer; leave: () => void }): Membership {
    const held: Held = { identity, organization_id, end: (reason) => viewer.end('phx_error', reason) }
    this.#held.add(held)
    return {
      receive: (event, payload) => {
        if (event !== 'access_token') return false
        const token = renewal.safeParse(payload).data?.access_token
        if (token !== undefined) this.#renew(held, token)
        return true
      },
      leave: () => {
        this.#held.delete(held)
        leave()
      },
    }
  }

  /** A token that is not accepted changes nothing: the one before counts until it expires. */
  #renew(held: Held, token: string): void {
    this.#limit(() => this.#gate.identify(token)).then(
      (identity) => {
        held.identity = identity ?? held.identity
      },
      () => undefined,
    )
  }

  async #recheck(): Promise<void> {
    if (this.#held.size === 0) return
    const held = [...this.#held]
    const allowed = await this.#gate.filterAllowed(held)
    for (const each of held) if (!allowed.has(each)) each.end('access_ended')
  }
}
