import { addMs } from '@muster/contract/rules/instants'
import type { ReminderHours } from '@muster/contract/rules/shift-reminder'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { buildTestApp, type TestApp } from '../../test/app.ts'
import { buildProviders, deliverDue, makeDue } from '../../test/outbox.ts'
import {
  type AssignmentRow,
  buildAssignment,
  buildEvent,
  buildPerson,
  buildRole,
  buildShift,
  hoursAfter,
  mint,
  type PersonRow,
  type RoleRow,
} from '../../test/planning.ts'
import { countMostRows, explain, recordStatements } from '../../test/recorded-statements.ts'
import {
  assignment as assignmentTable,
  event as eventTable,
  message,
  person as personTable,
  shift as shiftTable,
  suppression,
} from '../db/schema.ts'
import { changeEvent } from '../features/events/save-event.ts'
import { listMessages } from '../features/messages/history.ts'
import { addShift, changeShift } from '../features/shifts/save-shift.ts'
import { signId } from '../signing/signed-id.ts'
import { enqueueShiftReminders } from './shift-reminders.ts'

/** A week before the shifts of most tests. */
const START = '2026-06-20T08:00:00.000Z'
const LONG_AGO = '2026-01-01T00:00:00.000Z'

let api: TestApp
beforeAll(async () => {
  api = await buildTestApp()
})
beforeEach(async () => {
  // Shifts of earlier tests would come up again.
  await api.deps.db.system((tx) => tx.delete(shiftTable))
  api.setNow(hoursAfter(START, -26))
})
afterAll(() => api.close())

type World = { role: RoleRow; person: PersonRow }

async function buildWorld(given: Parameters<typeof buildEvent>[1] = {}, contact = {}): Promise<World> {
  const event = await buildEvent(api.deps, { reminder_hours: 24, cancel_until_hours: null, ...given })
  const { organization_id } = event
  return {
    role: await buildRole(api.deps, { event }),
    person: await buildPerson(api.deps, { organization_id, language: 'en', ...contact }),
  }
}

const assign = async ({ role, person }: World, start_dt = START, given: Partial<AssignmentRow> = {}) =>
  buildAssignment(api.deps, {
    shift: await buildShift(api.deps, { role, start_dt }),
    person,
    status: 'CONFIRMED',
    responded_at: LONG_AGO,
    ...given,
  })

/** Returns what runs at every hour until then have enqueued for the person. */
async function remindUntil(instant: string, person: PersonRow) {
  for (let now = api.deps.now(); now < instant; ) {
    now = hoursAfter(now, 1) < instant ? hoursAfter(now, 1) : instant
    api.setNow(now)
    await Promise.all([enqueueShiftReminders(api.deps), enqueueShiftReminders(api.deps)])
  }
  return remindersOf(person)
}

async function remindersOf({ id }: PersonRow) {
  const rows = await api.deps.db.system((tx) => tx.select().from(message).where(eq(message.person_id, id)))
  return rows.filter(({ template }) => template === 'shift_reminder')
}

const before = (hours: number, instant = START) => hoursAfter(instant, -hours)

test.each([24, 48, 72] as const)('%s hours before, and not a moment earlier', async (reminder_hours) => {
  api.setNow(before(80))
  const world = await buildWorld({ reminder_hours })
  await assign(world)
  const due = before(reminder_hours)
  expect(await remindUntil(addMs(due, -1), world.person)).toEqual([])
  expect(await remindUntil(due, world.person)).toHaveLength(1)
})

test('one e-mail has all shifts of the day, with place, notes and a link each', async () => {
  const world = await buildWorld({ notes: 'Bring boots', location: 'Parken' })
  const first = await assign(world)
  const second = await assign(world, hoursAfter(START, 5))
  await assign(world, hoursAfter(START, 30))
  await remindUntil(before(24), world.person)
  const { providers, mails } = buildProviders()
  await deliverDue(api.deps, providers)
  const [mail, ...more] = mails.filter(({ to }) => to === world.person.email)
  expect(more).toEqual([])
  expect(mail?.subject).toMatch(/^Reminder of your shifts on Sat 20 Jun: /)
  for (const { id, round } of [first, second])
    expect(mail?.text).toContain(`/c/${signId(api.deps.keys, { purpose: 'personal_link', id, round })}`)
  expect(mail?.text).toContain('Bring boots')
  expect(mail?.text).toContain('Parken')
  expect(await remindUntil(hoursAfter(START, 1), world.person)).toHaveLength(1)
  expect(await remindUntil(hoursAfter(START, 6), world.person)).toHaveLength(2)
})

test('the day is that of the event', async () => {
  // 23:30 and 00:30 in Tokyo, which is one day in UTC.
  const world = await buildWorld({ time_zone: 'Asia/Tokyo' })
  await assign(world, '2026-06-20T14:30:00.000Z')
  await assign(world, '2026-06-20T15:30:00.000Z')
  expect(await remindUntil('2026-06-19T16:00:00.000Z', world.person)).toHaveLength(2)
})

