import { recordAction } from '../../db/record-action.ts'
import type { Deps } from '../../deps.ts'
import {
  addressesOf,
  deleteUnsubscribe,
  hasUnsubscribed,
  insertSuppression,
} from '../../outbox/suppression.ts'
import { openLink } from './open-link.ts'

/** D31: works also with a link that is closed for answering. Throws 404 `link_invalid`. */
export function stopMessages(
  deps: Deps,
  token: string,
  { stop }: { stop: boolean },
): Promise<{ messages_stopped: boolean }> {
  return openLink(deps, token, async (tx, { recipient }) => {
    const ways = addressesOf(recipient)
    for (const way of ways) {
      if (stop) await insertSuppression(tx, { ...way, organization_id: tx.org, reason: 'unsubscribe' })
      else await deleteUnsubscribe(tx, way)
    }
    await recordAction(tx, {
      action: stop ? 'person.messages_stopped' : 'person.messages_resumed',
      at: deps.now(),
      person_ids: [recipient.id],
    })
    return { messages_stopped: await hasUnsubscribed(tx, ways) }
  })
}
