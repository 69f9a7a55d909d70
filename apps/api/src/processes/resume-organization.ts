import type { Deps } from '../deps.ts'
import { resumeOrganization } from '../features/organizations/pause-organization.ts'
import { renewUntoldUndos } from '../features/people/renew-untold-undos.ts'
import { renewUntoldOffers } from '../features/waiting-list/renew-untold-offers.ts'

/** O1. Renews what waits first: nothing is sent before the last step, and a repeated call renews it again. */
export async function resumePaused(
  deps: Pick<Deps, 'db' | 'now'>,
  organization_id: string,
): Promise<boolean> {
  await renewUntoldOffers(deps, organization_id)
  await renewUntoldUndos(deps, organization_id)
  return resumeOrganization(deps, organization_id)
}
