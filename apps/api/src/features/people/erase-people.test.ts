import { assignments } from '@muster/contract/assignments'
import { broadcasts } from '@muster/contract/broadcasts'
import { events } from '@muster/contract/events'
import { messages } from '@muster/contract/messages'
import { people } from '@muster/contract/people'
import { shifts } from '@muster/contract/shifts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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
  type PersonRow,
  type RoleRow,
} from '../../../test/planning.ts'
import { newId } from '../../db/ids.ts'
import * as schema from '../../db/schema.ts'
import { sweepErasedMessages } from '../../outbox/erase-messages.ts'
import { signId } from '../../signing/signed-id.ts'

/* D33: which rows an erasure leaves, and that no list or look-up returns the erased person. */

let api: TestApp
let admin: Administrator
let role: RoleRow
beforeAll(async () => {
  api = await buildTestApp()
  admin = await buildAdministrator(api)
  const event = await buildEvent(api.deps, { organization_id: admin.organization_id })
  role = await buildRole(api.deps, { event })
})
afterAll(() => api.close())

const PHONE = '+46701740605'

async function buildVolunteer(changes = {}) {
  const { organization_id } = admin
  const contact = { phone: PHONE, notes: 'n', child_team: 't', language: 'sv' as const }
  const person = await buildPerson(api.deps, { organization_id, ...contact, ...changes })
  const over = await buildShift(api.deps, { role, start_dt: hoursAfter(api.deps.now(), -20) })
  const ahead = await buildShift(api.deps, { role })
  const took = {
    person,
    status: 'CONFIRMED' as const,
    other_phone: '+46701740606',
    cancel_reason: 'r',
    note: 'n',
  }
  return {
    person,
    over: await buildAssignment(api.deps, { ...took, shift: over }),
    ahead: await buildAssignment(api.deps, { ...took, shift: ahead }),
    ahead_shift: ahead,
  }
}

const erase = ({ id }: PersonRow, query = {}) =>
  api.ok(people.deletePerson, { headers: admin.headers, params: { id }, query })

const read = <Row>(
  select: (tx: Parameters<Parameters<TestApp['deps']['db']['system']>[0]>[0]) => Promise<Row>,
) => api.deps.db.system(select)
const personOf = async (id: string) =>
  (await read((tx) => tx.select().from(schema.person).where(eq(schema.person.id, id))))[0]
const assignmentsOf = (person_id: string) =>
  read((tx) => tx.select().from(schema.assignment).where(eq(schema.assignment.person_id, person_id)))

test('the row keeps a placeholder, the shift that is over its total, the coming one its place', async () => {
  const { person, over, ahead } = await buildVolunteer()
  await erase(person)
  expect(await personOf(person.id)).toEqual({
    ...person,
    first_name: 'Raderad',
    last_name: 'person',
    email: '',
    phone: null,
    notes: null,
    child_team: null,
    language: null,
    identity_key: person.id,
    search_text: '',
    erased_at: expect.any(String),
    updated_at: expect.any(String),
    version: 2,
  })
  expect(await assignmentsOf(person.id)).toEqual([
    {
      ...over,
      other_phone: null,
      cancel_reason: null,
      note: null,
      round: over.round + 1,
      version: over.version + 1,
      updated_at: expect.any(String),
    },
  ])
  const { shifts: listed } = await api.ok(shifts.listShifts, { headers: admin.headers })
  const rowsOf = (shift_id: string) => listed.find(({ id }) => id === shift_id)?.assignment
  expect(rowsOf(over.shift_id)).toMatchObject([
    { status: 'CONFIRMED', person: { first_name: 'Raderad', last_name: 'person', email: '' } },
  ])
  expect(rowsOf(ahead.shift_id)).toEqual([])
})

test('the placeholder is in the language of the organisation', async () => {
  const { headers, organization_id } = await buildAdministrator(api, { language: 'en' })
  const event = await buildEvent(api.deps, { organization_id })
  const past = await buildShift(api.deps, {
    role: await buildRole(api.deps, { event }),
    start_dt: hoursAfter(api.deps.now(), -20),
  })
  const { person_id } = await buildAssignment(api.deps, { shift: past })
  await api.ok(people.deletePerson, { headers, params: { id: person_id } })
  expect(await personOf(person_id)).toMatchObject({ first_name: 'Erased', last_name: 'person' })
})

