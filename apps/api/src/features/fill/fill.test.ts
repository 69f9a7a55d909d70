import { contract } from '@muster/contract/contract'
import { coverageOf, sumCoverage } from '@muster/contract/rules/coverage'
import type { Shift } from '@muster/contract/shifts'
import { and, eq, inArray } from 'drizzle-orm'
import * as fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/app.ts'
import { type Administrator, buildAdministrator, buildMember } from '../../../test/organizations.ts'
import { buildProviders, deliverDue, makeDue } from '../../../test/outbox.ts'
import {
  buildAssignment,
  buildEvent,
  buildPerson,
  buildRole,
  buildShift,
  buildWaiting,
  type EventRow,
  hoursAfter,
  type PersonRow,
  type RoleRow,
  type ShiftRow,
} from '../../../test/planning.ts'
import { newId } from '../../db/ids.ts'
import * as locks from '../../db/lock.ts'
import * as schema from '../../db/schema.ts'
import { insertBlock, insertSuppression } from '../../outbox/suppression.ts'
import { signId } from '../../signing/signed-id.ts'
import * as places from '../assignments/queries.ts'
import { endFilledAsks } from './end-asks.ts'

const { listCandidates, askPeople, stopAsking } = contract.fill
const { changeAnswer, getAssignment } = contract.invitations
const NOW = '2026-06-19T10:00:00.000Z'

let api: TestApp
let admin: Administrator
let event: EventRow
let role: RoleRow
let shift: ShiftRow
beforeAll(async () => {
  api = await buildTestApp()
})
afterAll(() => api.close())
beforeEach(async () => {
  api.setNow(NOW)
  await api.deps.db.system((tx) => tx.delete(schema.message))
  admin = await buildAdministrator(api)
  event = await buildEvent(api.deps, { organization_id: admin.organization_id, name: 'Sommarfest' })
  role = await buildRole(api.deps, { event, name: 'Kafé' })
  shift = await shiftIn(72, { required_qty: 1 })
})

const person = (changes: Partial<PersonRow> = {}) =>
  buildPerson(api.deps, { organization_id: admin.organization_id, ...changes })
const people = (count: number, changes: Partial<PersonRow> = {}) =>
  Promise.all(Array.from({ length: count }, () => person(changes)))
/** Lasts four hours. */
const shiftIn = (hours: number, changes: Partial<ShiftRow> & { role?: RoleRow } = {}) =>
  buildShift(api.deps, {
    role,
    start_dt: hoursAfter(NOW, hours),
    end_dt: hoursAfter(NOW, hours + 4),
    ...changes,
  })
const candidatesOf = (of: ShiftRow) =>
  api.ok(listCandidates, { headers: admin.headers, params: { id: of.id } })

type Given = { mode?: 'each' | 'first'; method?: 'EMAIL' | 'SMS' | 'BOTH'; answer_by?: string }
const asking = (of: ShiftRow, who: readonly { id: string }[], given: Given = {}) => ({
  headers: admin.headers,
  params: { id: of.id },
  body: { mode: 'first', method: 'EMAIL', ...given, person_ids: who.map(({ id }) => id) },
})

/** Asks, and returns the batch and each person's link. */
async function ask(of: ShiftRow, who: readonly { id: string }[], given: Given = {}) {
  const { headers, params, body } = asking(of, who, given)
  const answer = await api.inject({
    method: 'POST',
    url: `/admin/shifts/${params.id}/ask`,
    headers,
    payload: body,
  })
  expect(answer.statusCode).toBe(201)
  const { assignment } = answer.json<Shift>()
  const links = who.map(({ id }) => {
    const own = assignment.find(({ person_id }) => person_id === id)
    if (!own) throw new Error('not asked')
    return signId(api.deps.keys, { purpose: 'personal_link', id: own.id, round: 1 })
  })
  const asked = assignment.filter(({ person_id }) => who.some(({ id }) => id === person_id))
  return { batch_id: String(answer.headers['undo-batch']), links, asked, ask_id: asked[0]?.ask_id ?? '' }
}

const answer = async (token: string, confirm = true) =>
  (await api.inject({ method: 'POST', url: `/assignment/${token}/confirm`, payload: { confirm } })).json<{
    code?: string
    status?: string
    error?: string
  }>()
const changed = (token: string, status: string) => ({ params: { token }, body: { status } })
const undo = (batch_id: string) =>
  api.ok(contract.batches.undoBatch, { headers: admin.headers, params: { batch_id } })
const stop = (of: ShiftRow, ask_id: string) =>
  api.ok(stopAsking, { headers: admin.headers, params: { id: of.id, ask_id } })
const rowsOn = (of: ShiftRow) =>
  api.deps.db.system((tx) => tx.select().from(schema.assignment).where(eq(schema.assignment.shift_id, of.id)))
