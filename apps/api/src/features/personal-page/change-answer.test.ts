import { personalPage } from '@muster/contract/personal-page'
import { signup } from '@muster/contract/signup'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/app.ts'
import {
  type AssignmentRow,
  buildAssignment,
  buildEvent,
  buildPerson,
  buildRole,
  buildShift,
  buildWaiting,
  hoursAfter,
} from '../../../test/planning.ts'
import * as schema from '../../db/schema.ts'
import { signId } from '../../signing/signed-id.ts'

const NOW = '2026-06-01T08:00:00.000Z'

let api: TestApp
beforeAll(async () => {
  api = await buildTestApp()
})
beforeEach(() => api.setNow(NOW))
afterAll(() => api.close())

type Body = { status: 'CONFIRMED' | 'DECLINED'; reason?: string }

const tokenOf = ({ id, round }: Pick<AssignmentRow, 'id' | 'round'>) =>
  signId(api.deps.keys, { purpose: 'personal_link', id, round })
const change = (of: AssignmentRow, body: Body) =>
  api.ok(personalPage.changeAnswer, { params: { token: tokenOf(of) }, body })
const refused = (of: AssignmentRow, body: unknown) =>
  api.refused(personalPage.changeAnswer, { params: { token: tokenOf(of) }, body })
const cancel: Body = { status: 'DECLINED' }
const takeAgain: Body = { status: 'CONFIRMED' }

const rowOf = (id: string) =>
  api.deps.db.system(async (tx) => {
    const [row] = await tx.select().from(schema.assignment).where(eq(schema.assignment.id, id))
    return row && { status: row.status, cancelled_at: row.cancelled_at, cancel_reason: row.cancel_reason }
  })

const messagesTo = ({ person_id }: { person_id: string }) =>
  api.deps.db.system((tx) => tx.select().from(schema.message).where(eq(schema.message.person_id, person_id)))

async function buildConfirmed(
  given: { hours?: number | null; start_dt?: string; required_qty?: number } = {},
) {
  const { hours, start_dt = hoursAfter(NOW, 72), required_qty = 5 } = given
  const event = await buildEvent(api.deps, hours === undefined ? {} : { cancel_until_hours: hours })
  const role = await buildRole(api.deps, { event })
  const shift = await buildShift(api.deps, { role, start_dt, required_qty })
  const person = await buildPerson(api.deps, { organization_id: event.organization_id })
  return {
    role,
    shift,
    person,
    assignment: await buildAssignment(api.deps, { shift, person, status: 'CONFIRMED' }),
  }
}

describe('cancelling', () => {
  test('frees the place at once, and keeps when and why', async () => {
    const { shift, assignment } = await buildConfirmed({ required_qty: 1 })
    const heard: unknown[] = []
    const stop = api.deps.bus.subscribe((announcement) => heard.push(announcement))
    const shown = await change(assignment, { ...cancel, reason: ' A cold ' })
    stop()
    expect(shown).toMatchObject({
      status: 'DECLINED',
      gave_up: true,
      change: 'take',
      shift: { spots_left: 1 },
    })
    expect(shown).toEqual(
      await api.ok(personalPage.getAssignment, { params: { token: tokenOf(assignment) } }),
    )
    expect(await rowOf(assignment.id)).toEqual({
      status: 'DECLINED',
      cancelled_at: NOW,
      cancel_reason: 'A cold',
    })
    expect(heard).toContainEqual(expect.objectContaining({ kind: 'shifts', shift_ids: [shift.id] }))
  })

  test.each([
    { hours: 24, start: 24, at: 'at the limit', code: 'cancelling_closed' },
    { hours: 0, start: 0, at: 'at the start', code: 'shift_started' },
    { hours: null, start: 1_000, at: 'never by themselves', code: 'cancelling_closed' },
  ])('is refused $at', async ({ hours, start, code }) => {
    const { assignment } = await buildConfirmed({ hours, start_dt: hoursAfter(NOW, start) })
    expect(await refused(assignment, cancel)).toMatchObject({ status: 409, code })
    expect(await rowOf(assignment.id)).toMatchObject({ status: 'CONFIRMED', cancelled_at: null })
  })

  test('is possible a moment before the limit, which the page is told', async () => {
    const { assignment } = await buildConfirmed({ start_dt: '2026-06-02T08:00:00.001Z' })
    const shown = await api.ok(personalPage.getAssignment, { params: { token: tokenOf(assignment) } })
    expect(shown).toMatchObject({ change: 'cancel', cancel_until: '2026-06-01T08:00:00.001Z' })
    await change(assignment, cancel)
  })

  test('twice is the same as once, and the first reason stays', async () => {
    const { assignment } = await buildConfirmed()
    await Promise.all(Array.from({ length: 5 }, () => change(assignment, { ...cancel, reason: 'A cold' })))
    await change(assignment, { ...cancel, reason: 'Another' })
    expect(await rowOf(assignment.id)).toMatchObject({ status: 'DECLINED', cancel_reason: 'A cold' })
  })

  test('a reason of more than 200 characters is refused', async () => {
    const { assignment } = await buildConfirmed()
    expect(await refused(assignment, { ...cancel, reason: 'x'.repeat(201) })).toMatchObject({ status: 400 })
  })
})

