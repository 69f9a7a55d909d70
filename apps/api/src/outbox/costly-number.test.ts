import { assignments } from '@muster/contract/assignments'
import { broadcasts } from '@muster/contract/broadcasts'
import { messages } from '@muster/contract/messages'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../test/app.ts'
import { buildAdministrator } from '../../test/organizations.ts'
import { buildProviders, deliverDue } from '../../test/outbox.ts'
import { buildAssignment, buildEvent, buildPerson, buildRole, buildShift, mint } from '../../test/planning.ts'
import { isCostlyNumber } from './costly-number.ts'
import { enqueueSms } from './enqueue.ts'

const isCostly = (phone: string, ...allowed_costly_prefixes: string[]) =>
  isCostlyNumber(phone, { allowed_costly_prefixes })

test.each([
  ['Inmarsat', '+870773111632'],
  ['Globalstar and Iridium', '+881612345678'],
  ['an international network', '+883510001234567'],
  ['international premium rate', '+979123456789'],
  ['premium rate in the US', '+19005551234'],
  ['premium rate in Sweden', '+46900123456'],
  ['premium rate in the UK', '+449012345678'],
])('%s is costly, unless its prefix is allowed', (_name, phone) => {
  expect(isCostly(phone)).toBe(true)
  expect(isCostly(phone, '+1234', phone.slice(0, 4))).toBe(false)
})

test.each([
  '+46701234567',
  '+12025550100',
  '+447400123456',
  '+8613912345678',
  '+88018123456',
  '+390612345678',
])('%s is not', (phone) => {
  expect(isCostly(phone)).toBe(false)
})

describe('a person with a premium-rate number', () => {
  const phone = '+46900123456'
  const refusal = { status: 409, code: 'number_not_allowed' }
  let api: TestApp
  let allowing: TestApp
  beforeAll(async () => {
    api = await buildTestApp()
    allowing = await buildTestApp({ allowed_costly_prefixes: ['+46900'] })
  })
  afterAll(() => Promise.all([api.close(), allowing.close()]))

  test('gets no SMS of their own', async () => {
    const { sms } = await buildPremium(api)
    expect(await api.refused(messages.sendSms, sms)).toMatchObject(refusal)
  })

  test.each(['SMS', 'BOTH'])('is not invited by %s', async (method) => {
    const { headers, assignment } = await buildPremium(api)
    const input = { headers, params: { id: assignment.id }, body: { method } }
    expect(await api.refused(assignments.sendInvite, input)).toMatchObject(refusal)
  })

  test('is named before a broadcast is sent', async () => {
    const { headers, event } = await buildPremium(api)
    const preview = await api.ok(broadcasts.previewBroadcast, {
      headers,
      params: { eventId: event.id },
      body: {
        messageType: 'reminder',
        communicationChannel: 'both',
        includePastShifts: false,
        includeCurrentShifts: true,
        includeUpcomingShifts: true,
        includeLink: false,
        language: 'sv',
      },
    })
    expect(preview.recipients).toMatchObject([{ email: 'reachable', sms: 'number_not_allowed' }])
  })

  test('gets nothing that was written before, and the history says why', async () => {
    const { headers, person } = await buildPremium(api)
    const content = { template: 'custom_text', payload: { text: 'Hej' } } as const
    await api.deps.db.transaction(mint(person.organization_id), (tx) =>
      enqueueSms(tx, { person, language: 'sv', content }),
    )
    const { providers, texts } = buildProviders()
    await deliverDue(api.deps, providers)
    expect(texts).toEqual([])
    const [failed] = await api.ok(messages.listMessages, { headers, params: { id: person.id } })
    expect(failed).toMatchObject({ status: 'FAILED', failure_reason: expect.stringMatching(/premium-rate/) })
  })

  test('negative control: where its prefix is allowed, the SMS goes out', async () => {
    const { sms } = await buildPremium(allowing)
    await allowing.ok(messages.sendSms, sms)
    const { providers, texts } = buildProviders()
    await deliverDue(allowing.deps, providers)
    expect(texts).toMatchObject([{ to: phone }])
  })

  async function buildPremium(of: TestApp) {
    const { deps } = of
    const { headers, organization_id } = await buildAdministrator(of)
    const event = await buildEvent(deps, { organization_id })
    const shift = await buildShift(deps, { role: await buildRole(deps, { event }) })
    const person = await buildPerson(deps, { organization_id, phone })
    const assignment = await buildAssignment(deps, { shift, person })
    return {
      headers,
      event,
      person,
      assignment,
      sms: { headers, params: { id: person.id }, body: { message: 'Hej' } },
    }
  }
})