const countOn = async (of: ShiftRow) => {
  const rows = await rowsOn(of)
  const count = (status: string, offer_ended: string | null = null) =>
    rows.filter((row) => row.status === status && row.offer_ended === offer_ended).length
  return {
    confirmed: count('CONFIRMED'),
    invited: count('INVITED'),
    taken: count('DECLINED', 'taken'),
    stopped: count('DECLINED', 'stopped'),
    declined: count('DECLINED'),
  }
}
const coverage = async () => {
  const { events } = await api.ok(contract.events.listEvents, { headers: admin.headers })
  const { needed, confirmed, pending, missing } = events[0]?.coverage ?? {}
  return { needed, confirmed, pending, missing }
}
const messages = (template: string) =>
  api.deps.db.system((tx) => tx.select().from(schema.message).where(eq(schema.message.template, template)))

/** Sends the questions, and lets the time pass in which they can be undone. */
async function send() {
  await makeDue(api.deps)
  const { providers, mails, texts } = buildProviders()
  await deliverDue(api.deps, providers)
  api.setNow(hoursAfter(api.deps.now(), 0.01))
  return { mails, texts }
}

describe('candidates', () => {
  test('those who are free, who was asked longest ago first, then who did the role', async () => {
    await person({ first_name: 'Never' })
    const newly = await person({ first_name: 'Newly' })
    const cook = await person({ first_name: 'Cook' })
    const once = await person({ first_name: 'Once' })
    const last_year = await buildRole(api.deps, {
      event: await buildEvent(api.deps, { organization_id: admin.organization_id, name: 'I fjol' }),
      name: 'KAFE\u0301',
    })
    const done = await shiftIn(-9_000, { role: last_year })
    await buildAssignment(api.deps, { shift: done, person: cook, status: 'CONFIRMED' })
    const other = await shiftIn(200)
    await buildAssignment(api.deps, { shift: other, person: newly, status: 'DECLINED', invite_sent_at: NOW })
    const once_at = hoursAfter(NOW, -50)
    await buildAssignment(api.deps, {
      shift: other,
      person: once,
      status: 'DECLINED',
      invite_sent_at: once_at,
    })
    await api.ok(contract.tags.tagPeople, {
      headers: admin.headers,
      body: { person_ids: [cook.id], add: ['Kök', 'Bar'] },
    })
    const { candidates, left_out } = await candidatesOf(shift)
    expect(candidates.map((one) => one.person.first_name)).toEqual(['Cook', 'Never', 'Once', 'Newly'])
    expect(left_out).toEqual({ busy: 0, unreachable: 0 })
    expect(candidates[0]).toMatchObject({
      person: { id: cook.id },
      channels: ['EMAIL'],
      did_role: { event: { name: 'I fjol' }, start_dt: done.start_dt },
      last_asked_at: null,
      shifts_at_event: 0,
      same_day: null,
      tags: ['Bar', 'Kök'],
      is_waiting: false,
    })
    expect(candidates[2]).toMatchObject({
      last_asked_at: once_at,
      did_role: null,
      hours_apart: null,
      tags: [],
    })
  })

  test('nobody who is busy at any event, or has to do with the shift', async () => {
    const elsewhere = await buildRole(api.deps, {
      event: await buildEvent(api.deps, { organization_id: admin.organization_id }),
    })
    const overlapping = await shiftIn(75, { role: elsewhere })
    await buildAssignment(api.deps, { shift: overlapping, person: await person({ first_name: 'Invited' }) })
    await buildAssignment(api.deps, {
      shift,
      person: await person({ first_name: 'Declined' }),
      status: 'DECLINED',
    })
    const free = await person({ first_name: 'Free' })
    await buildAssignment(api.deps, { shift: overlapping, person: free, status: 'DECLINED' })
    const touching = await shiftIn(76, { role: elsewhere })
    await buildAssignment(api.deps, { shift: touching, person: await person({ first_name: 'Next' }) })
    const { candidates, left_out } = await candidatesOf(shift)
    expect(candidates.map((one) => one.person.first_name).toSorted()).toEqual(['Free', 'Next'])
    expect(left_out).toEqual({ busy: 2, unreachable: 0 })
  })

  test('other shifts of the day, the distance and the waiting list', async () => {
    const twice = await person({ first_name: 'Twice' })
    const early = await shiftIn(66)
    await buildAssignment(api.deps, { shift: early, person: twice, status: 'CONFIRMED' })
    await buildAssignment(api.deps, { shift: await shiftIn(130), person: twice, status: 'CONFIRMED' })
    const waits = await person({ first_name: 'Waits' })
    await buildWaiting(api.deps, { shift: early, person: waits, status: 'WAITING' })
    const { candidates } = await candidatesOf(shift)
    const of = (name: string) => candidates.find((one) => one.person.first_name === name)
    expect(of('Twice')).toMatchObject({
      same_day: { role_name: 'Kafé', event_name: 'Sommarfest', start_dt: early.start_dt },
      hours_apart: 2,
      shifts_at_event: 2,
      is_waiting: false,
    })
    expect(of('Waits')).toMatchObject({ is_waiting: true, same_day: null, hours_apart: null })
  })

  test('nobody who wants no messages, or whom none reaches', async () => {
    const { organization_id } = admin
    const suppress = (
      reason: 'unsubscribe' | 'stop' | 'hard_bounce',
      channel: 'EMAIL' | 'SMS',
      address: string,
    ) => api.deps.db.system((tx) => insertSuppression(tx, { organization_id, channel, address, reason }))
    const phone = '+46701740611'
    await suppress(
      'unsubscribe',
      'EMAIL',
      (await person({ first_name: 'No', email: 'NO@v.example', phone })).email,
    )
    await person({ first_name: 'Stop', phone: '+46701740612' })
    await suppress('stop', 'SMS', '+46701740612')
    await suppress('hard_bounce', 'EMAIL', (await person({ first_name: 'Bounced' })).email)
    await suppress(
      'hard_bounce',
      'EMAIL',
      (await person({ first_name: 'Called', phone: '+46701740613' })).email,
    )
    const blocked = await person({ first_name: 'Blocked' })
    await api.deps.db.system((tx) => insertBlock(tx, blocked.email))
    await person({ first_name: 'Erased', erased_at: NOW })
    await buildPerson(api.deps, { first_name: 'Foreign' })
    const { candidates, left_out } = await candidatesOf(shift)
    expect(candidates.map((one) => [one.person.first_name, one.channels])).toEqual([['Called', ['SMS']]])
    expect(left_out).toEqual({ busy: 0, unreachable: 3 })
  })

  test('at most fifty', async () => {
    await people(51)
    expect((await candidatesOf(shift)).candidates).toHaveLength(50)
  })

  test('not for viewers, leaders and other organisations', async () => {
    const { organization_id } = admin
    const params = { id: shift.id }
    for (const of of ['viewer', 'leader'] as const) {
      const { headers } = await buildMember(api, {
        organization_id,
        role: of,
        lead_role_ids: of === 'leader' ? [role.id] : [],
      })
      expect(await api.refused(listCandidates, { headers, params })).toMatchObject({ code: 'role_forbidden' })
    }
    const { headers } = await buildAdministrator(api)
    expect(await api.refused(listCandidates, { headers, params })).toMatchObject({ code: 'shift_not_found' })
  })
})

