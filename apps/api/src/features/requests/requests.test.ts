import { randomUUID } from 'node:crypto'
import { events } from '@muster/contract/events'
import { personalPage } from '@muster/contract/personal-page'
import { requests } from '@muster/contract/requests'
import { addMs } from '@muster/contract/rules/instants'
import type { Question } from '@muster/contract/rules/questions'
import { shifts } from '@muster/contract/shifts'
import { swap } from '@muster/contract/swap'
import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/app.ts'
import { type Administrator, buildAdministrator } from '../../../test/organizations.ts'
import { buildProviders, deliverDue } from '../../../test/outbox.ts'
import {
  buildAssignment,
  buildEvent,
  buildPerson,
  buildRole,
  buildShift,
  hoursAfter,
  type ShiftRow,
} from '../../../test/planning.ts'
import { newId } from '../../db/ids.ts'
import * as schema from '../../db/schema.ts'
import { signId } from '../../signing/signed-id.ts'
import { lapseRequests } from './lapse-requests.ts'

/* D52 */

const NOW = '2026-06-01T08:00:00.000Z'

let api: TestApp
let admin: Administrator
beforeAll(async () => {
  api = await buildTestApp()
  admin = await buildAdministrator(api)
})
beforeEach(() => api.setNow(NOW))
afterAll(() => api.close())

let people = 0
const stranger = () => ({
  first_name: 'Olle',
  last_name: 'Frisk',
  email: `asks-${++people}@volunteer.example`,
  phone: '+46701234567',
})
type Volunteer = ReturnType<typeof stranger>

type Given = Partial<typeof schema.event.$inferInsert> & {
  required_qty?: number
  needs_tag?: string | null
  min_age?: number
}

async function build({ required_qty = 2, needs_tag = null, min_age, ...given }: Given = {}) {
  const event = await buildEvent(api.deps, { organization_id: admin.organization_id, ...given })
  const role = await buildRole(api.deps, { event, needs_tag, ...(min_age !== undefined && { min_age }) })
  const shift = await buildShift(api.deps, { role, start_dt: hoursAfter(NOW, 72), required_qty })
  return { event, role, shift }
}

async function post(url: string, body: object, headers: Record<string, string> = {}) {
  const payload = JSON.stringify(body)
  const answer = await api.inject({
    method: 'POST',
    url,
    payload,
    headers: { 'content-type': 'application/json', ...headers },
  })
  return { status: answer.statusCode, body: answer.body === '' ? null : answer.json<object>() }
}

const ask = (shift: { id: string }, body: object = stranger(), headers?: Record<string, string>) =>
  post(`/shifts/${shift.id}/signup`, body, headers)
const listed = async (event_id: string) =>
  (await api.ok(requests.listRequests, { headers: admin.headers, query: { event_id } })).requests
const approve = (request_ids: string[], options: object = {}) =>
  api.ok(requests.approveRequests, { headers: admin.headers, body: { request_ids, ...options } })
const approveRefused = async (request_ids: string[], options: object = {}) =>
  (await api.refused(requests.approveRequests, { headers: admin.headers, body: { request_ids, ...options } }))
    .code
const deny = (request_ids: string[], reason?: string) =>
  api.ok(requests.denyRequests, { headers: admin.headers, body: { request_ids, reason } })
const inDatabase = <Row>(
  read: (tx: Parameters<Parameters<typeof api.deps.db.system>[0]>[0]) => Promise<Row>,
) => api.deps.db.system(read)
const statusesOf = async ({ id }: { id: string }) =>
  (
    await inDatabase((tx) =>
      tx
        .select({ status: schema.assignment.status })
        .from(schema.assignment)
        .where(eq(schema.assignment.shift_id, id))
        .orderBy(asc(schema.assignment.id)),
    )
  ).map(({ status }) => status)
const mailsTo = async ({ email }: { email: string | null }) =>
  (
    await inDatabase((tx) =>
      tx
        .select()
        .from(schema.message)
        .where(eq(schema.message.address, email ?? ''))
        .orderBy(asc(schema.message.created_at)),
    )
  ).map(({ template, payload }) => ({ template, payload }))
