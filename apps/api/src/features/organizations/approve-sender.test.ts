import { messages } from '@muster/contract/messages'
import { organizations } from '@muster/contract/organizations'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/app.ts'
import { type Administrator, buildAdministrator } from '../../../test/organizations.ts'
import { buildProviders, deliverDue } from '../../../test/outbox.ts'
import { buildPerson } from '../../../test/planning.ts'
import { approveSender, listWaitingSenders } from './approve-sender.ts'

/* D65: without approval an organisation could write in the name of a bank. */

let api: TestApp
let admin: Administrator
beforeAll(async () => {
  api = await buildTestApp({ sms_sender_approval: 'manual' })
})
beforeEach(async () => {
  admin = await buildAdministrator(api, { name: 'IK Öst' })
})
afterAll(() => api.close())

const listWaiting = async () => (await listWaitingSenders(api.deps)).map(({ id, sender }) => [id, sender])

describe.each(['manual', 'auto'] as const)('with %s approval', (sms_sender_approval) => {
  let own: TestApp
  beforeAll(async () => {
    own = await buildTestApp({ sms_sender_approval })
  })
  afterAll(() => own.close())

  test.each(['BankID', 'Bank ID', 'Polisen', 'Försäkringskassan'])(
    'an organisation that is renamed %s does not send under that name',
    async (name) => {
      const member = await buildAdministrator(own, { name: 'IK Öst' })
      expect(await senderOf(own, member)).toBe('IK Ost')
      await own.ok(organizations.updateOrganization, { headers: member.headers, body: { name } })
      expect(await senderOf(own, member)).toBe('Muster')
    },
  )

  test('nor one that is made with it', async () => {
    const { headers } = await buildAdministrator(own)
    const body = { name: 'Swedbank', contact_email: 'a@muster.example' }
    const { organization } = await own.ok(organizations.createOrganization, { headers, body })
    const of_made = { ...headers, 'x-organization-id': organization.id }
    const sender = await senderOf(own, { organization_id: organization.id, headers: of_made })
    expect(sender).toBe('Muster')
  })

  test('a sender of the list cannot be chosen', async () => {
    const { headers } = await buildAdministrator(own)
    const refused = await own.refused(organizations.updateOrganization, {
      headers,
      body: { sms_sender: 'BankID' },
    })
    expect(refused).toMatchObject({ status: 400, code: 'validation', issues: [{ path: 'sms_sender' }] })
  })
})

test('negative control: with automatic approval any other name is used at once', async () => {
  const own = await buildTestApp({ sms_sender_approval: 'auto' })
  const member = await buildAdministrator(own, { name: 'IK Öst' })
  await own.ok(organizations.updateOrganization, { headers: member.headers, body: { name: 'IK Väst' } })
  expect(await senderOf(own, member)).toBe('IK Vast')
  await own.ok(organizations.updateOrganization, {
    headers: member.headers,
    body: { sms_sender: 'Matbanken' },
  })
  expect(await senderOf(own, member)).toBe('Matbanken')
  await own.close()
})

describe('until the operator approves it', () => {
  test('SMS of a renamed organisation come from the installation', async () => {
    await change({ name: 'IK Väst' })
    expect(await senderOf(api, admin)).toBe('Muster')
    expect(await listWaiting()).toContainEqual([admin.organization_id, 'IK Vast'])
    expect(await approve('IK Vast')).toBe('approved')
    expect(await senderOf(api, admin)).toBe('IK Vast')
    expect(await listWaiting()).not.toContainEqual([admin.organization_id, 'IK Vast'])
  })

  test('so do those of one that chose a sender', async () => {
    await change({ sms_sender: 'Osterns' })
    expect(await senderOf(api, admin)).toBe('Muster')
    expect(await approve('Osterns')).toBe('approved')
    expect(await senderOf(api, admin)).toBe('Osterns')
  })

  test('what was approved before needs no second approval', async () => {
    await change({ name: 'IK Väst' })
    await change({ name: 'IK Öst' })
    expect(await senderOf(api, admin)).toBe('IK Ost')
  })
})

test('another sender than the one wanted by now is not approved', async () => {
  await change({ sms_sender: 'Osterns' })
  await change({ sms_sender: 'Vasterns' })
  expect(await approve('Osterns')).toBe('other')
  expect(await senderOf(api, admin)).toBe('Muster')
})

test('nor is one of the list', async () => {
  await change({ name: 'BankID' })
  expect(await listWaiting()).not.toContainEqual([admin.organization_id, 'BankID'])
  expect(await approve('BankID')).toBe('denied')
})

test('an approval cannot be sent along', async () => {
  for (const field of ['approved_sms_sender', 'sender_approved_for']) {
    const body = { name: 'IK Väst', [field]: 'IK Väst' }
    const { headers } = admin
    expect(await api.refused(organizations.updateOrganization, { headers, body })).toMatchObject({
      issues: [{ path: field }],
    })
  }
})

function change(body: object) {
  return api.ok(organizations.updateOrganization, { headers: admin.headers, body })
}

function approve(sender: string) {
  return approveSender(api.deps, { organization_id: admin.organization_id, sender })
}

/** Sends an SMS of the organisation and returns the sender that the provider is given. */
async function senderOf(
  of: TestApp,
  { organization_id, headers }: Pick<Administrator, 'organization_id' | 'headers'>,
) {
  const { id } = await buildPerson(of.deps, { organization_id, phone: '+46701234567' })
  await of.ok(messages.sendSms, { headers, params: { id }, body: { message: 'Hej' } })
  const { providers, texts } = buildProviders()
  await deliverDue(of.deps, providers)
  return texts.at(-1)?.from
}