test.each([
  ['invited', { status: 'INVITED' }],
  ['declined', { status: 'DECLINED' }],
  ['signed up after it was due', { responded_at: before(23) }],
] as const)('nobody who is %s', async (_name, given) => {
  const world = await buildWorld()
  await assign(world, START, given)
  expect(await remindUntil(before(1), world.person)).toEqual([])
})

test('nobody where the event has none, or who has switched them off', async () => {
  const without = await buildWorld({ reminder_hours: null })
  await assign(without)
  const off = await buildWorld()
  await assign(off)
  await api.deps.db.system((tx) =>
    tx.update(personTable).set({ gets_reminders: false }).where(eq(personTable.id, off.person.id)),
  )
  expect(await remindUntil(before(1), without.person)).toEqual([])
  expect(await remindUntil(before(1), off.person)).toEqual([])
})

const aboutShift = ({ id }: AssignmentRow) => ({ shifts: [{ assignment_id: id }] })
const aboutOther = () => ({ waiting_id: crypto.randomUUID() })

test.each([
  ['something about the shift', 0, { template: 'shift_changed', payload: aboutShift }],
  ['it by SMS', 0, { template: 'invitation', payload: aboutShift, channel: 'SMS' }],
  ['what was refused', 1, { template: 'reminder', payload: aboutShift, channel: 'SMS', status: 'FAILED' }],
  ['that somebody asked for a place on another one', 1, { template: 'waiting_joined', payload: aboutOther }],
  ['only the link that confirms an address', 1, { template: 'email_confirm', payload: aboutOther }],
] as const)('who was sent %s within the last hour', async (_name, count, { payload, ...given }) => {
  const world = await buildWorld()
  const assignment = await assign(world)
  const { organization_id, person_id } = assignment
  await api.deps.db.system((tx) =>
    tx.insert(message).values({
      organization_id,
      id: crypto.randomUUID(),
      person_id,
      channel: 'EMAIL',
      language: 'en',
      address: world.person.email,
      status: 'SENT',
      created_at: before(24.5),
      payload: payload(assignment),
      ...given,
    }),
  )
  expect(await remindUntil(before(1), world.person)).toHaveLength(count)
})

const changeHours = ({ role, person }: World, reminder_hours: ReminderHours | null) =>
  changeEvent(
    api.deps,
    mint(person.organization_id),
    { id: role.event_id, notify: false },
    { reminder_hours },
  )

describe('the hours are changed', () => {
  test.each([
    ['off', '24', null, 24, 20],
    ['24', '72', 24, 72, 50],
    ['24', '48', 24, 48, 48],
  ] as const)('from %s to %s, within them: at once', async (_from, _to, from, to, hours) => {
    api.setNow(before(80))
    const world = await buildWorld({ reminder_hours: from })
    // The person answered before the reminder became due, which it does when the hours change.
    await assign(world, START, { responded_at: before(hours + 0.1) })
    expect(await remindUntil(before(hours), world.person)).toEqual([])
    await changeHours(world, to)
    expect(await remindUntil(before(hours - 0.02), world.person)).toHaveLength(1)
    expect(await remindUntil(before(0), world.person)).toHaveLength(1)
  })

  test('nobody is reminded again, nor of a shift that has begun, nor once they are off', async () => {
    const reminded = await buildWorld()
    await assign(reminded)
    const begun = await buildWorld({ reminder_hours: null })
    await assign(begun, before(21))
    const off = await buildWorld({ reminder_hours: 24 })
    await assign(off, hoursAfter(START, 5))
    expect(await remindUntil(before(20), reminded.person)).toHaveLength(1)
    await changeHours(reminded, 48)
    await changeHours(begun, 24)
    await changeHours(off, null)
    expect(await remindUntil(before(0), reminded.person)).toHaveLength(1)
    expect(await remindUntil(before(0), begun.person)).toEqual([])
    expect(await remindUntil(before(0), off.person)).toEqual([])
  })

  test('nor is who signed up since', async () => {
    const world = await buildWorld({ reminder_hours: null })
    await assign(world, START, { responded_at: before(19.99) })
    await remindUntil(before(20), world.person)
    await changeHours(world, 24)
    expect(await remindUntil(before(0), world.person)).toEqual([])
  })

  test('the change is committed after a run of a later time', async () => {
    const world = await buildWorld({ reminder_hours: null })
    await assign(world)
    await remindUntil(before(20), world.person)
    api.setNow(before(20.01))
    await changeHours(world, 24)
    expect(await remindUntil(before(19.99), world.person)).toHaveLength(1)
  })
})

test('what was due while no worker ran is sent then, unless the shift has begun', async () => {
  api.setNow(before(31))
  const world = await buildWorld()
  const late = await buildWorld()
  await assign(world)
  await assign(late, hoursAfter(START, -6))
  api.setNow(before(5))
  await enqueueShiftReminders(api.deps)
  expect(await remindUntil(before(5), world.person)).toHaveLength(1)
  expect(await remindUntil(before(5), late.person)).toEqual([])
})

test.each([
  ['forward', '2026-03-29T08:00:00.000Z'],
  ['back', '2026-10-25T08:00:00.000Z'],
])('the night in which the clocks go %s: once, 24 hours before', async (_name, start_dt) => {
  api.setNow(hoursAfter(start_dt, -30))
  const world = await buildWorld()
  await assign(world, start_dt)
  expect(await remindUntil(addMs(before(24, start_dt), -1), world.person)).toEqual([])
  expect(await remindUntil(before(0, start_dt), world.person)).toHaveLength(1)
})