describe('taking the shift again', () => {
  test('is confirmed by e-mail, and is no cancellation any more', async () => {
    const { assignment } = await buildConfirmed()
    await change(assignment, { ...cancel, reason: 'A cold' })
    api.setNow(hoursAfter(NOW, 1))
    expect(await change(assignment, takeAgain)).toMatchObject({
      status: 'CONFIRMED',
      gave_up: false,
      change: 'cancel',
    })
    expect(await rowOf(assignment.id)).toEqual({
      status: 'CONFIRMED',
      cancelled_at: null,
      cancel_reason: null,
    })
    expect(await messagesTo(assignment)).toMatchObject([{ template: 'confirmation' }])
  })

  test('as an undo sends nothing: the first confirmation is true again', async () => {
    const { assignment } = await buildConfirmed()
    await change(assignment, cancel)
    expect(await change(assignment, takeAgain)).toMatchObject({ status: 'CONFIRMED' })
    expect(await messagesTo(assignment)).toEqual([])
  })

  test('twenty times an hour for one person, who can still give it up', async () => {
    const { assignment } = await buildConfirmed()
    for (let n = 0; n < 20; n++) {
      await change(assignment, cancel)
      await change(assignment, takeAgain)
    }
    await change(assignment, cancel)
    expect(await refused(assignment, takeAgain)).toMatchObject({ status: 429, code: 'rate_limited' })
    expect(await rowOf(assignment.id)).toMatchObject({ status: 'DECLINED' })
    api.setNow(hoursAfter(NOW, 1))
    expect(await change(assignment, takeAgain)).toMatchObject({ status: 'CONFIRMED' })
    expect(await change(assignment, cancel)).toMatchObject({ status: 'DECLINED' })
  })

  test('is possible after the time for cancelling, until the shift starts', async () => {
    const { shift } = await buildConfirmed({ hours: null, start_dt: hoursAfter(NOW, 1) })
    const declined = await buildAssignment(api.deps, { shift, status: 'DECLINED' })
    await change(declined, takeAgain)
    const late = await buildAssignment(api.deps, { shift, status: 'DECLINED' })
    api.setNow(shift.start_dt)
    expect(await refused(late, takeAgain)).toMatchObject({ status: 409, code: 'shift_started' })
  })

  test('is refused when the place has been taken meanwhile', async () => {
    const { shift, assignment } = await buildConfirmed({ required_qty: 1 })
    await change(assignment, cancel)
    await buildAssignment(api.deps, { shift, status: 'CONFIRMED' })
    expect(await refused(assignment, takeAgain)).toMatchObject({ status: 409, code: 'shift_full' })
    expect(await rowOf(assignment.id)).toMatchObject({ status: 'DECLINED', cancelled_at: NOW })
  })

  test('is refused beyond what one person may take, unless an organizer gave the place (D50)', async () => {
    const { shift, role, person, assignment } = await buildConfirmed()
    const own = await buildShift(api.deps, { role, start_dt: hoursAfter(NOW, 96) })
    const taken = await buildAssignment(api.deps, {
      shift: own,
      person,
      status: 'DECLINED',
      source: 'signup',
    })
    const given = await buildShift(api.deps, { role, start_dt: hoursAfter(NOW, 120) })
    const added = await buildAssignment(api.deps, { shift: given, person, status: 'DECLINED' })
    await api.deps.db.system((tx) =>
      tx.update(schema.event).set({ max_shifts: 1 }).where(eq(schema.event.id, shift.event_id)),
    )
    expect(await refused(taken, takeAgain)).toMatchObject({ status: 409, code: 'too_many_shifts' })
    expect(await change(added, takeAgain)).toMatchObject({ status: 'CONFIRMED' })
    await change(added, cancel)
    await change(assignment, cancel)
    expect(await change(taken, takeAgain)).toMatchObject({ status: 'CONFIRMED' })
  })

  test('once the undo is over, is refused while a place is kept for somebody in line (D44)', async () => {
    const { shift, assignment } = await buildConfirmed({ required_qty: 1 })
    const person = await buildPerson(api.deps, { organization_id: shift.organization_id })
    await buildWaiting(api.deps, { shift, person })
    await change(assignment, cancel)
    api.setNow(hoursAfter(NOW, 11 / 3_600))
    expect(await refused(assignment, takeAgain)).toMatchObject({ status: 409, code: 'shift_full' })
    expect((await change(assignment, cancel)).shift.spots_left).toBe(0)
    api.setNow(hoursAfter(NOW, 9 / 3_600))
    expect(await change(assignment, takeAgain)).toMatchObject({ status: 'CONFIRMED' })
  })

  test('is refused when the person is busy then, and the link names with what', async () => {
    const { shift } = await buildConfirmed()
    const person = await buildPerson(api.deps, { organization_id: shift.organization_id })
    const declined = await buildAssignment(api.deps, { shift, person, status: 'DECLINED' })
    const other = await buildShift(api.deps, {
      organization_id: shift.organization_id,
      start_dt: shift.start_dt,
    })
    await buildAssignment(api.deps, { shift: other, person, status: 'CONFIRMED' })
    expect(await refused(declined, takeAgain)).toMatchObject({ status: 409, code: 'schedule_conflict' })
  })
})