describe('asking each', () => {
  test('invites all in one call, in the ways that reach each', async () => {
    const [both, mail] = [await person({ phone: '+46701740601' }), await person()]
    const { asked, batch_id } = await ask(shift, [both, mail], { mode: 'each', method: 'BOTH' })
    expect(asked).toMatchObject([
      { status: 'INVITED', invite_method: 'BOTH', invite_sent_at: NOW },
      { status: 'INVITED', invite_method: 'EMAIL', invite_sent_at: NOW },
    ])
    expect((await messages('invitation')).map(({ channel }) => channel).toSorted()).toEqual([
      'EMAIL',
      'EMAIL',
      'SMS',
    ])
    expect(asked.map((one) => one.ask_id)).toEqual([undefined, undefined])
    // An ordinary invitation is pending, however many there are.
    expect(await coverage()).toEqual({ needed: 1, confirmed: 0, pending: 2, missing: 0 })
    expect(await undo(batch_id)).toEqual({ kept: [] })
    expect([await rowsOn(shift), await messages('invitation')]).toEqual([[], []])
  })

  test('until when they can answer', async () => {
    const [one, two] = await people(2)
    const answer_by = hoursAfter(NOW, 5)
    const { asked } = await ask(shift, [one ?? two ?? { id: '' }], { mode: 'each', answer_by })
    expect(asked[0]?.token_expires_at).toBe(answer_by)
    const late = await ask(shift, [two ?? { id: '' }], { mode: 'each', answer_by: hoursAfter(NOW, 500) })
    expect(late.asked[0]?.token_expires_at).toBe(shift.start_dt)
    const passed = asking(shift, await people(1), { answer_by: NOW })
    expect(await api.refused(askPeople, passed)).toMatchObject({
      code: 'validation',
      issues: [{ path: 'answer_by' }],
    })
  })

  test('a repeated call has asked once', async () => {
    const given = asking(shift, await people(2), { mode: 'each' })
    const call = { ...given, headers: { ...given.headers, 'idempotency-key': 'the-same-key' } }
    const first = await api.ok(askPeople, call)
    expect((await api.ok(askPeople, call)).assignment).toEqual(first.assignment)
    expect(await messages('invitation')).toHaveLength(2)
  })
})

