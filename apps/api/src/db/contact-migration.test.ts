import { organizations } from '@muster/contract/organizations'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../test/app.ts'
import { readMigrationUpdates } from '../../test/migration-updates.ts'
import { type Administrator, buildAdministrator } from '../../test/organizations.ts'
import * as schema from './schema.ts'

/* D41: organisations that existed before the field get the address of their first administrator. */

let api: TestApp
let first: Administrator
let second: Administrator
beforeAll(async () => {
  api = await buildTestApp()
  first = await buildAdministrator(api)
  second = await buildAdministrator(api)
})
afterAll(() => api.close())

test('the first administrator’s, whoever joined later', async () => {
  const { organization_id } = first
  await api.deps.db.system(async (tx) => {
    await tx.update(schema.organization).set({ contact_email: null })
    await tx
      .insert(schema.membership)
      .values({ organization_id, user_id: second.user_id, created_at: '2199-01-01T00:00:00.000Z' })
    for (const update of await readMigrationUpdates('organizer_contact')) await tx.execute(sql.raw(update))
  })
  for (const { headers, email, organization_id: own } of [first, second]) {
    const listed = await api.ok(organizations.listMyOrganizations, { headers })
    expect(listed.find(({ id }) => id === own)?.contact_email).toBe(email)
  }
})
