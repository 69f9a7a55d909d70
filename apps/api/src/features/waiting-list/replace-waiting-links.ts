import type { OrgTx } from '../../db/client.ts'
import { enqueueWaiting } from '../../outbox/waiting-mails.ts'
import { revokeWaitingLinks } from './queries.ts'

/** When a person has another address: an offer would lapse unseen, so it is sent there. The person must be locked. */
export async function replaceWaitingLinks(tx: OrgTx, person_id: string): Promise<void> {
  await enqueueWaiting(tx, 'place_offered', await revokeWaitingLinks(tx, person_id))
}
