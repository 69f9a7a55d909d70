import type { Deps } from '../../deps.ts'
import { openLink, refuseClosed } from './open-link.ts'
import { updateReminders } from './queries.ts'

/** D43. Refuses as `getInvitation` does. */
export function setReminders(
  deps: Deps,
  token: string,
  { on }: { on: boolean },
): Promise<{ gets_reminders: boolean }> {
  return openLink(deps, token, async (tx, linked) => {
    refuseClosed(linked, deps.now())
    await updateReminders(tx, linked.recipient.id, on)
    return { gets_reminders: on }
  })
}