const of = <Row extends { channel: string }>(channel: string, rows: Row[]) =>
  rows.filter((row) => row.channel === channel)
const PHONE = '+46701740605'

test('by SMS too, where the event has it, to those with a phone number', async () => {
  const world = await buildWorld({ reminder_sms: true, location: 'Parken' }, { phone: PHONE })
  const first = await assign(world)
  const second = await assign(world, hoursAfter(START, 5))
  const without = await buildWorld({ reminder_sms: true }, { phone: null })
  await assign(without)
  const emails_only = await buildWorld({}, { phone: PHONE })
  await assign(emails_only)
  for (const { person } of [without, emails_only])
    expect(of('SMS', await remindUntil(before(24), person))).toEqual([])

  const rows = await remindUntil(before(24), world.person)
  expect(rows.map(({ channel }) => channel).toSorted()).toEqual(['EMAIL', 'SMS'])
  const { providers, texts } = buildProviders()
  await deliverDue(api.deps, providers)
  const link = ({ id, round }: AssignmentRow) =>
    `/c/${signId(api.deps.keys, { purpose: 'personal_link', id, round })}`
  expect(texts).toHaveLength(1)
  expect(texts[0]).toMatchObject({ to: PHONE })
  expect(texts[0]?.text).toMatch(/: Reminder\n.*10:00.*\n.*15:00.*\nParken\n/)
  // One link is enough: its page shows both.
  expect(texts[0]?.text).toContain(link(second))
  expect(texts[0]?.text).not.toContain(link(first))
})

test('the history has the text of the SMS, before it is sent and after, and that of the last attempt', async () => {
  const world = await buildWorld({ reminder_sms: true }, { phone: '+46701740663' })
  await assign(world)
  const second = await assign(world, hoursAfter(START, 5))
  await remindUntil(before(24), world.person)
  const { organization_id, id: person_id } = world.person
  const written = async () => {
    const listed = await api.deps.db.transaction(mint(organization_id), (tx) =>
      listMessages(tx, { person_id, language: 'en' }),
    )
    return of('SMS', listed)[0]
  }
  const asSms = /^.*: Reminder\n.*10:00.*\n.*15:00.*\n.*\? \[personal link\]$/
  expect(await written()).toMatchObject({
    status: 'QUEUED',
    subject: null,
    body_text: expect.stringMatching(asSms),
  })
  const away = buildProviders({ sms: () => ({ refused: 'away', is_final: false }) })
  await deliverDue(api.deps, away.providers)
  expect(await written()).toMatchObject({
    status: 'QUEUED',
    subject: null,
    body_text: expect.stringMatching(asSms),
  })

  await api.deps.db.system((tx) =>
    tx.update(assignmentTable).set({ status: 'DECLINED' }).where(eq(assignmentTable.id, second.id)),
  )
  await makeDue(api.deps)
  const { providers, texts } = buildProviders()
  await deliverDue(api.deps, providers)
  const [sent, ...more] = texts.filter(({ to }) => to === '+46701740663')
  expect(more).toEqual([])
  expect(sent?.text).not.toContain('15:00')
  const shown = await written()
  expect(shown).toMatchObject({ status: 'SENT', subject: null })
  expect(shown?.body_text).toBe(sent?.text.replace(/http\S+$/, '[personal link]'))
})

test('an SMS that comes up in the night waits until eight, unless the shift begins before', async () => {
  const early = '2026-06-20T03:00:00.000Z'
  api.setNow(before(25, early))
  const night = await buildWorld({ reminder_sms: true }, { phone: '+46701740661' })
  await assign(night, early)
  const [sms] = of('SMS', await remindUntil(before(24, early), night.person))
  expect(sms).toMatchObject({ due_at: '2026-06-19T06:00:00.000Z' })

  const late = await buildWorld({ reminder_sms: true }, { phone: '+46701740662' })
  await assign(late, hoursAfter(early, 24))
  // No worker ran until an hour before the shift, at four in the morning.
  const hour_before = hoursAfter(early, 23)
  api.setNow(hour_before)
  await enqueueShiftReminders(api.deps)
  const [at_once] = of('SMS', await remindUntil(hour_before, late.person))
  expect(at_once).toBeDefined()
  expect(at_once?.due_at).not.toBe('2026-06-21T06:00:00.000Z')
})

test('above the daily limit SMS are left out, and the e-mails go', async () => {
  const { limits } = api.deps.config
  api.deps.config.limits = { ...limits, messages_per_day: { ...limits.messages_per_day, SMS: 1 } }
  const event = await buildEvent(api.deps, { reminder_hours: 24, reminder_sms: true })
  const role = await buildRole(api.deps, { event })
  const people = await Promise.all(
    ['+46701740671', '+46701740606'].map((phone) =>
      buildPerson(api.deps, { organization_id: event.organization_id, phone }),
    ),
  )
  for (const person of people) await assign({ role, person })
  const rows = []
  for (const person of people) rows.push(...(await remindUntil(before(23), person)))
  api.deps.config.limits = limits
  expect(rows.map(({ channel }) => channel).toSorted()).toEqual(['EMAIL', 'EMAIL', 'SMS'])
})

