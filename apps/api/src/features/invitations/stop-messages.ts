import type { Deps } from '../../deps.ts'
import {
  addressesOf,
  deleteUnsubscribe,
  hasUnsubscribed,
  insertSuppression,
} from '../../outbox/suppression.ts'
import { openLink } from './open-link.ts'

/**
 * D31: the person behind a personal link ends what the organisation sends them, by e-mail and SMS, or takes it up again.
 * The link proves who asks, also where it is closed for answering (D18). Throws 404 `link_invalid`.
 */
export function stopMessages(
  deps: Deps,
  token: string,
  { stop }: { stop: boolean },
): Promise<{ messages_stopped: boolean }> {
  return openLink(deps, token, async (tx, { contact }) => {
    const ways = addressesOf(contact)
    for (const way of ways) {
      if (stop) await insertSuppression(tx, { ...way, organization_id: tx.org, reason: 'unsubscribe' })
      else await deleteUnsubscribe(tx, way)
    }
    return { messages_stopped: await hasUnsubscribed(tx, ways) }
  })
}
