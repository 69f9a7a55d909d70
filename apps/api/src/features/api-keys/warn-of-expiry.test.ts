import { apiKeys } from '@muster/contract/api-keys'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildApiKey } from '../../../test/api-keys.ts'
import { buildTestApp, type TestApp } from '../../../test/app.ts'
import { type Administrator, buildAdministrator, buildMember } from '../../../test/organizations.ts'
import { buildProviders, deliverDue } from '../../../test/outbox.ts'
import { hoursAfter } from '../../../test/planning.ts'
import * as schema from '../../db/schema.ts'
import { warnOfExpiry } from './warn-of-expiry.ts'

/* K1 */

const NOW = '2026-06-01T02:00:00.000Z'

let api: TestApp
let owner: Administrator
beforeAll(async () => {
  api = await buildTestApp()
})
beforeEach(async () => {
  api.setNow(NOW)
  await api.deps.db.system((tx) => tx.delete(schema.apiKey))
  owner = await buildAdministrator(api)
})
afterAll(() => api.close())

const afterDays = (days: number) => api.setNow(hoursAfter(NOW, 24 * days))
const buildKey = () => buildApiKey(api, owner, { name: 'Kassan', expires_in_days: 30 })

async function notifiedAfter(days: number): Promise<string[]> {
  afterDays(days)
  await warnOfExpiry(api.deps)
  const { providers, mails } = buildProviders()
  await deliverDue(api.deps, providers)
  return mails.filter(({ text }) => text.includes(owner.organization_id)).map(({ to }) => to)
}

test('its creator is told once, seven to eight days before', async () => {
  await buildKey()
  await buildMember(api, { organization_id: owner.organization_id, role: 'owner' })
  expect(await notifiedAfter(21)).toEqual([])
  expect(await notifiedAfter(22)).toEqual([owner.email])
  expect(await notifiedAfter(23)).toEqual([])
})

test('late, if the job did not run, but not once it has expired', async () => {
  await buildKey()
  const { id } = await buildApiKey(api, owner, { name: 'Gammal', expires_in_days: 30 })
  await api.deps.db.system((tx) =>
    tx
      .update(schema.apiKey)
      .set({ expires_at: hoursAfter(NOW, 24 * 28) })
      .where(eq(schema.apiKey.id, id)),
  )
  expect(await notifiedAfter(29)).toEqual([owner.email])
})

test('a key without an end, a revoked one and one whose creator is no longer an owner', async () => {
  const other = await buildMember(api, { organization_id: owner.organization_id, role: 'owner' })
  await buildApiKey(api, owner)
  const revoked = await buildKey()
  await api.ok(apiKeys.revokeApiKey, { params: { id: revoked.id }, headers: owner.headers })
  await buildKey()
  await api.deps.db.system((tx) =>
    tx.update(schema.membership).set({ role: 'admin' }).where(eq(schema.membership.user_id, owner.user_id)),
  )
  expect(await notifiedAfter(23)).toEqual([])
  expect(other.email).not.toBe(owner.email)
})

test('the other owners are told while the account of its creator is disabled', async () => {
  await buildKey()
  const other = await buildMember(api, { organization_id: owner.organization_id, role: 'owner' })
  await buildMember(api, { organization_id: owner.organization_id, role: 'admin' })
  await api.deps.db.system((tx) =>
    tx.update(schema.appUser).set({ disabled_at: NOW }).where(eq(schema.appUser.id, owner.user_id)),
  )
  expect(await notifiedAfter(23)).toEqual([other.email])
})
