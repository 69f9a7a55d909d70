import { assignments } from '@muster/contract/assignments'
import { events } from '@muster/contract/events'
import { personalPage } from '@muster/contract/personal-page'
import { shifts } from '@muster/contract/shifts'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/app.ts'
import { type Administrator, buildAdministrator } from '../../../test/organizations.ts'
import { buildProviders, deliverDue } from '../../../test/outbox.ts'
import {
  type AssignmentRow,
  buildAssignment,
  buildEvent,
  buildPerson,
  buildRole,
  buildShift,
  hoursAfter,
  type RoleRow,
  type ShiftRow,
} from '../../../test/planning.ts'
import { newId } from '../../db/ids.ts'
import * as locks from '../../db/lock.ts'
import * as schema from '../../db/schema.ts'
import { signId } from '../../signing/signed-id.ts'

// A spy (test/spied-modules.ts), so that the negative control can leave out the lock.

const NOW = '2026-06-01T08:00:00.000Z'

let api: TestApp
let admin: Administrator
let role: RoleRow
beforeAll(async () => {
  api = await buildTestApp()
  admin = await buildAdministrator(api)
  const { organization_id } = admin
  role = await buildRole(api.deps, { event: await buildEvent(api.deps, { organization_id }) })
})
beforeEach(() => api.setNow(NOW))
afterAll(() => api.close())

type Times = { start_dt: string; end_dt: string }

const timesAfter = ({ start_dt, end_dt }: Times, hours: number): Times => ({
  start_dt: hoursAfter(start_dt, hours),
  end_dt: hoursAfter(end_dt, hours),
})
const byLink = ({ id, round }: AssignmentRow) => ({
  token: signId(api.deps.keys, { purpose: 'personal_link', id, round }),
})
const read = (of: AssignmentRow) => api.ok(personalPage.getAssignment, { params: byLink(of) })
const agree = (of: AssignmentRow, agreed_to: Times) =>
  api.ok(personalPage.changeAnswer, { params: byLink(of), body: { status: 'CONFIRMED', agreed_to } })
const refused = (of: AssignmentRow, body: unknown) =>
  api.refused(personalPage.changeAnswer, { params: byLink(of), body })
const move = ({ id }: ShiftRow, body: Partial<Times>, notify = true) =>
  api.ok(shifts.updateShift, {
    headers: admin.headers,
    params: { id },
    query: { notify: String(notify) },
    body,
  })
const rowOf = (id: string) =>
  api.deps.db.system(async (tx) => {
    const [row] = await tx.select().from(schema.assignment).where(eq(schema.assignment.id, id))
    return row
  })
const askedAt = async ({ id }: AssignmentRow) => (await rowOf(id))?.asked_again_at

async function buildOn(status: AssignmentRow['status'] = 'CONFIRMED', given: Partial<Times> = {}) {
  const shift = await buildShift(api.deps, { role, start_dt: hoursAfter(NOW, 72), ...given })
  return { shift, assignment: await buildAssignment(api.deps, { shift, status }) }
}

