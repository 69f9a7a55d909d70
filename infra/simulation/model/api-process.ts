import { bytes } from '../frame-bytes.ts'
import { limits } from '../limits.ts'
import { type Process, pause, start, wait } from '../process.ts'
import type { Leave, Station } from '../station.ts'
import { type Batch, Bus, Presence } from './bus.ts'
import { Room } from './room.ts'
import type { World } from './world.ts'

export type Answer = 'confirmed' | 'full' | 'busy'
type Asked = { shift: number; person: number }
type LookUp = { keys: number; onAnswer: (() => void)[] }

/** Number of event loop turns besides request and reply: one before each of a sign-up's two round trips. */
const TURNS = 2

/** One `server` process: an event loop, a pool of connections, and what it admits. */
export class ApiProcess {
  readonly #world: World
  readonly #loop: Station
  readonly #turns: Station
  readonly #pool: Station
  readonly #look_ups: Station
  readonly #queues = new Map<number, Station>()
  readonly #seen_full = new Map<number, number>()
  readonly #open_look_ups = new Map<number, LookUp>()
  readonly #bus: Bus
  readonly #begun: Leave[] = []
  #is_counting = false
  readonly room: Room
  readonly presence: Presence
  /** Number of requests refused before any work, because the wait for a connection was long. */
  saturated = 0

  constructor(world: World, others: (of: ApiProcess) => readonly ApiProcess[]) {
    this.#world = world
    this.#loop = world.addStation('loop', 1)
    this.#turns = world.addStation('turn', limits.requests_per_turn)
    this.#pool = world.addStation('pool', limits.connections)
    this.#look_ups = world.addStation('look-ups', limits.look_ups)
    this.#bus = new Bus(world, () => others(this))
    this.room = new Room(world, { loop: this.#loop, pool: this.#pool })
    this.presence = new Presence(world, this.#bus, (shifts) => this.#showCounts(shifts))
  }

  /** Models `features/signup/sign-up.ts` behind `http/saturation.ts`. */
  *signUp(asked: Asked): Process<Answer> {
    if (!(yield* this.#admit())) {
      yield* this.#loop.serve(this.#world.costs.request)
      return 'busy'
    }
    yield* this.#readOrWrite()
    if (this.#isSeenFull(asked.shift)) return yield* this.#refuseFull(asked)
    const leave = yield* this.#queueOf(asked.shift).enterWithin(limits.longest_turn)
    if (!leave) return yield* this.#reply('busy')
    const answer = this.#isSeenFull(asked.shift) ? undefined : yield* this.#signUpUnderLocks(asked)
    leave()
    return answer ? yield* this.#reply(answer) : yield* this.#refuseFull(asked)
  }

  *join(): Process {
    yield* this.#takeTurn()
    yield* this.room.join()
  }

  *servePage(): Process {
    yield* this.#takeTurn()
    yield* this.#loop.serve(this.#world.costs.page.api)
    yield* this.#world.line.send('pages', this.#world.costs.page.bytes)
  }

  *receive({ changes, presence }: Batch): Process {
    yield* this.#loop.serve(this.#world.costs.push.viewer)
    this.#see({ changes, presence: [] })
    this.presence.receive(presence)
  }

  *#signUpUnderLocks(asked: Asked): Process<Answer> {
    const { database } = this.#world
    const release = yield* this.#pool.enterWithin(limits.connect_timeout)
    if (!release) return 'busy'
    yield* this.#turnOfSignUp()
    const unlock = yield* database.lockShift(asked.shift)
    const answer = yield* this.#decideUnderLock(asked)
    unlock()
    release()
    if (answer === 'confirmed') this.#announce(asked.shift)
    return answer
  }

  *#decideUnderLock({ shift, person }: Asked): Process<Answer> {
    const { database, clock, costs } = this.#world
    const world = this.#world
    // Assumes that another process has always changed the shift since. Otherwise the names are not read again.
    yield* database.roundTrip({ names: world.namesOn(shift) })
    yield* this.#turnOfSignUp()
    if (world.hasPlace(shift, person)) return 'confirmed'
    if (world.isFull(shift)) {
      this.#seen_full.set(shift, clock.now + limits.seen_full_for)
      return 'full'
    }
    yield* database.roundTrip()
    world.take(shift, person)
    clock.after(0, () => start(world.outbox.serve(costs.email)))
    return 'confirmed'
  }

  #announce(shift: number): void {
    const changes = [{ shift, committed_at: this.#world.clock.now }]
    this.#see({ changes, presence: [] })
    this.#bus.publish({ changes, presence: [] })
  }

  #see({ changes }: Batch): void {
    for (const { shift } of changes) this.#seen_full.delete(shift)
    this.room.mark(changes)
  }

  *#showCounts(shifts: readonly number[]): Process {
    this.room.recount(shifts)
    for (let left = this.presence.formsOf(shifts); left > 0; left -= limits.sends_at_once) {
      yield* this.#loop.serve(Math.min(left, limits.sends_at_once) * this.#world.costs.push.viewer)
    }
  }

  /** Collects keys of a shift for one statement while other look-ups run. */
  *#refuseFull({ shift, person }: Asked): Process<Answer> {
    yield* wait<void>((resume) => {
      const open = this.#open_look_ups.get(shift) ?? this.#openLookUp(shift)
      open.keys += 1
      open.onAnswer.push(resume)
    })
    return yield* this.#reply(this.#world.hasPlace(shift, person) ? 'confirmed' : 'full')
  }

  #openLookUp(shift: number): LookUp {
    const open: LookUp = { keys: 0, onAnswer: [] }
    this.#open_look_ups.set(shift, open)
    this.#world.clock.after(0, () => start(this.#lookUp(shift, open)))
    return open
  }