const findPerson = async ({ email }: Volunteer) =>
  (await inDatabase((tx) => tx.select().from(schema.person).where(eq(schema.person.email, email))))[0]
async function buildTag(name: string): Promise<string> {
  const id = newId()
  await inDatabase((tx) =>
    tx
      .insert(schema.tag)
      .values({ organization_id: admin.organization_id, id, name, name_key: name.toLowerCase() }),
  )
  return id
}
const tagPerson = ({ id: person_id }: { id: string }, tag_id: string) =>
  inDatabase((tx) =>
    tx.insert(schema.personTag).values({ organization_id: admin.organization_id, person_id, tag_id }),
  )

describe('asking', () => {
  test('holds no place, adds no person, and tells who asked', async () => {
    const { event, shift } = await build({ approval: 'all' })
    const olle = stranger()
    const answer = await ask(shift, { ...olle, note: 'Bar work before' })
    expect(answer).toMatchObject({
      status: 202,
      body: { request_id: expect.any(String), shift: { id: shift.id, spots_left: 2, assigned_people: [] } },
    })
    expect(await listed(event.id)).toEqual([
      {
        id: Reflect.get(Object(answer.body), 'request_id'),
        shift_id: shift.id,
        form_id: expect.any(String),
        created_at: NOW,
        ...olle,
        note: 'Bar work before',
        is_minor: false,
        answers: [],
        person_id: null,
        lacks_tag: false,
        has_conflict: false,
        replaces: null,
      },
    ])
    expect(await statusesOf(shift)).toEqual([])
    expect(await findPerson(olle)).toBeUndefined()
    expect((await mailsTo(olle)).map(({ template }) => template)).toEqual(['request_received'])
    const { roles } = await api.ok(events.getPublicEvent, { params: { eventId: event.id } })
    expect(roles[0]).toMatchObject({ asks_first: true, shifts: [{ spots_left: 2, assigned_count: 0 }] })
  })

  test('asking twice is one request and one e-mail', async () => {
    const { event, shift } = await build({ approval: 'all' })
    const olle = stranger()
    const [first, again] = [await ask(shift, olle), await ask(shift, { ...olle, first_name: 'OLLE' })]
    expect(again.body).toEqual(first.body)
    expect(await listed(event.id)).toHaveLength(1)
    expect(await mailsTo(olle)).toHaveLength(1)
  })

  test('a repeated call with its key answers as the first', async () => {
    const { shift } = await build({ approval: 'all' })
    const [olle, headers] = [stranger(), { 'idempotency-key': randomUUID() }]
    const first = await ask(shift, olle, headers)
    expect(await ask(shift, olle, headers)).toMatchObject({ status: 202, body: first.body })
  })

  test('a full shift takes no request', async () => {
    const { shift } = await build({ approval: 'all', required_qty: 1 })
    await buildAssignment(api.deps, { shift, status: 'CONFIRMED' })
    expect(await ask(shift)).toMatchObject({ status: 409, body: { code: 'shift_full' } })
  })

  test('of several shifts some are taken and some asked for', async () => {
    const { event, role, shift: free } = await build()
    const nurse = await buildRole(api.deps, { event, needs_tag: await buildTag(`nurse ${randomUUID()}`) })
    const asked = await buildShift(api.deps, { role: nurse, start_dt: hoursAfter(NOW, 96), required_qty: 1 })
    const body = { ...stranger(), shift_ids: [free.id, asked.id] }
    const both = await post(`/events/${event.id}/signup`, body)
    expect(both).toMatchObject({
      status: 201,
      body: {
        signed_up: [{ shift: { id: free.id }, person: 0 }],
        requested: [{ shift_id: asked.id, person: 0 }],
        refused: [],
      },
    })
    const later = await buildShift(api.deps, { role: nurse, start_dt: hoursAfter(NOW, 120), required_qty: 1 })
    const only = { ...stranger(), shift_ids: [later.id] }
    expect(await post(`/events/${event.id}/signup`, only)).toMatchObject({
      status: 202,
      body: { signed_up: [], requested: [{ shift_id: later.id, person: 0 }] },
    })
    expect(role.needs_tag).toBeNull()
  })
})

