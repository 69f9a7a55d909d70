import { organizations } from '@muster/contract/organizations'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/app.ts'
import { buildAdministrator } from '../../../test/organizations.ts'
import { newId } from '../../db/ids.ts'

const { getLastActiveOrganization, listMyOrganizations, setLastActiveOrganization, createOrganization } =
  organizations

let api: TestApp
beforeAll(async () => {
  api = await buildTestApp()
})
afterAll(() => api.close())

test('whoever creates an organisation belongs to it and goes on in it', async () => {
  const { headers } = await buildAdministrator(api, { name: 'Zebra' })
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
  test('is remembered; cleared, it is the first by name', async () => {
    const { headers, organization_id } = await buildAdministrator(api, { name: 'Bee' })
    const { organization } = await api.ok(createOrganization, { headers, body: { name: 'Ant' } })
    const last = async () =>
      (await api.ok(getLastActiveOrganization, { headers })).last_active_organization?.id
    await api.ok(setLastActiveOrganization, { headers, body: { organization_id } })
    expect(await last()).toBe(organization_id)
    await api.ok(setLastActiveOrganization, { headers, body: { organization_id: null } })
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
