import { addMs } from '@muster/contract/rules/instants'
import { and, eq, sql } from 'drizzle-orm'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/app.ts'
import { type Administrator, buildAdministrator } from '../../../test/organizations.ts'
import {
  buildEvent,
  buildPerson,
  buildRole,
  buildShift,
  hoursAfter,
  type PersonRow,
  type ShiftRow,
} from '../../../test/planning.ts'
import { newId } from '../../db/ids.ts'
import * as schema from '../../db/schema.ts'
import { signId } from '../../signing/signed-id.ts'
import { createReadEvent } from '../events/live.ts'
import { endFilledAsks } from '../fill/end-asks.ts'
import { releaseUnanswered } from './release-unanswered.ts'

/*
 * Compares with a model: whatever is done, in whatever way and order, to two overlapping shifts and one apart, the
 * answers are those of a few maps, no shift ever takes on a person beyond its places, and no ask one beyond its own.
 */

let api: TestApp
let admin: Administrator
beforeAll(async () => {
  api = await buildTestApp()
  admin = await buildAdministrator(api)
})
afterAll(() => api.close())

type Status = 'INVITED' | 'CONFIRMED' | 'DECLINED'
type Place = { id: string; status: Status; ask?: Ask }
/** D61: with an end, the person was told that the places are taken. */
type Ask = { id: string; places: number; is_ended?: boolean }
type Model = { quantity: number[]; places: Map<string, Place> }
type World = { shifts: ShiftRow[]; people: PersonRow[] }

const SHIFTS = 3
const PEOPLE = 4
/** Returns true for the first two shifts, which are at the same time. */
const overlaps = (one: number, other: number) => one !== other && one < 2 && other < 2

const key = (shift: number, person: number) => `${shift} ${person}`
const confirmedOn = ({ places }: Model, shift: number) =>
  [...places].filter(([name, { status }]) => name.startsWith(`${shift} `) && status === 'CONFIRMED').length
const placesOn = ({ places }: Model, shift: number) =>
  [...places].flatMap(([name, place]) => (name.startsWith(`${shift} `) ? place : []))
/** D61: how many of the ask may still say yes. */
function openPlaces(model: Model, shift: number, { id, places }: Ask): number {
  const said_yes = placesOn(model, shift).filter(
    ({ ask, status }) => ask?.id === id && status === 'CONFIRMED',
  )
  return Math.min(places - said_yes.length, (model.quantity[shift] ?? 0) - confirmedOn(model, shift))
}
/** D37, D61: open offers count up to the open places of their ask. */
function missingOn(model: Model, shift: number): number {
  const invited = placesOn(model, shift).filter(({ status }) => status === 'INVITED')
  const asks = new Map(invited.flatMap(({ ask }) => (ask ? [[ask.id, ask]] : [])))
  const offered = [...asks.values()].map((ask) =>
    Math.min(
      invited.filter((each) => each.ask?.id === ask.id).length,
      Math.max(0, openPlaces(model, shift, ask)),
    ),
  )
  const pending = offered.reduce((sum, each) => sum + each, invited.filter(({ ask }) => !ask).length)
  return Math.max(0, (model.quantity[shift] ?? 0) - confirmedOn(model, shift) - pending)
}

const isFull = (model: Model, shift: number) => confirmedOn(model, shift) >= (model.quantity[shift] ?? 0)
/**
 * D14: a change by an administrator conflicts with invitations too, one by a volunteer with CONFIRMED shifts only.
 */
const ADMINISTRATOR: readonly Status[] = ['INVITED', 'CONFIRMED']
const VOLUNTEER: readonly Status[] = ['CONFIRMED']
const isBusy = ({ places }: Model, { shift, person }: Step, counting: readonly Status[]) =>
  Array.from({ length: SHIFTS }, (_, other) => other).some((other) => {
    const status = places.get(key(other, person))?.status
    return overlaps(shift, other) && status !== undefined && counting.includes(status)
  })

type Outcome = { code: string; id?: string }
type Step = { shift: number; person: number }

