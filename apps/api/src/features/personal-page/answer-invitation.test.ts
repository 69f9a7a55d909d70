import { personalPage } from '@muster/contract/personal-page'
import { addMs } from '@muster/contract/rules/instants'
import { contractTexts } from '@muster/contract/texts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/app.ts'
import {
  type AssignmentRow,
  buildAssignment,
  buildEvent,
  buildPerson,
  buildRole,
  buildShift,
  hoursAfter,
} from '../../../test/planning.ts'
import * as schema from '../../db/schema.ts'
import { describeShift } from '../../mail/shift-summary.ts'
import { signId } from '../../signing/signed-id.ts'

let api: TestApp
beforeAll(async () => {
  api = await buildTestApp()
})
afterAll(() => api.close())

const tokenOf = ({ id, round }: Pick<AssignmentRow, 'id' | 'round'>) =>
  signId(api.deps.keys, { purpose: 'personal_link', id, round })
const answer = (token: string, confirm: boolean) =>
  api.ok(personalPage.answerInvitation, { params: { token }, body: { confirm } })
const refused = (token: string, body: unknown = { confirm: true }, headers = {}) =>
  api.refused(personalPage.answerInvitation, { params: { token }, body, headers })
const statusOf = (id: string) =>
  api.deps.db.system(async (tx) => {
    const [row] = await tx.select().from(schema.assignment).where(eq(schema.assignment.id, id))
    return row && { status: row.status, responded_at: row.responded_at }
  })
const hours = (count: number) => hoursAfter(api.deps.now(), count)

describe.each([
  // D28: a yes is confirmed by e-mail, a no is not.
  [
    true,
    'CONFIRMED',
    'You have already confirmed this shift.',
    [{ template: 'confirmation', language: 'sv' }],
  ],
  [false, 'DECLINED', 'You have already declined this shift.', []],
] as const)('confirm: %s', (confirm, status, sentence, mails) => {
  test(`is ${status}, shown as the link shows it, and heard by open screens`, async () => {
    const assignment = await buildAssignment(api.deps)
    const heard: unknown[] = []
    const stop = api.deps.bus.subscribe((announcement) => heard.push(announcement))
    const shown = await answer(tokenOf(assignment), confirm)
    stop()
    expect(shown.status).toBe(status)
    expect(shown).toEqual(
      await api.ok(personalPage.getAssignment, { params: { token: tokenOf(assignment) } }),
    )
    expect(heard).toContainEqual(
      expect.objectContaining({ kind: 'shifts', shift_ids: [assignment.shift_id] }),
    )
    expect(await statusOf(assignment.id)).toEqual({ status, responded_at: expect.any(String) })
    const sent = await api.deps.db.system((tx) =>
      tx.select().from(schema.message).where(eq(schema.message.person_id, assignment.person_id)),
    )
    expect(sent).toMatchObject(mails)
    expect(sent).toHaveLength(mails.length)
  })

  test('twice is refused with the status', async () => {
    const token = tokenOf(await buildAssignment(api.deps))
    await answer(token, confirm)
    expect(await refused(token)).toEqual({ status: 409, code: 'already_answered', error: sentence })
  })

  test('ten times at once is answered once', async () => {
    const token = tokenOf(await buildAssignment(api.deps))
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        api.inject({ method: 'POST', url: `/assignment/${token}/confirm`, payload: { confirm } }),
      ),
    )
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    expect(answers.filter(({ statusCode }) => statusCode === 409)).toHaveLength(9)
  })
})

test('a full shift: still invited, and a no is still taken', async () => {
  const shift = await buildShift(api.deps, { required_qty: 1 })
  await buildAssignment(api.deps, { shift, status: 'CONFIRMED' })
  const assignment = await buildAssignment(api.deps, { shift })
  expect(await refused(tokenOf(assignment))).toMatchObject({ status: 409, code: 'shift_full' })
  expect(await statusOf(assignment.id)).toEqual({ status: 'INVITED', responded_at: null })
  const { shift: shown } = await api.ok(personalPage.getAssignment, {
    params: { token: tokenOf(assignment) },
  })
  expect(shown.spots_left).toBe(0)
  await answer(tokenOf(assignment), false)
})