  *#lookUp(shift: number, open: LookUp): Process {
    const leave = yield* this.#look_ups.enter()
    this.#open_look_ups.delete(shift)
    const release: Leave = yield* this.#pool.enter()
    yield* this.#world.database.lookUp(open.keys)
    release()
    leave()
    for (const answer of open.onAnswer) answer()
  }

  /** Models `http/saturation.ts`. A client that has gone has waited for longer than this limit. */
  *#admit(): Process<boolean> {
    const leave = yield* this.#turns.enterWithin(limits.longest_wait_to_begin)
    if (!leave) return false
    this.#begin(leave)
    if (this.#pool.longest_wait_ms <= limits.saturated_after) return true
    this.saturated += 1
    return false
  }

  #isSeenFull(shift: number): boolean {
    return (this.#seen_full.get(shift) ?? 0) > this.#world.clock.now
  }

  #queueOf(shift: number): Station {
    const queue = this.#queues.get(shift) ?? this.#world.addStation('queue', limits.signups_of_a_shift)
    this.#queues.set(shift, queue)
    return queue
  }

  *#takeTurn(): Process {
    this.#begin(yield* this.#turns.enter())
  }

  /** Models `http/request-turns.ts`. The turn ends when the loop has done all that was ready. */
  #begin(leave: Leave): void {
    this.#begun.push(leave)
    if (this.#is_counting) return
    this.#is_counting = true
    start(this.#endTurns())
  }

  *#endTurns(): Process {
    while (this.#begun.length > 0) {
      yield* this.#loop.serve(0)
      for (const leave of this.#begun.splice(0)) leave()
      // Waiting requests begin at this moment.
      yield* pause(this.#world.clock, 0)
    }
    this.#is_counting = false
  }

  /** Costs half of an answer "full", which has nothing but its request and its reply. */
  *#readOrWrite(): Process {
    const { random, costs } = this.#world
    yield* this.#loop.serve(random.lognormal(costs.full.api / 2, costs.full.sigma))
  }

  *#reply(answer: Answer): Process<Answer> {
    yield* this.#readOrWrite()
    if (answer === 'confirmed') start(this.#world.line.send('answers', bytes.shift))
    return answer
  }

  *#turnOfSignUp(): Process {
    const { random, costs } = this.#world
    const mean = (costs.signup.api - costs.full.api) / TURNS
    yield* this.#loop.serve(random.lognormal(mean, costs.signup.sigma))
  }
}
