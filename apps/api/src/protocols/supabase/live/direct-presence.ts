import { randomUUID } from 'node:crypto'
import type { Membership, Viewer } from '../../../live/channel.ts'
import type { Presence } from '../../../live/presence.ts'
import { buildPush } from '../../../live/wire.ts'

type Page = { event_id: string; shift_id: string }
type Metas = Record<string, { metas: { phx_ref: string }[] }>

/** Maximum number of listed visitors: each is an entry in the state that a client gets when it joins. */
const MAX_LISTED = 200
/** Prefix of the keys of other visitors, of whom a client learns only the number over all processes (D22). */
const VISITOR = randomUUID()

/** Serves `shift_signup:{id}` of the public realtime client. What clients track about themselves is not passed on. */
export class DirectPresence {
  readonly #presence: Presence
  readonly #visitors = new Map<string, Set<Visitor>>()

  constructor(presence: Presence) {
    this.#presence = presence
    presence.subscribe((_event_id, shift_id) => {
      const count = presence.count(shift_id)
      for (const visitor of this.#visitors.get(shift_id) ?? []) visitor.show(count)
    })
  }

  /** Sends `presence_state`; the viewer must have been accepted. */
  join(page: Page, { topic, key, viewer }: { topic: string; key: string; viewer: Viewer }): Membership {
    const { shift_id } = page
    const visitor = new Visitor({
      topic,
      key: key || randomUUID(),
      viewer,
      count: this.#presence.count(shift_id),
      enter: () => this.#presence.hold(page, viewer.address),
    })
    const visitors = this.#visitors.get(shift_id) ?? new Set()
    this.#visitors.set(shift_id, visitors.add(visitor))
    return {
      receive: (event, payload) => event === 'presence' && visitor.receive(Object(payload).event),
      leave: () => {
        visitor.untrack()
        visitors.delete(visitor)
        if (visitors.size === 0) this.#visitors.delete(shift_id)
      },
    }
  }
}

type VisitorOptions = { topic: string; key: string; viewer: Viewer; count: number; enter: () => () => void }

class Visitor {
  readonly #options: VisitorOptions
  readonly #own: Metas
  #release: (() => void) | undefined
  #others: number

  constructor(options: VisitorOptions) {
    this.#options = options
    this.#own = { [options.key]: { metas: [{ phx_ref: randomUUID() }] } }
    this.#others = Math.min(MAX_LISTED, options.count)
    this.#send('presence_state', visitorsFrom(0, this.#others))
  }

  receive(event: unknown): boolean {
    if (event === 'track') this.#track()
    else if (event === 'untrack') this.untrack()
    else return false
    return true
  }

  show(count: number): void {
    const others = Math.min(MAX_LISTED, Math.max(0, count - (this.#release ? 1 : 0)))
    const before = this.#others
    this.#others = others
    if (others > before) this.#sendDiff(visitorsFrom(before, others), {})
    if (others < before) this.#sendDiff({}, visitorsFrom(others, before))
  }

  #track(): void {
    if (this.#release) return
    this.#release = this.#options.enter()
    this.#sendDiff(this.#own, {})
  }

  untrack(): void {
    if (!this.#release) return
    this.#release()
    this.#release = undefined
    this.#sendDiff({}, this.#own)
  }

  #sendDiff(joins: Metas, leaves: Metas): void {
    this.#send('presence_diff', { joins, leaves })
  }

  #send(event: string, payload: object): void {
    const { viewer, topic } = this.#options
    // A client that misses a difference must join again, which sends it the state.
    if (!viewer.send(buildPush(topic, event, JSON.stringify(payload)))) viewer.end('phx_error', 'resync')
  }
}

function visitorsFrom(from: number, to: number): Metas {
  return Object.fromEntries(
    Array.from({ length: to - from }, (_, i) => {
      const key = `${VISITOR}:${from + i + 1}`
      return [key, { metas: [{ phx_ref: key }] }]
    }),
  )
}
