import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { assignments } from '@muster/contract/assignments'
import { messages } from '@muster/contract/messages'
import { organizations } from '@muster/contract/organizations'
import { countSms } from '@muster/contract/rules/segments'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/app.ts'
import { awaitLocks } from '../../../test/await-locks.ts'
import { type Administrator, buildAdministrator } from '../../../test/organizations.ts'
import { deliverDue } from '../../../test/outbox.ts'
import { buildAssignment, buildEvent, buildPerson, buildRole, buildShift } from '../../../test/planning.ts'
import { newId } from '../../db/ids.ts'
import * as schema from '../../db/schema.ts'
import { createCapture, listCaptured } from '../../providers/capture.ts'
import { signId } from '../../signing/signed-id.ts'

let api: TestApp
let admin: Administrator
let data_dir: string
beforeAll(async () => {
  data_dir = await mkdtemp(path.join(tmpdir(), 'muster-sms-'))
  api = await buildTestApp({ data_dir })
  admin = await buildAdministrator(api, { name: 'Brunnby IF' })
})
afterAll(async () => {
  await api.close()
  await rm(data_dir, { recursive: true })
})

const somebody = (changes = {}) =>
  buildPerson(api.deps, { organization_id: admin.organization_id, phone: '+46701234567', ...changes })
const call = (id: string, body?: unknown) => ({ headers: admin.headers, params: { id }, body })
const send = (id: string, message: string) => api.ok(messages.sendSms, call(id, { message }))
const refused = (id: string, message: unknown) => api.refused(messages.sendSms, call(id, { message }))
const deliver = () => deliverDue(api.deps, createCapture({ data_dir, now: api.deps.now }))
const lastTo = async (address: string) => (await listCaptured(data_dir)).find(({ to }) => to === address)

test('is sent as typed, and is in the history', async () => {
  const { id } = await somebody({ phone: '+46700000001' })
  const queued = await send(id, '  Kom tio minuter tidigare!\r\nTack  ')
  expect(queued).toMatchObject({
    direction: 'OUTBOUND',
    channel: 'SMS',
    subject: null,
    body_text: 'Kom tio minuter tidigare!\nTack',
    status: 'QUEUED',
  })
  await deliver()
  expect(await lastTo('+46700000001')).toMatchObject({
    id: queued.id,
    channel: 'SMS',
    from: 'Brunnby IF',
    text: 'Kom tio minuter tidigare!\nTack',
  })
  const [listed] = await api.ok(messages.listMessages, call(id))
  expect(listed).toEqual({ ...queued, status: 'SENT', sent_at: expect.any(String) })
})

test('from the sender that the organisation chose', async () => {
  const { headers, organization_id } = await buildAdministrator(api)
  const person = await buildPerson(api.deps, { organization_id, phone: '+46700000002' })
  await api.ok(organizations.updateOrganization, { headers, body: { sms_sender: 'Ahus 2026' } })
  await api.ok(messages.sendSms, { headers, params: { id: person.id }, body: { message: 'Hej' } })
  await deliver()
  expect(await lastTo('+46700000002')).toMatchObject({ from: 'Ahus 2026' })
})

test('the history is newest first, and of one person', async () => {
  const [one, other] = [await somebody(), await somebody()]
  for (const text of ['Ett', 'Två', 'Tre']) await send(one.id, text)
  await send(other.id, 'Annan')
  const history = await api.ok(messages.listMessages, call(one.id))
  expect(history.map(({ body_text }) => body_text)).toEqual(['Tre', 'Två', 'Ett'])
})

const sendWith = (id: string, key: string, message = 'Hej') => ({
  headers: { ...admin.headers, 'idempotency-key': key },
  params: { id },
  body: { message },
})

describe('a repeated call (D16)', () => {
  test('twenty at once with one key are one SMS', async () => {
    const { id } = await somebody()
    const key = newId()
    const sent = await Promise.all(
      Array.from({ length: 20 }, () => api.ok(messages.sendSms, sendWith(id, key))),
    )
    expect(new Set(sent.map((each) => each.id)).size).toBe(1)
    expect(await api.ok(messages.listMessages, call(id))).toHaveLength(1)
  })

  test('the same text with another key, or without one, is another SMS', async () => {
    const { id } = await somebody()
    await api.ok(messages.sendSms, sendWith(id, newId()))
    await api.ok(messages.sendSms, sendWith(id, newId()))
    await send(id, 'Hej')
    expect(await api.ok(messages.listMessages, call(id))).toHaveLength(3)
  })

  test('another text with the same key is refused', async () => {
    const { id } = await somebody()
    const key = newId()
    await api.ok(messages.sendSms, sendWith(id, key))
    expect(await api.refused(messages.sendSms, sendWith(id, key, 'Hallå'))).toMatchObject({
      status: 422,
      code: 'idempotency_key_reused',
    })
  })

  test('a refused one is not stored: with a number it is sent', async () => {
    const { id } = await somebody({ phone: null })
    const key = newId()
    expect(await api.refused(messages.sendSms, sendWith(id, key))).toMatchObject({ code: 'no_contact_info' })
    await api.deps.db.system((tx) =>
      tx.update(schema.person).set({ phone: '+46700000009' }).where(eq(schema.person.id, id)),
    )
    expect(await api.ok(messages.sendSms, sendWith(id, key))).toMatchObject({ status: 'QUEUED' })
  })
})

