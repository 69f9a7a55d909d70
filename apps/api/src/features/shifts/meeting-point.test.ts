import { contract } from '@muster/contract/contract'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/app.ts'
import { type Administrator, buildAdministrator } from '../../../test/organizations.ts'
import { buildProviders, deliverDue } from '../../../test/outbox.ts'
import {
  buildAssignment,
  buildEvent,
  buildPerson,
  buildRole,
  buildShift,
  buildWaiting,
  hoursAfter,
  type ShiftRow,
} from '../../../test/planning.ts'
import * as schema from '../../db/schema.ts'
import { signId } from '../../signing/signed-id.ts'

const NOW = '2026-06-19T10:00:00.000Z'
const SECRETS = { meeting_point: 'Blå containern', note: 'Koden är 4711.' }

let api: TestApp
let admin: Administrator
let shift: ShiftRow
beforeAll(async () => {
  api = await buildTestApp()
  api.setNow(NOW)
  admin = await buildAdministrator(api)
})
afterAll(() => api.close())
beforeEach(async () => {
  await api.deps.db.system((tx) => tx.delete(schema.message))
  const event = await buildEvent(api.deps, { organization_id: admin.organization_id, location: 'Parken' })
  const role = await buildRole(api.deps, { event, name: 'Entré' })
  shift = await buildShift(api.deps, { role, start_dt: hoursAfter(NOW, 50), required_qty: 3 })
})

const update = (body: object, notify?: 'false') =>
  api.ok(contract.shifts.updateShift, {
    headers: admin.headers,
    params: { id: shift.id },
    query: notify ? { notify } : {},
    body,
  })
const confirm = async (language: 'en' | 'sv' = 'en') =>
  buildAssignment(api.deps, {
    shift,
    person: await buildPerson(api.deps, { organization_id: admin.organization_id, language }),
    status: 'CONFIRMED',
  })
async function sentNow() {
  const { providers, mails } = buildProviders()
  await deliverDue(api.deps, providers)
  return mails
}
const sequenceOf = async (id: string) =>
  (
    await api.deps.db.system((tx) => tx.select().from(schema.assignment).where(eq(schema.assignment.id, id)))
  )[0]?.calendar_sequence

test('are saved with a shift, kept by a change that does not name them, and cleared', async () => {
  const { id, event_id, role_id } = shift
  const body = {
    event_id,
    role_id,
    start_dt: shift.start_dt,
    end_dt: shift.end_dt,
    required_qty: 2,
    ...SECRETS,
  }
  const created = await api.ok(contract.shifts.createShift, { headers: admin.headers, body })
  expect(created).toMatchObject(SECRETS)
  expect(await update(SECRETS)).toMatchObject({ id, ...SECRETS })
  expect(await update({ required_qty: 4 })).toMatchObject(SECRETS)
  expect(await update({ meeting_point: '', note: null })).toMatchObject({ meeting_point: null, note: null })
})

test('D21: a new meeting point is told to those on the shift, with the old one, not to those in line', async () => {
  const { id } = await confirm()
  const waiting_person = await buildPerson(api.deps, { organization_id: admin.organization_id })
  await buildWaiting(api.deps, { shift, person: waiting_person, status: 'WAITING' })
  await update({ meeting_point: 'Kiosken' })
  const [first, ...others] = await sentNow()
  expect(others).toEqual([])
  expect(first?.text).toContain('Meeting point: Kiosken')
  expect(first?.text).toContain('Before: no meeting point')
  const sequence = await sequenceOf(id)
  await update({ meeting_point: 'Scenen' })
  const [second] = await sentNow()
  expect(second?.text).toContain('Before: Meeting point: Kiosken')
  expect(await sequenceOf(id)).toBe((sequence ?? 0) + 1)

  await update({ meeting_point: 'Bron' }, 'false')
  expect(await sentNow()).toEqual([])
})

test('a new note is told to nobody, but updates calendar entries (D26)', async () => {
  const { id } = await confirm()
  const before = await sequenceOf(id)
  await update({ note: SECRETS.note })
  expect(await sentNow()).toEqual([])
  expect(await sequenceOf(id)).toBe((before ?? 0) + 1)
})

test('are on the personal page and in its calendar file', async () => {
  await update(SECRETS)
  const { id } = await confirm()
  const token = signId(api.deps.keys, { purpose: 'personal_link', id, round: 1 })
  const page = await api.ok(contract.invitations.getAssignment, { params: { token } })
  expect(page.shift).toMatchObject(SECRETS)
  const file = await api.inject({ url: `/assignment/${token}/calendar.ics` })
  const lines = file.body.replaceAll('\r\n ', '')
  expect(lines).toContain('LOCATION:Blå containern\\, Parken')
  expect(lines).toContain('DESCRIPTION:Koden är 4711.')
})

test('are never public: the event page and the file of a sign-up', async () => {
  await update(SECRETS)
  const { event_id } = shift
  const sign_up = await api.inject({
    method: 'POST',
    url: `/shifts/${shift.id}/signup`,
    payload: {
      first_name: 'Åsa',
      last_name: 'Öberg',
      email: 'asa@volunteer.example',
      phone: '+46701234567',
    },
  })
  expect(sign_up.statusCode).toBe(201)
  const { calendar_url } = sign_up.json<{ calendar_url: string }>()
  const seen = await Promise.all([
    api.inject({ url: `/events/${event_id}/public` }),
    api.inject({ url: new URL(calendar_url, 'http://localhost').pathname }),
  ])
  for (const { statusCode, body } of [sign_up, ...seen]) {
    expect(statusCode).toBeLessThan(300)
    expect(body).not.toMatch(/Blå containern|4711/)
  }
  // The confirmation goes to the mailbox of the person.
  const [mail] = await sentNow()
  expect(mail?.text).toContain('Blå containern')
})
