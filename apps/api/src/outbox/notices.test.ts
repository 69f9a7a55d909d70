import { assignments } from '@muster/contract/assignments'
import { broadcasts } from '@muster/contract/broadcasts'
import { events } from '@muster/contract/events'
import { messages } from '@muster/contract/messages'
import { people } from '@muster/contract/people'
import { shifts } from '@muster/contract/shifts'
import { eq } from 'drizzle-orm'
import ICAL from 'ical.js'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../test/app.ts'
import { type Administrator, buildAdministrator } from '../../test/organizations.ts'
import { buildProviders, deliverDue, makeDue, withText } from '../../test/outbox.ts'
import {
  buildAssignment,
  buildEvent,
  buildPerson,
  buildRole,
  buildShift,
  type EventRow,
  hoursAfter,
  type RoleRow,
} from '../../test/planning.ts'
import * as schema from '../db/schema.ts'
import type { Mail } from '../providers/provider.ts'

let api: TestApp
let admin: Administrator
let event: EventRow
let role: RoleRow
beforeAll(async () => {
  api = await buildTestApp()
})
beforeEach(async () => {
  await api.deps.db.system((tx) => tx.delete(schema.message))
  admin = await buildAdministrator(api)
  event = await buildEvent(api.deps, { organization_id: admin.organization_id, location: 'Parken' })
  role = await buildRole(api.deps, { event })
})
afterAll(() => api.close())

const now = () => api.deps.now()
const shiftIn = (hours: number) => buildShift(api.deps, { role, start_dt: hoursAfter(now(), hours) })
const somebody = (changes = {}) =>
  buildPerson(api.deps, { organization_id: admin.organization_id, ...changes })
const call = (id: string, input: { body?: unknown; notify?: boolean } = {}) => ({
  headers: admin.headers,
  params: { id },
  ...('body' in input && { body: input.body }),
  ...(input.notify !== undefined && { query: { notify: String(input.notify) } }),
})
const earlier = (start: string) => ({ body: { start_dt: hoursAfter(start, -1) } })
const written = () => api.deps.db.system((tx) => tx.select().from(schema.message))

/** Returns what a worker sends. */
async function sent(): Promise<Mail[]> {
  const { providers, mails } = buildProviders()
  await deliverDue(api.deps, providers)
  return mails
}

function eventIn(mail: Mail | undefined) {
  const [attachment] = mail?.attachments ?? []
  const component = new ICAL.Component(ICAL.parse(attachment?.content ?? '')).getFirstSubcomponent('vevent')
  const value = (name: string) => String(component?.getFirstPropertyValue(name) ?? '')
  return {
    uid: value('uid'),
    sequence: value('sequence'),
    status: value('status'),
    start: value('dtstart'),
    description: value('description'),
  }
}

