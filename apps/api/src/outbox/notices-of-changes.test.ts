import { assignments } from '@muster/contract/assignments'
import { events } from '@muster/contract/events'
import { shifts } from '@muster/contract/shifts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../test/app.ts'
import { type Administrator, buildAdministrator } from '../../test/organizations.ts'
import { buildProviders, deliverDue, makeDue } from '../../test/outbox.ts'
import {
  buildAssignment,
  buildEvent,
  buildPerson,
  buildRole,
  buildShift,
  buildWaiting,
  type EventRow,
  hoursAfter,
  type RoleRow,
  type ShiftRow,
} from '../../test/planning.ts'
import * as schema from '../db/schema.ts'

/* D21, D28: what people are told of besides times and place, and what only if it is ticked. */

let api: TestApp
let admin: Administrator
let event: EventRow
let role: RoleRow
let shift: ShiftRow
beforeAll(async () => {
  api = await buildTestApp()
})
beforeEach(async () => {
  await api.deps.db.system((tx) => tx.delete(schema.message))
  admin = await buildAdministrator(api)
  const { organization_id } = admin
  event = await buildEvent(api.deps, { organization_id, name: 'Sommarfest', notes: 'Ta med vatten' })
  role = await buildRole(api.deps, { event, name: 'Kafé' })
  shift = await buildShift(api.deps, { role, start_dt: hoursAfter(api.deps.now(), 72) })
})
afterAll(() => api.close())

const somebody = (changes = {}) =>
  buildPerson(api.deps, { organization_id: admin.organization_id, language: 'en', ...changes })
const of = (id: string, more: { body?: object; notify?: boolean } = {}) => ({
  headers: admin.headers,
  params: { id },
  ...(more.body && { body: more.body }),
  ...(more.notify !== undefined && { query: { notify: String(more.notify) } }),
})
const changeRole = (body: object, notify?: boolean) => {
  const { headers, query } = of(role.id, notify === undefined ? {} : { notify })
  return api.ok(events.updateRole, {
    headers,
    params: { id: event.id, roleId: role.id },
    body,
    ...(query && { query }),
  })
}
const setStatus = (id: string, status: string, notify?: boolean) =>
  api.ok(assignments.changeStatus, of(id, { body: { status }, ...(notify !== undefined && { notify }) }))
const countNotified = async (body: object) =>
  (await api.ok(assignments.previewNotices, { headers: admin.headers, body })).told

async function sent() {
  const { providers, mails, texts } = buildProviders()
  await makeDue(api.deps)
  await deliverDue(api.deps, providers)
  return { mails, texts }
}

const sequenceOf = async (id: string) => {
  const rows = await api.deps.db.system((tx) =>
    tx.select().from(schema.assignment).where(eq(schema.assignment.id, id)),
  )
  return rows[0]?.calendar_sequence
}

test('another role of a shift: old and new, also to those in line, and the calendar entry', async () => {
  const gate = await buildRole(api.deps, { event, name: 'Entré' })
  const { id } = await buildAssignment(api.deps, { shift, person: await somebody(), status: 'CONFIRMED' })
  await buildAssignment(api.deps, { shift })
  const waiting = await somebody()
  await buildWaiting(api.deps, { shift, person: waiting })
  expect(await countNotified({ shift_id: shift.id })).toBe(2)
  await api.ok(shifts.updateShift, of(shift.id, { body: { role_id: gate.id } }))
  const { mails } = await sent()
  expect(mails).toHaveLength(2)
  for (const { text } of mails) expect(text).toMatch(/\n\nEntré\n[^]*\nBefore: Kafé\n/)
  expect(mails.flatMap(({ attachments }) => attachments)).toHaveLength(1)
  expect(await sequenceOf(id)).toBe(1)
})