describe('who is in the organisation', () => {
  test('is taken at once where only unknown people are asked for, with the answer that everybody gets', async () => {
    const { shift } = await build({ approval: 'unknown', required_qty: 5 })
    const known = await buildPerson(api.deps, { organization_id: admin.organization_id })
    const body = {
      ...stranger(),
      first_name: known.first_name,
      last_name: known.last_name,
      email: known.email,
    }
    const [of_known, of_stranger] = [await ask(shift, body), await ask(shift)]
    expect(await statusesOf(shift)).toEqual(['CONFIRMED'])
    expect((await mailsTo(known)).map(({ template }) => template)).toEqual(['confirmation'])
    // The same but for the random id and the place that the page shows anyway.
    expect(of_known.status).toBe(of_stranger.status)
    expect(Object.keys(Object(of_known.body))).toEqual(Object.keys(Object(of_stranger.body)))
    expect(of_known).toMatchObject({ status: 202, body: { shift: { assigned_count: 0 } } })
  })

  test.each(['already signed up', 'busy then'] as const)('is not shown to be %s', async (which) => {
    const { role, shift } = await build({ approval: 'unknown', required_qty: 5 })
    const known = await buildPerson(api.deps, { organization_id: admin.organization_id })
    const other =
      which === 'busy then'
        ? await buildShift(api.deps, { role, start_dt: hoursAfter(shift.start_dt, 1), required_qty: 5 })
        : shift
    await buildAssignment(api.deps, { shift: other, person: known, status: 'CONFIRMED' })
    const body = {
      ...stranger(),
      first_name: known.first_name,
      last_name: known.last_name,
      email: known.email,
    }
    expect(await ask(shift, body)).toMatchObject({ status: 202, body: { request_id: expect.any(String) } })
    expect((await mailsTo(known)).map(({ template }) => template)).toEqual([
      which === 'busy then' ? 'request_received' : 'link_again',
    ])
  })

  test('does not lose who comes with somebody who is signed up already (D54)', async () => {
    const { event, shift } = await build({ approval: 'unknown', required_qty: 5 })
    const known = await buildPerson(api.deps, { organization_id: admin.organization_id })
    await buildAssignment(api.deps, { shift, person: known, status: 'CONFIRMED' })
    const { first_name, last_name, email } = known
    const contact = { first_name, last_name }
    const family = [contact, { first_name: 'Nils', last_name: 'Öberg' }]
    const body = { ...stranger(), ...contact, email, people: family, shift_ids: [shift.id] }
    expect(await post(`/events/${event.id}/signup`, body)).toMatchObject({
      status: 202,
      body: { requested: [{ person: 0 }, { person: 1 }] },
    })
    expect(await listed(event.id)).toMatchObject([{ first_name: 'Nils', person_id: null }])
    expect((await mailsTo(known)).map(({ template }) => template)).toEqual(['request_received'])
  })

  test('does not become so by asking, nor by a no', async () => {
    const { event, shift } = await build({ approval: 'unknown', required_qty: 5 })
    const olle = stranger()
    await ask(shift, olle)
    await deny((await listed(event.id)).map(({ id }) => id))
    expect(await ask(shift, olle)).toMatchObject({ status: 202 })
    expect(await statusesOf(shift)).toEqual([])
    expect(await listed(event.id)).toHaveLength(1)
  })

  test('needs the tag of the role (D53)', async () => {
    const tag = await buildTag(`first aid ${randomUUID()}`)
    const { event, shift } = await build({ needs_tag: tag, required_qty: 5 })
    const [tagged, other] = [
      await buildPerson(api.deps, { organization_id: admin.organization_id }),
      await buildPerson(api.deps, { organization_id: admin.organization_id }),
    ]
    await tagPerson(tagged, tag)
    for (const { first_name, last_name, email } of [tagged, other])
      expect(await ask(shift, { ...stranger(), first_name, last_name, email })).toMatchObject({ status: 202 })
    expect(await statusesOf(shift)).toEqual(['CONFIRMED'])
    expect(await listed(event.id)).toMatchObject([{ person_id: other.id, lacks_tag: true }])
  })
})

