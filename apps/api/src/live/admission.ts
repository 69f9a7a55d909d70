import { live } from '@muster/contract/live'
import pLimit from 'p-limit'
import { z } from 'zod'
import { type Gate, type Identity, isUnfinished, type Member } from '../access/access.ts'
import type { Bus } from './bus.ts'
import type { Membership, Viewer } from './channel.ts'
import { JoinRefused } from './join-budget.ts'

const joinPayload = z.object({ token: z.string().max(4_096) })
const renewal = z.object({ access_token: z.string().max(4_096) })

const CONCURRENCY = 4

type Holder = { identity: Identity; organization_id: string; member: Member }

export type LiveGate = Gate & {
  /** Returns, in one query, the holders with an unexpired token, a live session and an unchanged membership (D7). */
  filterAllowed<H extends Holder>(holders: readonly H[]): Promise<Set<H>>
}

type Request = {
  findOrganization: () => Promise<string | undefined>
  /** Sent for an unknown topic and for another organisation's, so that they cannot be told apart. */
  refusal: 'organization_forbidden' | 'not_found'
  payload: unknown
}

export type Admitted = {
  organization_id: string
  member: Member
  open(viewer: Viewer, leave: () => void): Membership
}

type Held = Holder & { end(reason: string): void }

type AdmissionOptions = { gate: LiveGate; bus: Pick<Bus, 'subscribe'>; recheck_ms?: number | undefined }

export class Admission {
  readonly #gate: LiveGate
  readonly #limit = pLimit(CONCURRENCY)
  readonly #held = new Set<Held>()
  readonly #rechecks: NodeJS.Timeout
  readonly #unsubscribe: () => void

  constructor({ gate, bus, recheck_ms = live.session_check_ms }: AdmissionOptions) {
    this.#gate = gate
    // A failed check ends no session: the next check decides.
    this.#rechecks = setInterval(() => void this.#recheck().catch(() => undefined), recheck_ms)
    this.#unsubscribe = bus.subscribe((announcement) => {
      if (announcement.kind === 'session_ended') this.#endSession(announcement.session_id)
    })
  }

  async admit({ findOrganization, refusal, payload }: Request): Promise<Admitted> {
    const { data } = joinPayload.safeParse(payload)
    if (!data) throw new JoinRefused('session_required')
    // Checks the token first: without a valid one nothing is looked up.
    const identity = await this.#limit(() => this.#gate.identify(data.token))
    if (!identity) throw new JoinRefused('session_invalid')
    if (isUnfinished(identity)) throw new JoinRefused('second_factor_required')
    const organization_id = await findOrganization()
    const member =
      organization_id && (await this.#limit(() => this.#gate.findMember(identity.user_id, organization_id)))
    if (!organization_id || !member) throw new JoinRefused(refusal)
    if (await this.#limit(() => this.#gate.lacksSecondFactor(identity, organization_id)))
      throw new JoinRefused('second_factor_setup_required')

    return {
      organization_id,
      member,
      open: (viewer, leave) => this.#open({ identity, organization_id, member, viewer, leave }),
    }
  }

  areOfRoles(...asked: Parameters<Gate['areOfRoles']>): Promise<boolean> {
    return this.#limit(() => this.#gate.areOfRoles(...asked))
  }

  close(): void {
    clearInterval(this.#rechecks)
    this.#unsubscribe()
  }

  #open({
    viewer,
    leave,
    identity,
    organization_id,
    member,
  }: Holder & { viewer: Viewer; leave: () => void }): Membership {
    const held: Held = { identity, organization_id, member, end: (reason) => viewer.end('phx_error', reason) }
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

  /** Ignores an invalid token: the previous one is valid until it expires. */
  #renew(held: Held, token: string): void {
    this.#limit(() => this.#gate.identify(token)).then(
      (identity) => {
        held.identity = identity ?? held.identity
      },
      () => undefined,
    )
  }

  #endSession(session_id: string): void {
    for (const held of this.#held) if (held.identity.session_id === session_id) held.end('access_ended')
  }

  async #recheck(): Promise<void> {
    if (this.#held.size === 0) return
    const held = [...this.#held]
    const allowed = await this.#gate.filterAllowed(held)
    for (const each of held) if (!allowed.has(each)) each.end('access_ended')
  }
}
