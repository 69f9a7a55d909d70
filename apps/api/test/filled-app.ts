import { eq } from 'drizzle-orm'
import { membership } from '../src/db/schema.ts'
import { buildTestApp, type TestApp } from './app.ts'
import { type Filled, fillOrganization } from './fill-organization.ts'
import { type Administrator, buildAdministrator } from './organizations.ts'

export type World = { admin: Administrator; filled: Filled }

/** Returns a new organisation in which each call of `calls.ts` succeeds once. */
export async function buildWorld(api: TestApp): Promise<World> {
  const admin = await buildAdministrator(api)
  return { admin, filled: await fillOrganization(api.deps, admin.organization_id) }
}

export type FilledApp = TestApp & World

/** For thousands of calls in a row: the administrator is the only owner, who cannot leave, and no session expires. */
export async function buildFilledApp(...given: Parameters<typeof buildTestApp>): Promise<FilledApp> {
  const api = await buildTestApp(...given)
  // The clock is stopped, because an access token expires after 15 minutes.
  api.setNow(new Date().toISOString())
  const world = await buildWorld(api)
  await api.deps.db.system((tx) =>
    tx.delete(membership).where(eq(membership.user_id, world.filled.member_id)),
  )
  return { ...api, ...world }
}
