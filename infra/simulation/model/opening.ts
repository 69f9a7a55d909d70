import { assumptions, type Plan } from '../assumptions.ts'
import { Histogram } from '../histogram.ts'
import { client } from '../limits.ts'
import type { Costs } from '../measured.ts'
import { type Process, pause, start, within } from '../process.ts'
import { type Answer, ApiProcess } from './api-process.ts'
import { World } from './world.ts'

type Visitor = { person: number; shift: number; server: ApiProcess }

export type Opening = {
  plan: Plan
  world: World
  servers: readonly ApiProcess[]
  /** Times from the first press to the definite answer. */
  waited: Histogram
  /** Times from the opening to the definite answer. */
  answered_at: Histogram
  pressed: number
  answers: Record<'confirmed' | 'full' | 'gave_up', number>
  retries: Record<'busy' | 'no_answer', number>
  pages: { cdn: number; origin: number }
  /** Time until which the page of each location of the CDN is fresh. */
  fresh_until: number[]
  /** Time at which the last place was taken; undefined while some are free. */
  taken_at: number | undefined
}

export function replayOpening(costs: Costs, plan: Plan, until_ms: number = assumptions.watched): Opening {
  const opening = prepare(costs, plan)
  const { world, servers } = opening
  const visitors = Array.from({ length: plan.people }, (_, person): Visitor => {
    const server = servers[person % servers.length]
    if (!server) throw new Error('an opening needs a process')
    return { person, shift: chooseShift(world), server }
  })
  for (const visitor of visitors) {
    if (world.random.uniform() < assumptions.early_share) startEarly(opening, visitor)
    else start(visit(opening, visitor))
  }
  world.clock.run(until_ms)
  return opening
}

function prepare(costs: Costs, plan: Plan): Opening {
  const { seed, shifts, places, database_cores, bits_per_s } = assumptions
  const world = new World(costs, { seed, shifts, places, database_cores, bits_per_s, ...plan })
  const servers: ApiProcess[] = []
  while (servers.length < plan.processes) {
    servers.push(new ApiProcess(world, (of) => servers.filter((server) => server !== of)))
  }
  return {
    plan,
    world,
    servers,
    waited: new Histogram(),
    answered_at: new Histogram(),
    pressed: 0,
    answers: { confirmed: 0, full: 0, gave_up: 0 },
    retries: { busy: 0, no_answer: 0 },
    pages: { cdn: 0, origin: 0 },
    fresh_until: [],
    taken_at: undefined,
  }
}

function chooseShift({ random }: World): number {
  const { shifts, popular_shifts, popular_share } = assumptions
  if (random.uniform() < popular_share) return random.integer(popular_shifts)
  return popular_shifts + random.integer(shifts - popular_shifts)
}

/** Starts a visitor whose page, socket and form were open before. */
function startEarly(opening: Opening, visitor: Visitor): void {
  visitor.server.room.add(1)
  visitor.server.presence.openBefore(visitor.shift)
  start(press(opening, visitor, opening.world.random.exponential(assumptions.early_press)))
}

function* visit(opening: Opening, visitor: Visitor): Process {
  const { clock, random } = opening.world
  const { late_within, form, form_sigma } = assumptions
  yield* pause(clock, late_within * random.uniform())
  readPage(opening, visitor)
  start(visitor.server.join())
  visitor.server.presence.change(visitor.shift, 1)
  yield* press(opening, visitor, random.lognormal(form, form_sigma))
}

function* press(opening: Opening, visitor: Visitor, after_ms: number): Process {
  const { clock } = opening.world
  yield* pause(clock, after_ms)
  const pressed_at = clock.now
  opening.pressed += 1
  const answer = yield* keepTrying(opening, visitor)
  visitor.server.presence.change(visitor.shift, -1)
  opening.answers[answer ?? 'gave_up'] += 1
  if (answer === undefined) return
  opening.waited.record(clock.now - pressed_at)
  opening.answered_at.record(clock.now)
  if (opening.world.isAllTaken) opening.taken_at ??= clock.now
}

/** Repeats as the page does (`apps/web/src/api/keep-trying.ts`). Returns undefined when it gives up. */
function* keepTrying(
  opening: Opening,
  { server, ...asked }: Visitor,
): Process<Exclude<Answer, 'busy'> | undefined> {
  const { clock, random } = opening.world
  const until = clock.now + client.TRY_FOR_MS
  for (let attempt = 1; ; attempt++) {
    const answer = yield* within(clock, client.ANSWER_LIMIT_MS, server.signUp(asked))
    if (answer === 'confirmed' || answer === 'full') return answer
    opening.retries[answer ?? 'no_answer'] += 1
    const asked_pause = answer === 'busy' ? retryAfter(opening.world) : 0
    const back_off = Math.min(client.FIRST_PAUSE_MS * 2 ** (attempt - 1), client.LONGEST_PAUSE_MS)
    const pause_ms = Math.max(asked_pause, back_off) + (random.uniform() / 2) * back_off
    if (clock.now + pause_ms > until) return undefined
    yield* pause(clock, pause_ms)
  }
}

/** Returns 1 to 5 s in ms, as `busy()` of `http/refusal.ts` does. */
export function retryAfter({ random }: World): number {
  return (1 + random.integer(5)) * 1_000
}

/** Reads from a location of the CDN, which serves an old page too, and then asks the server for a new one. */
function readPage(opening: Opening, { server }: Visitor): void {
  const { clock, random } = opening.world
  opening.pages.cdn += 1
  const location = random.integer(assumptions.cdn_locations)
  if ((opening.fresh_until[location] ?? 0) > clock.now) return
  opening.fresh_until[location] = clock.now + assumptions.cdn_fresh
  opening.pages.origin += 1
  start(server.servePage())
}
