import { messages } from '@muster/contract/messages'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/app.ts'
import { type Administrator, buildAdministrator } from '../../../test/organizations.ts'
import { buildProviders, deliverDue } from '../../../test/outbox.ts'
import { buildPerson, buildPersonByPhone } from '../../../test/planning.ts'
import { newId } from '../../db/ids.ts'
import * as schema from '../../db/schema.ts'

let api: TestApp
let admin: Administrator
beforeAll(async () => {
  api = await buildTestApp({ limits: { messages_per_day: { EMAIL: 5, SMS: 5 } } })
  admin = await buildAdministrator(api, { name: 'Brunnby IF' })
})
afterAll(() => api.close())

const somebody = (organization_id = admin.organization_id) => buildPerson(api.deps, { organization_id })
const call = (id: string, body: object = { message: 'Hej' }) => ({
  headers: admin.headers,
  params: { id },
  body,
})
const refused = (id: string) => api.refused(messages.sendEmail, call(id))

test('is sent as typed, with the subject, the contact for replies and a way to stop, and is in the history', async () => {
  const { id, email } = await somebody()
  const body = { subject: ' Parkering ', message: 'Kom tio minuter tidigare!\r\nTack' }
  const queued = await api.ok(messages.sendEmail, call(id, body))
  expect(queued).toMatchObject({ channel: 'EMAIL', subject: 'Parkering', status: 'QUEUED' })
  const { providers, mails } = buildProviders()
  await deliverDue(api.deps, providers)
  expect(mails).toMatchObject([
    { to: email, subject: 'Parkering', reply_to: { name: 'Brunnby IF', address: admin.email } },
  ])
  expect(mails[0]?.text).toMatch(
    /^Kom tio minuter tidigare!\nTack\n\nBrunnby IF\n[^]*Sluta få de här mejlen: /,
  )
  expect(await api.ok(messages.listMessages, { headers: admin.headers, params: { id } })).toMatchObject([
    { id: queued.id, status: 'SENT' },
  ])
})

test('without a subject says from whom it is, in the language of the person', async () => {
  const { id } = await somebody()
  expect(await api.ok(messages.sendEmail, call(id))).toMatchObject({
    subject: 'Ett meddelande från Brunnby IF',
  })
})

test('one key sends it once', async () => {
  const { id } = await somebody()
  const headers = { ...admin.headers, 'idempotency-key': newId() }
  const first = await api.ok(messages.sendEmail, { ...call(id), headers })
  expect(await api.ok(messages.sendEmail, { ...call(id), headers })).toEqual(first)
})

test('nobody of another organisation, and nobody whose address came back or who has opted out', async () => {
  const other = await buildAdministrator(api)
  const stranger = await somebody(other.organization_id)
  expect(await refused(stranger.id)).toMatchObject({ status: 404, code: 'person_not_found' })
  for (const [reason, code] of [
    ['hard_bounce', 'address_bounced'],
    ['unsubscribe', 'opted_out'],
  ] as const) {
    const { id, email } = await somebody()
    await api.deps.db.system((tx) =>
      tx
        .insert(schema.suppression)
        .values({ organization_id: admin.organization_id, channel: 'EMAIL', address: email, reason }),
    )
    expect(await refused(id)).toMatchObject({ status: 409, code })
  }
})

test('nobody without an address (D59)', async () => {
  const { id } = await buildPersonByPhone(api.deps, {
    organization_id: admin.organization_id,
    phone: '+46701234567',
  })
  expect(await refused(id)).toMatchObject({ status: 409, code: 'no_contact_info' })
})

test('the limit of the day holds', async () => {
  const { id } = await somebody()
  await api.deps.db.system(async (tx) => {
    await tx.delete(schema.dailyCap)
    await tx.delete(schema.sendingTotal)
  })
  for (let sent = 0; sent < 5; sent++) await api.ok(messages.sendEmail, call((await somebody()).id))
  expect(await refused(id)).toMatchObject({ status: 429, code: 'daily_cap_reached' })
})
