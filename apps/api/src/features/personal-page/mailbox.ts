import type { Deps } from '../../deps.ts'
import { conflict } from '../../edge/refusal.ts'
import { isBlocked, listSuppressed } from '../../outbox/suppression.ts'
import { openLink } from './open-link.ts'

/** V3: throws 409 `mailbox_unreachable` if no e-mail can be sent to the person. */
export async function refuseUndeliverableMailbox(
  deps: Deps,
  token: string,
  email: string | null,
): Promise<void> {
  if (email === null) throw conflict('mailbox_unreachable')
  const reasons = await openLink(deps, token, (tx) => listSuppressed(tx, 'EMAIL', [email]))
  // An unsubscribe does not stop it (D31).
  const isSuppressed = [...reasons.values()].some((reason) => reason !== 'unsubscribe')
  if (isSuppressed || (await deps.db.system((tx) => isBlocked(tx, email))))
    throw conflict('mailbox_unreachable')
}