abstract class Command implements fc.AsyncCommand<Model, World> {
  readonly step: Step
  constructor(step: Step) {
    this.step = step
  }
  check = () => true
  abstract expected(model: Model): string
  abstract act(world: World, place: Place | undefined): Promise<Outcome>
  abstract change(model: Model, id: string | undefined): void
  abstract name(): string

  toString(): string {
    return `${this.name()}(shift ${this.step.shift}, person ${this.step.person})`
  }

  async run(model: Model, world: World): Promise<void> {
    const { shift, person } = this.step
    const expected = this.expected(model)
    const before = confirmedOn(model, shift)
    const { code, id } = await this.act(world, model.places.get(key(shift, person)))
    expect(code).toBe(expected)
    if (code === 'ok') this.change(model, id)
    const { spots_left, taken } = await look(world, shift)
    expect(taken).toBe(confirmedOn(model, shift))
    expect(spots_left).toBe(Math.max(0, (model.quantity[shift] ?? 0) - taken))
    // D12: a shift is overbooked only because its places were reduced, never because a person was added.
    if (taken > before) expect(taken).toBeLessThanOrEqual(model.quantity[shift] ?? 0)
  }
}

class SignUp extends Command {
  name = () => 'signUp'
  expected(model: Model) {
    const { shift, person } = this.step
    if (isFull(model, shift)) return 'shift_full'
    if (model.places.get(key(shift, person))?.status === 'CONFIRMED') return 'already_signed_up'
    return isBusy(model, this.step, VOLUNTEER) ? 'schedule_conflict' : 'ok'
  }
  act({ shifts, people }: World) {
    const { first_name, last_name, email } = at(people, this.step.person)
    const body = { first_name, last_name, email, phone: '+46701234567' }
    return send('POST', `/shifts/${at(shifts, this.step.shift).id}/signup`, body)
  }
  change({ places }: Model, id: string | undefined) {
    const place = key(this.step.shift, this.step.person)
    const { ask } = places.get(place) ?? {}
    places.set(place, {
      id: id ?? places.get(place)?.id ?? '',
      status: 'CONFIRMED',
      ...(ask && { ask: { ...ask, is_ended: false } }),
    })
  }
}

class Assign extends Command {
  name = () => 'assign'
  expected(model: Model) {
    const { shift, person } = this.step
    if (model.places.has(key(shift, person))) return 'already_assigned'
    return isBusy(model, this.step, ADMINISTRATOR) ? 'schedule_conflict' : 'ok'
  }
  act({ shifts, people }: World) {
    const person_ids = [at(people, this.step.person).id]
    return send('POST', '/admin/assign', { shift_id: at(shifts, this.step.shift).id, person_ids })
  }
  change({ places }: Model, id: string | undefined) {
    places.set(key(this.step.shift, this.step.person), { id: id ?? '', status: 'INVITED' })
  }
}

class Answer extends Command {
  readonly confirm: boolean
  constructor(step: Step & { confirm: boolean }) {
    super(step)
    this.confirm = step.confirm
  }
  name = () => (this.confirm ? 'confirm' : 'decline')
  expected(model: Model) {
    const { shift, person } = this.step
    const place = model.places.get(key(shift, person))
    if (!place) return 'link_invalid'
    if (this.confirm && isTaken(model, shift, place)) return 'place_taken'
    if (place.status !== 'INVITED') return 'already_answered'
    if (this.confirm && isFull(model, shift)) return 'shift_full'
    return this.confirm && isBusy(model, this.step, VOLUNTEER) ? 'schedule_conflict' : 'ok'
  }
  act(_world: World, place: Place | undefined) {
    const id = place?.id ?? NOBODY
    const token = signId(api.deps.keys, { purpose: 'personal_link', id, round: 1 })
    return send('POST', `/assignment/${token}/confirm`, { confirm: this.confirm })
  }
  change({ places }: Model) {
    setStatus(places, this.step, this.confirm ? 'CONFIRMED' : 'DECLINED')
  }
}

function isTaken(model: Model, shift: number, { status, ask }: Place): boolean {
  if (ask?.is_ended) return status === 'DECLINED'
  return status === 'INVITED' && ask !== undefined && openPlaces(model, shift, ask) <= 0
}

