import { organizations } from '@muster/contract/organizations'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/app.ts'
import { buildAdministrator } from '../../../test/organizations.ts'
import { newId } from '../../db/ids.ts'

const {
  getLastActiveOrganization,
  listMyOrganizations,
  setLastActiveOrganization,
  createOrganization,
  updateOrganization,
} = organizations

let api: TestApp
beforeAll(async () => {
  api = await buildTestApp()
})
afterAll(() => api.close())

test('whoever creates an organisation belongs to it and goes on in it', async () => {
  const { headers, email } = await buildAdministrator(api, { name: 'Zebra' })
  const body = { name: ' Ängens \u202evänner ', time_zone: 'Europe/Helsinki', country: 'FI' }
  const { organization } = await api.ok(createOrganization, {
    headers: { ...headers, 'accept-language': 'sv' },
    body,
  })
  expect(organization).toEqual({
    id: expect.any(String),
    name: 'Ängens vänner',
    time_zone: 'Europe/Helsinki',
    language: 'sv',
    country: 'FI',
    // D41: the e-mail address of the creator.
    contact_email: email,
    contact_phone: null,
    sms_sender: null,
    approved_sms_sender: null,
    sender_approved_for: 'Ängens vänner',
    color: null,
    logo_url: null,
    uses_child_team: false,
    second_factor: 'optional',
    paused_at: null,
    pause_reason: null,
    role: 'owner',
    version: 1,
  })
  const { last_active_organization } = await api.ok(getLastActiveOrganization, { headers })
  expect(last_active_organization).toEqual(organization)
})

test.each([{}, { name: '' }, { name: ' \n ' }, { name: null }])(
  'without a name (%j) nothing is created',
  async (body) => {
    const { headers } = await buildAdministrator(api)
    expect(await api.refused(createOrganization, { headers, body })).toMatchObject({
      status: 400,
      code: 'validation',
      issues: [{ path: 'name', message: 'Organization name is required' }],
    })
    expect(await api.ok(listMyOrganizations, { headers })).toHaveLength(1)
  },
)

describe('how many organisations one account may create in a day', () => {
  let limited: TestApp
  beforeAll(async () => {
    limited = await buildTestApp({ limits: { organizations_per_day: 2 } })
    return () => limited.close()
  })

  test('is limited, until the day (UTC) is over', async () => {
    limited.setNow('2026-06-01T23:50:00.000Z')
    const { create, answers } = await createThreeAtOnce(limited)
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, 201, 429])
    expect(answers.find(({ statusCode }) => statusCode === 429)?.json()).toEqual({
      error: 'You have created as many organizations as you may in a day. Try again in 24 hours.',
      code: 'daily_cap_reached',
      retry_after: 600,
    })
    limited.setNow('2026-06-02T00:00:00.000Z')
    expect(await create()).toMatchObject({ statusCode: 201 })
  })

  test('is counted for each account', async () => {
    limited.setNow('2026-06-03T12:00:00.000Z')
    await createThreeAtOnce(limited)
    const { headers } = await buildAdministrator(limited)
    await limited.ok(createOrganization, { headers, body: { name: 'Ours' } })
  })

  test('negative control: without the limit any number is created', async () => {
    const { answers } = await createThreeAtOnce(api)
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201])
  })
})

test('where only operators create organisations, an account creates none and is told so', async () => {
  const closed = await buildTestApp({ organization_creation: 'operators' })
  const { headers, organization_id } = await buildAdministrator(closed)
  expect(await closed.refused(createOrganization, { headers, body: { name: 'Ny' } })).toMatchObject({
    status: 403,
    code: 'organization_creation_closed',
  })
  expect(await closed.ok(getLastActiveOrganization, { headers })).toMatchObject({
    organizations: [{ id: organization_id }],
    may_create_organizations: false,
  })
  await closed.close()
})

