import type { Deps } from '../deps.ts'
import { resumeOrganization } from '../features/organizations/pause-organization.ts'
import { renewUnsentUndos } from '../features/people/renew-unsent-undos.ts'
import { renewUnsentOffers } from '../features/waiting-list/renew-unsent-offers.ts'

/** O1. Renews what waits first: nothing is sent before the last step, and a repeated call renews it again. */
export async function resumePaused(
  deps: Pick<Deps, 'db' | 'now'>,
  organization_id: string,
): Promise<boolean> {
  await renewUnsentOffers(deps, organization_id)
  await renewUnsentUndos(deps, organization_id)
  return resumeOrganization(deps, organization_id)
}
