import type { Approval } from '@muster/contract/rules/approval'
import { and, eq } from 'drizzle-orm'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/app.ts'
import { type Administrator, buildAdministrator } from '../../../test/organizations.ts'
import {
  buildEvent,
  buildPerson,
  buildRole,
  buildShift,
  type EventRow,
  hoursAfter,
  type PersonRow,
  type ShiftRow,
} from '../../../test/planning.ts'
import * as schema from '../../db/schema.ts'
import { signId, swapLink } from '../../signing/signed-id.ts'
import { createReadEvent } from '../events/live.ts'
import * as decisions from '../signup/decide-sign-up.ts'

vi.mock('../signup/decide-sign-up.ts', { spy: true })

/*
 * D52, D58: model test. Runs random requests, approvals, replacements and cancellations on two shifts that overlap and one
 * that does not. Each answer must be that of the model, and no shift and no person may be overbooked.
 */

let api: TestApp
let admin: Administrator
beforeAll(async () => {
  api = await buildTestApp()
  admin = await buildAdministrator(api)
})
afterAll(() => api.close())

type Place = { id: string; status: 'CONFIRMED' | 'DECLINED'; link?: string | undefined }
/** `giver`: key of the place that is asked for. */
type Asked = { giver?: string | undefined }
type Model = {
  approval: Approval
  quantity: number[]
  places: Map<string, Place>
  requests: Map<string, Asked>
}
type World = { event: EventRow; shifts: ShiftRow[]; people: PersonRow[] }
type Step = { shift: number; person: number; other: number; yes: boolean }

const [SHIFTS, PEOPLE] = [3, 4]
const key = (shift: number, person: number) => `${shift} ${person}`
const confirmedOn = ({ places }: Model, shift: number) =>
  [...places].filter(([name, { status }]) => name.startsWith(`${shift} `) && status === 'CONFIRMED').length
const isFull = (model: Model, shift: number) => confirmedOn(model, shift) >= (model.quantity[shift] ?? 0)
const isOn = ({ places }: Model, shift: number, person: number) =>
  places.get(key(shift, person))?.status === 'CONFIRMED'
const isBusy = (model: Model, shift: number, person: number) => shift < 2 && isOn(model, 1 - shift, person)

abstract class Command implements fc.AsyncCommand<Model, World> {
  readonly step: Step
  constructor(step: Step) {
    this.step = step
  }
  check = () => true
  abstract name: string
  abstract expected(model: Model): string
  abstract act(world: World, model: Model): Promise<{ code: string; id?: string | undefined }>
  abstract change(model: Model, id: string, code: string): void
  toString = () => `${this.name}(${JSON.stringify(this.step)})`

  async run(model: Model, world: World): Promise<void> {
    const { shift } = this.step
    const expected = this.expected(model)
    const before = confirmedOn(model, shift)
    const { code, id = '' } = await this.act(world, model)
    expect(code).toBe(expected)
    if (code === 'ok' || code === 'requested') this.change(model, id, code)
    const { id: shift_id, event_id } = at(world.shifts, shift)
    const reading = await createReadEvent(api.deps)(event_id, [shift_id])
    const taken = reading?.shifts[0]?.assigned_count ?? -1
    expect(taken).toBe(confirmedOn(model, shift))
    if (taken > before) expect(taken).toBeLessThanOrEqual(model.quantity[shift] ?? 0)
    for (let person = 0; person < PEOPLE; person += 1)
      expect(isOn(model, 0, person) && isOn(model, 1, person)).toBe(false)
  }
}

class SignUp extends Command {
  name = 'sign up'
  expected(model: Model) {
    const { shift, person } = this.step
    if (isFull(model, shift)) return 'shift_full'
    if (isOn(model, shift, person)) return 'already_signed_up'
    if (isBusy(model, shift, person)) return 'schedule_conflict'
    return model.approval === 'none' ? 'ok' : 'requested'
  }
  act({ shifts, people }: World) {
    return send(
      'POST',
      `/shifts/${at(shifts, this.step.shift).id}/signup`,
      bodyOf(at(people, this.step.person)),
    )
  }
  change({ places, requests }: Model, id: string, code: string) {
    const name = key(this.step.shift, this.step.person)
    if (code === 'ok') places.set(name, { id, status: 'CONFIRMED' })
    else if (!requests.has(name)) requests.set(name, {})
  }
}

