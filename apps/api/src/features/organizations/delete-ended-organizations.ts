import { DAY_MS } from '@muster/contract/rules/instants'
import { deleteOrganization } from '../../db/delete-organization.ts'
import type { Deps } from '../../deps.ts'
import { hasUnsentMessages } from '../../outbox/sent-messages.ts'
import { listEndedOrganizations, listEventsAhead } from './ending-queries.ts'

/** Number of nights after which the organisation is deleted even if people could not be told. */
const MOST_NIGHTS = 7
/**
 * Maximum number of events cancelled in one run. Events that fail are not counted: they must not delay the others.
 */
const MOST_EVENTS = 100

type Cancelling = {
  /** D21: deletes an event and tells its people. Does nothing once it is deleted. */
  cancelEvent: (event_id: string) => Promise<void>
  stopping: AbortSignal
  onProgress?: () => Promise<void>
}

type Steps = Cancelling & { onProgress: () => Promise<void> }

/**
 * D24: deletes organisations whose last account has ended; returns how many. Their events ahead are cancelled first,
 * and the organisation stays until the notices have left, as a rule until the next night.
 */
export async function deleteEndedOrganizations(
  { db, now, log }: Pick<Deps, 'db' | 'now' | 'log'>,
  { cancelEvent, stopping, onProgress }: Steps,
): Promise<number> {
  let deleted = 0
  let failed = 0
  for (const { id, ended_at } of await db.system(listEndedOrganizations)) {
    const isLate = Date.parse(now()) - Date.parse(ended_at) > MOST_NIGHTS * DAY_MS
    const { failed: uncancelled } = await cancelEvents({ db, now, log }, id, {
      cancelEvent,
      stopping,
      onProgress,
    })
    if (stopping.aborted) break
    const isNotified = uncancelled === 0 && !(await db.system((tx) => hasUnsentMessages(tx, id)))
    if (!isNotified && !isLate) continue
    try {
      await deleteOrganization(db, id, onProgress)
      deleted += 1
    } catch (error) {
      // The run goes on; this organisation is tried again in the next run.
      failed += 1
      log.error({ err: error, organization_id: id }, 'an ended organisation could not be deleted')
    }
  }
  if (failed > 0) throw new Error(`${failed} ended organisations could not be deleted`)
  return deleted
}

/** Returns how many events were cancelled. */
export async function cancelEndedEvents(
  deps: Pick<Deps, 'db' | 'now' | 'log'>,
  steps: Cancelling,
  most = MOST_EVENTS,
): Promise<number> {
  let cancelled = 0
  for (const { id } of await deps.db.system(listEndedOrganizations)) {
    if (steps.stopping.aborted || cancelled >= most) break
    cancelled += (await cancelEvents(deps, id, steps, most - cancelled)).cancelled
  }
  return cancelled
}

/** Cancels the remaining events when one fails. */
async function cancelEvents(
  { db, now, log }: Pick<Deps, 'db' | 'now' | 'log'>,
  organization_id: string,
  { cancelEvent, stopping, onProgress }: Cancelling,
  most = Number.POSITIVE_INFINITY,
): Promise<{ cancelled: number; failed: number }> {
  let cancelled = 0
  let failed = 0
  for (const event_id of await db.system((tx) => listEventsAhead(tx, organization_id, now()))) {
    if (stopping.aborted || cancelled >= most) break
    try {
      await cancelEvent(event_id)
      cancelled += 1
    } catch (error) {
      failed += 1
      log.warn(
        { err: error, organization_id, event_id },
        'an event of an ended organisation could not be cancelled',
      )
    }
    await onProgress?.()
  }
  return { cancelled, failed }
}
