import { events } from '@muster/contract/events'
import { log } from '@muster/contract/log'
import { people } from '@muster/contract/people'
import { personalPage } from '@muster/contract/personal-page'
import { shifts } from '@muster/contract/shifts'
import { and, eq, sql } from 'drizzle-orm'
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
  buildWaiting,
  hoursAfter,
  type PersonRow,
  type ShiftRow,
} from '../../../test/planning.ts'
import { newId } from '../../db/ids.ts'
import * as locks from '../../db/lock.ts'
import * as schema from '../../db/schema.ts'
import * as suppression from '../../outbox/suppression.ts'
import { signId } from '../../signing/signed-id.ts'
import { pauseOrganization, resumeOrganization } from '../organizations/pause-organization.ts'
import { tellCancellations } from '../personal-page/tell-cancellations.ts'
import { serveWaitingLists } from '../waiting-list/serve-waiting-lists.ts'
import { releaseUnanswered } from './release-unanswered.ts'

// Spies (test/spied-modules.ts), so that the negative control can leave out the locks.

const NOW = '2026-06-01T08:00:00.000Z'
/** 48 hours after `NOW`. */
const UNTIL = '2026-06-03T08:00:00.000Z'

let api: TestApp
let admin: Administrator
beforeAll(async () => {
  api = await buildTestApp()
})
beforeEach(async () => {
  api.setNow(NOW)
  admin = await buildAdministrator(api)
})
afterAll(() => api.close())

type Asked = { shift: ShiftRow; person: PersonRow; assignment: AssignmentRow; moved: Times }
type Times = { start_dt: string; end_dt: string }

const byLink = ({ id, round }: AssignmentRow) => ({
  token: signId(api.deps.keys, { purpose: 'personal_link', id, round }),
})
const read = (of: AssignmentRow) => api.ok(personalPage.getAssignment, { params: byLink(of) })
const change = (of: AssignmentRow, body: { status: 'CONFIRMED' | 'DECLINED'; agreed_to?: Times }) =>
  api.ok(personalPage.changeAnswer, { params: byLink(of), body })
const rowOf = ({ id }: AssignmentRow) =>
  api.deps.db.system(async (tx) => {
    const [row] = await tx.select().from(schema.assignment).where(eq(schema.assignment.id, id))
    return row
  })
const statusOf = async (of: AssignmentRow) => (await rowOf(of))?.status
const move = ({ id }: ShiftRow, body: Times, notify = true) =>
  api.ok(shifts.updateShift, {
    headers: admin.headers,
    params: { id },
    query: { notify: String(notify) },
    body,
  })
const hoursLater = ({ start_dt, end_dt }: Times, hours: number): Times => ({
  start_dt: hoursAfter(start_dt, hours),
  end_dt: hoursAfter(end_dt, hours),
})
/** Runs the work at `NOW`, when the organiser's session is still valid. */
async function atStart<T>(work: () => Promise<T>): Promise<T> {
  const now = api.deps.now()
  api.setNow(NOW)
  const done = await work()
  api.setNow(now)
  return done
}
const setFreeing = (asked: { event: { id: string } }, free_unanswered: boolean) =>
  atStart(() =>
    api.ok(events.updateEvent, {
      headers: admin.headers,
      params: { id: asked.event.id },
      body: { free_unanswered },
    }),
  )

const updateMessages = (of: PersonRow, set: Partial<typeof schema.message.$inferInsert>) =>
  api.deps.db.system((tx) => tx.update(schema.message).set(set).where(eq(schema.message.person_id, of.id)))

const isReleaseNotice = (of: PersonRow) =>
  and(eq(schema.message.person_id, of.id), eq(schema.message.template, 'place_freed'))

async function deliver() {
  const { providers, mails } = buildProviders()
  await deliverDue(api.deps, providers)
  return mails
}