const buildWithSms = (phone: string) => buildWorld({ reminder_sms: true }, { phone })
const channelsUntil = async (instant: string, { person }: World) =>
  (await remindUntil(instant, person)).map(({ channel }) => channel).toSorted()

/** Locks the people until `work` is done. */
const lockedWhile = (people: readonly { id: string }[], work: () => Promise<unknown>) =>
  api.deps.db.system(async (tx) => {
    const ids = people.map(({ id }) => id)
    await tx.select().from(personTable).where(inArray(personTable.id, ids)).for('update')
    await work()
  })

describe('organisations of which a row is locked', () => {
  test('stop nobody else’s, and their own are sent later, once', async () => {
    const one = await buildWithSms('+46701740682')
    const other = await buildWithSms('+46701740683')
    const fine = await buildWithSms('+46701740684')
    const worlds = [one, other, fine]
    for (const world of worlds) await assign(world)
    // More than an hour, so that there are several steps.
    api.setNow(before(21))
    await lockedWhile([one.person, other.person], async () => {
      await enqueueShiftReminders(api.deps)
      await enqueueShiftReminders(api.deps)
    })
    expect(await channelsUntil(before(21), fine)).toEqual(['EMAIL', 'SMS'])
    expect(await channelsUntil(before(21), one)).toEqual([])
    for (const world of worlds) expect(await channelsUntil(before(20), world)).toEqual(['EMAIL', 'SMS'])
  })

  test('who was told before the reminder was due is not reminded although all is gone through again', async () => {
    const [locked, notified] = [await buildWorld(), await buildWorld()]
    await assign(locked)
    const { organization_id, id } = await assign(notified)
    await api.deps.db.system((tx) =>
      tx.insert(message).values({
        organization_id,
        id: crypto.randomUUID(),
        person_id: notified.person.id,
        channel: 'EMAIL',
        template: 'shift_changed',
        language: 'en',
        address: notified.person.email,
        status: 'SENT',
        created_at: before(24.3),
        payload: { shifts: [{ assignment_id: id }] },
      }),
    )
    await lockedWhile([locked.person], async () => {
      for (const hours of [24, 23.5, 22.5]) {
        api.setNow(before(hours))
        await enqueueShiftReminders(api.deps)
      }
    })
    expect(await channelsUntil(before(22), locked)).toEqual(['EMAIL'])
    expect(await channelsUntil(before(22), notified)).toEqual([])
  })
})

describe('untold of a move past the hour of the reminder', () => {
  test('of the shift', async () => {
    const world = await buildWorld()
    const { shift_id: id } = await assign(world, hoursAfter(START, 72))
    expect(await remindUntil(before(25), world.person)).toEqual([])
    const moved = { start_dt: before(2), end_dt: before(1) }
    await changeShift(api.deps, mint(world.person.organization_id), { id, notify: false }, moved)
    expect(await remindUntil(before(24.9), world.person)).toHaveLength(1)
    expect(await remindUntil(START, world.person)).toHaveLength(1)
  })

  test.each([
    ['with longer hours', 72, 1],
    ['with the same hours', 24, 0],
  ] as const)('of the shift to an event %s', async (_name, reminder_hours, count) => {
    api.setNow(before(80))
    const world = await buildWorld()
    const { organization_id } = world.person
    const { shift_id: id } = await assign(world)
    const event = await buildEvent(api.deps, { reminder_hours, organization_id })
    const role = await buildRole(api.deps, { event })
    expect(await remindUntil(before(40), world.person)).toEqual([])
    const moved = { event_id: event.id, role_id: role.id }
    await changeShift(api.deps, mint(organization_id), { id, notify: false }, moved)
    expect(await remindUntil(before(39), world.person)).toHaveLength(count)
    expect(await remindUntil(START, world.person)).toHaveLength(1)
  })

  test('of the event', async () => {
    const world = await buildWorld({
      event_date_start: hoursAfter(START, 72),
      event_date_end: hoursAfter(START, 96),
    })
    await assign(world, hoursAfter(START, 72))
    expect(await remindUntil(before(10), world.person)).toEqual([])
    await changeEvent(
      api.deps,
      mint(world.person.organization_id),
      { id: world.role.event_id, notify: false },
      { event_date_start: START, move_shifts: true },
    )
    expect(await remindUntil(before(9.9), world.person)).toHaveLength(1)
    expect(await remindUntil(START, world.person)).toHaveLength(1)
  })

  test('negative control: of the event without its shifts', async () => {
    const world = await buildWorld({ event_date_start: START, event_date_end: hoursAfter(START, 96) })
    await assign(world, START, { responded_at: before(20) })
    expect(await remindUntil(before(10), world.person)).toEqual([])
    await changeEvent(
      api.deps,
      mint(world.person.organization_id),
      { id: world.role.event_id, notify: false },
      { event_date_start: hoursAfter(START, -24) },
    )
    expect(await remindUntil(before(0), world.person)).toEqual([])
  })
})

