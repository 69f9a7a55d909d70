import { newId } from '../src/db/ids.ts'
import { appUser } from '../src/db/schema.ts'
import {
  createOrganization,
  type NewOrganization,
} from '../src/features/organizations/create-organization.ts'
import { openAccessTokens } from '../src/features/session/access-token.ts'
import { startSession } from '../src/features/session/start-session.ts'
import type { TestApp } from './app.ts'
import { PASSWORD_HASH } from './sessions.ts'

export type Administrator = {
  user_id: string
  email: string
  session_id: string
  organization_id: string
  headers: { authorization: string; 'x-organization-id': string }
}

/** Without a password: argon2 takes 30 ms. */
export async function buildAdministrator(
  { app, deps }: Pick<TestApp, 'app' | 'deps'>,
  { email = `${newId()}@muster.example`, ...changes }: Partial<NewOrganization> & { email?: string } = {},
): Promise<Administrator> {
  const user_id = newId()
  const organization = {
    name: 'Åhusfestivalen',
    time_zone: 'Europe/Stockholm',
    language: 'sv',
    country: 'SE',
    contact_email: email,
    ...changes,
  } as const
  const { organization_id, subject } = await deps.db.system(async (tx) => {
    await tx.insert(appUser).values({ id: user_id, email, password_hash: PASSWORD_HASH })
    const { id } = await createOrganization(tx, user_id, organization)
    return { organization_id: id, ...(await startSession(tx, deps, { id: user_id, email })) }
  })
  const token = openAccessTokens(app, deps).sign(subject)
  return {
    user_id,
    email,
    session_id: subject.session_id,
    organization_id,
    headers: { authorization: `Bearer ${token}`, 'x-organization-id': organization_id },
  }
}
