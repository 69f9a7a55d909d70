import { live, type SignupPresence, topics } from '@muster/contract/live'
import type { Announcement } from './announcement.ts'
import type { Bus } from './bus.ts'
import type { Membership, Viewer } from './channel.ts'
import { type Pace, pace } from './pace.ts'
import { buildPush } from './wire.ts'

/** How often expiry is looked at, ms. */
const SWEEP = 1_000
/** Changes of this long go out together, ms: a crowd arrives at once. */
const GATHER = 250
/** What others have heard of us must not expire while it is true, ms. */
const REPEAT = 15_000
/** Of one address on one shift's page: a count must not show a crowd that is one person. */
const COUNTED_PER_ADDRESS = 5

type PresenceAnnouncement = Extract<Announcement, { kind: 'presence' }>

/** Those of this process on one shift's sign-up page. Who is silent stays a viewer, but is not counted. */
type Page = { event_id: string; beats: Map<Viewer, number> }
type Heard = { event_id: string; count: number; at: number }

type Opened = {
  bus: Pick<Bus, 'publish'>
  node_id: string
  /** Told when the number of people on the shift's sign-up page has changed. */
  onChange: (event_id: string, shift_id: string) => void
  gone_ms?: number | undefined
}

/** How many are on the sign-up page of each shift, over all processes. Never who. */
export class Presence {
  readonly #bus: Pick<Bus, 'publish'>
  readonly #node_id: string
  readonly #onChange: (event_id: string, shift_id: string) => void
  readonly #gone_ms: number
  readonly #pages = new Map<string, Page>()
  /** What other processes said, by shift and process. */
  readonly #heard = new Map<string, Map<string, Heard>>()
  /** Shifts whose number may have changed, with their events. */
  readonly #changed = new Map<string, string>()
  /** What others have heard of us; nothing is 0. */
  readonly #said = new Map<string, number>()
  readonly #pace: Pace
  readonly #timers: NodeJS.Timeout[]

  constructor({ bus, node_id, onChange, gone_ms = live.presence_gone_ms }: Opened) {
    this.#bus = bus
    this.#node_id = node_id
    this.#onChange = onChange
    this.#gone_ms = gone_ms
    this.#pace = pace(
      () => this.#tell(),
      () => GATHER,
    )
    this.#timers = [
      setInterval(() => this.#sweep(), Math.min(SWEEP, gone_ms / 2)),
      setInterval(() => this.repeat(), REPEAT),
    ]
  }

  count(shift_id: string): number {
    let total = this.#countOwn(shift_id)
    for (const { count } of this.#heard.get(shift_id)?.values() ?? []) total += count
    return total
  }

  join({ event_id, shift_id }: { event_id: string; shift_id: string }, viewer: Viewer): Membership {
    const page = this.#pages.get(shift_id) ?? { event_id, beats: new Map<Viewer, number>() }
    this.#pages.set(shift_id, page)
    const beat = () => {
      const isBack = !this.#isHere(page.beats.get(viewer))
      page.beats.set(viewer, performance.now())
      if (isBack) this.#change(event_id, shift_id)
    }
    beat()
    viewer.accept(JSON.stringify(this.#othersOf(shift_id)))
    return {
      receive(event) {
        if (event !== 'beat') return false
        beat()
        return true
      },
      leave: () => {
        page.beats.delete(viewer)
        if (page.beats.size === 0) this.#pages.delete(shift_id)
        this.#change(event_id, shift_id)
      },
    }
  }

  /** What another process says of its viewers. Our own echo is dropped: we know better. */
  hear({ node_id, event_id, shift_id, count }: PresenceAnnouncement): void {
    if (node_id === this.#node_id) return
    const heard = this.#heard.get(shift_id) ?? new Map<string, Heard>()
    const before = heard.get(node_id)?.count ?? 0
    if (count > 0) heard.set(node_id, { event_id, count, at: performance.now() })
    else heard.delete(node_id)
    if (heard.size > 0) this.#heard.set(shift_id, heard)
    else this.#heard.delete(shift_id)
    if (count !== before) this.#change(event_id, shift_id)
  }

  /** Says again what is true: others forget what they have not heard for a while, or may have missed it. */
  repeat(): void {
    this.#bus.publish([...this.#pages].map(([shift_id, { event_id }]) => this.#ownCount(event_id, shift_id)))
  }

  close(): void {
    this.#pace.stop()
    for (const timer of this.#timers) clearInterval(timer)
  }

  #change(event_id: string, shift_id: string): void {
    this.#changed.set(shift_id, event_id)
    this.#pace.request()
  }

  #tell(): void {
    const changed = [...this.#changed]
    this.#changed.clear()
    const own = changed.map(([shift_id, event_id]) => this.#ownCount(event_id, shift_id))
    // What another process said is no news to it: without this each change would be echoed by all.
    const news = own.filter(({ shift_id, count }) => count !== (this.#said.get(shift_id) ?? 0))
    for (const { shift_id, count } of news) {
      if (count > 0) this.#said.set(shift_id, count)
      else this.#said.delete(shift_id)
    }
    this.#bus.publish(news)
    for (const [shift_id, event_id] of changed) {
      this.#onChange(event_id, shift_id)
      this.#tellViewers(shift_id)
    }
  }

  #tellViewers(shift_id: string): void {
    const push = buildPush(topics.shiftSignup(shift_id), 'count', JSON.stringify(this.#othersOf(shift_id)))
    for (const [viewer, beat_at] of this.#pages.get(shift_id)?.beats ?? []) {
      if (this.#isHere(beat_at)) viewer.send(push)
    }
  }

  /** Silent for too long, here or as a whole process: no longer counted. */
  #sweep(): void {
    for (const [shift_id, { event_id, beats }] of this.#pages) {
      for (const [viewer, beat_at] of beats) {
        if (this.#isHere(beat_at) || beat_at === GONE) continue
        beats.set(viewer, GONE)
        this.#change(event_id, shift_id)
      }
    }
    for (const [shift_id, heard] of this.#heard) {
      for (const [node_id, { event_id, at }] of heard) {
        if (this.#isHere(at)) continue
        heard.delete(node_id)
        this.#change(event_id, shift_id)
      }
      if (heard.size === 0) this.#heard.delete(shift_id)
    }
  }

  #isHere(at: number | undefined): boolean {
    return at !== undefined && performance.now() - at <= this.#gone_ms
  }

  #countOwn(shift_id: string): number {
    const by_address = new Map<string, number>()
    for (const [{ address }, at] of this.#pages.get(shift_id)?.beats ?? []) {
      if (!this.#isHere(at)) continue
      by_address.set(address, Math.min(COUNTED_PER_ADDRESS, (by_address.get(address) ?? 0) + 1))
    }
    return [...by_address.values()].reduce((total, count) => total + count, 0)
  }

  #ownCount(event_id: string, shift_id: string): PresenceAnnouncement {
    const count = this.#countOwn(shift_id)
    return { kind: 'presence', node_id: this.#node_id, event_id, shift_id, count }
  }

  /** The same for every viewer: each counts for the others, not for itself. */
  #othersOf(shift_id: string): SignupPresence {
    return { others: Math.max(0, this.count(shift_id) - 1) }
  }
}

const GONE = Number.NEGATIVE_INFINITY
