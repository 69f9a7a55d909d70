import { deleteOrganization } from '../../db/delete-organization.ts'
import type { Deps } from '../../deps.ts'
import { hasUnsentMessages } from '../../outbox/sent-messages.ts'
import { listEndedOrganizations, listEventsAhead } from './ending-queries.ts'

/** After so many nights it is deleted even if people could not be told. */
const MOST_NIGHTS = 7
const DAY_MS = 24 * 3_600_000

type Steps = {
  /** D21: deletes an event and tells its people. */
  cancelEvent: (event_id: string) => Promise<void>
  onProgress: () => Promise<void>
}

/**
 * D24: deletes organisations whose last account has ended; returns how many. Their events ahead are cancelled first, and
 * the organisation stays until the notices have left, as a rule until the next night.
 */
export async function deleteEndedOrganizations(
  { db, now, log }: Pick<Deps, 'db' | 'now' | 'log'>,
  { cancelEvent, onProgress }: Steps,
): Promise<number> {
  let deleted = 0
  let failed = 0
  for (const { id, ended_at } of await db.system(listEndedOrganizations)) {
    const isLate = Date.parse(now()) - Date.parse(ended_at) > MOST_NIGHTS * DAY_MS
    const isTold =
      (await cancelEvents({ db, now, log }, id, { cancelEvent, onProgress })) &&
      !(await db.system((tx) => hasUnsentMessages(tx, id)))
    if (!isTold && !isLate) continue
    try {
      await deleteOrganization(db, id, onProgress)
      deleted += 1
    } catch (error) {
      // The others are deleted; this one in the next run.
      failed += 1
      log.error({ err: error, organization_id: id }, 'an ended organisation could not be deleted')
    }
  }
  if (failed > 0) throw new Error(`${failed} ended organisations could not be deleted`)
  return deleted
}

/** Returns how many organisations have ended. Two workers may meet: the one that comes later tries again. */
export async function cancelEndedEvents(
  deps: Pick<Deps, 'db' | 'now' | 'log'>,
  cancelEvent: Steps['cancelEvent'],
): Promise<number> {
  const ended = await deps.db.system(listEndedOrganizations)
  for (const { id } of ended) await cancelEvents(deps, id, { cancelEvent, onProgress: async () => undefined })
  return ended.length
}

/** False when one could not be cancelled. The others are all the same. */
async function cancelEvents(
  { db, now, log }: Pick<Deps, 'db' | 'now' | 'log'>,
  organization_id: string,
  { cancelEvent, onProgress }: Steps,
): Promise<boolean> {
  let areAllCancelled = true
  for (const event_id of await db.system((tx) => listEventsAhead(tx, organization_id, now()))) {
    try {
      await cancelEvent(event_id)
    } catch (error) {
      areAllCancelled = false
      log.warn(
        { err: error, organization_id, event_id },
        'an event of an ended organisation could not be cancelled',
      )
    }
    await onProgress()
  }
  return areAllCancelled
}