describe('refusals', () => {
  test.each(['', ' \n ', 'a\u0000b', undefined, 'x'.repeat(5_001)])('%j is a clear 400', async (message) => {
    expect(await refused((await somebody()).id, message)).toMatchObject({ status: 400, code: 'validation' })
  })

  test.each([
    ['GSM-7', 'a', 1_530],
    ['UCS-2', 'ж', 670],
  ])('%s: eleven segments, not ten', async (_encoding, letter, room) => {
    const { id } = await somebody()
    await send(id, letter.repeat(room))
    expect(await refused(id, letter.repeat(room + 1))).toMatchObject({
      status: 400,
      code: 'message_too_long',
    })
  })

  test('a person without a number, a person who sent STOP', async () => {
    const without = await somebody({ phone: null })
    expect(await refused(without.id, 'Hej')).toMatchObject({ status: 409, code: 'no_contact_info' })
    const stopped = await somebody({ phone: '+46700000003' })
    await api.deps.db.system((tx) =>
      tx.insert(schema.suppression).values({
        organization_id: admin.organization_id,
        channel: 'SMS',
        address: '+46700000003',
        reason: 'STOP',
      }),
    )
    expect(await refused(stopped.id, 'Hej')).toMatchObject({ status: 409, code: 'opted_out' })
    expect(await api.ok(messages.listMessages, call(stopped.id))).toEqual([])
  })

  test('a person of another organisation, an unknown one, no session', async () => {
    const theirs = await buildPerson(api.deps, { phone: '+46700000004' })
    for (const id of [theirs.id, newId()]) {
      expect(await refused(id, 'Hej')).toMatchObject({ status: 404, code: 'person_not_found' })
      expect(await api.refused(messages.listMessages, call(id))).toMatchObject({ status: 404 })
    }
    for (const route of Object.values(messages)) {
      expect(await api.refused(route, { params: { id: theirs.id } })).toMatchObject({ status: 401 })
    }
  })

  test('a person deleted at the same moment', async () => {
    const { id, organization_id } = await somebody()
    let answer: ReturnType<typeof refused> | undefined
    await api.deps.db.transaction(organization_id, async (tx) => {
      await tx.delete(schema.person).where(eq(schema.person.id, id))
      answer = refused(id, 'Hej')
      await awaitLocks(api.deps, 1)
    })
    expect(await answer).toMatchObject({ status: 404, code: 'person_not_found' })
  })
})

test('an invitation by both channels carries the link, and the SMS stays short and plain', async () => {
  const { deps } = api
  const event = await buildEvent(deps, {
    organization_id: admin.organization_id,
    name: '“Sommarfest” — året 2026 med allt som hör till',
  })
  const shift = await buildShift(deps, { role: await buildRole(deps, { event, name: 'Kafé & våfflor' }) })
  const person = await somebody({ phone: '+46700000005' })
  const assignment = await buildAssignment(deps, { shift, person })
  await api.ok(assignments.sendInvite, call(assignment.id, { method: 'BOTH' }))
  await deliver()

  const token = signId(deps.keys, { purpose: 'personal_link', id: assignment.id, round: 1 })
  const link = `http://localhost:3000/c/${token}`
  const sms = await lastTo('+46700000005')
  expect(sms?.text).toMatch(/^Brunnby IF: Kan du hjälpa till\? Kafé & våfflor, "Sommarfest" - /)
  expect(sms?.text.endsWith(`Svara: ${link}`)).toBe(true)
  expect(countSms(sms?.text ?? '')).toMatchObject({ encoding: 'GSM-7', segments: 2 })
  const mail = await lastTo(person.email)
  expect(mail?.subject).toMatch(/^Kan du hjälpa till\? Kafé & våfflor, /)
  expect(mail?.text).toContain(`Svara: ${link}\n`)
  expect(mail?.html).toContain(`href="${link}"`)
  const history = await api.ok(messages.listMessages, call(person.id))
  expect(JSON.stringify(history)).not.toContain(token)

  const page = await api.inject({ url: '/dev/mailbox', headers: { host: 'localhost:3000' } })
  expect(page.body).toContain('SMS')
})
