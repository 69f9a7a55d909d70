import { randomUUID } from 'node:crypto'
import { live, type SignupPresence, topics } from '@muster/contract/live'
import type { Announcement } from './announcement.ts'
import type { Bus } from './bus.ts'
import type { Membership, Viewer } from './channel.ts'
import { sendInTurns } from './send-in-turns.ts'
import { type Throttle, throttle } from './throttle.ts'
import { buildPush, type Push } from './wire.ts'

/** Milliseconds. */
const SWEEP = 1_000
/** Minimum between two publications, because a crowd arrives at once. */
const GAP = 250
const VISITORS_PER_MS = 5
/** Must be shorter than the time after which counts expire in other processes. */
const REPEAT = 15_000
/** Maximum per address and shift: one client must not look like a crowd. */
const COUNTED_PER_ADDRESS = 5

type PresenceAnnouncement = Extract<Announcement, { kind: 'presence' }>
type Listener = (event_id: string, shift_id: string) => void

type Visitor = Pick<Viewer, 'address' | 'send'>
type Page = { event_id: string; beats: Map<Visitor, number> }
type RemoteCount = { event_id: string; count: number; received_at: number }

type PresenceOptions = { bus: Pick<Bus, 'publish'>; gone_ms?: number | undefined }

/** Returns ms. Every visitor of a shift gets its count, so more visitors get it less often. */
export function countGap(visitors: number): number {
  return Math.max(GAP, visitors / VISITORS_PER_MS)
}

/** Counts visitors over all processes, without identities. */
export class Presence {
  readonly #bus: Pick<Bus, 'publish'>
  readonly #node_id = randomUUID()
  readonly #gone_ms: number
  readonly #listeners = new Set<Listener>()
  readonly #pages = new Map<string, Page>()
  readonly #remote = new Map<string, Map<string, RemoteCount>>()
  readonly #changed = new Map<string, string>()
  readonly #published = new Map<string, number>()
  readonly #publishing: Throttle
  readonly #timers: NodeJS.Timeout[]

  constructor({ bus, gone_ms = live.presence_gone_ms }: PresenceOptions) {
    this.#bus = bus
    this.#gone_ms = gone_ms
    this.#publishing = throttle(
      () => this.#publish(),
      () => countGap(this.#countVisitors()),
    )
    this.#timers = [
      setInterval(() => this.#sweep(), Math.min(SWEEP, gone_ms / 2)),
      setInterval(() => this.repeat(), REPEAT),
    ]
  }

  subscribe(listener: Listener): void {
    this.#listeners.add(listener)
  }

