import { assignments } from '@muster/contract/assignments'
import { broadcasts } from '@muster/contract/broadcasts'
import { events } from '@muster/contract/events'
import { messages } from '@muster/contract/messages'
import { organizations } from '@muster/contract/organizations'
import { people } from '@muster/contract/people'
import { shifts } from '@muster/contract/shifts'
import type { AppRoute } from '@ts-rest/core'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../test/app.ts'
import { type Administrator, buildAdministrator } from '../../test/organizations.ts'
import {
  buildAssignment,
  buildEvent,
  buildPerson,
  buildRole,
  buildShift,
  hoursAfter,
  mint,
} from '../../test/planning.ts'
import * as schema from '../db/schema.ts'
import { deleteOldCounts } from './daily-cap.ts'

/* The cap is two messages a day per channel. It counts every message that an administrator can cause, no others. */

/** Five minutes before the next day, which is shorter than a session. */
const NOW = '2026-06-19T23:55:00.000Z'

let api: TestApp
let admin: Administrator
let person_id: string
let assignment_id: string
let event_id: string
beforeAll(async () => {
  api = await buildTestApp({ limits: { messages_per_day: { EMAIL: 2, SMS: 2 } } })
})
afterAll(() => api.close())
beforeEach(async () => {
  api.setNow(NOW)
  admin = await buildAdministrator(api)
  const { organization_id } = admin
  const event = await buildEvent(api.deps, { organization_id })
  const role = await buildRole(api.deps, { event })
  const shift = await buildShift(api.deps, { role, start_dt: hoursAfter(NOW, 48) })
  const person = await buildPerson(api.deps, { organization_id, phone: '+46701234567' })
  person_id = person.id
  assignment_id = (await buildAssignment(api.deps, { shift, person })).id
  event_id = event.id
})

const invite = (method: 'EMAIL' | 'SMS' | 'BOTH') => ({
  route: assignments.sendInvite,
  input: { headers: admin.headers, params: { id: assignment_id }, body: { method } },
})
const broadcast = (communicationChannel: 'email' | 'sms' | 'both') => ({
  route: broadcasts.sendBroadcast,
  input: {
    headers: admin.headers,
    params: { eventId: event_id },
    body: {
      messageType: 'custom',
      customText: 'Hej',
      communicationChannel,
      includePastShifts: false,
      includeCurrentShifts: true,
      includeUpcomingShifts: true,
      includeLink: false,
      language: 'sv',
    },
  },
})
const sms = () => ({
  route: messages.sendSms,
  input: { headers: admin.headers, params: { id: person_id }, body: { message: 'Hej' } },
})
const countMessages = () => api.deps.db.system((tx) => tx.$count(schema.message))

describe('the third of a day is refused', () => {
  test.each([
    ['an SMS to one person', sms],
    ['an invitation by e-mail', () => invite('EMAIL')],
    ['an invitation by SMS', () => invite('SMS')],
    ['an invitation by both', () => invite('BOTH')],
    ['a broadcast by e-mail', () => broadcast('email')],
    ['a broadcast by SMS', () => broadcast('sms')],
    ['a broadcast by both', () => broadcast('both')],
  ])('%s', async (_name, build) => {
    const { route, input } = build()
    await api.ok(route, input)
    await api.ok(route, input)
    const before = await countMessages()
    expect(await api.refused(route, input)).toMatchObject({
      status: 429,
      code: 'daily_cap_reached',
      retry_after: 5 * 60,
    })
    expect(await countMessages()).toBe(before)
    api.setNow('2026-06-20T00:00:00.000Z')
    await api.ok(route, input)
  })
})