describe('after a move', () => {
  test('the page asks a confirmed person, and a yes keeps the place', async () => {
    const { shift, assignment } = await buildOn()
    const moved = timesAfter(shift, 2)
    await move(shift, moved)
    const was = { start_dt: shift.start_dt, end_dt: shift.end_dt }
    expect(await read(assignment)).toMatchObject({ status: 'CONFIRMED', moved_from: was })
    expect(await agree(assignment, moved)).toMatchObject({ status: 'CONFIRMED', moved_from: null })
    expect(await rowOf(assignment.id)).toMatchObject({
      status: 'CONFIRMED',
      agreed_start_dt: null,
      agreed_end_dt: null,
      asked_again_at: null,
      responded_at: NOW,
    })
    await agree(assignment, moved)
  })

  test('another link of the person shows the question too', async () => {
    const person = await buildPerson(api.deps, { organization_id: admin.organization_id })
    const shift = await buildShift(api.deps, { role, start_dt: hoursAfter(NOW, 72) })
    await buildAssignment(api.deps, { shift, person, status: 'CONFIRMED' })
    const other = await buildShift(api.deps, { role, start_dt: hoursAfter(NOW, 96) })
    const ofOther = await buildAssignment(api.deps, {
      shift: other,
      person,
      status: 'CONFIRMED',
    })
    await move(shift, timesAfter(shift, 1))
    expect(await read(ofOther)).toMatchObject({
      moved_from: null,
      other_shifts: [{ moved_from: { start_dt: shift.start_dt } }],
    })
  })

  test('a no gives the place up as a cancellation', async () => {
    const { shift, assignment } = await buildOn()
    await move(shift, timesAfter(shift, 2))
    const body = { status: 'DECLINED' as const, reason: 'Too late for me' }
    const shown = await api.ok(personalPage.changeAnswer, { params: byLink(assignment), body })
    expect(shown).toMatchObject({ status: 'DECLINED', moved_from: null })
    expect(await rowOf(assignment.id)).toMatchObject({
      cancelled_at: NOW,
      cancel_reason: 'Too late for me',
    })
    expect(await read(assignment)).toMatchObject({ change: 'take', moved_from: null })
  })

  test('a no that is undone leaves the question open; taking the shift with its times answers it', async () => {
    const { shift, assignment } = await buildOn()
    const moved = timesAfter(shift, 2)
    await move(shift, moved)
    const change = (body: { status: 'CONFIRMED' | 'DECLINED'; agreed_to?: typeof moved }) =>
      api.ok(personalPage.changeAnswer, { params: byLink(assignment), body })
    await change({ status: 'DECLINED' })
    expect(await change({ status: 'CONFIRMED' })).toMatchObject({
      status: 'CONFIRMED',
      moved_from: { start_dt: shift.start_dt },
    })
    await change({ status: 'DECLINED' })
    expect(await change({ status: 'CONFIRMED', agreed_to: moved })).toMatchObject({ moved_from: null })
    expect(await rowOf(assignment.id)).toMatchObject({ asked_again_at: null })
  })

  test('after the time for cancelling a no is possible until there is a yes', async () => {
    const { shift, assignment } = await buildOn()
    const moved = timesAfter(shift, -60)
    await move(shift, moved)
    expect(await read(assignment)).toMatchObject({
      change: 'cancel',
      cancel_until: moved.start_dt,
      moved_from: { start_dt: shift.start_dt },
    })
    await agree(assignment, moved)
    expect(await read(assignment)).toMatchObject({ change: null, moved_from: null })
    expect(await refused(assignment, { status: 'DECLINED' })).toMatchObject({ code: 'cancelling_closed' })
    await move(shift, timesAfter(shift, -58))
    const body = { status: 'DECLINED' as const }
    const shown = await api.ok(personalPage.changeAnswer, { params: byLink(assignment), body })
    expect(shown).toMatchObject({ status: 'DECLINED' })
  })

  test('once the shift has started it is too late for an answer', async () => {
    const { shift, assignment } = await buildOn()
    const moved = timesAfter(shift, 2)
    await move(shift, moved)
    api.setNow(moved.start_dt)
    expect(await refused(assignment, { status: 'CONFIRMED', agreed_to: moved })).toMatchObject({
      status: 409,
      code: 'shift_started',
    })
    expect(await read(assignment)).toMatchObject({ moved_from: null })
  })

  test.each(['INVITED', 'DECLINED', 'ABSENT'] as const)('%s: nothing is asked', async (status) => {
    const { shift, assignment } = await buildOn(status)
    await move(shift, timesAfter(shift, 2))
    expect(await askedAt(assignment)).toBeNull()
  })

  test('nothing is asked when the organiser told nobody, or where it is over', async () => {
    const { shift, assignment } = await buildOn()
    await move(shift, timesAfter(shift, 2), false)
    expect(await askedAt(assignment)).toBeNull()
    const over = await buildOn('CONFIRMED', { start_dt: hoursAfter(NOW, -20), end_dt: hoursAfter(NOW, -18) })
    await move(over.shift, timesAfter(over.shift, -2))
    expect(await askedAt(over.assignment)).toBeNull()
  })

  test('a second move asks again, and moving back withdraws the question', async () => {
    const { shift, assignment } = await buildOn()
    await move(shift, timesAfter(shift, 2))
    await agree(assignment, timesAfter(shift, 2))
    api.setNow(hoursAfter(NOW, 1))
    await move(shift, timesAfter(shift, 3))
    expect(await askedAt(assignment)).toBe(hoursAfter(NOW, 1))
    expect(await read(assignment)).toMatchObject({ moved_from: timesAfter(shift, 2) })
    await move(shift, timesAfter(shift, 2.5))
    expect(await read(assignment)).toMatchObject({ moved_from: null })
  })

  test('a status set by hand, and a new answer, are about the times of then', async () => {
    const { shift, assignment } = await buildOn()
    await move(shift, timesAfter(shift, 2))
    const setStatus = (status: AssignmentRow['status']) =>
      api.ok(assignments.changeStatus, {
        headers: admin.headers,
        params: { id: assignment.id },
        body: { status },
      })
    await setStatus('DECLINED')
    expect(await setStatus('CONFIRMED')).toMatchObject({ status: 'CONFIRMED', asked_again_at: null })
  })

  test('the event moved by a day asks too, the organiser sees it on both views', async () => {
    const event = await buildEvent(api.deps, { organization_id: admin.organization_id })
    const shift = await buildShift(api.deps, {
      role: await buildRole(api.deps, { event }),
      start_dt: event.event_date_start,
    })
    await buildAssignment(api.deps, { shift, status: 'CONFIRMED' })
    const body = {
      event_date_start: hoursAfter(event.event_date_start, 24),
      event_date_end: hoursAfter(event.event_date_end, 24),
      move_shifts: true,
    }
    await api.ok(events.updateEvent, { headers: admin.headers, params: { id: event.id }, body })
    for (const view of [{}, { view: 'schedule' as const }]) {
      const query = { event_id: event.id, ...view }
      expect(await api.ok(shifts.listShifts, { headers: admin.headers, query })).toMatchObject({
        shifts: [{ assignment: [{ status: 'CONFIRMED', asked_again_at: NOW }] }],
      })
    }
  })

  test('the e-mail asks only those who are asked', async () => {
    const { shift } = await buildOn()
    const person = await buildPerson(api.deps, { organization_id: admin.organization_id, language: 'en' })
    await buildAssignment(api.deps, { shift, person, status: 'CONFIRMED' })
    const ofPerson = async () => {
      const { providers, mails } = buildProviders()
      await deliverDue(api.deps, providers)
      return mails.filter(({ to }) => to === person.email)
    }
    await move(shift, timesAfter(shift, 0.25))
    const [sent] = await ofPerson()
    expect(sent?.text).not.toContain('Does the new time work')
    await move(shift, timesAfter(shift, 4))
    const [asked] = await ofPerson()
    expect(asked?.text).toMatch(
      /Does the new time work for you\? Until you answer, .*\nAnswer yes or no: .*\/c\//,
    )
    expect(asked?.text).toContain('Until you answer, you keep your place')
  })
})