/** Moves `sent_at` back, because it is database time. */
const letPass = (hours: number, of: PersonRow) =>
  api.deps.db.system((tx) =>
    tx
      .update(schema.message)
      .set({ sent_at: sql`sent_at - make_interval(hours => ${hours})` })
      .where(and(eq(schema.message.person_id, of.id), eq(schema.message.template, 'shift_changed'))),
  )

async function buildOn(given: Partial<ShiftRow> = {}, free_unanswered = true) {
  const { organization_id } = admin
  const event = await buildEvent(api.deps, { organization_id, free_unanswered })
  const role = await buildRole(api.deps, { event })
  const shift = await buildShift(api.deps, { role, start_dt: hoursAfter(NOW, 24 * 10), ...given })
  const person = await buildPerson(api.deps, { organization_id, language: 'en' })
  const assignment = await buildAssignment(api.deps, { shift, person, status: 'CONFIRMED' })
  return { event, role, shift, person, assignment, moved: hoursLater(shift, 2) }
}

/** Moves the shift and sends the e-mail that asks. */
async function ask(given: Partial<ShiftRow> = {}) {
  const asked = await buildOn(given)
  await move(asked.shift, asked.moved)
  const mails = await deliver()
  return { ...asked, mail: mails.find(({ to }) => to === asked.person.email) }
}

/** Asks, and lets the time for an answer pass. */
async function askInVain(given: Partial<ShiftRow> = {}) {
  const asked = await ask(given)
  await letPass(48, asked.person)
  api.setNow(UNTIL)
  return asked
}