/** `yes`: approves, and raises a full shift. */
class Approve extends Command {
  name = 'approve'
  #giver = ({ places, requests }: Model) => {
    const name = requests.get(key(this.step.shift, this.step.person))?.giver
    const place = name === undefined ? undefined : places.get(name)
    return place?.status === 'CONFIRMED' && place.link ? { name, place } : undefined
  }
  expected(model: Model) {
    const { shift, person, yes } = this.step
    if (!model.requests.has(key(shift, person))) return 'request_not_found'
    if (isOn(model, shift, person)) return 'already_signed_up'
    if (!yes && !this.#giver(model) && isFull(model, shift)) return 'shift_full'
    return isBusy(model, shift, person) ? 'schedule_conflict' : 'ok'
  }
  async act(world: World) {
    const request_ids = [await requestOf(world, this.step)]
    const { code } = await send('POST', '/admin/requests/approve', { request_ids, raise: this.step.yes })
    return { code, id: await assignmentOf(world, this.step) }
  }
  change(model: Model, id: string) {
    const { shift, person } = this.step
    const giver = this.#giver(model)
    if (giver?.name) model.places.set(giver.name, { ...giver.place, status: 'DECLINED' })
    else if (isFull(model, shift)) model.quantity[shift] = confirmedOn(model, shift) + 1
    model.places.set(key(shift, person), { id, status: 'CONFIRMED' })
    model.requests.delete(key(shift, person))
  }
}

class Deny extends Command {
  name = 'deny'
  expected = ({ requests }: Model) =>
    requests.has(key(this.step.shift, this.step.person)) ? 'ok' : 'request_not_found'
  async act(world: World) {
    return send('POST', '/admin/requests/deny', { request_ids: [await requestOf(world, this.step)] })
  }
  change = ({ requests }: Model) => void requests.delete(key(this.step.shift, this.step.person))
}

class GiveUp extends Command {
  name = 'give up'
  expected(model: Model) {
    return model.places.has(key(this.step.shift, this.step.person)) ? 'ok' : 'link_invalid'
  }
  act(_world: World, model: Model) {
    return send('POST', `/assignment/${tokenOf(model, this.step)}/change`, { status: 'DECLINED' })
  }
  change({ places }: Model) {
    const name = key(this.step.shift, this.step.person)
    const place = places.get(name)
    if (place?.status === 'CONFIRMED') places.set(name, { ...place, status: 'DECLINED', link: undefined })
  }
}

class OpenSwap extends Command {
  name = 'open a link'
  expected(model: Model) {
    const { shift, person } = this.step
    if (!model.places.has(key(shift, person))) return 'link_invalid'
    return isOn(model, shift, person) ? 'ok' : 'swap_not_possible'
  }
  async act(_world: World, model: Model) {
    const { code, url } = await send('POST', `/assignment/${tokenOf(model, this.step)}/swap`)
    return { code, id: url }
  }
  change({ places }: Model, link: string) {
    const name = key(this.step.shift, this.step.person)
    const place = places.get(name)
    if (place) places.set(name, { ...place, link })
  }
}

/** `other` takes the place of `person` over. */
class TakeOver extends Command {
  name = 'take over'
  #giver = ({ places }: Model) => places.get(key(this.step.shift, this.step.person))
  expected(model: Model) {
    const { shift, person, other } = this.step
    const giver = this.#giver(model)
    if (!giver?.link) return 'link_invalid'
    if (giver.status === 'DECLINED') return 'place_taken'
    const name = key(shift, person)
    if ([...model.requests.values()].some((asked) => asked.giver === name)) return 'swap_pending'
    if (isOn(model, shift, other)) return 'already_signed_up'
    if (isBusy(model, shift, other)) return 'schedule_conflict'
    return model.approval === 'none' ? 'ok' : 'requested'
  }
  act({ people }: World, model: Model) {
    const link = this.#giver(model)?.link ?? signId(api.deps.keys, swapLink({ id: NOBODY, swap_id: NOBODY }))
    return send('POST', `/swaps/${link}`, bodyOf(at(people, this.step.other)))
  }
  change({ places, requests }: Model, id: string, code: string) {
    const { shift, person, other } = this.step
    const giver = places.get(key(shift, person))
    if (code === 'requested') requests.set(key(shift, other), { giver: key(shift, person) })
    else if (giver) {
      places.set(key(shift, person), { ...giver, status: 'DECLINED' })
      places.set(key(shift, other), { id, status: 'CONFIRMED' })
    }
  }
}

class SetQuantity extends Command {
  name = 'quantity'
  expected = () => 'ok'
  act({ shifts }: World) {
    return send('PUT', `/admin/shifts/${at(shifts, this.step.shift).id}`, {
      required_qty: 1 + this.step.other,
    })
  }
  change({ quantity }: Model) {
    quantity[this.step.shift] = 1 + this.step.other
  }
}