describe('answering', () => {
  test('a yes signs up with what was asked, and sends the confirmation', async () => {
    const { event, shift } = await build({ approval: 'all' })
    const olle = stranger()
    await ask(shift, { ...olle, note: 'With my dog' })
    api.setNow(hoursAfter(NOW, 1))
    const [request] = await listed(event.id)
    expect(await approve([request?.id ?? ''])).toEqual({ approved: [request?.id], refused: [] })
    const person = await findPerson(olle)
    expect(person).toMatchObject({ first_name: 'Olle', phone: olle.phone })
    expect(
      await inDatabase((tx) =>
        tx.select().from(schema.assignment).where(eq(schema.assignment.shift_id, shift.id)),
      ),
    ).toMatchObject([
      {
        person_id: person?.id,
        status: 'CONFIRMED',
        note: 'With my dog',
        source: 'signup',
        terms_accepted_at: NOW,
      },
    ])
    expect((await mailsTo(olle)).map(({ template }) => template)).toEqual([
      'request_received',
      'confirmation',
    ])
    expect(await listed(event.id)).toEqual([])
    expect(await approveRefused([request?.id ?? ''])).toBe('request_not_found')
  })

  test('several together fill the shift and no more; the rest stays, or raises it (D12, D20)', async () => {
    const { event, shift } = await build({ approval: 'all', required_qty: 2 })
    for (let one = 0; one < 3; one += 1) await ask(shift)
    const ids = (await listed(event.id)).map(({ id }) => id)
    expect(await approve(ids)).toEqual({
      approved: ids.slice(0, 2),
      refused: [{ request_id: ids[2], code: 'shift_full' }],
    })
    expect(await statusesOf(shift)).toEqual(['CONFIRMED', 'CONFIRMED'])
    expect(await approveRefused(ids.slice(2))).toBe('shift_full')
    expect(await approve(ids.slice(2), { raise: true })).toMatchObject({ approved: ids.slice(2) })
    const [row] = await inDatabase((tx) =>
      tx.select().from(schema.shift).where(eq(schema.shift.id, shift.id)),
    )
    expect(row?.required_qty).toBe(3)
  })

  test('a refused yes leaves nobody behind in the organisation', async () => {
    const { event, shift } = await build({ approval: 'all', required_qty: 1 })
    const olle = stranger()
    await ask(shift, olle)
    await buildAssignment(api.deps, { shift, status: 'CONFIRMED' })
    expect(await approveRefused((await listed(event.id)).map(({ id }) => id))).toBe('shift_full')
    expect(await findPerson(olle)).toBeUndefined()
  })

  test('a conflict is asked about (D14)', async () => {
    const { event, role, shift } = await build({ approval: 'unknown', required_qty: 5 })
    const known = await buildPerson(api.deps, { organization_id: admin.organization_id })
    const other = await buildShift(api.deps, { role, start_dt: hoursAfter(shift.start_dt, 1) })
    await buildAssignment(api.deps, { shift: other, person: known, status: 'CONFIRMED' })
    const { first_name, last_name, email } = known
    await ask(shift, { ...stranger(), first_name, last_name, email })
    const [request] = await listed(event.id)
    expect(request).toMatchObject({ person_id: known.id, has_conflict: true })
    expect(await approveRefused([request?.id ?? ''])).toBe('schedule_conflict')
    expect(await approve([request?.id ?? ''], { despite_conflict: true })).toMatchObject({ refused: [] })
  })

  test('a yes is refused once the shift has begun', async () => {
    const { event, shift } = await build({ approval: 'all' })
    await ask(shift)
    const [request] = await listed(event.id)
    api.setNow(shift.start_dt)
    expect(await approveRefused([request?.id ?? ''])).toBe('shift_over')
    expect(await statusesOf(shift)).toEqual([])
  })

  test('a yes is refused for who was put on the shift meanwhile', async () => {
    const { event, shift } = await build({ approval: 'all' })
    const olle = stranger()
    await ask(shift, olle)
    const [request] = await listed(event.id)
    const person = await buildPerson(api.deps, { organization_id: admin.organization_id, ...olle })
    await buildAssignment(api.deps, { shift, person, status: 'CONFIRMED' })
    expect(await approveRefused([request?.id ?? ''])).toBe('already_signed_up')
    expect(await statusesOf(shift)).toEqual(['CONFIRMED'])
  })

  test('a no tells the reason, and nothing of them stays once it is sent', async () => {
    const { event, shift } = await build({ approval: 'all' })
    const olle = stranger()
    await ask(shift, olle)
    await deny(
      (await listed(event.id)).map(({ id }) => id),
      'We have enough nurses',
    )
    expect(await mailsTo(olle)).toMatchObject([
      { template: 'request_received' },
      { template: 'request_ended', payload: { because: 'denied', reason: 'We have enough nurses' } },
    ])
    const { providers, mails } = buildProviders()
    await deliverDue(api.deps, providers)
    const sent = mails.filter(({ to }) => to === olle.email)
    expect(sent.map(({ subject }) => subject)).toEqual([
      expect.stringContaining('Ingen plats den här gången'),
    ])
    expect(sent[0]?.text).toContain('We have enough nurses')
  })

  test('after a move the volunteer is asked about the new time (V1)', async () => {
    const { event, shift } = await build({ approval: 'all' })
    await ask(shift)
    const moved = { start_dt: hoursAfter(shift.start_dt, 2), end_dt: hoursAfter(shift.end_dt, 2) }
    await inDatabase((tx) => tx.update(schema.shift).set(moved).where(eq(schema.shift.id, shift.id)))
    await approve((await listed(event.id)).map(({ id }) => id))
    expect(
      await inDatabase((tx) =>
        tx.select().from(schema.assignment).where(eq(schema.assignment.shift_id, shift.id)),
      ),
    ).toMatchObject([{ agreed_start_dt: shift.start_dt, asked_again_at: NOW }])
  })
})

