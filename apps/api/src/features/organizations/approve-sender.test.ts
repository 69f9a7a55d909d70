import { messages } from '@muster/contract/messages'
import { organizations } from '@muster/contract/organizations'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/app.ts'
import { type Administrator, buildAdministrator } from '../../../test/organizations.ts'
import { buildProviders, deliverDue } from '../../../test/outbox.ts'
import { buildPerson } from '../../../test/planning.ts'
import { approveSender, listWaitingSenders } from './approve-sender.ts'

/* D30: a chosen sender needs approval, so that an organisation cannot pose as a bank. */

let api: TestApp
let admin: Administrator
beforeAll(async () => {
  api = await buildTestApp({ sms_sender_approval: 'manual' })
})
beforeEach(async () => {
  admin = await buildAdministrator(api, { name: 'IK Öst' })
})
afterAll(() => api.close())

describe('a sender that is not made from the name', () => {
  test('waits, and SMS come from the name meanwhile', async () => {
    expect(await change({ sms_sender: 'Swedbank' })).toMatchObject({
      sms_sender: 'Swedbank',
      approved_sms_sender: null,
    })
    expect(await senderOf(api, admin)).toBe('IK Ost')
    expect(await listWaitingSenders(api.deps)).toContainEqual({
      id: admin.organization_id,
      name: 'IK Öst',
      sms_sender: 'Swedbank',
      approved_sms_sender: null,
    })
  })

  test('negative control: with automatic approval it is used at once', async () => {
    const own = await buildTestApp({ sms_sender_approval: 'auto' })
    const { headers, ...other } = await buildAdministrator(own, { name: 'IK Öst' })
    await own.ok(organizations.updateOrganization, { headers, body: { sms_sender: 'Swedbank' } })
    expect(await senderOf(own, { headers, ...other })).toBe('Swedbank')
    await own.close()
  })

  test('is used once it is approved', async () => {
    await change({ sms_sender: 'Osterns' })
    expect(await approve('Osterns')).toBe(true)
    expect(await senderOf(api, admin)).toBe('Osterns')
    expect((await listWaitingSenders(api.deps)).map(({ id }) => id)).not.toContain(admin.organization_id)
  })

  test('is not approved when another was chosen in the meantime', async () => {
    await change({ sms_sender: 'Osterns' })
    await change({ sms_sender: 'Swedbank' })
    expect(await approve('Osterns')).toBe(false)
    expect(await senderOf(api, admin)).toBe('IK Ost')
  })

  test('leaves the approved one in use while it waits', async () => {
    await change({ sms_sender: 'Osterns' })
    await approve('Osterns')
    await change({ sms_sender: 'Osterns 27' })
    expect(await senderOf(api, admin)).toBe('Osterns')
    // A sender that was approved needs no second approval.
    await change({ sms_sender: 'Osterns' })
    expect((await listWaitingSenders(api.deps)).map(({ id }) => id)).not.toContain(admin.organization_id)
  })
})

test('one made from the name needs no approval, and is not kept when the name changes', async () => {
  await change({ name: 'Swedbank', sms_sender: 'Swedbank' })
  expect(await senderOf(api, admin)).toBe('Swedbank')
  await change({ name: 'IK Öst' })
  expect(await senderOf(api, admin)).toBe('IK Ost')
  expect((await listWaitingSenders(api.deps)).map(({ id }) => id)).toContain(admin.organization_id)
})

test('an approval cannot be sent along', async () => {
  const body = { sms_sender: 'Swedbank', approved_sms_sender: 'Swedbank' }
  expect(await api.refused(organizations.updateOrganization, { headers: admin.headers, body })).toMatchObject(
    {
      issues: [{ path: 'approved_sms_sender' }],
    },
  )
  expect(await senderOf(api, admin)).toBe('IK Ost')
})

function change(body: object) {
  return api.ok(organizations.updateOrganization, { headers: admin.headers, body })
}

function approve(sms_sender: string) {
  return approveSender(api.deps, { organization_id: admin.organization_id, sms_sender })
}

/** Sends an SMS of the organisation and returns the sender that the provider is given. */
async function senderOf(of: TestApp, { organization_id, headers }: Administrator) {
  const { id } = await buildPerson(of.deps, { organization_id, phone: '+46701234567' })
  await of.ok(messages.sendSms, { headers, params: { id }, body: { message: 'Hej' } })
  const { providers, texts } = buildProviders()
  await deliverDue(of.deps, providers)
  return texts.at(-1)?.from
}
