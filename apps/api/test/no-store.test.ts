import { personalPage } from '@muster/contract/personal-page'
import { session } from '@muster/contract/session'
import { signup } from '@muster/contract/signup'
import type { AppRoute } from '@ts-rest/core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signId } from '../src/signing/signed-id.ts'
import { buildTestApp, type TestApp } from './app.ts'
import { administration, type Call, callOf, nameOf, requestOf } from './calls.ts'
import { fillOrganization } from './fill-organization.ts'
import { buildAdministrator } from './organizations.ts'
import { buildAssignment, buildEvent } from './planning.ts'

/* Browsers and proxies must not store answers with personal data. */

let api: TestApp
/** World for calls that only read. */
let shared: Awaited<ReturnType<typeof buildWorld>>
beforeAll(async () => {
  api = await buildTestApp()
  shared = await buildWorld()
})
afterAll(() => api.close())

async function buildWorld() {
  const admin = await buildAdministrator(api)
  return { admin, filled: await fillOrganization(api.deps, admin.organization_id) }
}

async function storing(route: AppRoute, call: Partial<Call>, headers = {}) {
  const answer = await api.inject({ ...requestOf(route, call), headers })
  return { status: answer.statusCode, stored: answer.headers['cache-control'] }
}

/** Calls that succeeded. Others are refused, because a thread needs a provider that has threads. */
const succeeded: string[] = []

test.each(administration.map((route): [string, AppRoute] => [nameOf(route), route]))(
  '%s',
  async (name, route) => {
    const { admin, filled } = route.method === 'GET' ? shared : await buildWorld()
    const { status, stored } = await storing(route, callOf(route, filled), admin.headers)
    expect(stored).toBe('no-store')
    if (status < 300) succeeded.push(name)
  },
)

test('most of them succeeded', () => {
  expect(succeeded.length).toBeGreaterThan(administration.length * 0.9)
})

test('what a volunteer is told about themselves', async () => {
  const { id, round, shift_id } = await buildAssignment(api.deps)
  const params = { token: signId(api.deps.keys, { purpose: 'personal_link', id, round }) }
  for (const route of [
    personalPage.getAssignment,
    personalPage.getOrganizer,
    personalPage.getAssignmentCalendar,
  ]) {
    expect(await storing(route, { params })).toEqual({ status: 200, stored: 'no-store' })
  }
  const body = {
    first_name: 'Ida',
    last_name: 'Lind',
    email: 'ida@volunteer.example',
    phone: '+46701234567',
  }
  const signedUp = await storing(signup.signUp, { params: { shiftId: shift_id }, body })
  expect(signedUp).toEqual({ status: 201, stored: 'no-store' })
  expect(await storing(session.refresh, {})).toEqual({ status: 204, stored: 'no-store' })
})

test('negative control: the public event, which contains none of it, may be stored', async () => {
  const { id } = await buildEvent(api.deps)
  const { headers } = await api.inject(`/events/${id}/public`)
  expect(headers['cache-control']).toContain('public')
})