describe('a new name or description', () => {
  test('of a role tells nobody, but calendars follow', async () => {
    const { id } = await buildAssignment(api.deps, { shift, status: 'CONFIRMED' })
    await changeRole({ name: 'Café', description: 'Coffee' })
    await changeRole({ name: 'Caféet' }, false)
    expect((await sent()).mails).toEqual([])
    expect(await sequenceOf(id)).toBe(2)
  })

  test('of a role, ticked: what is new, to as many as the dialog says', async () => {
    await buildAssignment(api.deps, { shift, person: await somebody(), status: 'CONFIRMED' })
    await buildAssignment(api.deps, { shift, person: await somebody(), invite_sent_at: api.deps.now() })
    await buildAssignment(api.deps, { shift })
    expect(await countNotified({ role_id: role.id, is_changed: true })).toBe(2)
    await changeRole({ name: 'Café', description: 'Bring an apron' }, true)
    const { mails } = await sent()
    expect(mails).toHaveLength(2)
    for (const { text } of mails) {
      expect(text).toMatch(/Before: Kafé\n\nBring an apron\n/)
      expect(text).toContain('\n\nTa med vatten\n')
    }
  })

  test('the same description again changes nothing', async () => {
    const { id } = await buildAssignment(api.deps, { shift, status: 'CONFIRMED' })
    await changeRole({ name: role.name }, true)
    expect((await sent()).mails).toEqual([])
    expect(await sequenceOf(id)).toBe(0)
  })

  test.each([
    [undefined, 0],
    [false, 0],
    [true, 1],
  ])('of the event, notify %s: %d e-mails', async (notify, count) => {
    await buildAssignment(api.deps, { shift, person: await somebody(), status: 'CONFIRMED' })
    const body = { name: 'Höstfest', notes: 'Ta med regnkläder', description: 'Inomhus' }
    await api.ok(events.updateEvent, of(event.id, { body, ...(notify !== undefined && { notify }) }))
    const { mails } = await sent()
    expect(mails).toHaveLength(count)
    for (const { text } of mails) {
      expect(text).toMatch(/Before: Sommarfest\n\nInomhus\n/)
      expect(text).toContain('\n\nTa med regnkläder\n')
    }
  })

  test('of a role, above the daily cap of SMS: nothing is changed', async () => {
    const limited = await buildTestApp({ limits: { messages_per_day: { EMAIL: undefined, SMS: 0 } } })
    const chief = await buildAdministrator(limited)
    const { organization_id } = chief
    const of_event = await buildEvent(limited.deps, { organization_id })
    const of_role = await buildRole(limited.deps, { event: of_event })
    const own = await buildShift(limited.deps, {
      role: of_role,
      start_dt: hoursAfter(limited.deps.now(), 72),
    })
    const person = await buildPerson(limited.deps, { organization_id, phone: '+46701740605' })
    const { id } = await buildAssignment(limited.deps, { shift: own, person, status: 'CONFIRMED' })
    await limited.deps.db.system((tx) =>
      tx.insert(schema.message).values({
        organization_id,
        id: crypto.randomUUID(),
        person_id: person.id,
        channel: 'SMS',
        template: 'custom_text',
        payload: {},
        language: 'sv',
        address: '+46701740605',
        status: 'SENT',
      }),
    )
    const { headers } = chief
    const refusals = [
      await limited.refused(events.updateRole, {
        headers,
        params: { id: of_event.id, roleId: of_role.id },
        query: { notify: 'true' },
        body: { name: 'Entré' },
      }),
      await limited.refused(assignments.changeStatus, {
        headers,
        params: { id },
        body: { status: 'DECLINED' },
      }),
    ]
    await limited.close()
    expect(refusals.map(({ code }) => code)).toEqual(['daily_cap_reached', 'daily_cap_reached'])
  })
})