test('a list is sorted as the reader sorts', async () => {
  const { headers } = await buildAdministrator(api, { name: 'Zäta' })
  for (const name of ['Öst', 'Ada']) await api.ok(createOrganization, { headers, body: { name } })
  const namesIn = async (language: string) =>
    (await api.ok(listMyOrganizations, { headers: { ...headers, 'accept-language': language } })).map(
      ({ name }) => name,
    )
  expect(await namesIn('sv')).toEqual(['Ada', 'Zäta', 'Öst'])
  expect(await namesIn('en')).toEqual(['Ada', 'Öst', 'Zäta'])
})

describe('the organisation used last', () => {
  test('D5: is remembered; cleared, there is none', async () => {
    const { headers, organization_id } = await buildAdministrator(api, { name: 'Bee' })
    const { organization } = await api.ok(createOrganization, { headers, body: { name: 'Ant' } })
    const last = async () =>
      (await api.ok(getLastActiveOrganization, { headers })).last_active_organization?.id
    await api.ok(setLastActiveOrganization, { headers, body: { organization_id } })
    expect(await last()).toBe(organization_id)
    await api.ok(setLastActiveOrganization, { headers, body: { organization_id: null } })
    expect(await last()).toBeUndefined()
    await api.ok(setLastActiveOrganization, { headers, body: { organization_id: organization.id } })
    expect(await last()).toBe(organization.id)
  })

  test('cannot be somebody else’s', async () => {
    const { headers } = await buildAdministrator(api)
    const { organization_id } = await buildAdministrator(api)
    for (const foreign of [organization_id, newId()]) {
      const refused = await api.refused(setLastActiveOrganization, {
        headers,
        body: { organization_id: foreign },
      })
      expect(refused).toMatchObject({ status: 403, code: 'organization_forbidden' })
    }
  })
})

describe('settings', () => {
  test('what is left out stays, and an empty sender is none', async () => {
    const { headers, email, organization_id } = await buildAdministrator(api)
    const body = { name: 'Öppna\u202e dagar', sms_sender: ' Oppna 24 ', version: 1 }
    expect(await api.ok(updateOrganization, { headers, body })).toEqual({
      id: organization_id,
      name: 'Öppna dagar',
      time_zone: 'Europe/Stockholm',
      language: 'sv',
      country: 'SE',
      contact_email: email,
      contact_phone: null,
      sms_sender: 'Oppna 24',
      approved_sms_sender: 'Oppna 24',
      sender_approved_for: 'Åhusfestivalen',
      color: null,
      logo_url: null,
      uses_child_team: false,
      second_factor: 'optional',
      paused_at: null,
      pause_reason: null,
      role: 'owner',
      version: 2,
    })
    const change = { sms_sender: '', language: 'en', uses_child_team: true } as const
    const changed = await api.ok(updateOrganization, { headers, body: change })
    expect(changed).toMatchObject({ ...change, name: 'Öppna dagar', sms_sender: null, version: 3 })
    expect(await api.ok(listMyOrganizations, { headers })).toEqual([changed])
  })

  test('the contact is what was given; a national number is of the organisation’s country', async () => {
    const { headers } = await buildAdministrator(api)
    const body = { name: 'Fest', contact_email: 'fest@lund.example', country: 'SE' }
    const { organization } = await api.ok(createOrganization, { headers, body })
    expect(organization.contact_email).toBe('fest@lund.example')
    const ours = { ...headers, 'x-organization-id': organization.id }
    const change = (given: object) => api.ok(updateOrganization, { headers: ours, body: given })
    expect(await change({ contact_phone: '070-123 45 67' })).toMatchObject({ contact_phone: '+46701234567' })
    expect(await change({ contact_phone: '040 123 456', country: 'FI' })).toMatchObject({
      contact_phone: '+35840123456',
    })
    expect(await change({ name: 'Festen' })).toMatchObject({ contact_phone: '+35840123456' })
    expect(await change({ contact_phone: '' })).toMatchObject({ contact_phone: null })
  })

  test('an older version is refused and changes nothing', async () => {
    const { headers } = await buildAdministrator(api, { name: 'Kept' })
    await api.ok(updateOrganization, { headers, body: {} })
    const refused = await api.refused(updateOrganization, { headers, body: { name: 'Lost', version: 1 } })
    expect(refused).toMatchObject({ status: 409, code: 'changed_elsewhere' })
    expect(await api.ok(listMyOrganizations, { headers })).toMatchObject([{ name: 'Kept' }])
  })

  test('of two with the same version one is refused', async () => {
    const { headers } = await buildAdministrator(api)
    const save = async (name: string) => {
      const answer = await api.inject({
        method: 'PUT',
        url: '/admin/organization',
        headers,
        payload: { name, version: 1 },
      })
      return answer.statusCode
    }
    expect(new Set(await Promise.all(['One', 'Two'].map(save)))).toEqual(new Set([200, 409]))
  })

  test.each([
    { sms_sender: 'Twelve chars' },
    { sms_sender: '12345' },
    { sms_sender: 'Åhus' },
    { name: '' },
    { name: null },
    { time_zone: 'Europe/Nowhere' },
    { language: 'de' },
    { country: 'Sweden' },
    { contact_email: '' },
    { contact_email: null },
    { contact_email: 'kansli@fest' },
    { contact_phone: '12' },
  ])('%j is refused', async (body) => {
    const { headers } = await buildAdministrator(api)
    expect(await api.refused(updateOrganization, { headers, body })).toMatchObject({ status: 400 })
  })

  test('are those of the chosen organisation, for its members', async () => {
    const [ours, theirs] = [await buildAdministrator(api), await buildAdministrator(api)]
    const headers = { ...ours.headers, 'x-organization-id': theirs.organization_id }
    const refused = await api.refused(updateOrganization, { headers, body: { name: 'Taken over' } })
    expect(refused).toMatchObject({ status: 403, code: 'organization_forbidden' })
  })
})