describe('a shift is deleted', () => {
  test('CONFIRMED and INVITED get an email, others do not; the calendar entry is cancelled', async () => {
    const shift = await shiftIn(72)
    const confirmed = await buildAssignment(api.deps, { shift, status: 'CONFIRMED', calendar_sequence: 3 })
    const invited = await buildAssignment(api.deps, { shift, status: 'INVITED', invite_sent_at: now() })
    await buildAssignment(api.deps, { shift, status: 'DECLINED' })
    await api.ok(shifts.deleteShift, call(shift.id))

    const rows = await written()
    expect(new Set(rows.map(({ person_id }) => person_id))).toEqual(
      new Set([confirmed.person_id, invited.person_id]),
    )
    expect(rows).toMatchObject([{ template: 'shift_cancelled' }, { template: 'shift_cancelled' }])
    const mails = await sent()
    expect(mails).toHaveLength(2)
    expect(mails[0]?.subject).toMatch(/^Ditt pass är inställt: Kafé, /)
    const [withFile] = mails.filter(({ attachments }) => attachments.length > 0)
    expect(eventIn(withFile)).toMatchObject({
      uid: confirmed.calendar_uid,
      sequence: '4',
      status: 'CANCELLED',
    })
    for (const { text, html } of mails) expect(text + html).not.toContain('/c/')
  })

  test('no email where it does not matter', async () => {
    const shift = await shiftIn(72)
    await buildAssignment(api.deps, { shift, status: 'CONFIRMED' })
    await api.ok(shifts.deleteShift, call(shift.id, { notify: false }))
    const over = await shiftIn(-3)
    await buildAssignment(api.deps, { shift: over, status: 'CONFIRMED' })
    await api.ok(shifts.deleteShift, call(over.id))
    expect(await written()).toEqual([])
  })

  test('no email to suppressed addresses', async () => {
    const shift = await shiftIn(72)
    const person = await somebody({ email: 'Enough@volunteer.example' })
    await buildAssignment(api.deps, { shift, person, status: 'CONFIRMED' })
    await api.deps.db.system((tx) =>
      tx.insert(schema.suppression).values({
        organization_id: admin.organization_id,
        channel: 'EMAIL',
        address: 'enough@volunteer.example',
        reason: 'bounce',
      }),
    )
    await api.ok(shifts.deleteShift, call(shift.id))
    expect(await written()).toEqual([])
  })

  test('people unsubscribed from broadcasts still get it', async () => {
    const shift = await shiftIn(72)
    const person = await somebody({ email: 'quiet@volunteer.example' })
    await buildAssignment(api.deps, { shift, person, status: 'CONFIRMED' })
    await api.deps.db.system((tx) =>
      tx.insert(schema.suppression).values({
        organization_id: admin.organization_id,
        channel: 'EMAIL',
        address: 'quiet@volunteer.example',
        reason: 'unsubscribe',
      }),
    )
    await api.ok(shifts.deleteShift, call(shift.id))
    expect(await written()).toHaveLength(1)
    const { providers, mails } = buildProviders()
    await deliverDue(api.deps, providers)
    expect(mails.map(({ to }) => to)).toContain('quiet@volunteer.example')
  })

  test('a refused delete sends nothing', async () => {
    const theirs = await buildAssignment(api.deps, { status: 'CONFIRMED' })
    await api.refused(shifts.deleteShift, call(theirs.shift_id))
    expect(await written()).toEqual([])
  })
})

describe('an event is deleted', () => {
  test('one email for each person, with all of their shifts by start', async () => {
    const [later, first, past] = [await shiftIn(96), await shiftIn(72), await shiftIn(-5)]
    const person = await somebody({ language: 'en' })
    for (const shift of [later, first, past]) {
      await buildAssignment(api.deps, { shift, person, status: 'CONFIRMED' })
    }
    await api.ok(events.deleteEvent, call(event.id))
    const [row, ...others] = await written()
    expect(others).toEqual([])
    expect(row?.payload).toMatchObject({
      because: 'cancelled',
      shifts: [{ entry: { start_dt: first.start_dt } }, { entry: { start_dt: later.start_dt } }],
    })
    expect(row && withText(row).subject).toBe('Your shifts are cancelled: Sommarfest')
    const [mail] = await sent()
    expect(mail?.attachments).toHaveLength(2)
  })
})