test('a yes to a time that the shift no longer has is refused', async () => {
  const { shift, assignment } = await buildOn()
  const first = timesAfter(shift, 2)
  await move(shift, first)
  await move(shift, timesAfter(shift, 4))
  const body = { status: 'CONFIRMED', agreed_to: first }
  expect(await refused(assignment, body)).toMatchObject({ status: 409, code: 'shift_moved' })
  expect(await askedAt(assignment)).not.toBeNull()
})

const give = (of: AssignmentRow, status: 'CONFIRMED' | 'DECLINED') =>
  api.ok(personalPage.changeAnswer, { params: byLink(of), body: { status } })
const setSeconds = (seconds: number) => api.setNow(hoursAfter(NOW, seconds / 3_600))
/** Returns the templates of the e-mails to the person. */
const templatesTo = ({ person_id }: AssignmentRow) =>
  api.deps.db.system(async (tx) => {
    const rows = await tx
      .select({ template: schema.message.template })
      .from(schema.message)
      .where(eq(schema.message.person_id, person_id))
      .orderBy(schema.message.id)
    return rows.map(({ template }) => template)
  })

describe.each([
  ['the e-mail', false],
  ['its digest (D28)', true],
])('answered while %s waited', (_name, is_held_back) => {
  /** Moves two shifts of a person and answers for the first. Returns the e-mails that the person gets. */
  async function answerFirst(answer: 'yes' | 'no' | undefined) {
    const { organization_id } = admin
    const person = await buildPerson(api.deps, { organization_id, language: 'en' })
    const event = await buildEvent(api.deps, { organization_id })
    const asked = []
    for (const hours of [72, 96]) {
      const of = await buildRole(api.deps, { event })
      const shift = await buildShift(api.deps, { role: of, start_dt: hoursAfter(NOW, hours) })
      const assignment = await buildAssignment(api.deps, { shift, person, status: 'CONFIRMED' })
      const moved = timesAfter(shift, 4)
      await move(shift, moved)
      asked.push({ assignment, moved })
    }
    const notices = and(eq(schema.message.person_id, person.id), eq(schema.message.template, 'shift_changed'))
    if (is_held_back) {
      const id = newId()
      const digest = { id, template: 'digest', payload: {}, language: 'en', address: person.email } as const
      await api.deps.db.system((tx) => tx.insert(schema.accountMessage).values(digest))
      await api.deps.db.system((tx) => tx.update(schema.message).set({ digest_id: id }).where(notices))
    }
    const [first] = asked
    if (first && answer === 'yes') await agree(first.assignment, first.moved)
    if (first && answer === 'no')
      await api.ok(personalPage.changeAnswer, {
        params: byLink(first.assignment),
        body: { status: 'DECLINED' },
      })
    const { providers, mails } = buildProviders()
    await deliverDue(api.deps, providers)
    const text = mails
      .filter(({ to }) => to === person.email)
      .map((mail) => mail.text)
      .join('\n')
    const rows = await api.deps.db.system((tx) =>
      tx.select().from(schema.message).where(notices).orderBy(schema.message.id),
    )
    return { questions: text.match(/Does the new time work/g)?.length ?? 0, text, rows }
  }

  test('yes: it says what has changed and asks nothing about that shift', async () => {
    const { questions, text, rows } = await answerFirst('yes')
    expect(questions).toBe(1)
    expect(text).toContain('See your shift')
    expect(rows).toMatchObject([{ status: 'SENT' }, { status: 'SENT' }])
  })

  test('no: that shift is left out', async () => {
    const { questions, text, rows } = await answerFirst('no')
    expect(questions).toBe(1)
    expect(text).not.toContain('See your shift')
    expect(rows).toMatchObject([{ status: 'FAILED', failure_reason: 'off_shift' }, { status: 'SENT' }])
  })

  test('negative control: without an answer it asks about both', async () => {
    expect(await answerFirst(undefined)).toMatchObject({ questions: 2 })
  })
})