/** Returns why an ask is refused, which leaves everything as it is. */
const refused = async (of: ShiftRow, who: readonly { id: string }[], given: Given = {}) => {
  const before = await rowsOn(of)
  const { code, person_id, error } = await api.refused(askPeople, asking(of, who, given))
  expect(await rowsOn(of)).toEqual(before)
  expect(await messages('invitation')).toEqual([])
  return { code, person_id, error }
}

describe('refusals leave everything as it is', () => {
  test('somebody on it, busy, unknown or of another organisation', async () => {
    const [one, two, three] = await people(3)
    if (!one || !two || !three) throw new Error('nobody')
    await buildAssignment(api.deps, { shift, person: one, status: 'DECLINED' })
    await buildAssignment(api.deps, { shift: await shiftIn(70), person: two })
    expect(await refused(shift, [three, one])).toMatchObject({ code: 'already_assigned', person_id: one.id })
    expect(await refused(shift, [three, two])).toMatchObject({ code: 'schedule_conflict', person_id: two.id })
    const foreign = await buildPerson(api.deps)
    expect(await refused(shift, [three, foreign])).toMatchObject({ code: 'person_not_found' })
    const params = { id: (await buildShift(api.deps)).id }
    expect(await api.refused(askPeople, { ...asking(shift, [three]), params })).toMatchObject({
      code: 'shift_not_found',
    })
  })

  test('a shift that is full or over', async () => {
    const [one] = await people(1)
    await buildAssignment(api.deps, { shift, status: 'CONFIRMED' })
    expect(await refused(shift, [one ?? { id: '' }])).toMatchObject({ code: 'shift_full' })
    const over = await shiftIn(-5)
    expect(await refused(over, [one ?? { id: '' }])).toMatchObject({ code: 'shift_over' })
  })

  test('somebody who cannot be reached that way, by name', async () => {
    const { organization_id } = admin
    const ok = await person()
    const stopped = await person({ first_name: 'Siv' })
    const address = { organization_id, channel: 'EMAIL', address: stopped.email } as const
    await api.deps.db.system((tx) => insertSuppression(tx, { ...address, reason: 'stop' }))
    expect(await refused(shift, [ok, stopped])).toEqual({
      code: 'opted_out',
      person_id: stopped.id,
      error: expect.stringContaining('Siv Öberg'),
    })
    expect(await refused(shift, [ok], { method: 'SMS' })).toMatchObject({
      code: 'no_contact_info',
      person_id: ok.id,
    })
    const costly = await person({ phone: '+881612345678' })
    expect(await refused(shift, [costly], { method: 'SMS' })).toMatchObject({ code: 'number_not_allowed' })
    const bounced = await person()
    const gone = { organization_id, channel: 'EMAIL', address: bounced.email } as const
    await api.deps.db.system((tx) => insertSuppression(tx, { ...gone, reason: 'hard_bounce' }))
    expect(await refused(shift, [bounced])).toMatchObject({ code: 'address_bounced', person_id: bounced.id })
  })
})