describe('without an answer within 48 hours', () => {
  test('the e-mail and the page say by when, and then the place is free', async () => {
    const { assignment, shift, person, moved, mail } = await ask()
    expect(mail?.text).toContain(
      'Please answer by Wed 3 Jun at 10:00. Without an answer by then, your place is free for others.',
    )
    expect(await read(assignment)).toMatchObject({ status: 'CONFIRMED', confirm_by: UNTIL })
    const query = { event_id: shift.event_id }
    const { headers } = admin
    expect(await api.ok(shifts.listShifts, { headers, query })).toMatchObject({
      shifts: [{ assignment: [{ asked_again_at: NOW, confirm_by: UNTIL }] }],
    })

    await letPass(48, person)
    api.setNow(hoursAfter(UNTIL, -0.01))
    expect(await releaseUnanswered(api.deps)).toBe(0)
    api.setNow(UNTIL)
    expect(await releaseUnanswered(api.deps)).toBe(1)
    expect(await read(assignment)).toMatchObject({
      status: 'DECLINED',
      freed_unanswered: true,
      confirm_by: null,
      moved_from: null,
      change: 'take',
      shift: { spots_left: shift.required_qty, start_dt: moved.start_dt },
    })
    expect(await atStart(() => api.ok(shifts.listShifts, { headers, query }))).toMatchObject({
      shifts: [{ assignment: [{ status: 'DECLINED', freed_unanswered: true, cancelled_at: UNTIL }] }],
    })
    const logged = () => api.ok(log.listLog, { headers, query: { entity: 'assignment' } })
    expect(await atStart(logged)).toMatchObject([
      { action: 'assignment.freed', people: [{ id: person.id }], at: UNTIL },
    ])
  })

  test('once, whatever runs at the same time, and the person is told once', async () => {
    const { person, assignment } = await askInVain()
    const counts = await Promise.all(Array.from({ length: 4 }, () => releaseUnanswered(api.deps)))
    expect(counts.toSorted((a, b) => a - b)).toEqual([0, 0, 0, 1])
    expect(await releaseUnanswered(api.deps)).toBe(0)
    const sent = (await deliver()).filter(({ to }) => to === person.email)
    expect(sent).toHaveLength(1)
    expect(sent[0]?.subject).toMatch(/^Your place was given up: /)
    expect(sent[0]?.text).toContain('no answer from you whether the new time works')
    expect(sent[0]?.text).toContain(`/c/${byLink(assignment).token}`)
    expect(sent[0]?.attachments[0]?.content).toContain('STATUS:CANCELLED')
    expect(sent[0]?.attachments[0]?.content).toContain('SEQUENCE:2')
  })

  test('of many places some are freed in each run', async () => {
    for (const { person } of [await ask(), await ask()]) await letPass(48, person)
    api.setNow(UNTIL)
    const released = []
    for (let run = 0; run < 3; run++) released.push(await releaseUnanswered(api.deps, undefined, 1))
    expect(released).toEqual([1, 1, 0])
  })

  test('the shift can be taken again, for its new time and with a newer calendar entry', async () => {
    const { assignment, person, moved } = await askInVain()
    await releaseUnanswered(api.deps)
    await deliver()
    const shown = await change(assignment, { status: 'CONFIRMED', agreed_to: moved })
    expect(shown).toMatchObject({ status: 'CONFIRMED', freed_unanswered: false, moved_from: null })
    const confirmation = (await deliver()).find(({ to }) => to === person.email)
    expect(confirmation?.attachments[0]?.content).toContain('SEQUENCE:3')
    expect(await releaseUnanswered(api.deps)).toBe(0)
    expect(await statusOf(assignment)).toBe('CONFIRMED')
  })

  test.each([
    ['before the e-mail about it leaves: it is not sent', false],
    ['while that e-mail waits for a digest (D28): it is not in it', true],
  ])('and %s', async (_name, is_held_back) => {
    const { assignment, person, moved } = await askInVain()
    await releaseUnanswered(api.deps)
    const digest_id = newId()
    if (is_held_back) {
      const digest = {
        id: digest_id,
        template: 'digest',
        payload: {},
        language: 'en',
        address: person.email,
      } as const
      await api.deps.db.system((tx) => tx.insert(schema.accountMessage).values(digest))
      await api.deps.db.system((tx) =>
        tx.update(schema.message).set({ digest_id }).where(isReleaseNotice(person)),
      )
    }
    await change(assignment, { status: 'CONFIRMED', agreed_to: moved })
    const mails = (await deliver()).filter(({ to }) => to === person.email)
    expect(mails.map(({ subject }) => subject.replace(/:.*/, ''))).toEqual(['You’re signed up'])
    expect(
      await api.deps.db.system((tx) => tx.select().from(schema.message).where(isReleaseNotice(person))),
    ).toMatchObject([{ status: 'FAILED', failure_reason: 'outdated' }])
  })

  test('also after the case of the address was corrected: it is the same address (D11)', async () => {
    const asked = await askInVain()
    const email = asked.person.email.toUpperCase()
    const params = { id: asked.person.id }
    await atStart(() => api.ok(people.updatePerson, { headers: admin.headers, params, body: { email } }))
    expect(await read(asked.assignment)).toMatchObject({ confirm_by: UNTIL })
    expect(await releaseUnanswered(api.deps)).toBe(1)
    expect(await statusOf(asked.assignment)).toBe('DECLINED')
  })

  test('the freed place is offered to the first in line', async () => {
    const { shift } = await askInVain({ required_qty: 1 })
    const waiting = await buildPerson(api.deps, { organization_id: admin.organization_id })
    await buildWaiting(api.deps, { shift, person: waiting })
    expect(await serveWaitingLists(api.deps)).toBe(0)
    await releaseUnanswered(api.deps)
    api.setNow(hoursAfter(UNTIL, 0.1))
    expect(await serveWaitingLists(api.deps)).toBe(1)
    expect((await deliver()).find(({ to }) => to === waiting.email)?.subject).toMatch(
      /^Det finns en plats till dig/,
    )
  })

  test('the organiser is told as chosen', async () => {
    await api.deps.db.system((tx) =>
      tx
        .update(schema.membership)
        .set({ cancellation_notices: 'each', created_at: NOW })
        .where(eq(schema.membership.organization_id, admin.organization_id)),
    )
    const { person } = await askInVain()
    await releaseUnanswered(api.deps)
    api.setNow(hoursAfter(UNTIL, 0.1))
    await tellCancellations(api.deps, 'each')
    const mail = (await deliver()).find(({ to }) => to === admin.email)
    const name = `${person.first_name} ${person.last_name}`
    expect(mail?.subject).toMatch(`${name} has not answered about the new time: `)
    expect(mail?.text).toContain('so the place is free again')
  })
})