describe('the shift moves while a no can be undone', () => {
  test('the undo asks about the new time, and the e-mail names it', async () => {
    const { shift, assignment } = await buildOn()
    await give(assignment, 'DECLINED')
    setSeconds(3)
    const moved = timesAfter(shift, 2)
    await move(shift, moved)
    expect(await templatesTo(assignment)).toEqual(['given_up'])
    expect(await read(assignment)).toMatchObject({ status: 'DECLINED', moved_from: null })
    setSeconds(7)
    expect(await give(assignment, 'CONFIRMED')).toMatchObject({
      status: 'CONFIRMED',
      shift: moved,
      moved_from: timesAfter(shift, 0),
    })
    expect(await templatesTo(assignment)).toEqual(['confirmation'])
  })

  test('by so little that nothing is asked: the e-mail names the new time', async () => {
    const { shift, assignment } = await buildOn()
    await give(assignment, 'DECLINED')
    setSeconds(3)
    await move(shift, timesAfter(shift, 0.25))
    expect(await give(assignment, 'CONFIRMED')).toMatchObject({ status: 'CONFIRMED', moved_from: null })
    expect(await templatesTo(assignment)).toEqual(['confirmation'])
  })

  test('a question that was open stays open', async () => {
    const { shift, assignment } = await buildOn()
    await move(shift, timesAfter(shift, 2))
    setSeconds(1)
    await give(assignment, 'DECLINED')
    await give(assignment, 'CONFIRMED')
    expect(await templatesTo(assignment)).toEqual(['shift_changed'])
    await give(assignment, 'DECLINED')
    setSeconds(3)
    await move(shift, timesAfter(shift, 3))
    const was = timesAfter(shift, 0)
    expect(await give(assignment, 'CONFIRMED')).toMatchObject({ status: 'CONFIRMED', moved_from: was })
    expect(await templatesTo(assignment)).toEqual(['shift_changed', 'confirmation'])
  })

  test('and the undo waits for the move until it is over: it is confirmed by e-mail', async () => {
    const { shift, assignment } = await buildOn()
    await give(assignment, 'DECLINED')
    setSeconds(9)
    const lock = locks.lockKnownAssignment
    vi.mocked(lock).mockImplementationOnce(async (...given) => {
      setSeconds(11)
      await move(shift, timesAfter(shift, 2))
      return lock(...given)
    })
    expect(await give(assignment, 'CONFIRMED')).toMatchObject({ status: 'CONFIRMED', moved_from: null })
    expect(await templatesTo(assignment)).toEqual(['confirmation'])
  })

  test('once it is over, nothing is asked', async () => {
    const { shift, assignment } = await buildOn()
    await give(assignment, 'DECLINED')
    setSeconds(10)
    await move(shift, timesAfter(shift, 2))
    expect(await askedAt(assignment)).toBeNull()
  })
})