describe('a change whose SMS would be above the cap is refused', () => {
  let capped: TestApp
  beforeAll(async () => {
    capped = await buildTestApp({ limits: { messages_per_day: { EMAIL: undefined, SMS: 1 } } })
    capped.setNow(NOW)
    return () => capped.close()
  })

  /** Builds the only person of the day who was asked by SMS, and so is told of every change by SMS (D21). */
  async function buildAsked() {
    const { headers, organization_id } = await buildAdministrator(capped)
    const event = await buildEvent(capped.deps, { organization_id })
    const role = await buildRole(capped.deps, { event })
    const shift = await buildShift(capped.deps, { role, start_dt: hoursAfter(NOW, 48) })
    const person = await buildPerson(capped.deps, { organization_id, phone: '+46701234567' })
    const assignment = await buildAssignment(capped.deps, { shift, person })
    const input = { headers, params: { id: assignment.id }, body: { method: 'SMS' } }
    await capped.ok(assignments.sendInvite, input)
    return { headers, event, shift, person, assignment }
  }

  type Asked = Awaited<ReturnType<typeof buildAsked>>
  const changes: [string, AppRoute, (of: Asked) => { id: string; body?: object }][] = [
    [
      'a new number of a person',
      people.updatePerson,
      ({ person: { id } }) => ({ id, body: { phone: '+46701234568' } }),
    ],
    ['the deletion of a person', people.deletePerson, ({ person: { id } }) => ({ id })],
    [
      'another place of an event',
      events.updateEvent,
      ({ event: { id } }) => ({ id, body: { location: 'Parken' } }),
    ],
    ['the deletion of an event', events.deleteEvent, ({ event: { id } }) => ({ id })],
    [
      'another end of a shift',
      shifts.updateShift,
      ({ shift: { id, end_dt } }) => ({ id, body: { end_dt: hoursAfter(end_dt, 1) } }),
    ],
    ['the deletion of a shift', shifts.deleteShift, ({ shift: { id } }) => ({ id })],
    [
      'a batch that deletes a shift',
      shifts.saveBatch,
      ({ shift: { id } }) => ({ id, body: { delete: [id] } }),
    ],
    [
      'a removal',
      assignments.saveAssignments,
      ({ shift: { id }, assignment }) => ({ id, body: { add: [], remove: [assignment.id] } }),
    ],
    ['a new link', assignments.replaceLink, ({ assignment: { id } }) => ({ id, body: { notify: true } })],
  ]

  test.each(changes)('%s', async (_name, route, build) => {
    const asked = await buildAsked()
    const { id, body } = build(asked)
    const input = { headers: asked.headers, params: { id }, ...(body && { body }) }
    expect(await capped.refused(route, input)).toMatchObject({ status: 429, code: 'daily_cap_reached' })
    expect(
      await capped.deps.db.system((tx) =>
        tx.$count(schema.message, eq(schema.message.person_id, asked.person.id)),
      ),
    ).toBe(1)
  })
})

test('kinds are counted together, channels apart, organisations each for itself', async () => {
  await api.ok(sms().route, sms().input)
  await api.ok(invite('SMS').route, invite('SMS').input)
  expect(await api.refused(broadcast('sms').route, broadcast('sms').input)).toMatchObject({
    code: 'daily_cap_reached',
  })
  // The request is refused as a whole: the e-mail is not counted either.
  expect(await api.refused(invite('BOTH').route, invite('BOTH').input)).toMatchObject({
    code: 'daily_cap_reached',
  })
  await api.ok(invite('EMAIL').route, invite('EMAIL').input)
  await api.ok(broadcast('email').route, broadcast('email').input)
  const other = await buildAdministrator(api)
  const there = await buildPerson(api.deps, { organization_id: other.organization_id, phone: '+46701234567' })
  await api.ok(messages.sendSms, {
    headers: other.headers,
    params: { id: there.id },
    body: { message: 'Hej' },
  })
})