describe('ending', () => {
  test('lapses at the start, and is told', async () => {
    const { event, shift } = await build({ approval: 'all' })
    // Those of the other tests.
    api.setNow(shift.start_dt)
    await lapseRequests(api.deps)
    api.setNow(NOW)
    const olle = stranger()
    await ask(shift, olle)
    api.setNow(addMs(shift.start_dt, -1))
    expect(await lapseRequests(api.deps)).toBe(0)
    api.setNow(shift.start_dt)
    expect(await listed(event.id)).toEqual([])
    expect(await lapseRequests(api.deps)).toBe(1)
    expect(await lapseRequests(api.deps)).toBe(0)
    expect(await mailsTo(olle)).toMatchObject([{}, { payload: { because: 'lapsed' } }])
  })

  test('is told when the shift is removed', async () => {
    const { shift } = await build({ approval: 'all' })
    const olle = stranger()
    await ask(shift, olle)
    await api.ok(shifts.deleteShift, { headers: admin.headers, params: { id: shift.id } })
    expect(await mailsTo(olle)).toMatchObject([{}, { payload: { because: 'removed' } }])
  })

  test('is taken back by the link of the e-mail, once', async () => {
    const { event, shift } = await build({ approval: 'all' })
    await ask(shift)
    const [request] = await listed(event.id)
    const token = signId(api.deps.keys, { purpose: 'request', id: request?.form_id ?? '', round: 1 })
    expect(await api.ok(requests.getOwnRequest, { params: { token } })).toMatchObject({
      event: { id: event.id },
      requests: [{ id: request?.id, first_name: 'Olle', start_dt: shift.start_dt }],
    })
    await api.ok(requests.withdrawRequest, { params: { token } })
    expect(await listed(event.id)).toEqual([])
    const { code } = await api.refused(requests.withdrawRequest, { params: { token } })
    expect(code).toBe('link_invalid')
  })
})