test('the first answer is another call', async () => {
  const invited = await buildAssignment(api.deps)
  expect(await refused(invited, takeAgain)).toMatchObject({ status: 409, code: 'not_answered' })
  const expired = await buildAssignment(api.deps, { token_expires_at: hoursAfter(NOW, -1) })
  expect(await refused(expired, takeAgain)).toMatchObject({ status: 403, code: 'link_expired' })
})

test('an older link changes nothing', async () => {
  const { assignment } = await buildConfirmed()
  expect(await refused({ ...assignment, round: 2 }, cancel)).toMatchObject({
    status: 404,
    code: 'link_invalid',
  })
  expect(await rowOf(assignment.id)).toMatchObject({ status: 'CONFIRMED' })
})

test('each shift of the person says what can be done with it', async () => {
  const { role, person, assignment } = await buildConfirmed()
  for (const hours of [100, 10]) {
    const other = await buildShift(api.deps, { role, start_dt: hoursAfter(NOW, hours) })
    await buildAssignment(api.deps, { shift: other, person, status: 'CONFIRMED' })
  }
  const shown = await api.ok(personalPage.getAssignment, { params: { token: tokenOf(assignment) } })
  expect(shown.other_shifts).toMatchObject([
    { start_dt: hoursAfter(NOW, 10), change: null, cancel_until: hoursAfter(NOW, -14) },
    { start_dt: hoursAfter(NOW, 100), change: 'cancel', cancel_until: hoursAfter(NOW, 76) },
  ])
})

test('300 cancel, take again and sign up at once: no place is given twice, none is lost', async () => {
  const { shift, assignment: first } = await buildConfirmed({ required_qty: 20 })
  const mine = await Promise.all(
    Array.from({ length: 19 }, () => buildAssignment(api.deps, { shift, status: 'CONFIRMED' })),
  )
  const answers = await Promise.all(
    Array.from({ length: 300 }, (_, each) => {
      const assignment = mine[each % 30]
      if (!assignment) return signUp(shift.id, each)
      return api.inject({
        method: 'POST',
        url: `/assignment/${tokenOf(assignment)}/change`,
        payload: each % 60 < 30 ? cancel : takeAgain,
      })
    }),
  )
  expect(answers.map(({ statusCode }) => statusCode).filter((code) => code >= 500 && code !== 503)).toEqual(
    [],
  )
  const rows = await api.deps.db.system((tx) =>
    tx.select().from(schema.assignment).where(eq(schema.assignment.shift_id, shift.id)),
  )
  const confirmed = rows.filter(({ status }) => status === 'CONFIRMED').length
  expect(confirmed).toBeLessThanOrEqual(20)
  const shown = await api.ok(personalPage.getAssignment, { params: { token: tokenOf(first) } })
  expect(shown.shift.spots_left).toBe(20 - confirmed)
})

function signUp(shift_id: string, each: number) {
  return api.inject({
    method: signup.signUp.method,
    url: `/shifts/${shift_id}/signup`,
    payload: {
      first_name: 'Nils',
      last_name: `Nummer ${each}`,
      email: `nils-${each}@volunteer.example`,
      phone: '+46701234567',
    },
  })
}
