import { assignments } from '@muster/contract/assignments'
import { broadcasts } from '@muster/contract/broadcasts'
import { messages } from '@muster/contract/messages'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/app.ts'
import { type Administrator, buildAdministrator } from '../../../test/organizations.ts'
import {
  buildAssignment,
  buildEvent,
  buildPerson,
  buildRole,
  buildShift,
  hoursAfter,
} from '../../../test/planning.ts'
import * as schema from '../../db/schema.ts'

/* Two messages a day by each channel: every kind of message an administrator can cause, and nothing else. */

/** Five minutes before the next day: a session lives longer. */
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

test('kinds are counted together, channels apart, organisations each for itself', async () => {
  await api.ok(sms().route, sms().input)
  await api.ok(invite('SMS').route, invite('SMS').input)
  expect(await api.refused(broadcast('sms').route, broadcast('sms').input)).toMatchObject({
    code: 'daily_cap_reached',
  })
  // Refused as a whole: the e-mail is not counted either.
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
