import { requests } from '@muster/contract/requests'
import type { AdministratorNotices } from '@muster/contract/rules/administrator-notices'
import { addMs } from '@muster/contract/rules/instants'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/app.ts'
import { type Administrator, buildAdministrator } from '../../../test/organizations.ts'
import { buildProviders, deliverDue } from '../../../test/outbox.ts'
import { buildRequest, buildShift, hoursAfter } from '../../../test/planning.ts'
import * as schema from '../../db/schema.ts'
import { tellRequests } from './tell-requests.ts'

/* D57 */

const NOW = '2026-06-01T08:00:00.000Z'

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

const choose = (request_notices: AdministratorNotices, { user_id } = admin) =>
  api.deps.db.system((tx) =>
    tx
      .update(schema.membership)
      .set({ request_notices, created_at: hoursAfter(NOW, -1) })
      .where(eq(schema.membership.user_id, user_id)),
  )

const buildOwnShift = (hours = 72) =>
  buildShift(api.deps, {
    organization_id: admin.organization_id,
    start_dt: hoursAfter(NOW, hours),
    required_qty: 3,
  })

const ask = (shift: Awaited<ReturnType<typeof buildOwnShift>>, first_name: string) =>
  buildRequest(api.deps, {
    shift,
    first_name,
    last_name: 'Ek',
    email: 'canary@volunteer.example',
    note: 'canary',
  })

async function receive() {
  const { providers, mails } = buildProviders()
  await deliverDue(api.deps, providers)
  return mails.filter(({ to }) => to === admin.email)
}

const later = (hours: number) => api.setNow(hoursAfter(NOW, hours))

test('an administrator is told once of all who ask, by shift, with what is missing', async () => {
  await choose('each')
  const shift = await buildOwnShift()
  await ask(shift, 'Olle')
  api.setNow(addMs(NOW, 59_000))
  expect(await tellRequests(api.deps, 'each')).toBe(0)
  api.setNow(addMs(NOW, 60_000))
  await Promise.all(Array.from({ length: 4 }, () => tellRequests(api.deps, 'each')))
  const [mail, ...more] = await receive()
  expect(more).toEqual([])
  expect(mail?.subject).toMatch(/^Olle Ek asks for a place: Kafé, Thu 4 Jun /)
  expect(mail?.text).toContain('The shift is missing 3 people.')
  expect(`${mail?.text}${mail?.html}`).not.toMatch(/canary|701234569/)

  await ask(shift, 'Bo')
  await ask(shift, 'Cia')
  later(1)
  expect(await tellRequests(api.deps, 'each')).toBe(1)
  const [second] = await receive()
  expect(second?.subject).toMatch(/^2 new requests: /)
  expect(second?.text).toContain('Bo Ek and Cia Ek ask for a place and wait for your answer.')
  expect(second?.text).not.toContain('Olle')
})

test('by default they are told once a day', async () => {
  await choose('daily')
  await ask(await buildOwnShift(), 'Olle')
  later(1)
  expect(await tellRequests(api.deps, 'each')).toBe(0)
  expect(await tellRequests(api.deps, 'daily')).toBe(1)
  expect((await receive()).map(({ subject }) => subject.split(' ')[0])).toEqual(['Olle'])
})

describe('nobody is told', () => {
  test('who wants no e-mail', async () => {
    await choose('none')
    await ask(await buildOwnShift(), 'Olle')
    later(1)
    for (const turn of ['each', 'daily'] as const) await tellRequests(api.deps, turn)
    expect(await receive()).toEqual([])
  })

  test('of a request that was answered meanwhile', async () => {
    await choose('each')
    const { id } = await ask(await buildOwnShift(), 'Olle')
    await api.ok(requests.denyRequests, { headers: admin.headers, body: { request_ids: [id] } })
    later(1)
    expect(await tellRequests(api.deps, 'each')).toBe(0)
  })

  test('of one whose shift has begun', async () => {
    await choose('each')
    await ask(await buildOwnShift(1), 'Olle')
    later(2)
    expect(await tellRequests(api.deps, 'each')).toBe(0)
  })

  test('of requests to another organisation', async () => {
    await choose('each')
    const own = admin
    admin = await buildAdministrator(api)
    await choose('none')
    await ask(await buildOwnShift(), 'Olle')
    admin = own
    later(1)
    expect(await tellRequests(api.deps, 'each')).toBe(0)
  })
})