describe('the first yes', () => {
  test('takes the place; the others are told once, and a late yes is answered', async () => {
    const who = [...(await people(2, { language: 'en' })), await person({ phone: '+46701740602' })]
    const { links, asked, ask_id } = await ask(shift, who)
    expect(new Set(asked.map((one) => one.ask_id)).size).toBe(1)
    expect(asked[0]?.ask_places).toBe(1)
    expect(await coverage()).toEqual({ needed: 1, confirmed: 0, pending: 1, missing: 0 })
    const { mails } = await send()
    expect(mails.map(({ text }) => text).join()).toContain('the first yes gets the place')
    const [first = '', second = ''] = links
    expect(await api.ok(getAssignment, { params: { token: second } })).toMatchObject({
      is_first_yes: true,
      shift: { spots_left: 1 },
    })

    expect(await answer(first)).toMatchObject({ status: 'CONFIRMED' })
    // Before the others are told, they count in no figure, and a yes of theirs is refused.
    expect(await coverage()).toEqual({ needed: 1, confirmed: 1, pending: 0, missing: 0 })
    expect(await answer(second)).toMatchObject({ code: 'place_taken' })
    expect(await api.ok(getAssignment, { params: { token: second } })).toMatchObject({
      shift: { spots_left: 0 },
    })
    expect(await endFilledAsks(api.deps)).toBe(1)
    expect(await endFilledAsks(api.deps)).toBe(0)
    expect(await countOn(shift)).toMatchObject({ confirmed: 1, invited: 0, taken: 2 })
    expect(await answer(second)).toMatchObject({ code: 'place_taken' })
    expect(await answer(second, false)).toMatchObject({ code: 'already_answered' })
    expect(await api.ok(getAssignment, { params: { token: second } })).toMatchObject({
      status: 'DECLINED',
      offer_ended: 'taken',
      is_first_yes: false,
      change: 'take',
    })
    const told = await messages('offer_ended')
    expect(new Set(told.map(({ person_id }) => person_id))).toEqual(new Set(who.slice(1).map(({ id }) => id)))
    expect(told).toHaveLength(2)
    const after = await send()
    expect(after.mails.filter(({ subject }) => subject.includes('the place is taken'))).toHaveLength(1)
    await stop(shift, ask_id)
    expect(await messages('offer_ended')).toHaveLength(2)
  })

  test('who was only asked by SMS is told by SMS', async () => {
    const who = await Promise.all(
      ['+46701740603', '+46701740604'].map((phone) => person({ phone, language: 'sv' })),
    )
    const { links } = await ask(shift, who, { method: 'SMS' })
    expect((await send()).texts.map(({ text }) => text).join()).toContain(
      'Den som svarar ja först får passet.',
    )
    await answer(links[0] ?? '')
    await endFilledAsks(api.deps)
    const { texts } = await send()
    expect(texts.map(({ to, text }) => [to, text])).toEqual([
      ['+46701740604', expect.stringContaining('Tack, platsen är tagen. Du behöver inte svara.')],
    ])
  })

  test('is for the missing places, and never for more than are free', async () => {
    const three = await shiftIn(80, { required_qty: 3 })
    await buildAssignment(api.deps, { shift: three, invite_sent_at: NOW })
    const { asked, links } = await ask(three, await people(4))
    expect(asked[0]?.ask_places).toBe(2)
    expect(await coverage()).toEqual({ needed: 4, confirmed: 0, pending: 3, missing: 1 })
    const outcomes = []
    for (const link of links) outcomes.push(await answer(link))
    expect(outcomes.map(({ status, code }) => status ?? code)).toEqual([
      'CONFIRMED',
      'CONFIRMED',
      'place_taken',
      'place_taken',
    ])
  })

  test('more people join an ask; a raised shift gets one of its own', async () => {
    const { ask_id } = await ask(shift, await people(2))
    const more = await ask(shift, await people(3))
    expect(more.asked.map((one) => one.ask_id)).toEqual([ask_id, ask_id, ask_id])
    expect(await coverage()).toMatchObject({ pending: 1, missing: 0 })
    await api.ok(contract.shifts.updateShift, {
      headers: admin.headers,
      params: { id: shift.id },
      body: { required_qty: 3 },
    })
    expect(await coverage()).toMatchObject({ pending: 1, missing: 2 })
    const own = await ask(shift, await people(1))
    expect(own.ask_id).not.toBe(ask_id)
    expect(own.asked[0]?.ask_places).toBe(2)
    expect(await coverage()).toMatchObject({ pending: 2, missing: 1 })
  })

  test('expired invitations leave their places free', async () => {
    await buildAssignment(api.deps, {
      shift,
      invite_sent_at: hoursAfter(NOW, -30),
      token_expires_at: hoursAfter(NOW, -1),
    })
    const { asked } = await ask(shift, await people(2))
    expect(asked[0]?.ask_places).toBe(1)
    expect(await coverage()).toEqual({ needed: 1, confirmed: 0, pending: 2, missing: 0 })
  })

  test('those asked again by hand have left the ask', async () => {
    const { links, asked } = await ask(shift, await people(2))
    await send()
    await answer(links[0] ?? '')
    await endFilledAsks(api.deps)
    const id = asked[1]?.id ?? ''
    await api.ok(contract.assignments.sendInvite, {
      headers: admin.headers,
      params: { id },
      body: { method: 'EMAIL' },
    })
    api.setNow(hoursAfter(api.deps.now(), 1))
    expect(await endFilledAsks(api.deps)).toBe(0)
    const [row] = (await rowsOn(shift)).filter((one) => one.id === id)
    expect(row).toMatchObject({ status: 'INVITED', ask_id: null, ask_places: null, offer_ended: null })
    // The notice that has not left is about an offer that is there again.
    const { mails } = await send()
    expect(mails.filter(({ subject }) => /taken|tagen/.test(subject))).toEqual([])
  })

  test('the places may be taken on the page, by hand or from the waiting list, and then nobody is asked in vain', async () => {
    const { links } = await ask(shift, await people(2))
    await signUp(shift)
    expect(await coverage()).toEqual({ needed: 1, confirmed: 1, pending: 0, missing: 0 })
    // Until the questions leave, the ask can be undone.
    expect(await endFilledAsks(api.deps)).toBe(0)
    api.setNow(hoursAfter(NOW, 0.01))
    await makeDue(api.deps)
    const { providers, mails } = buildProviders()
    await deliverDue(api.deps, providers)
    expect(mails.filter(({ subject }) => /help|hjälpa/.test(subject))).toEqual([])
    expect(await endFilledAsks(api.deps)).toBe(1)
    expect(await messages('offer_ended')).toEqual([])
    expect(await answer(links[0] ?? '')).toMatchObject({ code: 'place_taken' })
  })

  test('a place that becomes free again can be taken by who was too late', async () => {
    const { links } = await ask(shift, await people(2))
    await send()
    const [first = '', second = ''] = links
    await answer(first)
    await endFilledAsks(api.deps)
    expect(await api.refused(changeAnswer, changed(second, 'CONFIRMED'))).toMatchObject({
      code: 'shift_full',
    })
    await api.ok(changeAnswer, changed(first, 'DECLINED'))
    api.setNow(hoursAfter(api.deps.now(), 1))
    expect(await api.ok(changeAnswer, changed(second, 'CONFIRMED'))).toMatchObject({
      status: 'CONFIRMED',
      offer_ended: null,
    })
  })

  test('a copy of the event picks none of those who were only asked', async () => {
    await ask(shift, await people(3))
    await buildAssignment(api.deps, { shift: await shiftIn(90) })
    const copied = await api.ok(contract.events.copyEvent, {
      headers: admin.headers,
      params: { id: event.id },
      body: {
        name: 'Igen',
        first_day: '2027-06-19',
        roles: true,
        shifts: true,
        settings: true,
        people: 'picked',
      },
    })
    expect(copied).toMatchObject({ coverage: { pending: 1 } })
  })
})