describe('a status set by hand', () => {
  test.each(['DECLINED', 'INVITED'])(
    '%s takes the place away, which is told with its file',
    async (status) => {
      const { id } = await buildAssignment(api.deps, { shift, person: await somebody(), status: 'CONFIRMED' })
      expect(await countNotified({ assignment_ids: [id] })).toBe(1)
      await setStatus(id, status)
      const { mails } = await sent()
      expect(mails.map(({ subject }) => subject)).toEqual([
        expect.stringContaining('no longer on this shift'),
      ])
      expect(mails[0]?.attachments[0]?.content).toContain('METHOD:CANCEL')
      expect(await sequenceOf(id)).toBe(2)
    },
  )

  test.each([
    ['unticked', 'CONFIRMED', 'DECLINED', false],
    ['from an invitation', 'INVITED', 'DECLINED', true],
    ['to a place that nobody took away', 'INVITED', 'CONFIRMED', true],
  ] as const)('%s nobody is told', async (_what, status, to, notify) => {
    const { id } = await buildAssignment(api.deps, { shift, status, invite_sent_at: api.deps.now() })
    await setStatus(id, to, notify)
    expect((await sent()).mails).toEqual([])
  })

  test('who was told that they are off the shift, and is put back, is told so', async () => {
    const person = await somebody()
    const { id } = await buildAssignment(api.deps, { shift, person, status: 'CONFIRMED' })
    await api.ok(assignments.deleteAssignment, of(id))
    const again = await api.ok(assignments.saveAssignments, {
      headers: admin.headers,
      params: { id: shift.id },
      body: { add: [person.id], remove: [] },
    })
    // Picked, and not asked: nothing is said.
    expect((await sent()).mails).toHaveLength(1)
    const picked = again.assignment[0]?.id ?? ''
    await setStatus(picked, 'CONFIRMED')
    const { mails } = await sent()
    expect(mails.map(({ subject }) => subject)).toEqual([
      expect.stringContaining('You’re on this shift again'),
    ])
    expect(mails[0]?.attachments[0]?.content).toContain('METHOD:PUBLISH')
    // Said once: what was said last is true.
    await setStatus(picked, 'DECLINED', false)
    await setStatus(picked, 'CONFIRMED')
    expect((await sent()).mails).toEqual([])
  })

  test('by SMS where only SMS was ever used', async () => {
    const person = await somebody({ phone: '+46701740605' })
    await api.deps.db.system((tx) =>
      tx.insert(schema.message).values({
        organization_id: admin.organization_id,
        id: crypto.randomUUID(),
        person_id: person.id,
        channel: 'SMS',
        template: 'custom_text',
        payload: {},
        language: 'sv',
        address: '+46701740605',
        status: 'SENT',
      }),
    )
    const { id } = await buildAssignment(api.deps, { shift, person, status: 'CONFIRMED' })
    await setStatus(id, 'DECLINED')
    await setStatus(id, 'CONFIRMED')
    const { mails, texts } = await sent()
    expect(mails).toEqual([])
    expect(texts.map(({ text }) => text.includes('on this shift again'))).toEqual([false, true])
  })
})

test('siblings with one address or number: subjects and SMS say whom they are for', async () => {
  const family = { email: 'family@volunteer.example', phone: '+46701740606', language: 'sv' }
  const siblings = [
    await somebody({ ...family, first_name: 'Åsa', identity_key: 'family@volunteer.example\nåsa\nek' }),
    await somebody({ ...family, first_name: 'Bo', identity_key: 'family@volunteer.example\nbo\nek' }),
    await somebody({ first_name: 'Cia' }),
  ]
  for (const person of siblings) {
    const { id } = await buildAssignment(api.deps, { shift, person })
    const method = person.phone ? 'BOTH' : 'EMAIL'
    await api.ok(assignments.sendInvite, of(id, { body: { method } }))
  }
  const { mails, texts } = await sent()
  expect(mails.map(({ subject }) => subject.slice(0, 8)).toSorted()).toEqual([
    'Can you ',
    'Till Bo:',
    'Till Åsa',
  ])
  expect(texts.map(({ text }) => text.slice(0, 9)).toSorted()).toEqual(['Till Bo: ', 'Till Åsa:'])
  const stored = await api.deps.db.system((tx) => tx.select().from(schema.message))
  const shared = stored.filter(({ address }) => address === family.phone || address === family.email)
  for (const { subject, body_text } of shared) expect(subject ?? body_text).toMatch(/^Till (Bo|Åsa): /)
})
