import { personalPage } from '@muster/contract/personal-page'
import type { AdministratorNotices } from '@muster/contract/rules/administrator-notices'
import { addMs } from '@muster/contract/rules/instants'
import { signup } from '@muster/contract/signup'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/app.ts'
import { type Administrator, buildAdministrator } from '../../../test/organizations.ts'
import { buildProviders, deliverDue } from '../../../test/outbox.ts'
import { buildAssignment, buildShift, hoursAfter } from '../../../test/planning.ts'
import * as schema from '../../db/schema.ts'
import { signId } from '../../signing/signed-id.ts'
import { tellSignUps } from './tell-sign-ups.ts'

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

async function choose(notices: AdministratorNotices, of = admin) {
  await api.deps.db.system((tx) =>
    tx
      .update(schema.membership)
      .set({ sign_up_notices: notices, created_at: hoursAfter(NOW, -1) })
      .where(
        and(
          eq(schema.membership.organization_id, of.organization_id),
          eq(schema.membership.user_id, of.user_id),
        ),
      ),
  )
}

const buildOwnShift = (required_qty = 3) =>
  buildShift(api.deps, {
    organization_id: admin.organization_id,
    start_dt: hoursAfter(NOW, 72),
    required_qty,
  })

let serial = 0
const signUp = (shift: { id: string }, first_name: string) =>
  api.ok(signup.signUp, {
    params: { shiftId: shift.id },
    body: {
      first_name,
      last_name: 'Öberg',
      email: `canary${serial++}@volunteer.example`,
      phone: '+46701234567',
      note: 'canary',
    },
  })

async function receive() {
  const { providers, mails } = buildProviders()
  await deliverDue(api.deps, providers)
  return mails
    .filter(({ to }) => to === admin.email)
    .map(({ subject, text, html }) => ({ subject, text, html }))
}

const later = (hours: number) => api.setNow(hoursAfter(NOW, hours))

test('an administrator is told once of all who signed up, by shift, with what is missing', async () => {
  await choose('each')
  const shift = await buildOwnShift()
  await signUp(shift, 'Åsa')
  api.setNow(addMs(NOW, 59_000))
  expect(await tellSignUps(api.deps, 'each')).toBe(0)
  api.setNow(addMs(NOW, 60_000))
  await Promise.all(Array.from({ length: 4 }, () => tellSignUps(api.deps, 'each')))
  const [mail, ...more] = await receive()
  expect(more).toEqual([])
  expect(mail?.subject).toMatch(/^Åsa Öberg has signed up: Kafé, Thu 4 Jun /)
  expect(mail?.text).toContain('The shift is still missing 2 people.')
  expect(`${mail?.text}${mail?.html}`).not.toMatch(/canary|701234567/)

  await signUp(shift, 'Bo')
  await signUp(shift, 'Cia')
  later(1)
  expect(await tellSignUps(api.deps, 'each')).toBe(1)
  const [second] = await receive()
  expect(second?.subject).toMatch(/^2 new sign-ups: /)
  expect(second?.text).toContain('Bo Öberg and Cia Öberg have signed up.')
  expect(second?.text).toContain('Nobody is missing on the shift now.')
  expect(second?.text).not.toContain('Åsa')
})

test('by default they are told once a day', async () => {
  const shift = await buildOwnShift()
  await api.deps.db.system((tx) =>
    tx
      .update(schema.membership)
      .set({ created_at: hoursAfter(NOW, -1) })
      .where(eq(schema.membership.user_id, admin.user_id)),
  )
  await signUp(shift, 'Åsa')
  later(1)
  expect(await tellSignUps(api.deps, 'each')).toBe(0)
  expect(await tellSignUps(api.deps, 'daily')).toBe(1)
  await signUp(shift, 'Bo')
  later(2)
  expect(await tellSignUps(api.deps, 'daily')).toBe(0)
  later(23)
  expect(await tellSignUps(api.deps, 'daily')).toBe(1)
  expect((await receive()).map(({ subject }) => subject.split(' ')[0])).toEqual(['Åsa', 'Bo'])
})

describe('nobody is told', () => {
  test('who wants no e-mail', async () => {
    await choose('none')
    await signUp(await buildOwnShift(), 'Åsa')
    later(1)
    for (const turn of ['each', 'daily'] as const) await tellSignUps(api.deps, turn)
    expect(await receive()).toEqual([])
  })

  test('of somebody who has given the place up since', async () => {
    await choose('each')
    const { assignment_id } = await signUp(await buildOwnShift(), 'Åsa')
    const token = signId(api.deps.keys, { purpose: 'personal_link', id: assignment_id, round: 1 })
    await api.ok(personalPage.changeAnswer, { params: { token }, body: { status: 'DECLINED' } })
    later(1)
    expect(await tellSignUps(api.deps, 'each')).toBe(0)
  })

  test('of people whom an administrator has put on a shift', async () => {
    await choose('each')
    await buildAssignment(api.deps, { shift: await buildOwnShift(), status: 'CONFIRMED' })
    later(1)
    expect(await tellSignUps(api.deps, 'each')).toBe(0)
  })

  test('of sign-ups to another organisation', async () => {
    await choose('each')
    const own = admin
    admin = await buildAdministrator(api)
    await choose('none')
    await signUp(await buildOwnShift(), 'Åsa')
    admin = own
    later(1)
    expect(await tellSignUps(api.deps, 'each')).toBe(0)
  })

  test('who has become a viewer before the e-mail leaves', async () => {
    await choose('each')
    await signUp(await buildOwnShift(), 'Åsa')
    later(1)
    expect(await tellSignUps(api.deps, 'each')).toBe(1)
    await api.deps.db.system((tx) =>
      tx
        .update(schema.membership)
        .set({ role: 'viewer' })
        .where(eq(schema.membership.user_id, admin.user_id)),
    )
    expect(await receive()).toEqual([])
  })
})

test('one e-mail names a hundred people, of every shift at least one', async () => {
  await choose('each')
  const [large, small] = [await buildOwnShift(200), await buildOwnShift(1)]
  for (let nth = 0; nth < 105; nth++) {
    const { id } = await buildAssignment(api.deps, { shift: large, status: 'CONFIRMED' })
    await api.deps.db.system((tx) =>
      tx
        .update(schema.assignment)
        .set({ terms_accepted_at: NOW, source: 'signup' })
        .where(eq(schema.assignment.id, id)),
    )
  }
  await signUp(small, 'Zara')
  later(1)
  expect(await tellSignUps(api.deps, 'each')).toBe(1)
  const [mail] = await receive()
  expect(mail?.subject).toMatch(/^106 new sign-ups: /)
  expect(mail?.text).toContain('6 more are not named here.')
  expect(mail?.text).toContain('Zara Öberg')
})
