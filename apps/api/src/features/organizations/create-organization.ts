import type { Organization } from '@muster/contract/organizations'
import type { Tx } from '../../db/client.ts'
import { newId } from '../../db/ids.ts'
import { insertMembership, insertOrganization, updateLastActiveId } from './queries.ts'

/** Whose national phone numbers are read when nobody says otherwise (D23). */
export const DEFAULT_COUNTRY = 'SE'

export type NewOrganization = Pick<Organization, 'name' | 'time_zone' | 'language' | 'country'>

/** Its creator administers it and goes on working in it. */
export async function createOrganization(
  tx: Tx,
  user_id: string,
  given: NewOrganization,
): Promise<Organization> {
  const organization = { id: newId(), version: 1, sms_sender: null, ...given }
  await insertOrganization(tx, organization)
  await insertMembership(tx, { organization_id: organization.id, user_id })
  await updateLastActiveId(tx, user_id, organization.id)
  return organization
}
