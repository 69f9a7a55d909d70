import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { organizations } from '@muster/contract/organizations'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../test/app.ts'
import { type Administrator, buildAdministrator } from '../../test/organizations.ts'
import * as schema from './schema.ts'

/* D41: organisations that existed before the field get the address of their first administrator. */

const MIGRATIONS = path.resolve(import.meta.dirname, '../../migrations')

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
    await tx.execute(sql.raw(await readUpdate()))
  })
  for (const { headers, email, organization_id: own } of [first, second]) {
    const listed = await api.ok(organizations.listMyOrganizations, { headers })
    expect(listed.find(({ id }) => id === own)?.contact_email).toBe(email)
  }
})

async function readUpdate(): Promise<string> {
  const file = (await readdir(MIGRATIONS)).find((name) => name.endsWith('_organizer_contact.sql')) ?? ''
  const statements = (await readFile(path.join(MIGRATIONS, file), 'utf8')).split('--> statement-breakpoint')
  const update = statements.find((statement) => /^update organization/m.test(statement))
  if (!update) throw new Error('the migration fills in nothing')
  return update
}