test('another shift at that time: still invited, and it is named to the holder of the link', async () => {
  const event = await buildEvent(api.deps)
  const shift = await buildShift(api.deps, { role: await buildRole(api.deps, { event }) })
  const person = await buildPerson(api.deps, { organization_id: event.organization_id })
  const assignment = await buildAssignment(api.deps, { shift, person })
  const role = await buildRole(api.deps, { event })
  const other = await buildShift(api.deps, { role, start_dt: hoursAfter(shift.start_dt, 1) })
  await buildAssignment(api.deps, { shift: other, person, status: 'CONFIRMED' })
  const about = { role_name: role.name, event_name: '', time_zone: 'Europe/Stockholm', location: null }
  expect(await refused(tokenOf(assignment), undefined, { 'accept-language': 'sv' })).toEqual({
    status: 409,
    code: 'schedule_conflict',
    error: contractTexts.sv('specific_errors.conflict_with_shift', {
      name: describeShift({ ...other, ...about }, 'sv').short,
    }),
  })
  expect(await statusOf(assignment.id)).toMatchObject({ status: 'INVITED' })
})

test.each([
  ['expired', { token_expires_at: '2026-01-01T00:00:00.000Z', invite_sent_at: '2025-12-25T00:00:00.000Z' }],
  ['never sent', {}],
])(
  'D14: an invitation to another shift at that time that is %s is no conflict',
  async (_name, invitation) => {
    const shift = await buildShift(api.deps)
    const person = await buildPerson(api.deps, { organization_id: shift.organization_id })
    const assignment = await buildAssignment(api.deps, { shift, person })
    const other = await buildShift(api.deps, {
      organization_id: shift.organization_id,
      start_dt: shift.start_dt,
    })
    await buildAssignment(api.deps, { shift: other, person, ...invitation })
    expect(await answer(tokenOf(assignment), true)).toMatchObject({ status: 'CONFIRMED' })
  },
)

test('at the deadline it is too late, a moment before it is not', async () => {
  const now = api.deps.now()
  const shift = await buildShift(api.deps, { start_dt: hoursAfter(now, 24 * 9) })
  const late = await buildAssignment(api.deps, { shift, token_expires_at: hoursAfter(now, 1) })
  const timely = await buildAssignment(api.deps, { shift, token_expires_at: hoursAfter(now, 1) })
  api.setNow(addMs(now, 3_599_999))
  await answer(tokenOf(timely), true)
  api.setNow(hoursAfter(now, 1))
  expect(await refused(tokenOf(late))).toMatchObject({ status: 403, code: 'link_expired' })
})

test('D13: a yes to a time that was not shown is refused, a no is taken', async () => {
  const { start_dt, end_dt, ...shift } = await buildShift(api.deps)
  const assignment = await buildAssignment(api.deps, { shift: { ...shift, start_dt, end_dt } })
  const token = tokenOf(assignment)
  const seen = { start_dt: hoursAfter(start_dt, 1), end_dt }
  const moved = { status: 409, code: 'shift_moved', start_dt, end_dt }
  expect(await refused(token, { confirm: true, seen })).toMatchObject(moved)
  const body = { confirm: false, seen }
  await api.ok(personalPage.answerInvitation, { params: { token }, body })
  const again = { status: 'CONFIRMED', agreed_to: seen }
  expect(await api.refused(personalPage.changeAnswer, { params: { token }, body: again })).toMatchObject(
    moved,
  )
})

test('after the shift it is over; long after, an answered link is unknown', async () => {
  const over = await buildShift(api.deps, { start_dt: hours(-3) })
  const unanswered = await buildAssignment(api.deps, { shift: over, token_expires_at: over.end_dt })
  expect(await refused(tokenOf(unanswered))).toMatchObject({ status: 409, code: 'shift_over' })
  const ancient = await buildShift(api.deps, { start_dt: hours(-24 * 31) })
  const answered = await buildAssignment(api.deps, { shift: ancient, status: 'CONFIRMED' })
  expect(await refused(tokenOf(answered))).toMatchObject({ status: 404, code: 'link_invalid' })
})

test('an unknown, a malformed and a removed link are one and the same; an older one was replaced', async () => {
  const assignment = await buildAssignment(api.deps, { round: 2 })
  const removed = await buildAssignment(api.deps)
  await answer(tokenOf(removed), false)
  await api.deps.db.system((tx) => tx.delete(schema.assignment).where(eq(schema.assignment.id, removed.id)))
  const tokens = ['x', 'A'.repeat(43), tokenOf(removed)]
  for (const token of tokens) {
    expect(await refused(token)).toMatchObject({ status: 404, code: 'link_invalid' })
  }
  const older = tokenOf({ ...assignment, round: 1 })
  expect(await refused(older)).toMatchObject({ status: 404, code: 'link_replaced' })
})

test.each([{}, { confirm: 'yes' }, { confirm: null }])('%j is no answer', async (body) => {
  const assignment = await buildAssignment(api.deps)
  expect(await refused(tokenOf(assignment), body)).toMatchObject({ status: 400, code: 'validation' })
  expect(await statusOf(assignment.id)).toMatchObject({ status: 'INVITED' })
})