/** D61: asks the person and the next one for the missing places: the first yes takes one. Perhaps undoes it. */
class AskFirst extends Command {
  readonly undoes: boolean
  constructor(step: Step & { undoes: boolean }) {
    super(step)
    this.undoes = step.undoes
  }
  name = () => `ask${this.undoes ? ', undone' : ''}`
  #people = () => [this.step.person, (this.step.person + 1) % PEOPLE]
  expected(model: Model) {
    const { shift } = this.step
    if (isFull(model, shift)) return 'shift_full'
    if (this.#people().some((person) => model.places.has(key(shift, person)))) return 'already_assigned'
    return this.#people().some((person) => isBusy(model, { shift, person }, ADMINISTRATOR))
      ? 'schedule_conflict'
      : 'ok'
  }
  async act({ shifts, people }: World) {
    const person_ids = this.#people().map((person) => at(people, person).id)
    const body = { person_ids, mode: 'first', method: 'EMAIL' }
    const url = `/admin/shifts/${at(shifts, this.step.shift).id}/ask`
    const answer = await api.inject({ method: 'POST', url, headers: admin.headers, payload: body })
    const { code = 'ok', assignment = [] } = answer.json<{
      code?: string
      assignment?: AssignmentOfShift[]
    }>()
    this.#asked = person_ids.flatMap((id) => assignment.find((each) => each.person_id === id) ?? [])
    return code === 'ok' && this.undoes ? undo(String(answer.headers['undo-batch'])) : { code }
  }
  #asked: AssignmentOfShift[] = []
  change(model: Model) {
    if (this.undoes) return
    const missing = missingOn(model, this.step.shift)
    const [{ ask_id: id, ask_places: places } = { ask_id: '', ask_places: 0 }] = this.#asked
    if (missing > 0) expect(places).toBe(Math.min(missing, this.#free(model)))
    for (const [index, person] of this.#people().entries())
      model.places.set(key(this.step.shift, person), {
        id: this.#asked[index]?.id ?? '',
        status: 'INVITED',
        ask: { id, places },
      })
  }
  #free = (model: Model) => (model.quantity[this.step.shift] ?? 0) - confirmedOn(model, this.step.shift)
}

type AssignmentOfShift = { id: string; person_id: string; ask_id: string; ask_places: number }

/** D61: ends the asks whose places are taken. */
class EndAsks extends Command {
  name = () => 'end asks'
  expected = () => 'ok'
  async act() {
    await endFilledAsks({ ...api.deps, now: () => addMs(api.deps.now(), 20_000) })
    return { code: 'ok' }
  }
  change(model: Model) {
    for (let shift = 0; shift < SHIFTS; shift++) {
      const filled = [...model.places].filter(
        ([name, { status, ask }]) =>
          name.startsWith(`${shift} `) && status === 'INVITED' && ask && openPlaces(model, shift, ask) <= 0,
      )
      for (const [name, { ask, ...place }] of filled)
        model.places.set(name, {
          ...place,
          status: 'DECLINED',
          ...(ask && { ask: { ...ask, is_ended: true } }),
        })
    }
  }
}

/** D39: changes the answer, long before the shifts. */
class ChangeAnswer extends Command {
  readonly status: 'CONFIRMED' | 'DECLINED'
  constructor(step: Step & { status: 'CONFIRMED' | 'DECLINED' }) {
    super(step)
    this.status = step.status
  }
  name = () => (this.status === 'CONFIRMED' ? 'take again' : 'cancel')
  expected(model: Model) {
    const { shift, person } = this.step
    const place = model.places.get(key(shift, person))
    if (!place) return 'link_invalid'
    if (place.status === 'INVITED') return 'not_answered'
    if (place.status === this.status || this.status === 'DECLINED') return 'ok'
    if (isFull(model, shift)) return 'shift_full'
    return isBusy(model, this.step, VOLUNTEER) ? 'schedule_conflict' : 'ok'
  }
  act(_world: World, place: Place | undefined) {
    const id = place?.id ?? NOBODY
    const token = signId(api.deps.keys, { purpose: 'personal_link', id, round: 1 })
    return send('POST', `/assignment/${token}/change`, { status: this.status })
  }
  change({ places }: Model) {
    setStatus(places, this.step, this.status)
  }
}

class SetStatus extends Command {
  readonly status: Status
  constructor(step: Step & { status: Status }) {
    super(step)
    this.status = step.status
  }
  name = () => `set ${this.status}`
  expected(model: Model) {
    const { shift, person } = this.step
    const place = model.places.get(key(shift, person))
    if (!place) return 'assignment_not_found'
    if (place.status === this.status || this.status === 'DECLINED') return 'ok'
    if (this.status === 'CONFIRMED' && isFull(model, shift)) return 'shift_full'
    return isBusy(model, this.step, ADMINISTRATOR) ? 'schedule_conflict' : 'ok'
  }
  act(_world: World, place: Place | undefined) {
    return send('PATCH', `/admin/assignments/${place?.id ?? NOBODY}`, { status: this.status })
  }
  change({ places }: Model) {
    setStatus(places, this.step, this.status)
  }
}

class Remove extends Command {
  name = () => 'remove'
  expected({ places }: Model) {
    return places.has(key(this.step.shift, this.step.person)) ? 'ok' : 'assignment_not_found'
  }
  act(_world: World, place: Place | undefined) {
    return send('DELETE', `/admin/assignments/${place?.id ?? NOBODY}`)
  }
  change({ places }: Model) {
    places.delete(key(this.step.shift, this.step.person))
  }
}

class SetQuantity extends Command {
  readonly quantity: number
  constructor(step: Step & { quantity: number }) {
    super(step)
    this.quantity = step.quantity
  }
  name = () => `quantity ${this.quantity}`
  expected = () => 'ok'
  act({ shifts }: World) {
    return send('PUT', `/admin/shifts/${at(shifts, this.step.shift).id}`, { required_qty: this.quantity })
  }
  change({ quantity }: Model) {
    quantity[this.step.shift] = this.quantity
  }
}

/** D46: changes the places, and perhaps undoes it. */
class Batch extends Command {
  readonly quantity: number
  readonly undoes: boolean
  constructor(step: Step & { quantity: number; undoes: boolean }) {
    super(step)
    this.quantity = step.quantity
    this.undoes = step.undoes
  }
  name = () => `batch of ${this.quantity}${this.undoes ? ', undone' : ''}`
  expected = () => 'ok'
  async act({ shifts }: World) {
    const { id } = at(shifts, this.step.shift)
    const batch_id = await saveBatch({ update: [{ id, required_qty: this.quantity }] })
    return this.undoes ? undo(batch_id) : { code: 'ok' }
  }
  change({ quantity }: Model) {
    if (!this.undoes) quantity[this.step.shift] = this.quantity
  }
}

/** D46: the undo of a deletion restores the same assignments. */
class DeleteAndUndo extends Command {
  name = () => 'delete and undo'
  expected = () => 'ok'
  async act({ shifts }: World) {
    const batch_id = await saveBatch({ delete: [at(shifts, this.step.shift).id] })
    return undo(batch_id)
  }
  change = () => undefined
}

/** V1: the person was asked by e-mail whether a new time works, and the time to answer is over. */
class LeaveUnanswered extends Command {
  name = () => 'leave unanswered'
  expected = () => 'ok'
  async act({ shifts, people }: World, place: Place | undefined) {
    const of = { shift: at(shifts, this.step.shift), person: at(people, this.step.person) }
    if (place) await askLongAgo({ ...of, assignment_id: place.id })
    await releaseUnanswered(api.deps)
    return { code: 'ok' }
  }
  change({ places }: Model) {
    const { shift, person } = this.step
    if (places.get(key(shift, person))?.status === 'CONFIRMED') setStatus(places, this.step, 'DECLINED')
  }
}

/**
 * D46: the shift is removed, its first person comes onto the shift that overlaps it, if a place is free there, and the
 * removal is undone: the person is on one of the two.
 */
class DeleteAndReplace extends Command {
  name = () => 'delete, sign up elsewhere and undo'
  expected = () => 'ok'
  async act({ shifts, people }: World) {
    const { shift, person } = this.step
    const batch_id = await saveBatch({ delete: [at(shifts, shift).id] })
    const { first_name, last_name, email } = at(people, person)
    const elsewhere = at(shifts, neighbourOf(shift)).id
    const body = { first_name, last_name, email, phone: '+46701234567' }
    const { id, code } = await send('POST', `/shifts/${elsewhere}/signup`, body)
    await undo(batch_id)
    return { code: 'ok', ...(code === 'ok' && id && { id }) }
  }
  change(model: Model, id: string | undefined) {
    if (id === undefined) return
    const { shift, person } = this.step
    model.places.set(key(neighbourOf(shift), person), { id, status: 'CONFIRMED' })
    const status = model.places.get(key(shift, person))?.status
    if (overlaps(shift, neighbourOf(shift)) && status && ADMINISTRATOR.includes(status))
      model.places.delete(key(shift, person))
  }
}

const neighbourOf = (shift: number) => (shift + 1) % 2

const step = {
  shift: fc.integer({ min: 0, max: SHIFTS - 1 }),
  person: fc.integer({ min: 0, max: PEOPLE - 1 }),
}
const anyCommand = fc.commands(
  [
    fc.record(step).map((given) => new SignUp(given)),
    fc.record(step).map((given) => new Assign(given)),
    fc.record({ ...step, confirm: fc.boolean() }).map((given) => new Answer(given)),
    fc
      .record({ ...step, status: fc.constantFrom('CONFIRMED' as const, 'DECLINED' as const) })
      .map((given) => new ChangeAnswer(given)),
    fc
      .record({ ...step, status: fc.constantFrom<Status>('INVITED', 'CONFIRMED', 'DECLINED') })
      .map((given) => new SetStatus(given)),
    fc.record(step).map((given) => new Remove(given)),
    fc.record(step).map((given) => new LeaveUnanswered(given)),
    fc.record({ ...step, quantity: fc.integer({ min: 1, max: 3 }) }).map((given) => new SetQuantity(given)),
    fc
      .record({ ...step, quantity: fc.integer({ min: 1, max: 3 }), undoes: fc.boolean() })
      .map((given) => new Batch(given)),
    fc.record({ ...step, undoes: fc.boolean() }).map((given) => new AskFirst(given)),
    fc.record(step).map((given) => new EndAsks(given)),
    fc.record(step).map((given) => new DeleteAndUndo(given)),
    fc.record(step).map((given) => new DeleteAndReplace(given)),
  ],
  { maxCommands: 40 },
)

/** Long runs of what matters to an ask: others sign up, answer, give up and are put off beside it. */
const stepsOfAsks = fc.commands(
  [
    fc.record({ ...step, undoes: fc.constant(false) }).map((given) => new AskFirst(given)),
    fc.record({ ...step, undoes: fc.boolean() }).map((given) => new AskFirst(given)),
    fc.record({ ...step, confirm: fc.constant(true) }).map((given) => new Answer(given)),
    fc.record({ ...step, confirm: fc.boolean() }).map((given) => new Answer(given)),
    fc.record(step).map((given) => new EndAsks(given)),
    fc.record(step).map((given) => new SignUp(given)),
    fc.record(step).map((given) => new Remove(given)),
    fc
      .record({ ...step, status: fc.constantFrom('CONFIRMED' as const, 'DECLINED' as const) })
      .map((given) => new ChangeAnswer(given)),
    fc
      .record({ ...step, status: fc.constantFrom<Status>('INVITED', 'CONFIRMED', 'DECLINED') })
      .map((given) => new SetStatus(given)),
    fc.record({ ...step, quantity: fc.integer({ min: 1, max: 3 }) }).map((given) => new SetQuantity(given)),
  ],
  { maxCommands: 40, size: 'max' },
)

test('no order of steps beside asks overbooks a shift or an ask (D61)', async () => {
  await fc.assert(
    fc.asyncProperty(stepsOfAsks, (commands) => fc.asyncModelRun(buildWorld, commands)),
    { numRuns: 40 },
  )
})

test('no order of steps overbooks a shift or a person, and every answer is the one expected', async () => {
  await fc.assert(
    fc.asyncProperty(anyCommand, (commands) => fc.asyncModelRun(buildWorld, commands)),
    { numRuns: 50 },
  )
})

/** Builds a new event, so that the shifts of other runs do not interfere: its people are new. */
async function buildWorld(): Promise<{ model: Model; real: World }> {
  const { deps } = api
  const { organization_id } = admin
  const event = await buildEvent(deps, { organization_id, free_unanswered: true })
  const role = await buildRole(deps, { event })
  const start = hoursAfter(deps.now(), 72)
  const shifts = await Promise.all(
    [0, 1, 24].map((hours) =>
      buildShift(deps, { role, start_dt: hoursAfter(start, hours), required_qty: 1 }),
    ),
  )
  const people = await Promise.all(
    Array.from({ length: PEOPLE }, () => buildPerson(deps, { organization_id })),
  )
  return { model: { quantity: [1, 1, 1], places: new Map() }, real: { shifts, people } }
}

const NOBODY = '01890000-0000-7000-8000-000000000000'

async function send(method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, payload?: object) {
  const answer = await api.inject({ method, url, headers: admin.headers, ...(payload && { payload }) })
  if (answer.statusCode === 204) return { code: 'ok' }
  const body: { code?: string; assignment_id?: string; assignments?: { id: string }[] } = answer.json()
  const id = body.assignment_id ?? body.assignments?.[0]?.id
  return { code: body.code ?? 'ok', ...(id && { id }) }
}

async function saveBatch(body: object): Promise<string> {
  const answer = await api.inject({
    method: 'POST',
    url: '/admin/shifts/batch',
    headers: admin.headers,
    payload: body,
  })
  return answer.json<{ batch_id: string }>().batch_id
}

const undo = (batch_id: string) => send('POST', `/admin/batches/${batch_id}/undo`)

async function askLongAgo({
  shift,
  person,
  assignment_id,
}: {
  shift: ShiftRow
  person: PersonRow
  assignment_id: string
}): Promise<void> {
  const asked_at = hoursAfter(api.deps.now(), -49)
  const { start_dt, end_dt, organization_id } = shift
  const confirm_by = hoursAfter(asked_at, 48)
  const asked = { assignment_id, asked_at, confirm_by, entry: { start_dt, end_dt } }
  await api.deps.db.system(async (tx) => {
    await tx
      .update(schema.assignment)
      .set({ asked_again_at: asked_at, responded_at: null })
      .where(and(eq(schema.assignment.id, assignment_id), eq(schema.assignment.status, 'CONFIRMED')))
    await tx.insert(schema.message).values({
      organization_id,
      id: newId(),
      person_id: person.id,
      channel: 'EMAIL',
      template: 'shift_changed',
      payload: { shifts: [asked] },
      language: 'en',
      address: person.email,
      status: 'DELIVERED',
      sent_at: sql`now() - interval '49 hours'`,
    })
  })
}

/** Returns what open pages are told of a shift. */
async function look({ shifts }: World, shift: number) {
  const { id, event_id } = at(shifts, shift)
  const reading = await createReadEvent(api.deps)(event_id, [id])
  const found = reading?.shifts[0]
  return { spots_left: found?.spots_left, taken: found?.assigned_count ?? -1 }
}

/** Who is invited again has left their ask (D61). */
function setStatus(places: Model['places'], { shift, person }: Step, status: Status): void {
  const before = places.get(key(shift, person))
  if (!before || before.status === status) return
  const { ask, ...place } = before
  const stays = ask && status !== 'INVITED'
  places.set(key(shift, person), { ...place, status, ...(stays && { ask: { ...ask, is_ended: false } }) })
}

function at<T>(items: readonly T[], index: number): T {
  const item = items[index]
  if (item === undefined) throw new Error(`nothing at ${index}`)
  return item
}
