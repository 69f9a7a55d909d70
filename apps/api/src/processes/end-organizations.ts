import type { Deps } from '../deps.ts'
import { removeEvent } from '../features/events/remove-event.ts'
import { cancelEndedEvents } from '../features/organizations/delete-ended-organizations.ts'
import { type RepeatedTask, repeat } from '../repeat.ts'
import { traceTask } from '../tracing.ts'

const EVERY_MS = 30_000

/** D24: people of an organisation that has ended are told before the night in which it is deleted. */
export function startEndingOrganizations(deps: Deps): RepeatedTask {
  return repeat(deps, EVERY_MS, () =>
    traceTask(deps.tracing, 'ended organizations', () =>
      cancelEndedEvents(deps, (id) => cancelEvent(deps, id)),
    ),
  )
}

/** D21: deletes an event and tells its people. */
export async function cancelEvent(deps: Deps, id: string): Promise<void> {
  const org = await deps.findOrganization.ofEvent(id)
  if (org) await removeEvent(deps, org, { id, notify: true, is_uncapped: true })
}
