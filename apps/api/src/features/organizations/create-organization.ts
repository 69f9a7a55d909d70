import type { Organization } from '@muster/contract/organizations'
import type { Identity } from '../../access/access.ts'
import { type Attempt, createdId, oncePerKeyOfAccount } from '../../access/idempotency.ts'
import { countSharedIn } from '../../access/rate-limit.ts'
import type { Tx } from '../../db/client.ts'
import { findZone } from '../../db/find-zone.ts'
import { newId } from '../../db/ids.ts'
import { oneRow } from '../../db/one-row.ts'
import type { Deps } from '../../deps.ts'
import { forbidden, tooMany } from '../../edge/refusal.ts'
import { approvalAfter } from './change-organization.ts'
import { insertMembership, insertOrganization, listOrganizationsOf, updateLastActiveId } from './queries.ts'

export type NewOrganization = Pick<Organization, 'name' | 'time_zone' | 'language' | 'country'> & {
  contact_email: string
} & Partial<Pick<Organization, 'id' | 'uses_child_team' | 'sender_approved_for'>>

type Given = Pick<NewOrganization, 'name' | 'language'> & {
  [Field in 'time_zone' | 'country' | 'contact_email']?: NewOrganization[Field] | undefined
}

/**
 * Creates an organisation for an account that has signed in. D23: no country is assumed; without one, national phone
 * numbers are refused.
 */
export async function addOrganization(
  deps: Deps,
  { user_id, email }: Identity,
  { name, language, time_zone = 'UTC', country = null, contact_email = email }: Given,
  attempt: Attempt | undefined,
): Promise<Organization> {
  if (deps.config.organization_creation === 'operators') throw forbidden('organization_creation_closed')
  return deps.db.system(async (tx) => {
    const { id } = await oncePerKeyOfAccount(tx, { user_id, attempt }, createdId, async () => {
      await countCreation(tx, deps, user_id)
      // A browser may know a zone that the database does not. The creator can choose another one.
      const zone = (await findZone(tx, time_zone)) ?? 'UTC'
      const fields = { name, time_zone: zone, language, country, contact_email }
      return createOrganization(tx, user_id, {
        ...fields,
        ...approvalAfter({ name, ...noSender }, {}, deps.config),
      })
    })
    // The key is found as long as the account is a member.
    return oneRow((await listOrganizationsOf(tx, user_id)).filter((each) => each.id === id))
  })
}

const noSender = { sms_sender: null, approved_sms_sender: null, sender_approved_for: null }

/** Throws 429 `daily_cap_reached`: each organisation can send messages through the installation's providers. */
async function countCreation(tx: Tx, deps: Pick<Deps, 'config' | 'now'>, user_id: string): Promise<void> {
  const hits = deps.config.limits.organizations_per_day
  if (hits === undefined) return
  const limit = { name: 'create-organization', of: user_id, hits, window_s: 24 * 60 * 60 }
  const { over, retry_after } = await countSharedIn(tx, deps.now(), limit)
  if (over > 0) throw tooMany('daily_cap_reached', retry_after, 'cap_of_organizations')
}

export async function createOrganization(
  tx: Tx,
  user_id: string,
  given: NewOrganization,
): Promise<Organization> {
  const unset = {
    role: 'owner',
    contact_phone: null,
    ...noSender,
    uses_child_team: false,
    second_factor: 'optional',
    paused_at: null,
    pause_reason: null,
    color: null,
    logo_url: null,
  } as const
  const organization = { id: newId(), version: 1, ...unset, ...given }
  await insertOrganization(tx, { ...organization, created_by: user_id })
  await insertMembership(tx, { organization_id: organization.id, user_id, role: 'owner' })
  await updateLastActiveId(tx, user_id, organization.id)
  return organization
}