test('what was cancelled or moved since the reminder was enqueued is left out or corrected', async () => {
  const world = await buildWorld({ reminder_sms: true }, { phone: '+46701740611' })
  const stays = await assign(world)
  const cancelled = await assign(world, hoursAfter(START, 5))
  const other = await buildWorld({ reminder_sms: true }, { phone: '+46701740612' })
  const only = await assign(other)
  const switched_off = await buildWorld({ reminder_sms: true }, { phone: '+46701740613' })
  await assign(switched_off)
  for (const { person } of [world, other, switched_off])
    expect(await remindUntil(before(24), person)).toHaveLength(2)

  await api.deps.db.system(async (tx) => {
    await tx
      .update(assignmentTable)
      .set({ status: 'DECLINED' })
      .where(inArray(assignmentTable.id, [cancelled.id, only.id]))
    await tx
      .update(shiftTable)
      .set({ start_dt: hoursAfter(START, 1) })
      .where(eq(shiftTable.id, stays.shift_id))
    await tx
      .update(personTable)
      .set({ gets_reminders: false })
      .where(eq(personTable.id, switched_off.person.id))
  })
  const { providers, mails, texts } = buildProviders()
  await deliverDue(api.deps, providers)
  const people = [world, other, switched_off].flatMap(({ person: { email, phone } }) => [email, phone])
  const sent = [...texts, ...mails].filter(({ to }) => people.includes(to))
  expect(sent.map(({ to }) => to)).toEqual(['+46701740611', world.person.email])
  for (const { text } of sent) {
    expect(text).toContain('11:00')
    expect(text).not.toContain('10:00')
    expect(text).not.toContain('15:00')
  }
})

test('one number gets three SMS a day, whatever names sign up with it', async () => {
  const phone = '+46701740699'
  const event = await buildEvent(api.deps, { reminder_hours: 24, reminder_sms: true })
  const role = await buildRole(api.deps, { event })
  const { organization_id } = event
  const people = await Promise.all(
    Array.from({ length: 8 }, () => buildPerson(api.deps, { organization_id, phone })),
  )
  for (const person of people) await assign({ role, person })
  const rows = []
  for (const person of people) rows.push(...(await remindUntil(before(23), person)))
  expect(of('EMAIL', rows)).toHaveLength(8)
  expect(of('SMS', rows)).toHaveLength(3)
})

test('no SMS to a number that stopped them', async () => {
  const phone = '+46701740698'
  const world = await buildWorld({ reminder_sms: true }, { phone })
  const { organization_id } = await assign(world)
  await api.deps.db.system((tx) =>
    tx.insert(suppression).values({ organization_id, channel: 'SMS', address: phone, reason: 'stop' }),
  )
  expect(of('SMS', await remindUntil(before(23), world.person))).toEqual([])
})

test('no reminder to an address that was replaced, nor by SMS once the event has none', async () => {
  const replaced = await buildWorld({ reminder_sms: true }, { phone: '+46701740621' })
  await assign(replaced)
  const switched_off = await buildWorld({ reminder_sms: true }, { phone: '+46701740622' })
  const { event_id } = switched_off.role
  await assign(switched_off)
  for (const { person } of [replaced, switched_off])
    expect(await remindUntil(before(24), person)).toHaveLength(2)
  await api.deps.db.system(async (tx) => {
    await tx
      .update(personTable)
      .set({ phone: '+46701740623', email: 'new@volunteer.example' })
      .where(eq(personTable.id, replaced.person.id))
    await tx.update(eventTable).set({ reminder_sms: false }).where(eq(eventTable.id, event_id))
  })
  const { providers, mails, texts } = buildProviders()
  await deliverDue(api.deps, providers)
  const numbers = ['+46701740621', '+46701740622', '+46701740623']
  expect(texts.filter(({ to }) => numbers.includes(to))).toEqual([])
  const addresses = [replaced.person.email, 'new@volunteer.example', switched_off.person.email]
  expect(mails.map(({ to }) => to).filter((to) => addresses.includes(to))).toEqual([
    switched_off.person.email,
  ])
})

test('a waiting reminder is sent after the case of the address was corrected (D11)', async () => {
  const world = await buildWorld()
  await assign(world)
  const { id, email } = world.person
  expect(await remindUntil(before(24), world.person)).toHaveLength(1)
  await api.deps.db.system((tx) =>
    tx.update(personTable).set({ email: email.toUpperCase() }).where(eq(personTable.id, id)),
  )
  const { providers, mails } = buildProviders()
  await deliverDue(api.deps, providers)
  expect(mails.map(({ to }) => to)).toContain(email)
})

test('an SMS that is claimed in the night waits until eight, without an attempt', async () => {
  // Messages become due by the database's clock, so the new time must be later than that.
  const start = '2199-06-20T08:00:00.000Z'
  api.setNow(before(30, start))
  const world = await buildWorld({ reminder_sms: true }, { phone: '+46701740631' })
  await assign(world, start)
  const [sms] = of('SMS', await remindUntil(before(24, start), world.person))
  api.setNow('2199-06-19T20:30:00.000Z')
  const { providers, texts } = buildProviders()
  await deliverDue(api.deps, providers)
  expect(texts.filter(({ to }) => to === '+46701740631')).toEqual([])
  const [row] = await api.deps.db.system((tx) =>
    tx
      .select()
      .from(message)
      .where(eq(message.id, sms?.id ?? '')),
  )
  expect(row).toMatchObject({ status: 'QUEUED', attempts: 0, due_at: '2199-06-20T06:00:00.000Z' })
})