test('without a shift that is over no row stays', async () => {
  const person = await buildPerson(api.deps, { organization_id: admin.organization_id })
  await erase(person)
  expect(await personOf(person.id)).toBeUndefined()
})

describe('nobody finds them any more', () => {
  let erased: Awaited<ReturnType<typeof buildVolunteer>>
  beforeAll(async () => {
    erased = await buildVolunteer()
    await erase(erased.person)
  })
  const call = (body?: unknown) => ({ headers: admin.headers, params: { id: erased.person.id }, body })

  test('in the list', async () => {
    const listed = await api.ok(people.listPeople, { headers: admin.headers })
    expect(listed.map(({ id }) => id)).not.toContain(erased.person.id)
  })

  test.each([
    ['changing', people.updatePerson, { notes: 'x' }],
    ['erasing again', people.deletePerson, undefined],
    ['exporting', people.exportPerson, undefined],
    ['reading messages', messages.listMessages, undefined],
    ['writing', messages.sendSms, { message: 'Hej' }],
    ['opening a thread', messages.openThread, undefined],
  ] as const)('%s', async (_name, route, body) => {
    expect(await api.refused(route, call(body))).toMatchObject({ status: 404, code: 'person_not_found' })
  })

  test('assigning, in both ways', async () => {
    const person_ids = [erased.person.id]
    const shift_id = erased.ahead_shift.id
    const { headers } = admin
    expect(
      await api.refused(assignments.assignPeople, { headers, body: { shift_id, person_ids } }),
    ).toMatchObject({ status: 404, code: 'person_not_found' })
    const saved = { headers, params: { id: shift_id }, body: { add: person_ids, remove: [] } }
    expect(await api.refused(assignments.saveAssignments, saved)).toMatchObject({ code: 'person_not_found' })
  })

  test('as the recipient of a broadcast', async () => {
    const { recipients } = await api.ok(broadcasts.previewBroadcast, {
      headers: admin.headers,
      params: { eventId: role.event_id },
      body: {
        messageType: 'custom',
        customText: 'Hej',
        communicationChannel: 'both',
        includePastShifts: true,
        includeCurrentShifts: true,
        includeUpcomingShifts: true,
        includeLink: true,
        language: 'sv',
      },
    })
    expect(JSON.stringify(recipients)).not.toContain(erased.person.id)
  })

  test('behind a personal link', async () => {
    const { id, round } = erased.over
    const token = signId(api.deps.keys, { purpose: 'personal_link', id, round })
    expect((await api.inject(`/assignment/${token}`)).statusCode).toBe(404)
  })

  test('by name: who signs up again is somebody new', async () => {
    const { first_name, last_name, email } = erased.person
    const signed_up = await api.inject({
      method: 'POST',
      url: `/shifts/${erased.ahead_shift.id}/signup`,
      payload: { first_name, last_name, email, phone: PHONE },
    })
    expect(signed_up.statusCode).toBe(201)
    const listed = await api.ok(people.listPeople, { headers: admin.headers })
    expect(listed.find((each) => each.email === email)?.id).not.toBe(erased.person.id)
  })

  test('on the public page, which still counts them', async () => {
    const page = await api.ok(events.getPublicEvent, { params: { eventId: role.event_id } })
    const shown = page.roles.flatMap((each) => each.shifts).find(({ id }) => id === erased.over.shift_id)
    expect(shown).toMatchObject({ assigned_count: 1, assigned_people: [] })
  })

  test('when the shift is moved: nobody is written to, and the place can be taken away', async () => {
    const { headers } = admin
    const start_dt = hoursAfter(api.deps.now(), 200)
    const moved = await api.ok(shifts.updateShift, {
      headers,
      params: { id: erased.over.shift_id },
      body: {
        event_id: role.event_id,
        role_id: role.id,
        start_dt,
        end_dt: hoursAfter(start_dt, 2),
        required_qty: 5,
      },
    })
    expect(moved.assignment).toHaveLength(1)
    const written = await read((tx) =>
      tx.select().from(schema.message).where(eq(schema.message.template, 'shift_changed')),
    )
    expect(written).toEqual([])
    await api.ok(assignments.deleteAssignment, { headers, params: { id: erased.over.id } })
    expect(await assignmentsOf(erased.person.id)).toEqual([])
  })
})

const messagesOf = (person_id: string) =>
  read((tx) => tx.select().from(schema.message).where(eq(schema.message.person_id, person_id)))