test('the figures of an event are those of its shifts, whatever was asked (D37)', async () => {
  const state = fc.record({
    status: fc.constantFrom('INVITED' as const, 'CONFIRMED' as const, 'DECLINED' as const, 'ABSENT' as const),
    ask: fc.constantFrom(0, 1, 2),
    invite_sent_at: fc.constantFrom(null, NOW),
    is_expired: fc.boolean(),
  })
  const plan = fc.array(
    fc.record({ required_qty: fc.integer({ min: 1, max: 4 }), places: fc.array(state, { maxLength: 7 }) }),
    {
      minLength: 1,
      maxLength: 3,
    },
  )
  await fc.assert(
    fc.asyncProperty(plan, async (shifts) => {
      const own = await buildAdministrator(api)
      const at = await buildRole(api.deps, {
        event: await buildEvent(api.deps, { organization_id: own.organization_id }),
      })
      for (const { required_qty, places: given } of shifts) {
        const of = await buildShift(api.deps, { role: at, required_qty })
        const asks = [null, newId(), newId()]
        for (const { ask: which, is_expired, ...row } of given)
          await buildAssignment(api.deps, {
            shift: of,
            ...row,
            ask_id: asks[which] ?? null,
            ask_places: which || null,
            token_expires_at: hoursAfter(NOW, is_expired ? 0 : 1),
          })
      }
      const { events } = await api.ok(contract.events.listEvents, { headers: own.headers })
      const listed = await api.ok(contract.shifts.listShifts, { headers: own.headers })
      expect(events[0]?.coverage).toEqual(sumCoverage(listed.shifts.map((each) => coverageOf(each, NOW))))
    }),
    { numRuns: 20 },
  )
})

const signUp = (of: ShiftRow) =>
  api.inject({
    method: 'POST',
    url: `/shifts/${of.id}/signup`,
    payload: { first_name: 'Ida', last_name: 'Lind', email: 'ida@volunteer.example', phone: '+46701234567' },
  })

const stopWithBatch = async (of: ShiftRow, ask_id: string) => {
  const url = `/admin/shifts/${of.id}/ask/${ask_id}/stop`
  const stopped = await api.inject({ method: 'POST', url, headers: admin.headers })
  expect(stopped.statusCode).toBe(200)
  return stopped.headers['undo-batch']?.toString()
}

