import type { BroadcastSummary } from '@muster/contract/broadcasts'
import type { Language } from '@muster/contract/language'
import type { OrgId } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../edge/refusal.ts'
import { listCallNames } from '../session/account-queries.ts'
import { countStatuses, findBroadcastEvent, listBroadcastsOf, NO_MESSAGES } from './queries.ts'
import { progressFields } from './read-progress.ts'

const MAX_BROADCASTS = 50

/** Lists the latest broadcasts (D29). Throws 404 `event_not_found`. */
export async function listBroadcasts(
  { db }: Deps,
  org: OrgId,
  { event_id, language }: { event_id: string; language: Language },
): Promise<BroadcastSummary[]> {
  const { of_organization, found, counted } = await db.transaction(org, async (tx) => {
    const event = await findBroadcastEvent(tx, event_id)
    if (!event) throw notFound('event_not_found')
    const rows = await listBroadcastsOf(tx, event_id, MAX_BROADCASTS)
    const ids = rows.map(({ id }) => id)
    return {
      of_organization: event.organization.language,
      found: rows,
      counted: await countStatuses(tx, ids),
    }
  })
  const names = await db.system((tx) =>
    listCallNames(tx, [...new Set(found.map(({ created_by }) => created_by))]),
  )
  return found.map((row) =>
    progressFields(row, { counted: counted.get(row.id) ?? NO_MESSAGES, names, language, of_organization }),
  )
}