test('thousands of shifts and messages of one person do not stop the reminders of others', async () => {
  const flooded = await buildWorld()
  const first = await assign(flooded)
  const { id: person_id, organization_id, email } = flooded.person
  await api.deps.db.system(async (tx) => {
    await tx.execute(sql`
      with more as (
        insert into shift (organization_id, id, event_id, role_id, start_dt, end_dt, required_qty)
        select organization_id, gen_random_uuid(), event_id, role_id,
          start_dt - make_interval(secs => n * 0.001), start_dt - make_interval(secs => (n - 1) * 0.001), 1
        from shift cross join generate_series(1, 1500) n where id = ${first.shift_id}
        returning id, end_dt
      )
      insert into assignment (organization_id, id, shift_id, person_id, status, source, token_expires_at,
        uncapped_expires_at, expiry_set_at, calendar_uid, responded_at)
      select ${organization_id}, id, id, ${person_id}, 'CONFIRMED', 'signup', end_dt, end_dt, end_dt, id, ${LONG_AGO}
      from more`)
    await tx.execute(sql`
      insert into message (organization_id, id, person_id, channel, template, payload, language, address, status, created_at)
      select ${organization_id}, gen_random_uuid(), ${person_id}, 'EMAIL', 'shift_changed',
        jsonb_build_object('shifts', jsonb_build_array(jsonb_build_object('assignment_id', gen_random_uuid()))),
        'en', ${email}, 'SENT', ${before(24.5)}
      from generate_series(1, 15000)`)
  })
  const other = await buildWorld()
  await assign(other)
  expect(await remindUntil(before(23), other.person)).toHaveLength(1)
})

test('an organisation whose shifts cannot be read stops nobody else’s, and is reminded later', async () => {
  const broken = await buildWorld()
  const fine = await buildWorld()
  for (const world of [broken, fine]) await assign(world)
  const setZone = (time_zone: string) =>
    api.deps.db.system((tx) =>
      tx.update(eventTable).set({ time_zone }).where(eq(eventTable.id, broken.role.event_id)),
    )
  await setZone('Nowhere/Unknown')
  expect(await remindUntil(before(23), fine.person)).toHaveLength(1)
  expect(await remindersOf(broken.person)).toEqual([])
  await setZone('Europe/Stockholm')
  expect(await remindUntil(before(22), broken.person)).toHaveLength(1)
})

/** `named`: whether a message named the shift half an hour before the reminder is due. */
async function fillShift(start_dt: string, people: number, { named = false } = {}) {
  const { role } = await buildWorld()
  const { organization_id } = role
  const shift = await buildShift(api.deps, { role, start_dt })
  await api.deps.db.system((tx) =>
    tx.execute(sql`
      with added as (
        insert into person (organization_id, id, first_name, last_name, email, identity_key)
        select ${organization_id}, gen_random_uuid(), 'Name', n, n || '@many.example', ${shift.id} || n
        from generate_series(1, ${people}::int) n
        returning id
      ), assigned as (
        insert into assignment (organization_id, id, shift_id, person_id, status, source, token_expires_at,
          uncapped_expires_at, expiry_set_at, calendar_uid, responded_at)
        select ${organization_id}, id, ${shift.id}, id, 'CONFIRMED', 'signup', ${start_dt}, ${start_dt}, ${start_dt}, id, ${LONG_AGO}
        from added
      )
      insert into message (organization_id, id, person_id, channel, template, payload, language, address, status, created_at)
      select ${organization_id}, id, id, 'EMAIL', 'shift_changed',
        jsonb_build_object('shifts', jsonb_build_array(jsonb_build_object('assignment_id', id))),
        'en', 'x', 'SENT', ${before(24.5, start_dt)}
      from added where ${named}`),
  )
  api.setNow(before(24, start_dt))
  const countReminders = () =>
    api.deps.db.system((tx) =>
      tx.$count(
        message,
        and(eq(message.template, 'shift_reminder'), eq(message.organization_id, organization_id)),
      ),
    )
  return { organization_id, countReminders }
}

