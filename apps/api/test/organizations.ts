import type { MemberRole } from '@muster/contract/rules/member-role'
import { newId } from '../src/db/ids.ts'
import { appUser, memberLead } from '../src/db/schema.ts'
import {
  createOrganization,
  type NewOrganization,
} from '../src/features/organizations/create-organization.ts'
import { insertMembership } from '../src/features/organizations/queries.ts'
import { createAccessTokens, type TokenSubject } from '../src/features/session/access-token.ts'
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

/** Sets no password, because argon2 takes 30 ms. */
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
    sender_approved_for: changes.name ?? 'Åhusfestivalen',
    ...changes,
  } as const
  const { organization_id, subject } = await deps.db.system(async (tx) => {
    await tx.insert(appUser).values({ id: user_id, email, password_hash: PASSWORD_HASH })
    const { id } = await createOrganization(tx, user_id, organization)
    return { organization_id: id, ...(await startSession(tx, deps, { id: user_id, email })) }
  })
  return signedIn({ app, deps }, { user_id, email, organization_id, session_id: subject.session_id }, subject)
}

type NewMember = {
  organization_id: string
  role: MemberRole
  lead_role_ids?: readonly string[]
  email?: string
}

/** Adds another member to an organisation. */
export async function buildMember(
  { app, deps }: Pick<TestApp, 'app' | 'deps'>,
  { organization_id, role, lead_role_ids = [], email = `${newId()}@muster.example` }: NewMember,
): Promise<Administrator> {
  const user_id = newId()
  const { subject } = await deps.db.system(async (tx) => {
    await tx.insert(appUser).values({ id: user_id, email, password_hash: 'none' })
    await insertMembership(tx, { organization_id, user_id, role })
    for (const role_id of lead_role_ids)
      await tx.insert(memberLead).values({ organization_id, user_id, role_id })
    return startSession(tx, deps, { id: user_id, email })
  })
  return signedIn({ app, deps }, { user_id, email, organization_id, session_id: subject.session_id }, subject)
}

function signedIn(
  { app, deps }: Pick<TestApp, 'app' | 'deps'>,
  member: Omit<Administrator, 'headers'>,
  subject: TokenSubject,
): Administrator {
  const token = createAccessTokens(app, deps).sign(subject)
  const headers = { authorization: `Bearer ${token}`, 'x-organization-id': member.organization_id }
  return { ...member, headers }
}
