import { deleteOrganization } from '../../db/delete-organization.ts'
import type { Deps } from '../../deps.ts'
import { hasUnsentMessages } from '../../outbox/sent-messages.ts'
import { listEndedOrganizations, listEventsAhead } from './queries.ts'

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
  for (const { id, ended_at } of await db.system(listEndedOrganizations)) {
    const isLate = Date.parse(now()) - Date.parse(ended_at) > MOST_NIGHTS * DAY_MS
    const isTold = await tellPeople(id)
    if (!isTold && !isLate) continue
    await deleteOrganization(db, id, onProgress)
    deleted += 1
  }
  return deleted

  async function tellPeople(organization_id: string): Promise<boolean> {
    try {
      for (const event_id of await db.system((tx) => listEventsAhead(tx, organization_id, now()))) {
        await cancelEvent(event_id)
        await onProgress()
      }
    } catch (error) {
      log.warn({ err: error, organization_id }, 'events of an ended organisation could not be cancelled')
      return false
    }
    return !(await db.system((tx) => hasUnsentMessages(tx, organization_id)))
  }
}