  count(shift_id: string): number {
    let total = this.#countOwn(shift_id)
    for (const { count } of this.#remote.get(shift_id)?.values() ?? []) total += count
    return total
  }

  join({ event_id, shift_id }: { event_id: string; shift_id: string }, viewer: Viewer): Membership {
    const page = this.#openPage(event_id, shift_id)
    const beat = () => {
      const wasGone = !this.#isPresent(page.beats.get(viewer))
      page.beats.set(viewer, performance.now())
      if (wasGone) this.#markChanged(event_id, shift_id)
    }
    beat()
    viewer.accept(JSON.stringify(this.#countForViewer(shift_id)))
    return {
      receive(event) {
        if (event !== 'beat') return false
        beat()
        return true
      },
      leave: () => this.#leave(shift_id, page, viewer),
    }
  }

  /** Counts a visitor that gets no counts and sends no beats, until the returned function is called. */
  hold({ event_id, shift_id }: { event_id: string; shift_id: string }, address: string): () => void {
    const page = this.#openPage(event_id, shift_id)
    const visitor = { address, send: () => true }
    page.beats.set(visitor, Number.POSITIVE_INFINITY)
    this.#markChanged(event_id, shift_id)
    return () => this.#leave(shift_id, page, visitor)
  }

  receive({ node_id, event_id, shift_id, count }: PresenceAnnouncement): void {
    if (node_id === this.#node_id) return
    const counts = this.#remote.get(shift_id) ?? new Map<string, RemoteCount>()
    const before = counts.get(node_id)?.count ?? 0
    if (count > 0) counts.set(node_id, { event_id, count, received_at: performance.now() })
    else counts.delete(node_id)
    if (counts.size > 0) this.#remote.set(shift_id, counts)
    else this.#remote.delete(shift_id)
    if (count !== before) this.#markChanged(event_id, shift_id)
  }

  repeat(): void {
    this.#bus.publish([...this.#pages].map(([shift_id, { event_id }]) => this.#ownCount(event_id, shift_id)))
  }

  close(): void {
    this.#publishing.stop()
    for (const timer of this.#timers) clearInterval(timer)
  }

  #openPage(event_id: string, shift_id: string): Page {
    const page = this.#pages.get(shift_id) ?? { event_id, beats: new Map<Visitor, number>() }
    this.#pages.set(shift_id, page)
    return page
  }

  #leave(shift_id: string, page: Page, visitor: Visitor): void {
    page.beats.delete(visitor)
    if (page.beats.size === 0 && this.#pages.get(shift_id) === page) this.#pages.delete(shift_id)
    this.#markChanged(page.event_id, shift_id)
  }

  #markChanged(event_id: string, shift_id: string): void {
    this.#changed.set(shift_id, event_id)
    this.#publishing.request()
  }

  #countVisitors(): number {
    return [...this.#pages.values()].reduce((total, { beats }) => total + beats.size, 0)
  }

  async #publish(): Promise<void> {
    const changed = [...this.#changed]
    this.#changed.clear()
    const own = changed.map(([shift_id, event_id]) => this.#ownCount(event_id, shift_id))
    // Publishes only own changes, or every process would echo the counts of all others.
    const unpublished = own.filter(({ shift_id, count }) => count !== (this.#published.get(shift_id) ?? 0))
    for (const { shift_id, count } of unpublished) {
      if (count > 0) this.#published.set(shift_id, count)
      else this.#published.delete(shift_id)
    }
    this.#bus.publish(unpublished)
    for (const [shift_id, event_id] of changed) {
      for (const listener of this.#listeners) listener(event_id, shift_id)
    }
    await sendInTurns(
      changed.flatMap(([shift_id]) => this.#listCounts(shift_id)),
      ({ visitor, push }) => void visitor.send(push),
    )
  }

  #listCounts(shift_id: string): { visitor: Visitor; push: Push }[] {
    const count = JSON.stringify(this.#countForViewer(shift_id))
    const push = buildPush(topics.shiftSignup(shift_id), 'count', count)
    const beats = [...(this.#pages.get(shift_id)?.beats ?? [])]
    return beats.flatMap(([visitor, beat_at]) => (this.#isPresent(beat_at) ? { visitor, push } : []))
  }

  #sweep(): void {
    for (const [shift_id, { event_id, beats }] of this.#pages) {
      for (const [viewer, beat_at] of beats) {
        if (this.#isPresent(beat_at) || beat_at === GONE) continue
        beats.set(viewer, GONE)
        this.#markChanged(event_id, shift_id)
      }
    }
    for (const [shift_id, counts] of this.#remote) {
      for (const [node_id, { event_id, received_at }] of counts) {
        if (this.#isPresent(received_at)) continue
        counts.delete(node_id)
        this.#markChanged(event_id, shift_id)
      }
      if (counts.size === 0) this.#remote.delete(shift_id)
    }
  }

  #isPresent(at: number | undefined): boolean {
    return at !== undefined && performance.now() - at <= this.#gone_ms
  }

  #countOwn(shift_id: string): number {
    const by_address = new Map<string, number>()
    for (const [{ address }, beat_at] of this.#pages.get(shift_id)?.beats ?? []) {
      if (!this.#isPresent(beat_at)) continue
      by_address.set(address, Math.min(COUNTED_PER_ADDRESS, (by_address.get(address) ?? 0) + 1))
    }
    return [...by_address.values()].reduce((total, count) => total + count, 0)
  }

  #ownCount(event_id: string, shift_id: string): PresenceAnnouncement {
    const count = this.#countOwn(shift_id)
    return { kind: 'presence', node_id: this.#node_id, event_id, shift_id, count }
  }

  #countForViewer(shift_id: string): SignupPresence {
    return { others: Math.max(0, this.count(shift_id) - 1) }
  }
}

const GONE = Number.NEGATIVE_INFINITY