describe('stopping', () => {
  test('tells those who were asked, and answers a late yes', async () => {
    const two = await shiftIn(80, { required_qty: 2 })
    const who = await people(3, { language: 'en' })
    const { links, ask_id } = await ask(two, who)
    await send()
    await answer(links[0] ?? '')
    const { assignment } = await stop(two, ask_id)
    expect(assignment.filter(({ offer_ended }) => offer_ended === 'stopped')).toHaveLength(2)
    expect(await countOn(two)).toMatchObject({ confirmed: 1, invited: 0 })
    expect(await coverage()).toEqual({ needed: 3, confirmed: 1, pending: 0, missing: 2 })
    expect(await answer(links[1] ?? '')).toEqual({
      code: 'place_taken',
      error: expect.stringContaining('no longer needs an answer'),
    })
    expect(
      (await send()).mails.filter(({ subject }) => subject.includes('no answer is needed')),
    ).toHaveLength(2)
    await stop(two, ask_id)
    expect(await messages('offer_ended')).toHaveLength(2)
    const entries = await api.ok(contract.log.listLog, { headers: admin.headers })
    expect(entries.filter(({ action }) => action === 'assignment.ask_stopped')).toHaveLength(1)
  })

  test('undone, nobody hears of it, and a yes gets the place (D46)', async () => {
    const { links, ask_id } = await ask(shift, await people(3))
    await send()
    const before = await countOn(shift)
    const batch_id = await stopWithBatch(shift, ask_id)
    expect(await countOn(shift)).toMatchObject({ invited: 0, stopped: 3 })
    expect(await messages('offer_ended')).toHaveLength(3)
    expect(await undo(batch_id ?? '')).toEqual({ kept: [] })
    expect(await countOn(shift)).toEqual(before)
    expect((await send()).mails).toEqual([])
    expect(await answer(links[0] ?? '')).toMatchObject({ status: 'CONFIRMED' })
    expect(await stopWithBatch(shift, ask_id)).toBeDefined()
    expect(await stopWithBatch(shift, ask_id)).toBeUndefined()
  })

  test('undone before the questions have left, they leave', async () => {
    const { ask_id } = await ask(shift, await people(3))
    const batch_id = await stopWithBatch(shift, ask_id)
    // Meanwhile none of them is due.
    expect((await send()).mails).toEqual([])
    await undo(batch_id ?? '')
    expect((await send()).mails).toHaveLength(3)
    expect(await countOn(shift)).toMatchObject({ invited: 3, stopped: 0 })
  })

  test('undone, who has been put on another shift meanwhile stays off, and is told', async () => {
    const [busy, free] = await people(2)
    if (!busy || !free) throw new Error('nobody was built')
    const { ask_id, asked } = await ask(shift, [busy, free])
    await send()
    const batch_id = await stopWithBatch(shift, ask_id)
    await buildAssignment(api.deps, { shift: await shiftIn(73), person: busy })
    const [its] = asked.filter(({ person_id }) => person_id === busy.id)
    expect(await undo(batch_id ?? '')).toEqual({ kept: [{ id: its?.id, reason: 'schedule_conflict' }] })
    expect(await countOn(shift)).toMatchObject({ invited: 1, stopped: 1 })
    const told = await messages('offer_ended')
    expect(told.map(({ person_id }) => person_id)).toEqual([busy.id])
  })

  test('before the questions have left nobody hears anything', async () => {
    const { ask_id } = await ask(shift, await people(3))
    await stop(shift, ask_id)
    expect((await send()).mails).toEqual([])
    expect(await countOn(shift)).toMatchObject({ stopped: 3 })
  })

  test('only what was asked on the shift', async () => {
    const { ask_id } = await ask(shift, await people(1))
    const other = { headers: admin.headers, params: { id: (await shiftIn(90)).id, ask_id } }
    expect(await api.refused(stopAsking, other)).toMatchObject({ code: 'ask_not_found' })
    const { headers } = await buildAdministrator(api)
    const foreign = { headers, params: { id: shift.id, ask_id } }
    expect(await api.refused(stopAsking, foreign)).toMatchObject({ code: 'shift_not_found' })
    expect(await countOn(shift)).toMatchObject({ invited: 1 })
  })
})

describe('above the cap of SMS nothing changes', () => {
  beforeAll(async () => {
    const uncapped = api
    const capped = await buildTestApp({ limits: { messages_per_day: { EMAIL: undefined, SMS: 1 } } })
    api = capped
    return async () => {
      api = uncapped
      await capped.close()
    }
  })

  test('asking more, and stopping an ask whose questions went by SMS', async () => {
    const [first, second] = await people(2, { phone: '+46701234567' })
    if (!first || !second) throw new Error('nobody was built')
    const asked = await api.ok(askPeople, asking(shift, [first], { method: 'SMS' }))
    const [{ ask_id } = {}] = asked.assignment
    if (!ask_id) throw new Error('nobody was asked')
    await makeDue(api.deps)
    await deliverDue(api.deps, buildProviders().providers)

    const above_cap = { status: 429, code: 'daily_cap_reached' }
    expect(await api.refused(askPeople, asking(shift, [second], { method: 'SMS' }))).toMatchObject(above_cap)
    const stopped = { headers: admin.headers, params: { id: shift.id, ask_id } }
    expect(await api.refused(stopAsking, stopped)).toMatchObject(above_cap)
    expect(await countOn(shift)).toMatchObject({ invited: 1, stopped: 0 })
  })
})

/** Lets nobody on before all have arrived. */
class Barrier {
  readonly #waiting: (() => void)[] = []
  readonly #all: number
  constructor(all: number) {
    this.#all = all
  }
  wait(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve)
      if (this.#waiting.length === this.#all) for (const each of this.#waiting) each()
    })
  }
}