describe('times or place change', () => {
  test('of one shift: before, now, the link and the calendar entry', async () => {
    const shift = await shiftIn(72)
    const person = await somebody({ language: 'en' })
    const { calendar_uid } = await buildAssignment(api.deps, { shift, person, status: 'CONFIRMED' })
    const start_dt = hoursAfter(shift.start_dt, 1)
    const end_dt = hoursAfter(shift.end_dt, 1)
    await api.ok(shifts.updateShift, call(shift.id, { body: { start_dt, end_dt } }))
    const [row, ...others] = await written()
    expect(others).toEqual([])
    expect(row).toMatchObject({
      template: 'shift_changed',
      payload: { shifts: [{ was: { start_dt: shift.start_dt, location: 'Parken' }, entry: { start_dt } }] },
    })
    const text = row && withText(row).body_text
    expect(text).toContain('Does the new time work for you? Until you answer, you keep your place')
    expect(text).toContain('Answer yes or no: [personal link]')
    expect(JSON.stringify(row?.payload)).not.toContain(person.email)
    const [mail] = await sent()
    expect(mail?.subject).toMatch(/^Your shift has changed: Kafé, /)
    expect(mail?.text).toMatch(/Before: .*\d\d:\d\d–\d\d:\d\d( \w{3})?\n/)
    expect(mail?.text).toMatch(/\/c\/[\w-]{43}\n/)
    expect(eventIn(mail)).toMatchObject({ uid: calendar_uid, sequence: '1', status: '' })
  })

  test('the mail says the notes, its file keeps notes and link (D26); of a shift that is gone no notes are stored', async () => {
    const noted = await buildEvent(api.deps, {
      organization_id: admin.organization_id,
      notes: 'Ta med vatten',
    })
    role = await buildRole(api.deps, { event: noted })
    const shift = await shiftIn(72)
    await buildAssignment(api.deps, { shift, status: 'CONFIRMED' })
    await buildAssignment(api.deps, { shift, invite_sent_at: now() })
    await api.ok(shifts.updateShift, call(shift.id, earlier(shift.start_dt)))
    const mails = await sent()
    expect(mails.map(({ text }) => text.includes('\n\nTa med vatten\n\n'))).toEqual([true, true])
    const withFile = mails.find(({ attachments }) => attachments.length > 0)
    expect(eventIn(withFile).description).toMatch(/Ta med vatten[^]*\/c\/[\w-]{43}$/)

    await api.ok(shifts.deleteShift, call(shift.id))
    const cancelled = (await written()).filter(({ template }) => template === 'shift_cancelled')
    expect(cancelled).toHaveLength(2)
    expect(JSON.stringify(cancelled)).not.toContain('Ta med vatten')
  })

  test('invited people are asked to answer, without a file', async () => {
    const shift = await shiftIn(72)
    const person = await somebody({ language: 'en' })
    await buildAssignment(api.deps, { shift, person, invite_sent_at: now() })
    await api.ok(shifts.updateShift, call(shift.id, { body: { start_dt: hoursAfter(shift.start_dt, -1) } }))
    const [mail] = await sent()
    expect(mail?.text).toMatch(/Answer: .*\/c\//)
    expect(mail?.attachments).toEqual([])
  })

  test('of an event’s place: one email for five shifts', async () => {
    const person = await somebody()
    for (let day = 3; day < 8; day++) {
      await buildAssignment(api.deps, { shift: await shiftIn(24 * day), person, status: 'CONFIRMED' })
    }
    await buildAssignment(api.deps, { shift: await shiftIn(-5), person, status: 'CONFIRMED' })
    await api.ok(events.updateEvent, call(event.id, { body: { location: 'Stranden' } }))
    const [mail, ...others] = await sent()
    expect(others).toEqual([])
    expect(mail?.text.match(/\/c\/[\w-]{43}/g)).toHaveLength(5)
    expect(mail?.text).toContain('Tidigare: Parken')
    expect(mail?.attachments).toHaveLength(5)
  })

  test('of an event’s zone: the old time in the old zone', async () => {
    const shift = await shiftIn(72)
    const person = await somebody({ language: 'en' })
    await buildAssignment(api.deps, { shift, person, status: 'CONFIRMED' })
    await api.ok(events.updateEvent, call(event.id, { body: { time_zone: 'Europe/Helsinki' } }))
    const [mail] = await sent()
    expect(mail?.text).toContain('Local time in Helsinki')
    expect(mail?.text).toMatch(/Before: .* \(Stockholm\)/)
  })

  test.each([
    ['nothing that concerns them', { required_qty: 3 }],
    ['nothing at all', {}],
  ])('%s: no email', async (_what, body) => {
    const shift = await shiftIn(72)
    await buildAssignment(api.deps, { shift, status: 'CONFIRMED' })
    await api.ok(shifts.updateShift, call(shift.id, { body }))
    await api.ok(events.updateEvent, call(event.id, { body: { name: 'Höstfest', location: 'Parken' } }))
    expect(await written()).toEqual([])
  })

  test('unless those affected need not know, or it was over and still is', async () => {
    const [shift, over] = [await shiftIn(72), await shiftIn(-30)]
    for (const each of [shift, over]) await buildAssignment(api.deps, { shift: each, status: 'CONFIRMED' })
    await api.ok(shifts.updateShift, call(shift.id, { ...earlier(shift.start_dt), notify: false }))
    await api.ok(shifts.updateShift, call(over.id, earlier(over.start_dt)))
    await api.ok(events.updateEvent, call(event.id, { body: { location: 'Torget' }, notify: false }))
    expect(await written()).toEqual([])
  })

  test('a refused change sends nothing', async () => {
    const [shift, other] = [await shiftIn(72), await shiftIn(96)]
    const person = await somebody()
    for (const each of [shift, other]) {
      await buildAssignment(api.deps, { shift: each, person, status: 'CONFIRMED' })
    }
    const body = { start_dt: other.start_dt, end_dt: other.end_dt }
    const refused = await api.refused(shifts.updateShift, call(shift.id, { body }))
    expect(refused).toMatchObject({ code: 'schedule_conflict', person_id: person.id })
    expect(await written()).toEqual([])
  })
})

describe('a person is removed', () => {
  test('from the shift: the email says that it takes place without them', async () => {
    const { id } = await buildAssignment(api.deps, {
      shift: await shiftIn(72),
      person: await somebody({ language: 'en' }),
      status: 'CONFIRMED',
    })
    await api.ok(assignments.deleteAssignment, call(id))
    const [mail] = await sent()
    expect(mail?.subject).toMatch(/^You’re no longer on this shift: /)
    expect(eventIn(mail).status).toBe('CANCELLED')
  })

  test('from the directory: the email outlives them', async () => {
    const person = await somebody()
    for (const hours of [72, 96]) {
      await buildAssignment(api.deps, { shift: await shiftIn(hours), person, status: 'CONFIRMED' })
    }
    await api.ok(people.deletePerson, call(person.id))
    expect(await written()).toMatchObject([{ person_id: null, address: person.email }])
    expect(await sent()).toMatchObject([{ to: person.email }])
  })

  test('what waits for them besides is not sent, and says why', async () => {
    const person = await somebody({ phone: '+46701234567' })
    const shift = await shiftIn(72)
    await buildAssignment(api.deps, { shift, person, status: 'CONFIRMED' })
    const words = { messageType: 'custom', customText: 'Ta med regnkläder.', language: 'sv' }
    const whom = { includePastShifts: false, includeCurrentShifts: true, includeUpcomingShifts: true }
    const { broadcast_id } = await api.ok(broadcasts.sendBroadcast, {
      headers: admin.headers,
      params: { eventId: event.id },
      body: { ...words, ...whom, communicationChannel: 'both', includeLink: false },
    })
    await api.ok(messages.sendSms, call(person.id, { body: { message: 'Hej' } }))
    await api.ok(people.deletePerson, call(person.id))

    const { providers, mails, texts } = buildProviders()
    await makeDue(api.deps)
    await deliverDue(api.deps, providers)
    expect(texts).toEqual([])
    expect(mails.map(({ subject }) => subject)).toEqual([expect.stringMatching(/inte längre med på passet/)])
    const unsent = (await written()).filter(({ template }) => template === 'custom_text')
    expect(unsent).toHaveLength(3)
    for (const { status, failure_reason } of unsent) {
      expect({ status, failure_reason }).toEqual({
        status: 'FAILED',
        failure_reason: 'person_deleted',
      })
    }
    const { problems } = await api.ok(broadcasts.getBroadcast, call(broadcast_id))
    expect(problems).toHaveLength(2)
  })

  test('no email where it does not matter', async () => {
    const person = await somebody()
    await buildAssignment(api.deps, { shift: await shiftIn(72), person, status: 'CONFIRMED' })
    await api.ok(people.deletePerson, call(person.id, { notify: false }))
    expect(await written()).toEqual([])
  })
})

test('an email about a shift the person has been taken off since is not sent; its successor is', async () => {
  const shift = await shiftIn(72)
  const { id } = await buildAssignment(api.deps, { shift, status: 'CONFIRMED' })
  const body = { start_dt: hoursAfter(shift.start_dt, -1) }
  await api.ok(shifts.updateShift, call(shift.id, { body }))
  await api.ok(assignments.deleteAssignment, call(id))
  expect(await sent()).toHaveLength(1)
  const failed = await api.deps.db.system((tx) =>
    tx.select().from(schema.message).where(eq(schema.message.status, 'FAILED')),
  )
  expect(failed).toMatchObject([{ template: 'shift_changed' }])
})