describe('many people of one organisation', () => {
  test('are stored all or none: after a statement that fails, the next run stores them', async () => {
    const { organization_id, countReminders } = await fillShift(hoursAfter(START, 1_000), 2_500)
    const people = await api.deps.db.system((tx) =>
      tx.select().from(personTable).where(eq(personTable.organization_id, organization_id)),
    )
    const last = people.toSorted((a, b) => (a.id < b.id ? 1 : -1)).slice(0, 1)
    await lockedWhile(last, () => enqueueShiftReminders(api.deps))
    expect(await countReminders()).toBe(0)
    expect(await enqueueShiftReminders(api.deps)).toBe(2_500)
    expect(await countReminders()).toBe(2_500)
  })

  test('whom another message told: the read handles each assignment and each message a few times', async () => {
    const people = 3_000
    const { countReminders } = await fillShift(hoursAfter(START, 3_000), people, { named: true })
    const statements = await recordStatements(() => enqueueShiftReminders(api.deps))
    expect(await countReminders()).toBe(0)
    const reads = statements.filter(({ text }) => /reminder_due_at|due_shift|jsonb_path_query/.test(text))
    expect(reads).toHaveLength(4)
    const database = new Client({ connectionString: String(api.deps.db.pool.options.connectionString) })
    await database.connect()
    await database.query('set enable_seqscan = off; set enable_mergejoin = off')
    for (const read of reads) {
      for (const mode of ['force_custom_plan', 'force_generic_plan'] as const) {
        const plan = await explain(database, read, mode)
        expect.soft(countMostRows(plan), `${read.text} ${JSON.stringify(plan)}`).toBeLessThan(1.5 * people)
      }
    }
    await database.end()
  })
})

type Db = TestApp['deps']['db']

/** Calls `atEnd` within the transactions of the organisation, when their work is done. */
function withEnd(organization_id: string, atEnd: () => unknown): Db {
  const { db } = api.deps
  const transaction: Db['transaction'] = (org, work) =>
    db.transaction(org, async (tx) => {
      const done = await work(tx)
      if (org === organization_id) await atEnd()
      return done
    })
  return { ...db, transaction }
}

describe('several workers', () => {
  test('the second leaves a claimed shift alone, without waiting, and sends those of others', async () => {
    const claimed = await buildWorld()
    const other = await buildWorld()
    await assign(claimed)
    api.setNow(before(24))
    const failed = vi.spyOn(api.deps.log, 'error')
    const { organization_id } = claimed.person
    const db = withEnd(organization_id, async () => {
      await assign(other)
      expect(await enqueueShiftReminders(api.deps)).toBe(1)
    })
    expect(await enqueueShiftReminders({ ...api.deps, db })).toBe(1)
    for (const { person } of [claimed, other]) expect(await remindersOf(person)).toHaveLength(1)
    expect(failed).not.toHaveBeenCalled()
  })

  test('a shift that is moved once a worker has seen it waits for its new hour', async () => {
    const world = await buildWorld()
    const { shift_id: id } = await assign(world)
    api.setNow(before(24))
    const { db } = api.deps
    const transaction: typeof db.transaction = async (org, work) => {
      await changeShift(
        api.deps,
        org,
        { id, notify: false },
        { start_dt: hoursAfter(START, 1), end_dt: hoursAfter(START, 2) },
      )
      return db.transaction(org, work)
    }
    expect(await enqueueShiftReminders({ ...api.deps, db: { ...db, transaction } })).toBe(0)
    expect(await remindUntil(before(23), world.person)).toHaveLength(1)
  })

  test('one that dies loses nothing, and the next sends each once', async () => {
    const world = await buildWorld({ reminder_sms: true }, { phone: '+46701740681' })
    await assign(world)
    api.setNow(before(23))
    const db = withEnd(world.person.organization_id, () => {
      throw new Error('as if the process had ended')
    })
    expect(await enqueueShiftReminders({ ...api.deps, db })).toBe(0)
    expect(await channelsUntil(before(22), world)).toEqual(['EMAIL', 'SMS'])
  })

  test('one that stops leaves the rest to the next, at once', async () => {
    const [first, second] = [await buildWorld(), await buildWorld()]
    for (const world of [first, second]) await assign(world)
    api.setNow(before(23))
    const stopping = new AbortController()
    const { db } = api.deps
    const transaction: typeof db.transaction = (org, work) => {
      stopping.abort()
      return db.transaction(org, work)
    }
    expect(await enqueueShiftReminders({ ...api.deps, db: { ...db, transaction } }, stopping.signal)).toBe(1)
    expect(await enqueueShiftReminders(api.deps)).toBe(1)
  })

  test('they count the SMS of a number one after another', async () => {
    const phone = '+46701740697'
    const [one, other] = [await buildWithSms(phone), await buildWithSms(phone)]
    for (const { role } of [one, other]) {
      const { organization_id } = role
      for (let n = 0; n < 3; n++)
        await assign({ role, person: await buildPerson(api.deps, { organization_id, phone }) })
    }
    api.setNow(before(24))
    let isWaiting = false
    const db = withEnd(one.person.organization_id, async () => {
      if (isWaiting) return
      isWaiting = true
      // Waits for the count of the first, and gives up.
      await enqueueShiftReminders(api.deps)
    })
    await enqueueShiftReminders({ ...api.deps, db })
    await enqueueShiftReminders(api.deps)
    const texts = await api.deps.db.system((tx) =>
      tx
        .select()
        .from(message)
        .where(and(eq(message.address, phone), eq(message.channel, 'SMS'))),
    )
    expect(texts).toHaveLength(3)
  })
})

const move = ({ person }: World, id: string, start_dt: string) =>
  changeShift(
    api.deps,
    mint(person.organization_id),
    { id, notify: false },
    { start_dt, end_dt: hoursAfter(start_dt, 2) },
  )

