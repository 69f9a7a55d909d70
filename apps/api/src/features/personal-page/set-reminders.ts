import { recordAction } from '../../db/record-action.ts'
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
    const { id, gets_reminders } = linked.recipient
    await updateReminders(tx, id, on)
    if (gets_reminders !== on)
      await recordAction(tx, {
        action: 'person.changed',
        at: deps.now(),
        person_ids: [id],
        fields: ['gets_reminders'],
      })
    return { gets_reminders: on }
  })
}
