import type { Language } from '@muster/contract/language'
import { foldAddress } from '@muster/contract/rules/fold'
import { newId } from '../../db/ids.ts'
import type { Deps } from '../../deps.ts'
import { createOrganization, type NewOrganization } from '../organizations/create-organization.ts'
import { insertAccount } from './account-queries.ts'
import { hashPassword } from './passwords.ts'

type NewAdministrator = {
  email: string
  password: string
  language: Language
  organization: Omit<NewOrganization, 'contact_email'>
}

/** D9. Returns undefined when the email has an account. */
export async function createAdministrator(
  { db }: Pick<Deps, 'db'>,
  { email, password, language, organization }: NewAdministrator,
): Promise<{ user_id: string; organization_id: string } | undefined> {
  const user_id = newId()
  const account = {
    id: user_id,
    email: foldAddress(email),
    password_hash: await hashPassword(password),
    language,
  }
  return db.system(async (tx) => {
    if (!(await insertAccount(tx, account))) return undefined
    // The operator, who runs this command, approves the sender (D65).
    const approved = { sender_approved_for: organization.name, contact_email: email }
    const { id } = await createOrganization(tx, user_id, { ...organization, ...approved })
    return { user_id, organization_id: id }
  })
}