async function buildLooking(given: Given = { approval: 'all' }) {
  const { event, shift } = await build({ required_qty: 1, ...given })
  const giver = await buildAssignment(api.deps, { shift, status: 'CONFIRMED' })
  const token = signId(api.deps.keys, { purpose: 'personal_link', id: giver.id, round: giver.round })
  const invitation = await api.ok(swap.openSwap, { params: { token } })
  return { event, shift, giver, token, link: invitation.swap?.url?.split('/swap/')[1] ?? '' }
}
const take = (link: string, body: object = stranger()) => post(`/swaps/${link}`, body)

describe('a replacement (D58)', () => {
  test('moves on approval; meanwhile others are told that somebody has asked', async () => {
    const { event, shift, giver, link } = await buildLooking()
    const olle = stranger()
    expect(await take(link, olle)).toMatchObject({ status: 202 })
    expect(await take(link)).toMatchObject({ status: 409, body: { code: 'swap_pending' } })
    expect((await api.refused(swap.getSwap, { params: { token: link } })).code).toBe('swap_pending')
    expect(await statusesOf(shift)).toEqual(['CONFIRMED'])
    const [request] = await listed(event.id)
    expect(request?.replaces).toMatchObject({ first_name: expect.any(String) })
    await approve([request?.id ?? ''])
    expect((await statusesOf(shift)).toSorted()).toEqual(['CONFIRMED', 'DECLINED'])
    const [row] = await inDatabase((tx) =>
      tx.select().from(schema.assignment).where(eq(schema.assignment.id, giver.id)),
    )
    expect(row).toMatchObject({ status: 'DECLINED', handed_to: expect.any(String) })
  })

  test('after a no the link works again', async () => {
    const { event, link } = await buildLooking()
    await take(link)
    await deny((await listed(event.id)).map(({ id }) => id))
    expect(await take(link)).toMatchObject({ status: 202 })
  })

  test('without the giver it is a request like others', async () => {
    const { event, shift, giver, token, link } = await buildLooking()
    await take(link)
    await api.ok(personalPage.changeAnswer, { params: { token }, body: { status: 'DECLINED' } })
    const ids = (await listed(event.id)).map(({ id }) => id)
    expect(await approve(ids)).toMatchObject({ approved: ids })
    expect((await statusesOf(shift)).toSorted()).toEqual(['CONFIRMED', 'DECLINED'])
    expect(giver.status).toBe('CONFIRMED')
  })
})

/** Approves six of six requests for two places, one by one, while six others sign up by hand of the organizer. */
async function race(shift: ShiftRow, ids: readonly string[]) {
  const outcomes = await Promise.all(
    ids.map((id) => post('/admin/requests/approve', { request_ids: [id] }, admin.headers)),
  )
  return {
    approved: outcomes.filter(({ status }) => status === 200).length,
    confirmed: (await statusesOf(shift)).filter((status) => status === 'CONFIRMED').length,
  }
}

describe('answers to questions (D51)', () => {
  test('are kept as they were asked, also if the question is changed or deleted before the yes', async () => {
    const { event, shift } = await build({ approval: 'all' })
    const change = (asked: (Partial<Question> & Pick<Question, 'kind' | 'label'>)[]) =>
      api.ok(events.updateEvent, {
        headers: admin.headers,
        params: { id: event.id },
        body: { questions: asked },
      })
    const { questions } = await change([
      { kind: 'text', label: 'Food' },
      { kind: 'text', label: 'Size' },
    ])
    const answers = questions.map(({ id: question_id, label }) => ({ question_id, value: `My ${label}` }))
    await ask(shift, { ...stranger(), answers })
    await change([{ kind: 'text', ...questions[0], label: 'Anything else' }])
    const asking = await listed(event.id)
    expect(asking).toMatchObject([{ answers: [{ label: 'Food', value: 'My Food' }, { label: 'Size' }] }])
    await approve(asking.map(({ id }) => id))
    const kept = await inDatabase((tx) =>
      tx
        .select()
        .from(schema.answer)
        .where(eq(schema.answer.event_id, event.id))
        .orderBy(asc(schema.answer.id)),
    )
    expect(kept).toMatchObject([
      { label: 'Food', value: 'My Food', created_at: NOW },
      { label: 'Size', value: 'My Size', created_at: NOW },
    ])
  })
})

