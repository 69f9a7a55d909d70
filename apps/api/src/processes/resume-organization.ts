import type { Deps } from '../deps.ts'
import { resumeOrganization } from '../features/organizations/pause-organization.ts'
import { renewUntoldOffers } from '../features/waiting-list/renew-untold-offers.ts'

/** O1. Renews the offers first: nothing is sent before the second step, and a repeated call renews them again. */
export async function resumePaused(
  deps: Pick<Deps, 'db' | 'now'>,
  organization_id: string,
): Promise<boolean> {
  await renewUntoldOffers(deps, organization_id)
  return resumeOrganization(deps, organization_id)
}