test('each administrator chooses for each organisation what they are told', async () => {
  const { getNotices, updateNotices } = organizations
  const [one, other] = [await buildAdministrator(api), await buildAdministrator(api)]
  const atFirst = { cancellations: 'each', sign_ups: 'daily', requests: 'daily' }
  expect(await api.ok(getNotices, { headers: one.headers })).toEqual(atFirst)
  const change = { cancellations: 'daily', sign_ups: 'each', requests: 'none' } as const
  expect(await api.ok(updateNotices, { headers: one.headers, body: change })).toEqual(change)
  // D57: a client that does not know the field leaves it as it is.
  const known = { cancellations: 'none' } as const
  const after = { ...known, sign_ups: 'each', requests: 'none' }
  expect(await api.ok(updateNotices, { headers: one.headers, body: known })).toEqual(after)
  expect(await api.ok(getNotices, { headers: one.headers })).toEqual(after)
  expect(await api.ok(getNotices, { headers: other.headers })).toEqual(atFirst)
})

test.each(Object.values(organizations))('$method $path needs a session', async (route) => {
  expect(await api.refused(route, { body: 'anything' })).toMatchObject({
    status: 401,
    code: 'session_required',
  })
})

test('nobody sees the organisations of others', async () => {
  await buildAdministrator(api, { name: 'canary-of-another' })
  const { headers } = await buildAdministrator(api, { name: 'Ours' })
  const names = (await api.ok(listMyOrganizations, { headers })).map(({ name }) => name)
  expect(names).toEqual(['Ours'])
})

async function createThreeAtOnce(of: TestApp) {
  const { headers } = await buildAdministrator(of)
  const request = {
    method: 'POST',
    url: createOrganization.path,
    headers,
    payload: { name: 'One more' },
  } as const
  const create = () => of.inject(request)
  return { create, answers: await Promise.all([create(), create(), create()]) }
}