const anyStep = fc.record({
  shift: fc.integer({ min: 0, max: SHIFTS - 1 }),
  person: fc.integer({ min: 0, max: PEOPLE - 1 }),
  other: fc.integer({ min: 0, max: PEOPLE - 1 }),
  yes: fc.boolean(),
})
const steps = fc.commands(
  [
    anyStep.map((given) => new SignUp(given)),
    anyStep.map((given) => new Approve(given)),
    anyStep.map((given) => new Approve({ ...given, yes: true })),
    anyStep.map((given) => new Deny(given)),
    anyStep.map((given) => new GiveUp(given)),
    anyStep.map((given) => new OpenSwap(given)),
    anyStep.map((given) => new TakeOver(given)),
    anyStep.map((given) => new SetQuantity(given)),
  ],
  { maxCommands: 40, size: 'max' },
)

const holds = (approval: Approval, numRuns: number) =>
  fc.assert(
    fc.asyncProperty(steps, (commands) => fc.asyncModelRun(() => buildWorld(approval), commands)),
    { numRuns },
  )

test.each(['all', 'none'] as const)(
  'no order of requests and replacements overbooks, where %s is approved',
  (approval) => holds(approval, 30),
)

test('negative control: the model sees a sign-up that ignores how full the shift is', async () => {
  await vi.mocked(decisions.decideSignUp).withImplementation(
    () => ({ kind: 'taken', answers_as_request: false }),
    () => expect(holds('none', 30)).rejects.toThrow(/Property failed/),
  )
})

async function buildWorld(approval: Approval): Promise<{ model: Model; real: World }> {
  const { deps } = api
  const event = await buildEvent(deps, { organization_id: admin.organization_id, approval })
  const role = await buildRole(deps, { event })
  const start = hoursAfter(deps.now(), 72)
  const shifts = await Promise.all(
    [0, 1, 24].map((hours) =>
      buildShift(deps, { role, start_dt: hoursAfter(start, hours), required_qty: 1 }),
    ),
  )
  const people = await Promise.all(
    Array.from({ length: PEOPLE }, () => buildPerson(deps, { organization_id: event.organization_id })),
  )
  return {
    model: { approval, quantity: [1, 1, 1], places: new Map(), requests: new Map() },
    real: { event, shifts, people },
  }
}

const NOBODY = '01890000-0000-7000-8000-000000000000'

const bodyOf = ({ first_name, last_name, email }: PersonRow) => ({
  first_name,
  last_name,
  email,
  phone: '+46701234567',
})

function tokenOf({ places }: Model, { shift, person }: Step): string {
  const id = places.get(key(shift, person))?.id ?? NOBODY
  return signId(api.deps.keys, { purpose: 'personal_link', id, round: 1 })
}

async function send(method: 'POST' | 'PUT', url: string, payload?: object) {
  const answer = await api.inject({ method, url, headers: admin.headers, ...(payload && { payload }) })
  if (answer.statusCode === 204) return { code: 'ok' }
  const body = answer.json<{ code?: string; assignment_id?: string; swap?: { url?: string | null } | null }>()
  const code = body.code ?? (answer.statusCode === 202 ? 'requested' : 'ok')
  return { code, id: body.assignment_id, url: body.swap?.url?.split('/swap/')[1] }
}

async function requestOf({ event, shifts, people }: World, { shift, person }: Step): Promise<string> {
  const url = `/admin/requests?event_id=${event.id}`
  const { requests } = (await api.inject({ method: 'GET', url, headers: admin.headers })).json<{
    requests: { id: string; shift_id: string; person_id: string }[]
  }>()
  const [of_shift, of_person] = [at(shifts, shift).id, at(people, person).id]
  return (
    requests.find(({ shift_id, person_id }) => shift_id === of_shift && person_id === of_person)?.id ?? NOBODY
  )
}

async function assignmentOf({ shifts, people }: World, { shift, person }: Step): Promise<string | undefined> {
  const [found] = await api.deps.db.system((tx) =>
    tx
      .select({ id: schema.assignment.id })
      .from(schema.assignment)
      .where(
        and(
          eq(schema.assignment.shift_id, at(shifts, shift).id),
          eq(schema.assignment.person_id, at(people, person).id),
        ),
      ),
  )
  return found?.id
}

function at<T>(items: readonly T[], index: number): T {
  const item = items[index]
  if (item === undefined) throw new Error(`nothing at ${index}`)
  return item
}