/** Asks 50 people for the places, and lets all say yes at once. */
async function stormOfYes(required_qty: number) {
  const contested = await shiftIn(100, { required_qty })
  const who = await people(50)
  const { links } = await ask(contested, who)
  await send()
  const outcomes = await Promise.all(links.map((link) => answer(link)))
  await Promise.all([endFilledAsks(api.deps), endFilledAsks(api.deps)])
  const told = await messages('offer_ended')
  return {
    said_yes: outcomes.filter(({ status }) => status === 'CONFIRMED').length,
    late: outcomes.filter(({ code }) => code === 'place_taken').length,
    confirmed: (await countOn(contested)).confirmed,
    told: told.length,
    people_told: new Set(told.map(({ person_id }) => person_id)).size,
  }
}

describe('fifty at once', () => {
  test('one place: one has it, 49 are told once', async () => {
    expect(await stormOfYes(1)).toEqual({ said_yes: 1, late: 49, confirmed: 1, told: 49, people_told: 49 })
  })

  test('three places: three have one, 47 are told once', async () => {
    expect(await stormOfYes(3)).toEqual({ said_yes: 3, late: 47, confirmed: 3, told: 47, people_told: 47 })
  })

  test('negative control: without the shift’s lock two are on one place', async () => {
    await vi.mocked(locks.lockKnownAssignment).withImplementation(
      async (tx, { id }) => {
        const [found] = await tx
          .select({ assignment: schema.assignment, shift: schema.shift, person: schema.person })
          .from(schema.assignment)
          .innerJoin(schema.shift, eq(schema.shift.id, schema.assignment.shift_id))
          .innerJoin(schema.person, eq(schema.person.id, schema.assignment.person_id))
          .where(eq(schema.assignment.id, id))
        return found && { ...found.assignment, shift: found.shift, person: found.person }
      },
      async () => {
        expect((await stormOfYes(1)).confirmed).toBeGreaterThan(1)
      },
    )
  })

  test('negative control: without the locks of the workers all are told twice', async () => {
    const { links } = await ask(shift, await people(4))
    await send()
    await answer(links[0] ?? '')
    const arrived = new Barrier(2)
    vi.mocked(locks.lockShifts).mockImplementation((tx, ids) =>
      tx
        .select()
        .from(schema.shift)
        .where(inArray(schema.shift.id, [...ids])),
    )
    await vi.mocked(locks.lockPeople).withImplementation(
      async () => {
        await arrived.wait()
        return []
      },
      async () => {
        await Promise.all([endFilledAsks(api.deps), endFilledAsks(api.deps)])
      },
    )
    vi.mocked(locks.lockShifts).mockReset()
    expect(await messages('offer_ended')).toHaveLength(6)
  })

  test('negative control: without the count of its places an ask takes those of others', async () => {
    const wide = await shiftIn(100, { required_qty: 3 })
    await Promise.all([1, 2].map(() => buildAssignment(api.deps, { shift: wide, invite_sent_at: NOW })))
    const { links } = await ask(wide, await people(10))
    await vi.mocked(places.countOpenPlaces).withImplementation(
      () => Promise.resolve(1),
      async () => {
        await Promise.all(links.map((link) => answer(link)))
        expect((await countOn(wide)).confirmed).toBeGreaterThan(1)
      },
    )
  })

  test('yes beside an undo, a sign-up and a removal: never two on one place', async () => {
    for (let round = 0; round < 6; round++) {
      const contested = await shiftIn(100 + 10 * round, { required_qty: 1 })
      const { links, batch_id, asked } = await ask(contested, await people(4))
      await Promise.all([
        ...links.map((link) => answer(link)),
        api.inject({ method: 'POST', url: `/admin/batches/${batch_id}/undo`, headers: admin.headers }),
        signUp(contested),
        api.inject({ method: 'DELETE', url: `/admin/assignments/${asked[3]?.id}`, headers: admin.headers }),
      ])
      await endFilledAsks(api.deps)
      expect((await countOn(contested)).confirmed).toBeLessThanOrEqual(1)
      const told = await api.deps.db.system((tx) =>
        tx
          .select()
          .from(schema.message)
          .where(
            and(
              eq(schema.message.template, 'offer_ended'),
              inArray(
                schema.message.person_id,
                asked.map(({ person_id }) => person_id),
              ),
            ),
          ),
      )
      // No question has left, so nobody is told that it is off.
      expect(told).toEqual([])
    }
  })

  test('an undo leaves who has answered, and takes back the rest', async () => {
    const two = await shiftIn(90, { required_qty: 2 })
    const { links, batch_id, asked } = await ask(two, await people(3))
    await answer(links[0] ?? '')
    expect(await undo(batch_id)).toEqual({ kept: [{ id: asked[0]?.id, reason: 'changed' }] })
    expect(await countOn(two)).toMatchObject({ confirmed: 1, invited: 0 })
    expect(await answer(links[1] ?? '')).toMatchObject({ code: 'link_invalid' })
  })
})
