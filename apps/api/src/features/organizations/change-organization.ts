import type { Organization, organizationChange } from '@muster/contract/organizations'
import type { z } from 'zod'
import type { OrgId } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import { conflict } from '../../http/refusal.ts'
import { lockOrganization, updateOrganization } from './queries.ts'

/** D5: what is left out stays. A new zone or country is for what is added from now on; events keep theirs (D25). */
export function changeOrganization(
  { db }: Deps,
  org: OrgId,
  { version, ...change }: z.output<typeof organizationChange>,
): Promise<Organization> {
  return db.transaction(org, async (tx) => {
    const before = await lockOrganization(tx)
    if (version !== undefined && version !== before.version) throw conflict('changed_elsewhere')
    return updateOrganization(tx, change)
  })
}
