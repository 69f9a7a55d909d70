import { assignments } from '@muster/contract/assignments'
import { messages } from '@muster/contract/messages'
import { personalPage } from '@muster/contract/personal-page'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/app.ts'
import { type Administrator, buildAdministrator } from '../../../test/organizations.ts'
import {
  type AssignmentRow,
  buildAssignment,
  buildEvent,
  buildPerson,
  buildRole,
  buildShift,
  hoursAfter,
  type PersonRow,
} from '../../../test/planning.ts'
import { newId } from '../../db/ids.ts'
import * as schema from '../../db/schema.ts'
import { signId } from '../../signing/signed-id.ts'

let api: TestApp
let admin: Administrator
let person: PersonRow
let assignment: AssignmentRow
beforeAll(async () => {
  api = await buildTestApp()
})
afterAll(() => api.close())
beforeEach(async () => {
  admin = await buildAdministrator(api)
  person = await buildPerson(api.deps, { organization_id: admin.organization_id, phone: '+46701740621' })
  const event = await buildEvent(api.deps, { organization_id: admin.organization_id })
  const shift = await buildShift(api.deps, { role: await buildRole(api.deps, { event }) })
  assignment = await buildAssignment(api.deps, { shift, person })
})

const tokenOf = ({ id, round }: AssignmentRow) =>
  signId(api.deps.keys, { purpose: 'personal_link', id, round })
const link = () => ({ params: { token: tokenOf(assignment) } })
const change = (stop: boolean) => api.ok(personalPage.stopMessages, { ...link(), body: { stop } })
const isStopped = async () => (await api.ok(personalPage.getAssignment, link())).messages_stopped
const sms = (to = person) => ({
  headers: admin.headers,
  params: { id: to.id },
  body: { message: 'Hej' },
})
const invite = () => ({ headers: admin.headers, params: { id: assignment.id }, body: { method: 'BOTH' } })

test('ends SMS and e-mails of this organisation, and can be taken back', async () => {
  expect(await isStopped()).toBe(false)
  expect(await change(true)).toEqual({ messages_stopped: true })
  expect(await isStopped()).toBe(true)
  expect(await api.refused(messages.sendSms, sms())).toMatchObject({ status: 409, code: 'opted_out' })
  expect(await api.refused(assignments.sendInvite, invite())).toMatchObject({ code: 'opted_out' })
  const rows = await api.deps.db.system((tx) =>
    tx.select().from(schema.suppression).where(eq(schema.suppression.address, '+46701740621')),
  )
  expect(rows).toEqual([
    expect.objectContaining({
      organization_id: admin.organization_id,
      channel: 'SMS',
      reason: 'unsubscribe',
    }),
  ])

  expect(await change(true)).toEqual({ messages_stopped: true })
  expect(await change(false)).toEqual({ messages_stopped: false })
  await api.ok(messages.sendSms, sms())
})

test('opening the link changes nothing, and a number that said STOP is not opened by it', async () => {
  const before = await api.deps.db.system((tx) => tx.$count(schema.suppression))
  await isStopped()
  expect(await api.deps.db.system((tx) => tx.$count(schema.suppression))).toBe(before)
  await api.deps.db.system((tx) =>
    tx.insert(schema.suppression).values({
      organization_id: admin.organization_id,
      channel: 'SMS',
      address: '+46701740621',
      reason: 'stop',
    }),
  )
  // E-mails still come.
  expect(await isStopped()).toBe(false)
  await change(true)
  expect(await change(false)).toEqual({ messages_stopped: false })
  expect(await api.refused(messages.sendSms, sms())).toMatchObject({ code: 'opted_out' })
})

test('nobody else and no other organisation is concerned', async () => {
  const neighbour = await buildPerson(api.deps, {
    organization_id: admin.organization_id,
    phone: '+46701740622',
  })
  await change(true)
  await api.ok(messages.sendSms, sms(neighbour))
  const other = await buildAdministrator(api)
  const there = await buildPerson(api.deps, { organization_id: other.organization_id, phone: '+46701740621' })
  await api.ok(messages.sendSms, { ...sms(there), headers: other.headers })
})

test('also where the time to answer is over', async () => {
  await api.deps.db.system((tx) =>
    tx
      .update(schema.assignment)
      .set({ token_expires_at: hoursAfter(api.deps.now(), -1) })
      .where(eq(schema.assignment.id, assignment.id)),
  )
  expect(await api.refused(personalPage.getAssignment, link())).toMatchObject({ code: 'link_expired' })
  expect(await change(true)).toEqual({ messages_stopped: true })
})

test('not by a link that is not theirs', async () => {
  const { id, round } = assignment
  const wrong = [
    'x',
    signId(api.deps.keys, { purpose: 'personal_link', id, round: round + 1 }),
    signId(api.deps.keys, { purpose: 'calendar', id, round }),
    signId(api.deps.keys, { purpose: 'personal_link', id: newId(), round }),
  ]
  for (const token of wrong) {
    expect(
      await api.refused(personalPage.stopMessages, { params: { token }, body: { stop: true } }),
    ).toMatchObject({ status: 404, code: 'link_invalid' })
  }
  expect(await api.refused(personalPage.stopMessages, link())).toMatchObject({ status: 400 })
})