describe('a change of the shift', () => {
  test('to another day after its reminder: one of that day, at its own hour', async () => {
    const world = await buildWorld()
    const { shift_id } = await assign(world)
    expect(await remindUntil(before(23), world.person)).toHaveLength(1)
    const later = hoursAfter(START, 48)
    await move(world, shift_id, later)
    expect(await remindUntil(addMs(before(24, later), -1), world.person)).toHaveLength(1)
    expect(await remindUntil(before(24, later), world.person)).toHaveLength(2)
    expect(await remindUntil(later, world.person)).toHaveLength(2)
  })

  test('to another hour of the day after its reminder: none, for it is written anew when it is sent', async () => {
    const world = await buildWorld()
    const { shift_id } = await assign(world)
    expect(await remindUntil(before(23), world.person)).toHaveLength(1)
    for (const hours of [2, -2]) await move(world, shift_id, hoursAfter(START, hours))
    expect(await remindUntil(before(2), world.person)).toHaveLength(1)
  })

  test('earlier and later before its reminder: one, at the last hour', async () => {
    const world = await buildWorld()
    const { shift_id } = await assign(world, hoursAfter(START, 72))
    for (const hours of [24, 48]) await move(world, shift_id, hoursAfter(START, hours))
    expect(await remindUntil(addMs(hoursAfter(START, 24), -1), world.person)).toEqual([])
    expect(await remindUntil(hoursAfter(START, 24), world.person)).toHaveLength(1)
  })

  test('a shift that is added is due like others, and at once within the hours', async () => {
    const world = await buildWorld()
    const { event_id, id: role_id, organization_id } = world.role
    const add = (start_dt: string) =>
      addShift(api.deps, mint(organization_id), {
        event_id,
        role_id,
        start_dt,
        end_dt: hoursAfter(start_dt, 1),
        required_qty: 1,
      })
    const due = async ({ id }: { id: string }) => {
      const [found] = await api.deps.db.system((tx) =>
        tx.select().from(shiftTable).where(eq(shiftTable.id, id)),
      )
      return found?.reminder_due_at
    }
    expect(await due(await add(START))).toBe(before(24))
    expect(await due(await add(before(20)))).toBe(api.deps.now())
  })
})

const inZone = (time_zone: string, { person, role }: World) =>
  changeEvent(api.deps, mint(person.organization_id), { id: role.event_id, notify: false }, { time_zone })

describe('another zone of the event', () => {
  test('moves the reminder with the shift', async () => {
    const world = await buildWorld()
    await assign(world)
    await inZone('America/New_York', world)
    const due = hoursAfter(before(24), 6)
    expect(await remindUntil(addMs(due, -1), world.person)).toEqual([])
    expect(await remindUntil(due, world.person)).toHaveLength(1)
  })

  test('negative control: without the time of the shift it stays', async () => {
    const world = await buildWorld()
    await assign(world)
    await api.deps.db.system((tx) =>
      tx
        .update(eventTable)
        .set({ time_zone: 'America/New_York' })
        .where(eq(eventTable.id, world.role.event_id)),
    )
    expect(await remindUntil(before(24), world.person)).toHaveLength(1)
  })
})

test('negative control: due again and without the index it would be sent again', async () => {
  const world = await buildWorld()
  await assign(world)
  expect(await remindUntil(before(23), world.person)).toHaveLength(1)
  const again = async () => {
    await api.deps.db.system((tx) => tx.update(shiftTable).set({ reminder_due_at: before(24) }))
    await enqueueShiftReminders(api.deps)
    return remindersOf(world.person)
  }
  expect(await again()).toHaveLength(1)
  await api.deps.db.pool.query('begin read write; drop index message_shift_reminder_once_a_day; commit')
  expect(await again()).toHaveLength(2)
})

test.each([
  { reminder_hours: 24, cancel_until_hours: 24, due: 26 },
  { reminder_hours: 24, cancel_until_hours: 23, due: 25 },
  { reminder_hours: 24, cancel_until_hours: 22, due: 24 },
  { reminder_hours: 24, cancel_until_hours: 25, due: 24 },
  { reminder_hours: 48, cancel_until_hours: 48, due: 50 },
  { reminder_hours: 72, cancel_until_hours: null, due: 72 },
] as const)(
  'of $reminder_hours h, with places given up until $cancel_until_hours h, is due $due h before the shift (D39)',
  async ({ due, ...hours }) => {
    api.setNow(hoursAfter(START, -100))
    const { role } = await buildWorld(hours)
    const { reminder_due_at } = await buildShift(api.deps, { role, start_dt: START })
    expect(reminder_due_at).toBe(hoursAfter(START, -due))
  },
)

test('follows the end of the time in which a place can be given up', async () => {
  api.setNow(hoursAfter(START, -100))
  const { role } = await buildWorld({ reminder_hours: 24, cancel_until_hours: 48 })
  const { id } = await buildShift(api.deps, { role, start_dt: START })
  const which = { id: role.event_id, notify: false }
  await changeEvent(api.deps, mint(role.organization_id), which, { cancel_until_hours: 24 })
  const [found] = await api.deps.db.system((tx) => tx.select().from(shiftTable).where(eq(shiftTable.id, id)))
  expect(found?.reminder_due_at).toBe(hoursAfter(START, -26))
})