async function expectKept({ assignment }: Pick<Asked, 'assignment'>, confirm_by: string | null = null) {
  expect(await releaseUnanswered(api.deps)).toBe(0)
  expect(await read(assignment)).toMatchObject({ status: 'CONFIRMED', confirm_by })
}

describe('the place is kept', () => {
  test('where the event does not free places, and the e-mail says so', async () => {
    const asked = await buildOn({}, false)
    await move(asked.shift, asked.moved)
    const [mail] = await deliver()
    expect(mail?.text).toContain('Until you answer, you keep your place and are counted on.')
    await letPass(48, asked.person)
    api.setNow(UNTIL)
    await expectKept(asked)
    // A later choice does not apply to those who were told that they keep their place.
    await setFreeing(asked, true)
    await expectKept(asked)
  })

  test('once the organiser has chosen to keep places', async () => {
    const asked = await askInVain()
    await setFreeing(asked, false)
    await expectKept(asked)
  })

  test.each(['QUEUED', 'SENDING', 'UNKNOWN', 'FAILED'] as const)('the e-mail is %s', async (status) => {
    const asked = await askInVain()
    await updateMessages(asked.person, { status, sent_at: status === 'FAILED' ? UNTIL : null })
    await expectKept(asked)
    await updateMessages(asked.person, { status: 'FAILED' })
  })

  test('negative control: an e-mail that was delivered does not keep it', async () => {
    const asked = await askInVain()
    await updateMessages(asked.person, { status: 'DELIVERED' })
    expect(await releaseUnanswered(api.deps)).toBe(1)
    expect(await statusOf(asked.assignment)).toBe('DECLINED')
  })

  test('the e-mail was handed over later than the change', async () => {
    const asked = await ask()
    await letPass(47, asked.person)
    api.setNow(UNTIL)
    await expectKept(asked, UNTIL)
  })

  test('the e-mail was in a digest, by SMS, or to a former address', async () => {
    const asked = await Promise.all([ask(), ask(), ask()])
    const [digested, texted, elsewhere] = asked
    for (const { person } of asked) await letPass(48, person)
    api.setNow(UNTIL)
    await updateMessages(digested.person, { digest_id: digested.person.id })
    await updateMessages(texted.person, { channel: 'SMS' })
    await updateMessages(elsewhere.person, { address: 'former@volunteer.example' })
    for (const each of asked) await expectKept(each)
  })

  test('the address has bounced since, or wants no e-mail', async () => {
    const bounced = await askInVain()
    api.setNow(NOW)
    const blocked = await askInVain()
    const { organization_id } = admin
    await api.deps.db.system(async (tx) => {
      const row = { channel: 'EMAIL', address: bounced.person.email, reason: 'hard_bounce' } as const
      await suppression.insertSuppression(tx, { organization_id, ...row })
      await suppression.insertBlock(tx, blocked.person.email)
    })
    await expectKept(bounced, UNTIL)
    await expectKept(blocked, UNTIL)
  })

  test('the shift starts within three days', async () => {
    const asked = await ask({ start_dt: hoursAfter(NOW, 60) })
    expect(asked.mail?.text).toContain('Until you answer, you keep your place')
    await letPass(48, asked.person)
    api.setNow(UNTIL)
    await expectKept(asked)
  })

  test('no worker ran until a day before the shift', async () => {
    const asked = await askInVain()
    api.setNow(hoursAfter(asked.moved.start_dt, -24))
    await expectKept(asked)
    api.setNow(hoursAfter(asked.moved.start_dt, -24.01))
    expect(await releaseUnanswered(api.deps)).toBe(1)
  })

  test('they said yes, or no and yes again', async () => {
    const [agreed, undone] = [await ask(), await ask()]
    await change(agreed.assignment, { status: 'CONFIRMED', agreed_to: agreed.moved })
    api.setNow(hoursAfter(NOW, 1))
    await change(undone.assignment, { status: 'DECLINED' })
    await change(undone.assignment, { status: 'CONFIRMED' })
    for (const { person } of [agreed, undone]) await letPass(48, person)
    api.setNow(UNTIL)
    await expectKept(agreed)
    await expectKept(undone)
  })

  test('the shift has moved again: the time begins anew, or nothing was told', async () => {
    const [again, not_notified] = [await ask(), await ask()]
    for (const { person } of [again, not_notified]) await letPass(48, person)
    api.setNow(hoursAfter(NOW, 0.1))
    await move(again.shift, hoursLater(again.shift, 5))
    await move(not_notified.shift, hoursLater(not_notified.shift, 5), false)
    await deliver()
    api.setNow(UNTIL)
    await expectKept(again, hoursAfter(UNTIL, 1))
    await expectKept(not_notified)
  })

  test('the organisation is paused', async () => {
    const asked = await askInVain()
    const { organization_id } = admin
    await pauseOrganization(api.deps, { organization_id, reason: 'Spam' })
    expect(await releaseUnanswered(api.deps)).toBe(0)
    await resumeOrganization(api.deps, organization_id)
    expect(await releaseUnanswered(api.deps)).toBe(1)
    expect(await statusOf(asked.assignment)).toBe('DECLINED')
  })
})