describe('an account with three organisations', () => {
  test('sends no more than with one', async () => {
    const statuses = await sendTwoFromEach(await buildThreeOrganizations(api))
    expect(statuses.toSorted((a, b) => a - b)).toEqual([201, 201, 429, 429, 429, 429])
  })

  test('the refusal names what is counted', async () => {
    const headers = await buildThreeOrganizations(api)
    const [refused] = (await sendAll(headers)).filter(({ statusCode }) => statusCode === 429)
    expect(refused?.json()).toEqual({
      error:
        'That would be more messages than the organizations of one account may send together in a day. Nothing was sent.',
      code: 'daily_cap_reached',
      retry_after: 5 * 60,
    })
  })

  test('negative control: without a creator, six go out', async () => {
    const headers = await buildThreeOrganizations(api)
    await api.deps.db.system((tx) => tx.update(schema.organization).set({ created_by: null }))
    expect(await sendTwoFromEach(headers)).toEqual(Array(6).fill(201))
  })

  test('sees the count of its own account and of the installation, and no other', async () => {
    const { organization_id, user_id, headers } = admin
    await send(headers)
    await send((await buildAdministrator(api)).headers)
    const scopes = await api.deps.db.transaction(mint(organization_id), (tx) =>
      tx.selectDistinct({ scope: schema.sendingTotal.scope }).from(schema.sendingTotal),
    )
    expect(scopes).toEqual([{ scope: user_id }])
  })
})

test('counts of a day that nothing reads any more are deleted', async () => {
  const { organization_id } = admin
  const days = ['2026-06-17', '2026-06-18', '2026-06-19']
  const counts = days.map((day) => ({ channel: 'TEST', day }))
  await api.deps.db.system(async (tx) => {
    await tx.insert(schema.dailyCap).values(counts.map((count) => ({ ...count, organization_id })))
    await tx.insert(schema.sendingTotal).values(counts.map((count) => ({ ...count, scope: 'test' })))
    await deleteOldCounts(tx, NOW)
  })
  for (const table of [schema.dailyCap, schema.sendingTotal]) {
    const left = await api.deps.db.system((tx) =>
      tx.select({ day: table.day }).from(table).where(eq(table.channel, 'TEST')).orderBy(table.day),
    )
    expect(left.map(({ day }) => day)).toEqual(['2026-06-18', '2026-06-19'])
  }
})

describe('the installation', () => {
  let capped: TestApp
  beforeAll(async () => {
    capped = await buildTestApp({ limits: { messages_per_day_in_total: { EMAIL: undefined, SMS: 3 } } })
    capped.setNow(NOW)
    return () => capped.close()
  })

  test('sends no more than its cap, even with several creators', async () => {
    const administrators = await Promise.all(Array.from({ length: 3 }, () => buildAdministrator(capped)))
    const answers = await sendAll(
      [...administrators, ...administrators].map(({ headers }) => headers),
      capped,
    )
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      201, 201, 201, 429, 429, 429,
    ])
    expect(answers.find(({ statusCode }) => statusCode === 429)?.json()).toMatchObject({
      error:
        'That would be more messages than all organizations may send together in a day. Nothing was sent.',
    })
  })
})

type Headers = Administrator['headers']

/** Creates the second and third with the call that the pages use. */
async function buildThreeOrganizations(of: TestApp): Promise<Headers[]> {
  const { headers } = await buildAdministrator(of)
  const more = await Promise.all(
    ['Second', 'Third'].map((name) => of.ok(organizations.createOrganization, { headers, body: { name } })),
  )
  return [headers, ...more.map(({ organization: { id } }) => ({ ...headers, 'x-organization-id': id }))]
}

/** Sends six SMS at once, two from each organisation. */
async function sendTwoFromEach(headers: readonly Headers[]) {
  return (await sendAll([...headers, ...headers])).map(({ statusCode }) => statusCode)
}

function sendAll(headers: readonly Headers[], of = api) {
  return Promise.all(headers.map((each) => send(each, of)))
}

async function send(headers: Headers, of = api) {
  const organization_id = headers['x-organization-id']
  const { id } = await buildPerson(of.deps, { organization_id, phone: '+46701234567' })
  const url = messages.sendSms.path.replace(':id', id)
  return of.inject({ method: 'POST', url, headers, payload: { message: 'Hej' } })
}