test('a shift that has begun takes no request, whoever asks, also with late sign-up (D49)', async () => {
  const { shift } = await build({ approval: 'unknown', late_signup: true })
  const known = await buildPerson(api.deps, { organization_id: admin.organization_id })
  const { first_name, last_name, email } = known
  api.setNow(shift.start_dt)
  for (const who of [stranger(), { ...stranger(), first_name, last_name, email }])
    expect(await ask(shift, who)).toMatchObject({ status: 409, body: { code: 'shift_over' } })
})

describe('races', () => {
  test('approvals of the same people in opposite order wait for each other', async () => {
    const { role, shift } = await build({ approval: 'all', required_qty: 100 })
    const other = await buildShift(api.deps, { role, start_dt: hoursAfter(NOW, 96), required_qty: 100 })
    const volunteers = await Promise.all(
      Array.from({ length: 20 }, () => buildPerson(api.deps, { organization_id: admin.organization_id })),
    )
    const idsOn = async (asked: typeof shift, who: typeof volunteers) => {
      const ids: string[] = []
      for (const { first_name, last_name, email } of who) {
        const { body } = await ask(asked, { ...stranger(), first_name, last_name, email })
        ids.push(String(Reflect.get(Object(body), 'request_id')))
      }
      return ids
    }
    const both = [await idsOn(shift, volunteers), await idsOn(other, volunteers.toReversed())]
    const answered = await Promise.all(
      both.map((request_ids) => post('/admin/requests/approve', { request_ids }, admin.headers)),
    )
    expect(answered.map(({ status }) => status)).toEqual([200, 200])
  })

  test('six approvals at once fill two places', async () => {
    const { event, shift } = await build({ approval: 'all', required_qty: 2 })
    for (let one = 0; one < 6; one += 1) await ask(shift)
    const ids = (await listed(event.id)).map(({ id }) => id)
    expect(await race(shift, ids)).toEqual({ approved: 2, confirmed: 2 })
  })

  test('approvals beside sign-ups never overbook', async () => {
    const tag = await buildTag(`steward ${randomUUID()}`)
    const { event, shift } = await build({ needs_tag: tag, required_qty: 3 })
    for (let one = 0; one < 4; one += 1) await ask(shift)
    const ids = (await listed(event.id)).map(({ id }) => id)
    const tagged = await Promise.all(
      [1, 2, 3, 4].map(async () => {
        const person = await buildPerson(api.deps, { organization_id: admin.organization_id })
        await tagPerson(person, tag)
        return person
      }),
    )
    const [{ approved }, answers] = await Promise.all([
      race(shift, ids),
      Promise.all(
        tagged.map(({ first_name, last_name, email }) =>
          ask(shift, { ...stranger(), first_name, last_name, email }),
        ),
      ),
    ])
    const confirmed = (await statusesOf(shift)).filter((status) => status === 'CONFIRMED').length
    expect(confirmed).toBe(3)
    expect(approved).toBeLessThanOrEqual(3)
    expect(answers.every(({ status }) => [202, 409].includes(status))).toBe(true)
  })

  test('a request is answered once, by whichever of two comes first', async () => {
    const { event, shift } = await build({ approval: 'all' })
    await ask(shift)
    const [request] = await listed(event.id)
    const body = { request_ids: [request?.id ?? ''] }
    const [yes, no] = await Promise.all([
      post('/admin/requests/approve', body, admin.headers),
      post('/admin/requests/deny', body, admin.headers),
    ])
    expect([yes.status, no.status]).toEqual(yes.status === 200 ? [200, 404] : [404, 204])
    expect(await statusesOf(shift)).toEqual(yes.status === 200 ? ['CONFIRMED'] : [])
  })
})