const sayYes = ({ assignment, moved }: Asked) => change(assignment, { status: 'CONFIRMED', agreed_to: moved })

/**
 * Runs `answering` after the worker has found the place unanswered and before it locks it. All other addresses bounce, so
 * that the places of other tests stay.
 */
async function freeWhile({ person }: Asked, answering: () => unknown): Promise<void> {
  await vi.mocked(suppression.listSuppressed).withImplementation(
    async (_tx, _channel, [email = '']) => {
      if (email !== person.email) return new Map([[email, 'hard_bounce']])
      await answering()
      return new Map()
    },
    async () => {
      expect(await releaseUnanswered(api.deps)).toBe(1)
    },
  )
}

describe('an answer at the same time', () => {
  test('is kept, or refused as one about a place that is gone', async () => {
    for (let round = 0; round < 5; round++) {
      const asked = await Promise.all(Array.from({ length: 4 }, () => ask()))
      for (const { person } of asked) await letPass(48, person)
      api.setNow(UNTIL)
      const answers = asked.map(({ assignment, moved }) =>
        change(assignment, { status: 'CONFIRMED', agreed_to: moved }),
      )
      await Promise.all([releaseUnanswered(api.deps), ...answers])
      // A yes that comes second takes the place again, because it is free.
      const rows = await Promise.all(asked.map(({ assignment }) => rowOf(assignment)))
      for (const row of rows)
        expect(row).toMatchObject({ status: 'CONFIRMED', asked_again_at: null, freed_unanswered: false })
      api.setNow(NOW)
    }
  })

  test('that comes after the check waits, and takes the place again', async () => {
    const asked = await askInVain()
    let answered: Promise<unknown> = Promise.resolve()
    await freeWhile(asked, () => {
      answered = sayYes(asked)
    })
    await answered
    expect(await statusOf(asked.assignment)).toBe('CONFIRMED')
  })

  test('negative control: without the locks the yes is lost', async () => {
    const asked = await askInVain()
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
      () => freeWhile(asked, () => sayYes(asked)),
    )
    expect(await statusOf(asked.assignment)).toBe('DECLINED')
  })
})
