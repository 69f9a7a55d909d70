import type { BroadcastProgress } from '@muster/contract/broadcasts'
import type { Language } from '@muster/contract/language'
import type { OrgId } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../http/refusal.ts'
import { failureText } from '../../outbox/failure-text.ts'
import { countStatuses, findBroadcast, listNames, listUnsent } from './queries.ts'

const MAX_PROBLEMS = 200

/** D29. Throws 404 `broadcast_not_found`. */
export function readProgress(
  { db }: Deps,
  org: OrgId,
  { id, language }: { id: string; language: Language },
): Promise<BroadcastProgress> {
  return db.transaction(org, async (tx) => {
    const broadcast = await findBroadcast(tx, id)
    if (!broadcast) throw notFound('broadcast_not_found')
    const { event_id, message_type, created_at, total_count, sent_count, unreachable } = broadcast
    const counts = await countStatuses(tx, id)
    const unsent = await listUnsent(tx, id, MAX_PROBLEMS)
    const problems = [
      ...unsent.map(({ person_id, channel, status, failure_reason }) => ({
        person_id,
        channel,
        kind: status === 'FAILED' ? ('failed' as const) : ('unknown' as const),
        detail: failureText(failure_reason, language),
      })),
      ...unreachable.map(({ reason, ...rest }) => ({ ...rest, kind: reason, detail: null })),
    ].slice(0, MAX_PROBLEMS)
    const names = await listNames(
      tx,
      problems.flatMap(({ person_id }) => person_id ?? []),
    )
    return {
      id,
      event_id,
      message_type,
      created_at,
      total_count,
      sendable: sent_count,
      settled: counts.SENT + counts.DELIVERED + counts.FAILED + counts.UNKNOWN,
      counts,
      problem_count: unreachable.length + counts.FAILED + counts.UNKNOWN,
      problems: problems.map(({ person_id, ...problem }) => ({
        person: (person_id && names.get(person_id)) || null,
        ...problem,
      })),
    }
  })
}