const messageOf = async (id: string) =>
  (await read((tx) => tx.select().from(schema.message).where(eq(schema.message.id, id))))[0]
const writeTo = async ({ id, email }: PersonRow, changes: Partial<typeof schema.message.$inferInsert>) => {
  const message_id = newId()
  const content = { subject: 's', body_text: 'b', payload: { text: 'f' }, failure_reason: '550 no such user' }
  await read((tx) =>
    tx.insert(schema.message).values({
      organization_id: admin.organization_id,
      id: message_id,
      person_id: id,
      channel: 'EMAIL',
      template: 'custom_text',
      language: 'sv',
      address: email,
      ...content,
      ...changes,
    }),
  )
  return message_id
}
const EMPTY = {
  person_id: null,
  address: '',
  payload: {},
  subject: null,
  body_text: null,
  failure_reason: null,
  erased_at: expect.any(String),
}

describe('messages', () => {
  test.each(['SENT', 'DELIVERED', 'FAILED'] as const)('%s: emptied at once', async (status) => {
    const { person } = await buildVolunteer()
    const id = await writeTo(person, { status, sent_at: api.deps.now() })
    await erase(person)
    expect(await messageOf(id)).toMatchObject({ ...EMPTY, status, sent_at: expect.any(String) })
    expect(await messagesOf(person.id)).toEqual([])
  })

  test('a code of our own stays: it names nobody', async () => {
    const { person } = await buildVolunteer()
    const id = await writeTo(person, { status: 'FAILED', failure_reason: 'opted_out' })
    await erase(person)
    expect(await messageOf(id)).toMatchObject({ ...EMPTY, failure_reason: 'opted_out' })
  })

  test('the notice is sent once, then emptied; what waited besides is not sent', async () => {
    const { person } = await buildVolunteer()
    const waiting = await writeTo(person, { failure_reason: null })
    await erase(person)
    expect(await messageOf(waiting)).toMatchObject({ status: 'QUEUED', address: person.email })
    const { providers, mails } = buildProviders()
    await deliverDue(api.deps, providers)
    expect(mails.filter(({ to }) => to === person.email)).toHaveLength(1)
    await api.deps.db.system(sweepErasedMessages)
    expect(await messageOf(waiting)).toMatchObject({
      ...EMPTY,
      status: 'FAILED',
      failure_reason: 'person_deleted',
    })
    const left = await read((tx) =>
      tx.select().from(schema.message).where(eq(schema.message.address, person.email)),
    )
    expect(left).toEqual([])
  })
})

const suppress = (channel: 'EMAIL' | 'SMS', address: string) =>
  read((tx) =>
    tx
      .insert(schema.suppression)
      .values({ organization_id: admin.organization_id, channel, address, reason: 'stop' })
      .onConflictDoNothing(),
  )
const optOuts = async () =>
  (
    await read((tx) =>
      tx
        .select({ address: schema.suppression.address })
        .from(schema.suppression)
        .where(eq(schema.suppression.organization_id, admin.organization_id)),
    )
  ).map(({ address }) => address)
const openThread = (phone: string) =>
  read((tx) =>
    tx
      .insert(schema.smsThread)
      .values({ organization_id: admin.organization_id, id: newId(), phone, number: '+46701234567' }),
  )
const threads = async () => (await read((tx) => tx.select().from(schema.smsThread))).map(({ phone }) => phone)

describe('opt-outs and threads', () => {
  test('stay while somebody else has the address, and go with the last', async () => {
    const phone = '+46701740611'
    const email = `Family-${newId()}@volunteer.example`
    const both = [
      (await buildVolunteer({ phone, email, first_name: 'One' })).person,
      (await buildVolunteer({ phone, email, first_name: 'Two' })).person,
    ]
    await suppress('EMAIL', email.toLowerCase())
    await suppress('SMS', phone)
    await openThread(phone)
    const [one, two] = both
    if (!one || !two) throw new Error('two people')
    await erase(one)
    expect(await optOuts()).toEqual(expect.arrayContaining([email.toLowerCase(), phone]))
    expect(await threads()).toContain(phone)
    await erase(two)
    expect(await optOuts()).not.toContain(phone)
    expect(await optOuts()).not.toContain(email.toLowerCase())
    expect(await threads()).not.toContain(phone)
  })
})
