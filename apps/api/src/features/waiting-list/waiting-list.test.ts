import { randomUUID } from 'node:crypto'
import { log } from '@muster/contract/log'
import { addMs } from '@muster/contract/rules/instants'
import { shifts as shiftCalls } from '@muster/contract/shifts'
import { signup } from '@muster/contract/signup'
import { waitingList } from '@muster/contract/waiting-list'
import { eq, inArray, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/app.ts'
import { awaitLocks } from '../../../test/await-locks.ts'
import { eventually } from '../../../test/eventually.ts'
import { hold } from '../../../test/hold.ts'
import { setHits } from '../../../test/limits.ts'
import { type Administrator, buildAdministrator } from '../../../test/organizations.ts'
import { buildProviders, deliverDue } from '../../../test/outbox.ts'
import {
  buildAssignment,
  buildEvent,
  buildPerson,
  buildRole,
  buildShift,
  hoursAfter,
  mint,
  type ShiftRow,
} from '../../../test/planning.ts'
import * as locks from '../../db/lock.ts'
import * as schema from '../../db/schema.ts'
import { resumePaused } from '../../processes/resume-organization.ts'
import { signId } from '../../signing/signed-id.ts'
import { pauseOrganization } from '../organizations/pause-organization.ts'
import { eraseExpired } from '../people/erase-expired.ts'
import { deleteOldPlaces } from './delete-old-places.ts'
import { leaveAllWaitingLists } from './leave-all-waiting-lists.ts'
import { listWaitingOf, lockWaitingPeople, updateWaiting } from './queries.ts'
import { replaceWaitingLinks } from './replace-waiting-links.ts'
import { serveWaitingLists } from './serve-waiting-lists.ts'

/* D44 */

// Spies (test/spied-modules.ts), so that the negative control can leave out the lock; otherwise the real code runs.

const NOW = '2026-06-01T07:00:00.000Z'

let api: TestApp
let admin: Administrator
beforeAll(async () => {
  api = await buildTestApp()
  admin = await buildAdministrator(api)
})
beforeEach(async () => {
  api.setNow(NOW)
  // Clears the limits, because all calls come from one address.
  await api.deps.db.system((tx) => tx.delete(schema.rateLimit))
})
afterAll(() => api.close())

let people = 0
const stranger = () => ({
  first_name: 'Åsa',
  last_name: 'Öberg',
  email: `waiting-${++people}@volunteer.example`,
  phone: '+46701234567',
})
type Volunteer = ReturnType<typeof stranger>

/** Builds a shift with as many people on it as it needs. */
async function buildFull({
  hours = 72,
  required_qty = 1,
  waiting_list = true,
}: {
  hours?: number
  required_qty?: number
  waiting_list?: boolean
} = {}) {
  const { organization_id } = admin
  const event = await buildEvent(api.deps, { organization_id, waiting_list })
  const role = await buildRole(api.deps, { event })
  const shift = await buildShift(api.deps, { role, start_dt: hoursAfter(NOW, hours), required_qty })
  const on_shift = await Promise.all(
    Array.from({ length: required_qty }, () => buildAssignment(api.deps, { shift, status: 'CONFIRMED' })),
  )
  return { role, shift, on_shift }
}

const at = ({ id }: { id: string }) => ({ shiftId: id })
const ask = (shift: ShiftRow, body: Volunteer, headers?: Record<string, string>) =>
  api.ok(waitingList.joinWaitingList, { params: at(shift), body, ...(headers && { headers }) })
const joinRefused = (shift: { id: string }, body: Volunteer & { seen?: object } = stranger()) =>
  api.refused(waitingList.joinWaitingList, { params: at(shift), body })
/** Asks for a place, and confirms by the link of the e-mail. */
async function join(shift: ShiftRow, volunteer: Volunteer): Promise<void> {
  await ask(shift, volunteer)
  await change(shift, volunteer, 'WAITING')
}

const signUpRefused = (shift: ShiftRow) => api.refused(signup.signUp, { params: at(shift), body: stranger() })

const rowsOf = ({ id }: ShiftRow) =>
  api.deps.db.system((tx) => tx.select().from(schema.waiting).where(eq(schema.waiting.shift_id, id)))
const confirmedOn = async ({ id }: ShiftRow) =>
  (
    await api.deps.db.system((tx) =>
      tx.select().from(schema.assignment).where(eq(schema.assignment.shift_id, id)),
    )
  ).filter(({ status }) => status === 'CONFIRMED').length
const messagesTo = ({ email }: { email: string }) =>
  api.deps.db.system((tx) => tx.select().from(schema.message).where(eq(schema.message.address, email)))

async function tokenOf(shift: ShiftRow, { email }: { email: string }): Promise<string> {
  const [person] = await api.deps.db.system((tx) =>
    tx.select().from(schema.person).where(eq(schema.person.email, email)),
  )
  const row = (await rowsOf(shift)).find(({ person_id }) => person_id === person?.id)
  return signId(api.deps.keys, { purpose: 'waiting', id: row?.id ?? '', round: row?.round ?? 1 })
}
const show = async (shift: ShiftRow, of: { email: string }) =>
  api.ok(waitingList.getWaitingPlace, { params: { token: await tokenOf(shift, of) } })
const change = async (shift: ShiftRow, of: { email: string }, status: string) =>
  api.ok(waitingList.changeWaitingPlace, { params: { token: await tokenOf(shift, of) }, body: { status } })
const changeRefused = async (shift: ShiftRow, of: { email: string }, status: string, seen?: object) =>
  api.refused(waitingList.changeWaitingPlace, {
    params: { token: await tokenOf(shift, of) },
    body: { status, ...(seen && { seen }) },
  })

const setQuantity = async ({ id }: ShiftRow, required_qty: number) =>
  expect(
    await api.inject({
      method: shiftCalls.updateShift.method,
      url: `/admin/shifts/${id}`,
      headers: admin.headers,
      payload: { required_qty },
    }),
  ).toMatchObject({ statusCode: 200 })

/** Lets the owner of a place give it up, a minute ago, so that it cannot be undone any more. */
const free = async ({ id }: { id: string }) =>
  api.deps.db.system((tx) =>
    tx
      .update(schema.assignment)
      .set({ status: 'DECLINED', cancelled_at: hoursAfter(NOW, -1 / 60) })
      .where(eq(schema.assignment.id, id)),
  )
const serve = () => serveWaitingLists(api.deps)

async function joined(shift: ShiftRow, count: number): Promise<Volunteer[]> {
  const volunteers: Volunteer[] = []
  for (let n = 0; n < count; n++) {
    const volunteer = stranger()
    api.setNow(addMs(NOW, n))
    await join(shift, volunteer)
    volunteers.push(volunteer)
  }
  api.setNow(NOW)
  return volunteers
}

describe('joining', () => {
  test('a person is in line once they confirm by the link of the e-mail', async () => {
    const { shift } = await buildFull()
    const volunteer = stranger()
    expect(await ask(shift, volunteer, { 'accept-language': 'en' })).toEqual({ shift_id: shift.id })
    expect(await rowsOf(shift)).toMatchObject([{ status: 'ASKED', terms_version: '1.3' }])

    const { providers, mails } = buildProviders()
    await deliverDue(api.deps, providers)
    const mail = mails.find(({ to }) => to === volunteer.email)
    expect(mail?.subject).toMatch(/^Take your place in line: Kafé, /)
    expect(mail?.text).toMatch(/Wasn’t it you\?.*\/not-me\//)
    const [, token = ''] = /\/w\/([\w-]{43})/.exec(mail?.text ?? '') ?? []
    const place = await api.ok(waitingList.getWaitingPlace, { params: { token } })
    expect(place).toMatchObject({ status: 'ASKED', place: null, person: { first_name: 'Åsa' } })
    expect(await change(shift, volunteer, 'WAITING')).toMatchObject({ status: 'WAITING', place: 1 })
  })

  test('who has not confirmed is offered nothing, and keeps nobody out', async () => {
    const { shift, on_shift } = await buildFull()
    await ask(shift, stranger())
    await Promise.all(on_shift.map(free))
    await serve()
    expect(await rowsOf(shift)).toMatchObject([{ status: 'ASKED' }])
    const signed_up = await api.ok(signup.signUp, { params: at(shift), body: stranger() })
    expect(signed_up.shift.spots_left).toBe(0)
  })

  test('asking again changes nothing, with the same answer, and a new e-mail only after a day', async () => {
    const { shift } = await buildFull()
    const [first, second] = await joined(shift, 2)
    if (!first || !second) throw new Error('nobody')
    expect(await ask(shift, first)).toEqual({ shift_id: shift.id })
    expect(await messagesTo(first)).toHaveLength(1)
    expect((await show(shift, first)).place).toBe(1)
    expect((await show(shift, second)).place).toBe(2)
  })

  test('who has used a link of ours before is in line at once, with the same answer', async () => {
    const { shift } = await buildFull()
    const [proven] = await joined(shift, 1)
    if (!proven) throw new Error('nobody')
    const { shift: other } = await buildFull()
    const newcomer = stranger()
    for (const each of [proven, newcomer]) expect(await ask(other, each)).toEqual({ shift_id: other.id })
    expect(await show(other, proven)).toMatchObject({ status: 'WAITING', place: 1 })
    expect(await show(other, newcomer)).toMatchObject({ status: 'ASKED' })
    const { providers, mails } = buildProviders()
    await deliverDue(api.deps, providers)
    const subjectTo = ({ email }: Volunteer) => mails.findLast(({ to }) => to === email)?.subject
    expect(subjectTo(proven)).toMatch(/^Du står i kön/)
    expect(subjectTo(newcomer)).toMatch(/^Ta din plats i kön/)
    // It holds for a line that they have left, too.
    await change(other, proven, 'LEFT')
    api.setNow(hoursAfter(NOW, 1))
    await ask(other, proven)
    expect(await show(other, proven)).toMatchObject({ status: 'WAITING' })
    api.setNow(NOW)
  })

  test('an answer that an organizer wrote proves no mailbox', async () => {
    const { shift } = await buildFull()
    const person = await buildPerson(api.deps, { organization_id: admin.organization_id })
    const { shift: other } = await buildFull({ hours: 96 })
    await buildAssignment(api.deps, { shift: other, person, status: 'CONFIRMED', responded_at: NOW })
    const { first_name, last_name, email } = person
    await ask(shift, { ...stranger(), first_name, last_name, email: email ?? '' })
    expect(await show(shift, { email: email ?? '' })).toMatchObject({ status: 'ASKED' })
  })

  test('nobody can find out by asking for others who is in line or on the shift', async () => {
    const { shift, on_shift } = await buildFull()
    const [spy] = await joined(shift, 1)
    if (!spy) throw new Error('nobody')
    const [row] = await api.deps.db.system((tx) =>
      tx
        .select()
        .from(schema.person)
        .where(eq(schema.person.id, on_shift[0]?.person_id ?? '')),
    )
    const { first_name = '', last_name = '' } = row ?? {}
    const email = row?.email ?? ''
    const known = { first_name, last_name, email, phone: '+46701234567' }
    for (const other of [stranger(), known]) expect(await ask(shift, other)).toEqual({ shift_id: shift.id })
    await change(shift, spy, 'LEFT')
    expect((await change(shift, spy, 'WAITING')).place).toBe(1)
    expect(await messagesTo({ email })).toMatchObject([{ template: 'link_again' }])
  })

  test('refusals', async () => {
    expect(await joinRefused({ id: randomUUID() })).toMatchObject({ status: 404, code: 'shift_not_found' })
    const off = await buildFull({ waiting_list: false })
    expect(await joinRefused(off.shift)).toMatchObject({ status: 409, code: 'waiting_list_off' })
    const open = await buildShift(api.deps, { role: off.role, start_dt: hoursAfter(NOW, 72) })
    expect((await joinRefused(open)).code).toBe('waiting_list_off')
    const { shift: begun } = await buildFull({ hours: 0 })
    expect(await joinRefused(begun)).toMatchObject({ status: 409, code: 'shift_started' })
    const { shift, on_shift } = await buildFull()
    await Promise.all(on_shift.map(free))
    expect(await joinRefused(shift)).toMatchObject({ status: 409, code: 'place_free' })
  })

  test('a line has a length', async () => {
    const { shift } = await buildFull()
    await fillLine(shift, 200)
    const late = stranger()
    await ask(shift, late)
    expect((await changeRefused(shift, late, 'WAITING')).code).toBe('waiting_list_full')
  })

  test('waits for who has locked the shift, without having locked the person (D15)', async () => {
    const { shift } = await buildFull()
    const volunteer = stranger()
    await ask((await buildFull()).shift, volunteer)
    const [person] = await api.deps.db.system((tx) =>
      tx.select().from(schema.person).where(eq(schema.person.email, volunteer.email)),
    )
    const asking = await api.deps.db.transaction(shift.organization_id, async (tx) => {
      await locks.lockShifts(tx, [shift.id])
      const asked = ask(shift, volunteer)
      await awaitLocks(api.deps, 1)
      await locks.lockPeople(tx, [person?.id ?? ''])
      // Not awaited here: the request goes on when this transaction ends.
      return { asked }
    })
    expect(await asking.asked).toEqual({ shift_id: shift.id })
  })

  test('twenty equal calls with a key: one place, one e-mail', async () => {
    const { shift } = await buildFull()
    const [volunteer, key] = [stranger(), randomUUID()]
    await Promise.all(Array.from({ length: 20 }, () => ask(shift, volunteer, { 'idempotency-key': key })))
    expect(await rowsOf(shift)).toHaveLength(1)
    expect(await messagesTo(volunteer)).toHaveLength(1)
    const other = await api.refused(waitingList.joinWaitingList, {
      params: at(shift),
      body: stranger(),
      headers: { 'idempotency-key': key },
    })
    expect(other).toMatchObject({ status: 422, code: 'idempotency_key_reused' })
  })
})

const fillLine = ({ id, organization_id }: ShiftRow, length: number) =>
  api.deps.db.system((tx) =>
    tx.execute(sql`
      with added as (
        insert into person (organization_id, id, first_name, last_name, email, identity_key)
        select ${organization_id}, gen_random_uuid(), 'Name', n, n || '@line.example', ${id} || n
        from generate_series(1, ${length}::int) n
        returning id
      )
      insert into waiting (organization_id, id, shift_id, person_id, status, queued_at, terms_version, terms_accepted_at)
      select ${organization_id}, id, ${id}, id, 'WAITING', ${NOW}, '1.3', ${NOW} from added`),
  )

describe('a place becomes free', () => {
  test('it is offered to the first in line by e-mail, and kept from everybody else', async () => {
    const { shift, on_shift } = await buildFull()
    const [first, second] = await joined(shift, 2)
    if (!first || !second) throw new Error('nobody')
    await Promise.all(on_shift.map(free))
    // Refused before the worker has run, and after it.
    expect((await signUpRefused(shift)).code).toBe('shift_full')
    await serve()
    expect((await signUpRefused(shift)).code).toBe('shift_full')
    expect(await show(shift, first)).toMatchObject({
      status: 'OFFERED',
      offer_expires_at: hoursAfter(NOW, 12),
    })
    expect(await show(shift, second)).toMatchObject({ status: 'WAITING', place: 2 })
    expect((await messagesTo(first)).map(({ template }) => template)).toContain('place_offered')
    expect((await messagesTo(second)).map(({ template }) => template)).toEqual(['waiting_joined'])
  })

  test('taken: the person is on the shift, with a confirmation and the personal link', async () => {
    const { shift, on_shift } = await buildFull()
    const [first] = await joined(shift, 1)
    if (!first) throw new Error('nobody')
    await Promise.all(on_shift.map(free))
    await serve()
    const taken = await change(shift, first, 'TAKEN')
    expect(taken).toMatchObject({ status: 'TAKEN', place: null })
    const { body } = await api.inject(new URL(taken.calendar_url ?? '').pathname)
    expect(body).toContain('BEGIN:VEVENT')
    expect(await confirmedOn(shift)).toBe(1)
    expect((await messagesTo(first)).map(({ template }) => template)).toContain('confirmation')
    // Only the e-mail has the personal link, because this link may have been passed on.
    expect(JSON.stringify(taken)).not.toMatch(/"[\w-]{43}"/)
    // The button is pressed twice.
    expect(await change(shift, first, 'TAKEN')).toEqual(taken)
    expect((await messagesTo(first)).filter(({ template }) => template === 'confirmation')).toHaveLength(1)
    expect(await change(shift, first, 'LEFT')).toMatchObject({ status: 'TAKEN' })
  })

  test('not answered: it passes to the next, and the person can wait again at the end', async () => {
    const { shift, on_shift } = await buildFull()
    const [first, second] = await joined(shift, 2)
    if (!first || !second) throw new Error('nobody')
    await Promise.all(on_shift.map(free))
    await serve()
    api.setNow(hoursAfter(NOW, 12))
    await serve()
    expect(await show(shift, first)).toMatchObject({ status: 'LAPSED', place: null })
    expect((await messagesTo(first)).map(({ template }) => template)).toContain('offer_lapsed')
    expect(await show(shift, second)).toMatchObject({ status: 'OFFERED' })
    expect((await messagesTo(second)).map(({ template }) => template)).not.toContain('offer_lapsed')
    expect((await changeRefused(shift, first, 'TAKEN')).code).toBe('not_offered')
    expect(await change(shift, first, 'WAITING')).toMatchObject({ status: 'WAITING', place: 2 })
  })

  test('free at half past one: offered at eight, for as long as by day', async () => {
    const { shift, on_shift } = await buildFull()
    const [first] = await joined(shift, 1)
    if (!first) throw new Error('nobody')
    await Promise.all(on_shift.map(free))
    for (const asleep of ['2026-06-01T23:30:00.000Z', '2026-06-02T05:59:59.000Z']) {
      api.setNow(asleep)
      await serve()
      expect(await show(shift, first)).toMatchObject({ status: 'WAITING' })
      expect((await signUpRefused(shift)).code).toBe('shift_full')
    }
    const morning = '2026-06-02T06:00:00.000Z'
    api.setNow(morning)
    await serve()
    expect(await show(shift, first)).toMatchObject({
      status: 'OFFERED',
      offer_expires_at: hoursAfter(morning, 12),
    })
  })

  test('left: it passes to the next', async () => {
    const { shift, on_shift } = await buildFull()
    const [first, second] = await joined(shift, 2)
    if (!first || !second) throw new Error('nobody')
    await Promise.all(on_shift.map(free))
    await serve()
    expect(await change(shift, first, 'LEFT')).toMatchObject({ status: 'LEFT' })
    await serve()
    expect(await show(shift, second)).toMatchObject({ status: 'OFFERED' })
  })

  test('as long as a cancellation can be undone, it is offered to nobody', async () => {
    const { shift, on_shift } = await buildFull()
    await joined(shift, 1)
    const [first] = on_shift
    const token = signId(api.deps.keys, { purpose: 'personal_link', id: first?.id ?? '', round: 1 })
    const press = (status: string) =>
      api.inject({ method: 'POST', url: `/assignment/${token}/change`, payload: { status } })
    expect((await press('DECLINED')).statusCode).toBe(200)
    await serve()
    expect(await rowsOf(shift)).toMatchObject([{ status: 'WAITING' }])
    expect((await press('CONFIRMED')).statusCode).toBe(200)
    await press('DECLINED')
    api.setNow(addMs(NOW, 10_000))
    await serve()
    expect(await rowsOf(shift)).toMatchObject([{ status: 'OFFERED' }])
    expect((await press('CONFIRMED')).json()).toMatchObject({ code: 'shift_full' })
  })

  test('two workers at once offer it once, and send one e-mail', async () => {
    const { shift, on_shift } = await buildFull()
    const [first, second] = await joined(shift, 2)
    if (!first || !second) throw new Error('nobody')
    await Promise.all(on_shift.map(free))
    await Promise.all(Array.from({ length: 10 }, serve))
    expect((await rowsOf(shift)).filter(({ status }) => status === 'OFFERED')).toHaveLength(1)
    expect((await messagesTo(first)).filter(({ template }) => template === 'place_offered')).toHaveLength(1)
    expect(await messagesTo(second)).toHaveLength(1)
  })

  test('whose shift is moved into the past is no longer in line, before a worker ends the line', async () => {
    const { shift } = await buildFull()
    const [first] = await joined(shift, 1)
    if (!first) throw new Error('nobody')
    expect(await show(shift, first)).toMatchObject({ status: 'WAITING', place: 1 })
    await api.ok(shiftCalls.updateShift, {
      headers: admin.headers,
      params: { id: shift.id },
      query: { notify: 'false' },
      body: { start_dt: hoursAfter(NOW, -2), end_dt: hoursAfter(NOW, -1) },
    })
    expect(await rowsOf(shift)).toMatchObject([{ status: 'WAITING' }])
    expect(await show(shift, first)).toMatchObject({ status: 'LAPSED', place: null })
  })

  test('an offer that has ended while its e-mail waited is not sent', async () => {
    const { shift, on_shift } = await buildFull()
    const [first] = await joined(shift, 1)
    if (!first) throw new Error('nobody')
    await Promise.all(on_shift.map(free))
    await serve()
    api.setNow((await rowsOf(shift))[0]?.offer_expires_at ?? NOW)
    const { providers, mails } = buildProviders()
    await deliverDue(api.deps, providers)
    expect(
      mails.filter(({ to, subject }) => to === first.email && subject.includes('place is free')),
    ).toEqual([])
    const offer = (await messagesTo(first)).find(({ template }) => template === 'place_offered')
    expect(offer).toMatchObject({ status: 'FAILED', failure_reason: 'outdated' })
  })

  test('one who is on another shift then is told which, and keeps the offer', async () => {
    const { role, shift, on_shift } = await buildFull()
    const [first] = await joined(shift, 1)
    if (!first) throw new Error('nobody')
    const other = await buildShift(api.deps, { role, start_dt: shift.start_dt })
    await api.ok(signup.signUp, { params: at(other), body: first })
    await Promise.all(on_shift.map(free))
    await serve()
    expect(await changeRefused(shift, first, 'TAKEN')).toMatchObject({
      status: 409,
      code: 'schedule_conflict',
      error: expect.stringContaining('Kafé'),
    })
    expect(await show(shift, first)).toMatchObject({ status: 'OFFERED' })
  })

  test('whoever has as many shifts as one may take gets no other (D50)', async () => {
    const { shift, role } = await buildFull()
    const person = await buildPerson(api.deps, { organization_id: admin.organization_id })
    const { first_name, last_name, email } = person
    const volunteer = { ...stranger(), first_name, last_name, email: email ?? '' }
    await join(shift, volunteer)
    await setQuantity(shift, 2)
    await serve()
    const other = await buildShift(api.deps, { role, start_dt: hoursAfter(NOW, 96) })
    await buildAssignment(api.deps, { shift: other, person, status: 'CONFIRMED' })
    const limit = (max_shifts: number) =>
      api.deps.db.system((tx) =>
        tx.update(schema.event).set({ max_shifts }).where(eq(schema.event.id, shift.event_id)),
      )
    await limit(1)
    expect(await changeRefused(shift, volunteer, 'TAKEN')).toMatchObject({ code: 'too_many_shifts' })
    await limit(2)
    expect(await change(shift, volunteer, 'TAKEN')).toMatchObject({ status: 'TAKEN' })
  })

  test('when the administrator has lowered the quantity since, it cannot be taken', async () => {
    const { shift, on_shift } = await buildFull({ required_qty: 2 })
    const [first] = await joined(shift, 1)
    if (!first || !on_shift[0]) throw new Error('nobody')
    await free(on_shift[0])
    await serve()
    await setQuantity(shift, 1)
    expect((await changeRefused(shift, first, 'TAKEN')).code).toBe('shift_full')
    expect(await confirmedOn(shift)).toBe(1)
  })

  test('fewer places than offers: the last in line keeps waiting at their place, and reads why', async () => {
    const { shift, on_shift } = await buildFull({ required_qty: 2 })
    const [first, second] = await joined(shift, 3)
    if (!first || !second) throw new Error('nobody')
    await Promise.all(on_shift.map(free))
    await serve()
    const { providers, mails } = buildProviders()
    await deliverDue(api.deps, providers)
    const heard = mails.length
    await setQuantity(shift, 1)
    await serve()
    expect(await show(shift, first)).toMatchObject({ status: 'OFFERED', is_offer_withdrawn: false })
    expect(await show(shift, second)).toMatchObject({ status: 'WAITING', place: 2, is_offer_withdrawn: true })
    expect((await changeRefused(shift, second, 'TAKEN')).code).toBe('not_offered')
    await deliverDue(api.deps, providers)
    expect(mails).toHaveLength(heard)

    await setQuantity(shift, 2)
    await serve()
    expect(await show(shift, second)).toMatchObject({ status: 'OFFERED', is_offer_withdrawn: false })
  })

  test('an offer that is withdrawn before its e-mail left is not sent, and not mentioned', async () => {
    const { shift, on_shift } = await buildFull()
    const [first] = await joined(shift, 1)
    if (!first) throw new Error('nobody')
    await Promise.all(on_shift.map(free))
    await serve()
    await buildAssignment(api.deps, { shift, status: 'CONFIRMED' })
    await serve()
    const { providers, mails } = buildProviders()
    await deliverDue(api.deps, providers)
    expect(mails.filter(({ to }) => to === first.email)).toHaveLength(1)
    expect(await show(shift, first)).toMatchObject({ status: 'WAITING', is_offer_withdrawn: false })
  })

  test('D13: nobody waits for, or takes, a time that was not shown', async () => {
    const { shift, on_shift } = await buildFull()
    const { start_dt, end_dt } = shift
    const seen = { start_dt: hoursAfter(start_dt, 1), end_dt }
    const moved = { status: 409, code: 'shift_moved', start_dt, end_dt }
    const volunteer = stranger()
    expect(await joinRefused(shift, { ...volunteer, seen })).toMatchObject(moved)
    await ask(shift, volunteer)
    expect(await changeRefused(shift, volunteer, 'WAITING', seen)).toMatchObject(moved)
    await change(shift, volunteer, 'WAITING')
    await Promise.all(on_shift.map(free))
    await serve()
    expect(await changeRefused(shift, volunteer, 'TAKEN', seen)).toMatchObject(moved)
    await change(shift, volunteer, 'TAKEN')
  })

  test('when the shift begins, the line ends', async () => {
    const { shift, on_shift } = await buildFull()
    const [first, second] = await joined(shift, 2)
    if (!first || !second) throw new Error('nobody')
    await Promise.all(on_shift.map(free))
    await serve()
    api.setNow(shift.start_dt)
    expect((await changeRefused(shift, first, 'TAKEN')).code).toBe('shift_started')
    await serve()
    expect(await rowsOf(shift)).toMatchObject([{ status: 'LAPSED' }, { status: 'LAPSED' }])
    expect((await changeRefused(shift, first, 'WAITING')).code).toBe('shift_started')
  })
})

describe('waiting again is refused as joining is', () => {
  test.each<[string, { waiting_list?: boolean; is_free?: boolean; length?: number }]>([
    ['waiting_list_off', { waiting_list: false }],
    ['place_free', { is_free: true }],
    ['waiting_list_full', { length: 200 }],
  ])('%s', async (code, { waiting_list = true, is_free = false, length = 0 }) => {
    const { role, shift, on_shift } = await buildFull()
    const [first] = await joined(shift, 1)
    if (!first) throw new Error('nobody')
    await change(shift, first, 'LEFT')
    await fillLine(shift, length)
    if (is_free) await Promise.all(on_shift.map(free))
    await api.deps.db.system((tx) =>
      tx.update(schema.event).set({ waiting_list }).where(eq(schema.event.id, role.event_id)),
    )
    expect((await changeRefused(shift, first, 'WAITING')).code).toBe(code)
  })
})

test('a place that was given up can be waited for again', async () => {
  const { shift, on_shift } = await buildFull()
  const [first] = await joined(shift, 1)
  if (!first) throw new Error('nobody')
  await Promise.all(on_shift.map(free))
  await serve()
  await change(shift, first, 'TAKEN')
  await api.deps.db.system((tx) =>
    tx.update(schema.assignment).set({ status: 'DECLINED' }).where(eq(schema.assignment.shift_id, shift.id)),
  )
  expect(await show(shift, first)).toMatchObject({ status: 'LEFT' })
  await buildAssignment(api.deps, { shift, status: 'CONFIRMED' })
  expect(await change(shift, first, 'WAITING')).toMatchObject({ status: 'WAITING', place: 1 })
})

test('who takes their place by another way ends their wait, and holds no second place', async () => {
  const { shift, on_shift } = await buildFull()
  const [first] = await joined(shift, 2)
  if (!first) throw new Error('nobody')
  const [person] = await api.deps.db.system((tx) =>
    tx.select().from(schema.person).where(eq(schema.person.email, first.email)),
  )
  if (!person) throw new Error('nobody')
  const { organization_id } = shift
  const invited = await buildAssignment(api.deps, { shift, person: { ...person, organization_id } })
  await Promise.all(on_shift.map(free))
  await serve()
  // The held place is theirs, whichever link they use.
  const token = signId(api.deps.keys, { purpose: 'personal_link', id: invited.id, round: 1 })
  const answer = await api.inject({
    method: 'POST',
    url: `/assignment/${token}/confirm`,
    payload: { confirm: true },
  })
  expect(answer.statusCode).toBe(200)
  await serve()
  expect(await show(shift, first)).toMatchObject({ status: 'TAKEN' })
  expect(await confirmedOn(shift)).toBe(1)
  expect((await rowsOf(shift)).filter(({ status }) => status === 'OFFERED')).toEqual([])
})

test.each(['ASKED', 'WAITING', 'OFFERED', 'LAPSED', 'LEFT'] as const)(
  'who is on the shift by another way reads that, and changes nothing: %s',
  async (status) => {
    const { shift } = await buildFull()
    const volunteer = stranger()
    await join(shift, volunteer)
    const [row] = await rowsOf(shift)
    if (!row) throw new Error('nobody')
    const offer_expires_at = status === 'OFFERED' ? hoursAfter(NOW, 1) : null
    await api.deps.db.system((tx) =>
      tx.update(schema.waiting).set({ status, offer_expires_at }).where(eq(schema.waiting.id, row.id)),
    )
    const [person] = await api.deps.db.system((tx) =>
      tx.select().from(schema.person).where(eq(schema.person.id, row.person_id)),
    )
    if (!person) throw new Error('nobody')
    const { organization_id } = shift
    await buildAssignment(api.deps, { shift, person: { ...person, organization_id }, status: 'CONFIRMED' })
    const taken = { status: 'TAKEN', place: null, is_offer_withdrawn: false, offer_expires_at: null }
    expect(await show(shift, volunteer)).toMatchObject(taken)
    expect(await change(shift, volunteer, 'WAITING')).toMatchObject(taken)
  },
)

const correct = async (
  shift: ShiftRow,
  { email, ...volunteer }: Volunteer,
  corrected = `corrected-${email}`,
): Promise<Volunteer> => {
  const [row] = await rowsOf(shift)
  const saved = await api.inject({
    method: 'PUT',
    url: `/admin/people/${row?.person_id}`,
    headers: admin.headers,
    payload: { email: corrected },
  })
  expect(saved.statusCode).toBe(200)
  return { ...volunteer, email: corrected }
}

describe('a corrected e-mail address', () => {
  test('ends the link that the former one has', async () => {
    const { shift } = await buildFull()
    const [first] = await joined(shift, 1)
    if (!first) throw new Error('nobody')
    const token = await tokenOf(shift, first)
    await correct(shift, first)
    expect((await api.refused(waitingList.getWaitingPlace, { params: { token } })).code).toBe('link_invalid')
  })

  test('who asks again is answered there, once', async () => {
    const { shift } = await buildFull()
    const mistyped = stranger()
    await ask(shift, mistyped)
    const corrected = await correct(shift, mistyped)
    await ask(shift, corrected)
    await ask(shift, corrected)
    expect(await messagesTo(corrected)).toMatchObject([{ template: 'waiting_joined' }])
  })

  test('who asks again after its case was corrected gets no second e-mail: it is the same (D11)', async () => {
    const { shift } = await buildFull()
    const volunteer = stranger()
    await ask(shift, volunteer)
    const corrected = await correct(shift, volunteer, volunteer.email.toUpperCase())
    await ask(shift, corrected)
    expect(await messagesTo(volunteer)).toMatchObject([{ template: 'waiting_joined' }])
    expect(await messagesTo(corrected)).toEqual([])
  })

  test.each(['before', 'after'])('an open offer is sent there, %s its e-mail has left', async (when) => {
    const { shift, on_shift } = await buildFull()
    const [first] = await joined(shift, 1)
    if (!first) throw new Error('nobody')
    await deliverDue(api.deps, buildProviders().providers)
    await Promise.all(on_shift.map(free))
    await serve()
    if (when === 'after') await deliverDue(api.deps, buildProviders().providers)
    const corrected = await correct(shift, first)
    const { providers, mails } = buildProviders()
    await deliverDue(api.deps, providers)
    expect(mails.map(({ to }) => to)).toEqual([corrected.email])
    await serve()
    expect(await change(shift, corrected, 'TAKEN')).toMatchObject({ status: 'TAKEN' })
  })
})

test('“Wasn’t it you?” leaves all lines of the address', async () => {
  const { shift } = await buildFull()
  const [first] = await joined(shift, 1)
  if (!first) throw new Error('nobody')
  const [message] = await messagesTo(first)
  const token = signId(api.deps.keys, { purpose: 'not_me', id: message?.id ?? '', round: 1 })
  const heard: unknown[] = []
  const stop = api.deps.bus.subscribe((announcement) => heard.push(announcement))
  const question = await api.inject(`/not-me/${token}`)
  expect(question.body).toContain('Då står du inte i kö till någon plats')
  const page = await api.inject({ method: 'POST', url: `/not-me/${token}` })
  stop()
  expect(page.statusCode).toBe(200)
  expect(await rowsOf(shift)).toMatchObject([{ status: 'LEFT' }])
  expect(heard).toContainEqual(
    expect.objectContaining({ kind: 'shifts', event_id: shift.event_id, shift_ids: [shift.id] }),
  )
})

test('an offer at the same time does not undo it', async () => {
  const { shift, on_shift } = await buildFull()
  const [first] = await joined(shift, 1)
  if (!first) throw new Error('nobody')
  await Promise.all(on_shift.map(free))
  const { held, release } = hold()
  const locked = hold()
  const offering = api.deps.db.preparedTransaction(mint(shift.organization_id), async (tx) => {
    await locks.lockShifts(tx, [shift.id])
    await lockWaitingPeople(tx, shift.id)
    const [one] = await listWaitingOf(tx, shift.id)
    locked.release()
    await held
    await updateWaiting(tx, [one?.id ?? ''], { status: 'OFFERED', offer_expires_at: hoursAfter(NOW, 12) })
  })
  await locked.held
  const leaving = api.deps.db.system((tx) => leaveAllWaitingLists(tx, first.email))
  await awaitLocks(api.deps, 1)
  release()
  await Promise.all([offering, leaving])
  expect(await rowsOf(shift)).toMatchObject([{ status: 'LEFT' }])
})

test('an offer that has ended before its e-mail left is not sent', async () => {
  const { shift, on_shift } = await buildFull()
  const [first] = await joined(shift, 1)
  if (!first) throw new Error('nobody')
  await Promise.all(on_shift.map(free))
  await serve()
  await change(shift, first, 'LEFT')
  const { providers, mails } = buildProviders()
  await deliverDue(api.deps, providers)
  const subjects = mails.filter(({ to }) => to === first.email).map(({ subject }) => subject)
  expect(subjects).toEqual([expect.stringMatching(/^Ta din plats i kön/)])
})

test('an offer whose e-mail does not arrive passes to the next at once', async () => {
  const { shift, on_shift } = await buildFull()
  const [first, second] = await joined(shift, 2)
  if (!first || !second) throw new Error('nobody')
  await deliverDue(api.deps, buildProviders().providers)
  await Promise.all(on_shift.map(free))
  await serve()
  await deliverDue(
    api.deps,
    buildProviders({ mail: () => ({ refused: 'no such mailbox', is_final: true }) }).providers,
  )
  await serve()
  expect(await show(shift, first)).toMatchObject({ status: 'LAPSED' })
  expect(await show(shift, second)).toMatchObject({ status: 'OFFERED' })
})

test('those in line read where the shift has moved, and that it is cancelled', async () => {
  const { shift, on_shift } = await buildFull({ required_qty: 2 })
  const [first, second] = await joined(shift, 2)
  const [one] = on_shift
  if (!first || !second || !one) throw new Error('nobody')
  await free(one)
  await serve()
  const { providers, mails } = buildProviders()
  const to = ({ email }: Volunteer) => mails.filter((mail) => mail.to === email).map(({ text }) => text)
  await deliverDue(api.deps, providers)
  mails.splice(0)

  const params = { id: shift.id }
  const body = { end_dt: hoursAfter(shift.end_dt, 1) }
  await api.ok(shiftCalls.updateShift, { params, body, headers: admin.headers })
  await deliverDue(api.deps, providers)
  expect(to(first)).toEqual([
    expect.stringMatching(/håller fortfarande platsen åt dig[\s\S]*Tidigare: [\s\S]*\/w\//),
  ])
  expect(to(second)).toEqual([expect.stringMatching(/står kvar i kön[\s\S]*Tidigare: [\s\S]*\/w\//)])
  for (const text of [...to(first), ...to(second)]) {
    const not_me = /\/not-me\/[\w-]{43}/.exec(text)?.[0] ?? 'no link'
    expect((await api.inject(not_me)).statusCode).toBe(200)
  }
  mails.splice(0)

  await api.ok(shiftCalls.deleteShift, { params, headers: admin.headers })
  await deliverDue(api.deps, providers)
  for (const volunteer of [first, second]) {
    expect(to(volunteer)).toEqual([expect.stringContaining('ställt in passet som du väntade på')])
    // No link to the place in line, because it would not open.
    expect(to(volunteer)).not.toEqual([expect.stringContaining('/w/')])
  }
})

test('a line that cannot be served keeps no other waiting', async () => {
  const [one, two] = [await buildFull(), await buildFull()]
  for (const { shift, on_shift } of [one, two]) {
    await joined(shift, 1)
    await Promise.all(on_shift.map(free))
  }
  const { lockShifts } = await vi.importActual<typeof locks>('../../db/lock.ts')
  vi.mocked(locks.lockShifts).mockImplementation(async (tx, ids) => {
    if (ids.includes(one.shift.id)) throw new Error('a lock timed out')
    return lockShifts(tx, ids)
  })
  await serve()
  vi.mocked(locks.lockShifts).mockImplementation(lockShifts)
  expect(await rowsOf(two.shift)).toMatchObject([{ status: 'OFFERED' }])
  expect(await rowsOf(one.shift)).toMatchObject([{ status: 'WAITING' }])
})

test('of many lines each comes in one of the next runs, whatever fails', async () => {
  await serve()
  const [failing, ...others] = [await buildFull(), await buildFull(), await buildFull()]
  for (const { shift, on_shift } of [failing, ...others]) {
    await joined(shift, 1)
    await Promise.all(on_shift.map(free))
  }
  const { lockShifts } = await vi.importActual<typeof locks>('../../db/lock.ts')
  vi.mocked(locks.lockShifts).mockImplementation(async (tx, ids) => {
    if (ids.includes(failing.shift.id)) throw new Error('a lock timed out')
    return lockShifts(tx, ids)
  })
  const countOffers = async () => {
    const rows = await Promise.all(others.map(({ shift }) => rowsOf(shift)))
    return rows.flat().filter(({ status }) => status === 'OFFERED').length
  }
  for (const offers of [1, 2]) {
    await serveWaitingLists(api.deps, undefined, 1)
    expect(await countOffers()).toBe(offers)
  }
  vi.mocked(locks.lockShifts).mockImplementation(lockShifts)
})

const list = ({ id }: { id: string }) =>
  api.ok(waitingList.listWaiting, { params: { id }, headers: admin.headers })
const offer = (id: string, instead_of?: string) =>
  api.ok(waitingList.offerPlace, {
    params: { id },
    query: { ...(instead_of && { instead_of }) },
    headers: admin.headers,
  })
const offerRefused = (id: string, instead_of?: string) =>
  api.refused(waitingList.offerPlace, {
    params: { id },
    query: { ...(instead_of && { instead_of }) },
    headers: admin.headers,
  })

describe('an administrator', () => {
  test('may offer a place while the address of one in line is changed: neither is refused', async () => {
    const { shift, on_shift } = await buildFull()
    await joined(shift, 1)
    const [one] = (await list(shift)).waiting
    if (!one) throw new Error('nobody')
    await Promise.all(on_shift.map(free))
    const { held, release } = hold()
    const locked = hold()
    const changing = api.deps.db.transaction(mint(shift.organization_id), async (tx) => {
      const { rows } = await tx.execute<{ id: string }>(
        sql`select p.id from person p join waiting w on w.person_id = p.id where w.id = ${one.id} for update of p`,
      )
      locked.release()
      await held
      await replaceWaitingLinks(tx, rows[0]?.id ?? '')
    })
    await locked.held
    const offering = offer(one.id)
    await awaitLocks(api.deps, 1)
    release()
    await changing
    expect(await offering).toMatchObject({ status: 'OFFERED' })
  })

  test('sees the line, offers a free place to anybody in it, and takes people out', async () => {
    const { shift, on_shift } = await buildFull()
    await joined(shift, 2)
    const { waiting } = await list(shift)
    expect(waiting).toMatchObject([
      { status: 'WAITING', person: { first_name: 'Åsa', phone: '+46701234567' } },
      { status: 'WAITING', queued_at: addMs(NOW, 1) },
    ])
    const [one, two] = waiting
    if (!one || !two) throw new Error('nobody')
    expect(await offerRefused(two.id)).toMatchObject({ status: 409, code: 'shift_full' })
    await Promise.all(on_shift.map(free))
    const offered = await offer(two.id)
    expect(offered).toMatchObject({ status: 'OFFERED', offer_expires_at: hoursAfter(NOW, 12) })
    // An open offer is not changed.
    api.setNow(hoursAfter(NOW, 1))
    expect(await offer(two.id)).toEqual(offered)
    expect(await offerRefused(one.id)).toMatchObject({ code: 'shift_full' })
    await api.ok(waitingList.removeWaiting, { params: { id: two.id }, headers: admin.headers })
    expect((await list(shift)).waiting.map(({ id }) => id)).toEqual([one.id])
    for (const route of [waitingList.offerPlace, waitingList.removeWaiting]) {
      expect(await api.refused(route, { params: { id: two.id }, headers: admin.headers })).toMatchObject({
        status: 404,
        code: 'waiting_not_found',
      })
    }
  })

  test('gives an offered place to another, who was told keeps their place in line', async () => {
    const { shift, on_shift } = await buildFull()
    const [first, second] = await joined(shift, 2)
    await Promise.all(on_shift.map(free))
    await serve()
    const [one, two] = (await list(shift)).waiting
    if (!first || !second || !one || !two) throw new Error('nobody')
    expect(one.status).toBe('OFFERED')
    // Refused without `instead_of`, with an unknown id, and with the id of a person who has no offer.
    for (const instead_of of [undefined, randomUUID(), two.id])
      expect(await offerRefused(two.id, instead_of)).toMatchObject({ status: 409, code: 'shift_full' })
    expect(await offer(two.id, one.id)).toMatchObject({ status: 'OFFERED' })
    const entries = await api.ok(log.listLog, { headers: admin.headers, query: { limit: '2' } })
    expect(new Map(entries.map((entry) => [entry.action, entry.people?.map(({ id }) => id)]))).toEqual(
      new Map([
        ['waiting.withdrawn', [one.person.id]],
        ['waiting.offered', [two.person.id]],
      ]),
    )
    await serve()
    expect((await list(shift)).waiting).toMatchObject([
      { id: one.id, status: 'WAITING', offer_expires_at: null },
      { id: two.id, status: 'OFFERED' },
    ])
    expect((await changeRefused(shift, first, 'TAKEN')).code).toBe('not_offered')
    expect(await change(shift, second, 'TAKEN')).toMatchObject({ status: 'TAKEN' })
    // The second time there is no offer to withdraw.
    expect(await offerRefused(one.id, two.id)).toMatchObject({ code: 'shift_full' })
  })

  test('gives it to another while the holder takes it: one of them has it', async () => {
    const { shift, on_shift } = await buildFull()
    const [first] = await joined(shift, 2)
    await Promise.all(on_shift.map(free))
    await serve()
    const [one, two] = (await list(shift)).waiting
    if (!first || !one || !two) throw new Error('nobody')
    const token = await tokenOf(shift, first)
    const answers = await Promise.all([
      api.inject({ method: 'POST', url: `/waiting/${token}`, payload: { status: 'TAKEN' } }),
      api.inject({
        method: 'POST',
        url: `/admin/waiting/${two.id}/offer?instead_of=${one.id}`,
        headers: admin.headers,
      }),
    ])
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409])
    const held = (await rowsOf(shift)).filter(({ status }) => status === 'TAKEN' || status === 'OFFERED')
    expect(held).toHaveLength(1)
  })

  test('an offer is not withdrawn while another place is free', async () => {
    const { shift, on_shift } = await buildFull({ required_qty: 2 })
    await joined(shift, 2)
    const [one, two] = (await list(shift)).waiting
    if (!one || !two) throw new Error('nobody')
    await Promise.all(on_shift.map(free))
    await offer(one.id)
    await offer(two.id, one.id)
    expect((await list(shift)).waiting).toMatchObject([{ status: 'OFFERED' }, { status: 'OFFERED' }])
  })

  test('no offer once the shift has begun; no list of an unknown shift', async () => {
    const { shift } = await buildFull()
    await joined(shift, 1)
    const { waiting } = await list(shift)
    api.setNow(shift.start_dt)
    const { headers } = await buildAdministrator(api)
    expect(
      await api.refused(waitingList.offerPlace, { params: { id: waiting[0]?.id ?? '' }, headers }),
    ).toMatchObject({ code: 'waiting_not_found' })
    expect((await offerRefused(waiting[0]?.id ?? '')).code).toBe('shift_started')
    expect(
      await api.refused(waitingList.listWaiting, { params: { id: randomUUID() }, headers: admin.headers }),
    ).toMatchObject({ status: 404, code: 'shift_not_found' })
  })

  test('may confirm somebody by hand past the line, but not the place that is offered', async () => {
    const { shift, on_shift } = await buildFull()
    await joined(shift, 1)
    const invited = await buildAssignment(api.deps, { shift })
    await Promise.all(on_shift.map(free))
    await serve()
    const confirm = () =>
      api.inject({
        method: 'PATCH',
        url: `/admin/assignments/${invited.id}`,
        headers: admin.headers,
        payload: { status: 'CONFIRMED' },
      })
    expect((await confirm()).json()).toMatchObject({ code: 'shift_full' })
    api.setNow(hoursAfter(NOW, 12))
    await serve()
    expect((await confirm()).statusCode).toBe(200)
  })
})

test('an unknown link', async () => {
  for (const token of [
    'x',
    'x'.repeat(43),
    signId(api.deps.keys, { purpose: 'waiting', id: randomUUID(), round: 1 }),
  ]) {
    const answers = [
      await api.refused(waitingList.getWaitingPlace, { params: { token } }),
      await api.refused(waitingList.changeWaitingPlace, { params: { token }, body: { status: 'LEFT' } }),
    ]
    for (const answer of answers) expect(answer).toMatchObject({ status: 404, code: 'link_invalid' })
  }
})

test('a personal link of an assignment does not open a place in line, nor the other way round', async () => {
  const { shift, on_shift } = await buildFull()
  const [first] = await joined(shift, 1)
  if (!first) throw new Error('nobody')
  const id = on_shift[0]?.id ?? ''
  const token = signId(api.deps.keys, { purpose: 'personal_link', id, round: 1 })
  expect((await api.refused(waitingList.getWaitingPlace, { params: { token } })).status).toBe(404)
  const other = await api.inject({ method: 'GET', url: `/assignment/${await tokenOf(shift, first)}` })
  expect(other.statusCode).toBe(404)
})

test('places are deleted 30 days after the shift', async () => {
  const { shift } = await buildFull()
  await joined(shift, 1)
  api.setNow(hoursAfter(shift.end_dt, 30 * 24 - 1))
  await api.deps.db.system((tx) => deleteOldPlaces(tx, api.deps.now()))
  expect(await rowsOf(shift)).toHaveLength(1)
  api.setNow(hoursAfter(shift.end_dt, 30 * 24 + 1))
  await api.deps.db.system((tx) => deleteOldPlaces(tx, api.deps.now()))
  expect(await rowsOf(shift)).toEqual([])
})

const askFrom = (remoteAddress: string, { id }: ShiftRow) =>
  api.inject({ method: 'POST', url: `/shifts/${id}/waiting-list`, payload: stranger(), remoteAddress })

describe('limits of the form', () => {
  test.each([
    ['waiting-client', 500],
    ['waiting-client-day', 2_000],
    ['waiting-shift', 500],
  ])('%s: above it the answer is the same, nobody is added and no e-mail is sent', async (name, hits) => {
    const { shift } = await buildFull()
    await ask(shift, stranger())
    await setHits(api.deps, name, hits - 1)
    const [last, above] = [stranger(), stranger()]
    const key = { 'idempotency-key': randomUUID() }
    await ask(shift, last)
    expect(await ask(shift, above, key)).toEqual({ shift_id: shift.id })
    expect(await messagesTo(last)).toHaveLength(1)
    expect(await messagesTo(above)).toEqual([])
    expect(await rowsOf(shift)).toHaveLength(2)
    const added = await api.deps.db.system((tx) =>
      tx.select().from(schema.person).where(eq(schema.person.email, above.email)),
    )
    expect(added).toEqual([])
    // The same form is sent again.
    api.setNow(hoursAfter(NOW, 24))
    await ask(shift, above, key)
    expect(await messagesTo(above)).toHaveLength(1)
  })

  test('of a client: others may ask, and it does not use up the limit of the shift', async () => {
    const { shift } = await buildFull()
    await askFrom('203.0.113.1', shift)
    await setHits(api.deps, 'waiting-shift', 499)
    await setHits(api.deps, 'waiting-client', 500)
    await askFrom('203.0.113.1', shift)
    await askFrom('203.0.113.2', shift)
    expect(await rowsOf(shift)).toHaveLength(2)
  })

  test('above it the refusals are as before', async () => {
    const { shift, on_shift } = await buildFull()
    await ask(shift, stranger())
    await setHits(api.deps, 'waiting-shift', 500)
    await Promise.all(on_shift.map(free))
    expect((await joinRefused(shift)).code).toBe('place_free')
  })
})

const DAYS = 24
const eraseAfter = (hours: number) => {
  // Based on the real time, because the rows have the time of the database.
  api.setNow(hoursAfter(new Date().toISOString(), hours))
  return eraseExpired(api.deps, { stopping: new AbortController().signal, onProgress: async () => {} })
}
const personOf = async ({ email }: { email: string }) =>
  (await api.deps.db.system((tx) => tx.select().from(schema.person).where(eq(schema.person.email, email))))[0]
const asked = async (shift: ShiftRow) => {
  const volunteer = stranger()
  await ask(shift, volunteer, { 'accept-language': 'sv' })
  const person = await personOf(volunteer)
  if (!person) throw new Error('nobody')
  return { ...volunteer, id: person.id, person }
}

describe('who never confirmed', () => {
  test('is deleted seven days after the e-mail, with the place and the e-mail’s address', async () => {
    const { shift } = await buildFull()
    const volunteer = await asked(shift)
    const denied = await asked(shift)
    const [message] = await messagesTo(denied)
    const not_me = signId(api.deps.keys, { purpose: 'not_me', id: message?.id ?? '', round: 1 })
    await api.inject({ method: 'POST', url: `/not-me/${not_me}` })
    await eraseAfter(7 * DAYS - 1)
    expect(await rowsOf(shift)).toMatchObject([{ status: 'ASKED' }, { status: 'LEFT' }])
    // One pass may send the e-mails of other tests only.
    await eventually(async () => {
      await deliverDue(api.deps, buildProviders().providers)
      expect(await messagesTo(volunteer)).not.toMatchObject([{ status: 'QUEUED' }])
    })
    await eraseAfter(7 * DAYS + 1)
    expect(await rowsOf(shift)).toEqual([])
    for (const each of [volunteer, denied]) {
      expect(await personOf(each)).toBeUndefined()
      expect(await messagesTo(each)).toEqual([])
    }
  })

  test('is kept while the e-mail waits in a pause, and can then confirm (O1)', async () => {
    const { shift } = await buildFull()
    const { organization_id } = shift
    const volunteer = await asked(shift)
    await pauseOrganization(api.deps, { organization_id, reason: 'Many reports of spam' })
    await eraseAfter(30 * DAYS)
    await resumePaused(api.deps, organization_id)
    api.setNow(NOW)
    const { providers, mails } = buildProviders()
    await deliverDue(api.deps, providers)
    expect(mails.filter(({ to }) => to === volunteer.email)).toHaveLength(1)
    await change(shift, volunteer, 'WAITING')
    expect(await rowsOf(shift)).toMatchObject([{ status: 'WAITING' }])
  })

  const now = new Date().toISOString()
  const created_at = hoursAfter(now, -8 * DAYS)
  test.each([
    ['waits', { status: 'QUEUED' }, true],
    ['is being sent', { status: 'SENDING', asked_at: created_at }, true],
    ['is held after a restore', { status: 'UNKNOWN' }, true],
    ['may have been sent since', { status: 'UNKNOWN', asked_at: now }, true],
    ['may have been sent then', { status: 'UNKNOWN', asked_at: created_at }, false],
    ['was sent since', { status: 'SENT', asked_at: now, sent_at: now }, true],
    ['was sent then', { status: 'SENT', asked_at: created_at, sent_at: created_at }, false],
    ['failed without being sent', { status: 'FAILED' }, false],
  ] as const)('with an e-mail of eight days ago that %s', async (_name, state, is_kept) => {
    const { shift } = await buildFull()
    const volunteer = await asked(shift)
    await api.deps.db.system((tx) =>
      tx
        .update(schema.message)
        .set({ created_at, ...state })
        .where(eq(schema.message.address, volunteer.email)),
    )
    await eraseAfter(0)
    expect((await personOf(volunteer)) !== undefined).toBe(is_kept)
  })

  test('who confirmed and left, was there before, was changed, has a shift or another message is kept', async () => {
    const { shift } = await buildFull()
    const { organization_id } = shift
    const left = await asked(shift)
    api.setNow(hoursAfter(NOW, 1))
    await change(shift, left, 'WAITING')
    await change(shift, left, 'LEFT')

    const known = stranger()
    await buildPerson(api.deps, { organization_id, ...known })
    await ask(shift, known)

    const changed = await asked(shift)
    await api.inject({
      method: 'PUT',
      url: `/admin/people/${changed.id}`,
      headers: admin.headers,
      payload: { notes: 'Ringde' },
    })

    const assigned = await asked(shift)
    await buildAssignment(api.deps, {
      shift,
      person: { ...assigned.person, organization_id },
      status: 'DECLINED',
    })

    const written_to = await asked(shift)
    const { email: address, id: person_id } = written_to
    await deliverDue(api.deps, buildProviders().providers)
    await api.deps.db.system((tx) =>
      tx.insert(schema.message).values({
        organization_id,
        id: randomUUID(),
        person_id,
        channel: 'EMAIL',
        template: 'custom',
        payload: {},
        language: 'sv',
        address,
      }),
    )

    await eraseAfter(8 * DAYS)
    for (const volunteer of [left, known, changed, assigned, written_to]) {
      expect(await personOf(volunteer)).toBeDefined()
    }
  })
})

/** Cancels, signs up, takes an offer, changes the quantity and serves the line, 300 operations at once. */
async function storm() {
  const { shift, on_shift } = await buildFull({ required_qty: 10 })
  const volunteers = await joined(shift, 30)
  await Promise.all(on_shift.slice(0, 5).map(free))
  await serve()
  const tokens = await Promise.all(volunteers.map((volunteer) => tokenOf(shift, volunteer)))
  const links = on_shift.map(({ id }) => signId(api.deps.keys, { purpose: 'personal_link', id, round: 1 }))
  const acts = [
    (n: number) =>
      api.inject({
        method: 'POST',
        url: `/waiting/${tokens[n % 30]}`,
        payload: { status: n % 7 ? 'TAKEN' : 'LEFT' },
      }),
    (n: number) =>
      api.inject({
        method: 'POST',
        url: `/assignment/${links[n % 10]}/change`,
        payload: { status: n % 3 ? 'CONFIRMED' : 'DECLINED' },
      }),
    () => api.inject({ method: 'POST', url: `/shifts/${shift.id}/signup`, payload: stranger() }),
    (n: number) =>
      api.inject({
        method: 'PUT',
        url: `/admin/shifts/${shift.id}`,
        headers: admin.headers,
        payload: { required_qty: 10 + (n % 2) },
      }),
    async () => {
      await serve()
      return { statusCode: 200 }
    },
  ]
  const answers = await Promise.all(Array.from({ length: 300 }, async (_, n) => acts[n % acts.length]?.(n)))
  return { shift, statuses: answers.map((answer) => answer?.statusCode ?? 0) }
}

test('300 at once: never more than there are places, and no free place while somebody waits', async () => {
  const { shift, statuses } = await storm()
  expect(statuses.filter((status) => status >= 500 && status !== 503)).toEqual([])
  expect(await confirmedOn(shift)).toBeLessThanOrEqual(11)
  // Moves on until nothing can be undone any more.
  api.setNow(hoursAfter(NOW, 1))
  await serve()
  const [row] = await api.deps.db.system((tx) =>
    tx.select().from(schema.shift).where(eq(schema.shift.id, shift.id)),
  )
  const line = await rowsOf(shift)
  const held = line.filter(({ status }) => status === 'OFFERED').length
  const waiting = line.filter(({ status }) => status === 'WAITING').length
  const open = (row?.required_qty ?? 0) - (await confirmedOn(shift)) - held
  if (waiting > 0) expect(open).toBeLessThanOrEqual(0)
  // Every offered place exists.
  if (held > 0) expect(open).toBeGreaterThanOrEqual(0)
})

test('negative control: without the shift’s lock two take one place', async () => {
  await vi.mocked(locks.lockShifts).withImplementation(
    async (tx, shift_ids) =>
      tx
        .select()
        .from(schema.shift)
        .where(inArray(schema.shift.id, [...shift_ids])),
    async () => {
      let most = 0
      for (let round = 0; round < 10 && most < 2; round++) {
        const { shift, on_shift } = await buildFull()
        await joined(shift, 6)
        await Promise.all(on_shift.map(free))
        // Runs ten workers at once; each offers what it believes to be free.
        await Promise.all(Array.from({ length: 10 }, serve))
        const offered = (await rowsOf(shift)).filter(({ status }) => status === 'OFFERED').length
        const mails = await api.deps.db.system((tx) =>
          tx.select().from(schema.message).where(eq(schema.message.template, 'place_offered')),
        )
        const about = mails.filter(({ payload }) => JSON.stringify(payload).includes(shift.start_dt)).length
        most = Math.max(offered, about)
      }
      expect(most).toBeGreaterThan(1)
    },
  )
})