/** Lets six people say yes to a time while the shift moves on; counts how many of them are still asked. */
async function countAsked(): Promise<number> {
  const shift = await buildShift(api.deps, { role, start_dt: hoursAfter(NOW, 72) })
  const people = await Promise.all(
    Array.from({ length: 6 }, () => buildAssignment(api.deps, { shift, status: 'CONFIRMED' })),
  )
  const [first, second] = [timesAfter(shift, 2), timesAfter(shift, 4)]
  await move(shift, first)
  const say = (of: AssignmentRow) =>
    api.inject({
      method: 'POST',
      url: `/assignment/${byLink(of).token}/change`,
      payload: { status: 'CONFIRMED', agreed_to: first },
    })
  const answers = people.slice(0, 3).map(say)
  const moving = move(shift, second)
  await Promise.all([...answers, moving, ...people.slice(3).map(say)])
  const rows = await Promise.all(people.map(({ id }) => rowOf(id)))
  return rows.filter((row) => row?.asked_again_at !== null).length
}

function buildGate() {
  let open: (() => void) | undefined
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open: () => open?.(), opened }
}

describe('a yes while the shift moves on', () => {
  test('is never a yes to the later time', async () => {
    for (let round = 0; round < 5; round++) expect(await countAsked()).toBe(6)
  })

  test('negative control: without the lock it is', async () => {
    const { shift, assignment } = await buildOn()
    const [first, second] = [timesAfter(shift, 2), timesAfter(shift, 4)]
    await move(shift, first)
    const [hasRead, hasMoved] = [buildGate(), buildGate()]
    await vi.mocked(locks.lockKnownAssignment).withImplementation(
      async (tx, { id }) => {
        const [found] = await tx
          .select({ assignment: schema.assignment, shift: schema.shift, person: schema.person })
          .from(schema.assignment)
          .innerJoin(schema.shift, eq(schema.shift.id, schema.assignment.shift_id))
          .innerJoin(schema.person, eq(schema.person.id, schema.assignment.person_id))
          .where(eq(schema.assignment.id, id))
        hasRead.open()
        await hasMoved.opened
        return found && { ...found.assignment, shift: found.shift, person: found.person }
      },
      async () => {
        const answering = agree(assignment, first)
        await hasRead.opened
        await move(shift, second)
        hasMoved.open()
        await answering
        expect(await askedAt(assignment)).toBeNull()
      },
    )
  })

  test('and while the person is taken off: the answer is refused or the row is gone', async () => {
    const { shift, assignment } = await buildOn()
    const moved = timesAfter(shift, 2)
    await move(shift, moved)
    const [answered, removed] = await Promise.all([
      api.inject({
        method: 'POST',
        url: `/assignment/${byLink(assignment).token}/change`,
        payload: { status: 'CONFIRMED', agreed_to: moved },
      }),
      api.inject({
        method: 'DELETE',
        url: `/admin/assignments/${assignment.id}`,
        headers: admin.headers,
      }),
    ])
    expect(removed.statusCode).toBe(204)
    expect([200, 404]).toContain(answered.statusCode)
    expect(await rowOf(assignment.id)).toBeUndefined()
  })
})
