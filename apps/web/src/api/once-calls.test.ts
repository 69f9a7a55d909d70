import { contract } from '@muster/contract/contract'
import { takesIdempotencyKey } from '@muster/contract/refusals'
import { routes } from '@muster/contract/routes'
import type { AppRoute } from '@ts-rest/core'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { replaceLink, saveAssignments, sendInvite } from '../features/assignments/api.ts'
import { sendBroadcast, undoBroadcast } from '../features/broadcasts/api.ts'
import { createEvent, createRole } from '../features/events/api.ts'
import { inviteMember, sendAgain } from '../features/members/api.ts'
import { sendSms } from '../features/messages/api.ts'
import { createOrganization } from '../features/organizations/api.ts'
import { createPerson } from '../features/people/api.ts'
import { createShift } from '../features/shifts/api.ts'
import { buildIssued } from '../testing/build-token.ts'
import { addRoutes } from './call.ts'
import { storeToken } from './credentials.ts'

/* Tests what an organizer creates or sends (D16). */

const id = '0197b0a0-0000-7000-8000-000000000026'
const [start, end] = ['2199-06-20T08:00:00.000Z', '2199-06-20T12:00:00.000Z']
const calls: Record<string, () => Promise<unknown>> = {
  saveAssignments: () => saveAssignments(id, { add: [], remove: [id] }),
  sendInvite: () => sendInvite(id, { method: 'BOTH', assignment_ids: [] }),
  replaceLink: () => replaceLink(id, true),
  sendBroadcast: () =>
    sendBroadcast(id, {
      messageType: 'reminder',
      communicationChannel: 'both',
      includePastShifts: false,
      includeCurrentShifts: true,
      includeUpcomingShifts: true,
      includeLink: true,
    }),
  undoBroadcast: () => undoBroadcast(id),
  createEvent: () => createEvent({ name: 'Fest', event_date_start: start, event_date_end: end }),
  createRole: () => createRole(id, { name: 'Entré' }),
  inviteMember: () => inviteMember({ email: 'bo@example.org', role: 'viewer', language: 'sv' }),
  resendMemberInvitation: () => sendAgain(id),
  sendSms: () => sendSms(id, 'Hej'),
  createOrganization: () =>
    createOrganization({ name: 'Ek', country: 'SE', contact_email: 'bo@example.org' }),
  createPerson: () => createPerson({ first_name: 'Bo', last_name: 'Ek', email: 'bo@example.org' }),
  createShift: () =>
    createShift({ event_id: id, role_id: id, start_dt: start, end_dt: end, required_qty: 1 }),
}
/** Calls of volunteers, and one that no page uses. */
const others = [
  'answerInvitation',
  'assignPeople',
  'joinWaitingList',
  'sendCalendarFeed',
  'signUp',
  'signUpForSeveral',
]

beforeAll(() => addRoutes(routes))
beforeEach(() => storeToken(buildIssued()))

it.each(Object.entries(calls))('%s is repeated with its key', async (_name, send) => {
  const asked = vi
    .spyOn(globalThis, 'fetch')
    .mockImplementation(() => Promise.resolve(new Response('{}', { status: 500 })))
  const keys = () => asked.mock.calls.map(([, given]) => new Headers(given?.headers).get('idempotency-key'))
  await send().catch(() => undefined)
  await send().catch(() => undefined)
  const [first, second] = keys()
  expect(first).toMatch(/^[0-9a-f]{32}$/)
  expect(second).toBe(first)
})

it('misses no call that takes a key', () => {
  const taking = Object.values<Record<string, AppRoute>>(contract).flatMap((feature) =>
    Object.entries(feature).flatMap(([name, route]) => (takesIdempotencyKey(route) ? name : [])),
  )
  expect(taking.toSorted()).toEqual([...Object.keys(calls), ...others].toSorted())
})
