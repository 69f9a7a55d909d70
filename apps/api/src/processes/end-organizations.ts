import type { Deps } from '../deps.ts'
import { removeEvent } from '../features/events/remove-event.ts'
import { cancelEndedEvents } from '../features/organizations/delete-ended-organizations.ts'
import { Refusal } from '../http/refusal.ts'
import { type RepeatedTask, repeat } from '../repeat.ts'
import { traceTask } from '../tracing.ts'

const EVERY_MS = 30_000

/** D24: tells people of an organisation that has ended before the night in which it is deleted. */
export function startEndingOrganizations(deps: Deps): RepeatedTask {
  return repeat(deps, EVERY_MS, (stopping) =>
    traceTask(deps.tracing, 'ended organizations', () =>
      cancelEndedEvents(deps, { cancelEvent: (id) => cancelEvent(deps, id), stopping }),
    ),
  )
}

/** D21: deletes an event and tells its people, unless another worker has done it. */
export async function cancelEvent(deps: Deps, id: string): Promise<void> {
  const org = await deps.findOrganization.ofEvent(id)
  if (!org) return
  try {
    await removeEvent(deps, org, { id, notify: true, is_uncapped: true })
  } catch (error) {
    if (!(error instanceof Refusal && error.code === 'event_not_found')) throw error
  }
}
