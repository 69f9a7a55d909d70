import type { OrgTx } from '../../db/client.ts'
import { enqueueWaiting } from '../../outbox/waiting-mails.ts'
import { revokeWaitingLinks } from './queries.ts'

/**
 * Sends offers to a person's new address, because they would lapse unseen at the former one. The person must be
 * locked.
 */
export async function replaceWaitingLinks(tx: OrgTx, person_id: string): Promise<void> {
  await enqueueWaiting(tx, 'place_offered', await revokeWaitingLinks(tx, person_id))
}
