import type { BroadcastProgress } from '@muster/contract/broadcasts'
import type { Language } from '@muster/contract/language'
import type { OrgId, OrgTx } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../edge/refusal.ts'
import { failureText } from '../../outbox/failure-text.ts'
import {
  countStatuses,
  findBroadcast,
  listNames,
  listUnsent,
  NO_MESSAGES,
  type StatusCounts,
} from './queries.ts'

const MAX_PROBLEMS = 200

/** Throws 404 `broadcast_not_found`. */
export function readProgress(
  { db }: Deps,
  org: OrgId,
  of: { id: string; language: Language },
): Promise<BroadcastProgress> {
  return db.transaction(org, (tx) => showProgress(tx, of))
}

export async function showProgress(
  tx: OrgTx,
  { id, language }: { id: string; language: Language },
): Promise<BroadcastProgress> {
  const broadcast = await findBroadcast(tx, id)
  if (!broadcast) throw notFound('broadcast_not_found')
  const counted = (await countStatuses(tx, [id])).get(id) ?? NO_MESSAGES
  const unsent = await listUnsent(tx, id, MAX_PROBLEMS)
  const problems = [
    ...unsent.map(({ person_id, channel, status, failure_reason }) => ({
      person_id,
      channel,
      kind: status === 'FAILED' ? ('failed' as const) : ('unknown' as const),
      detail: failureText(failure_reason, language),
    })),
    ...broadcast.unreachable.map(({ reason, ...rest }) => ({ ...rest, kind: reason, detail: null })),
  ].slice(0, MAX_PROBLEMS)
  const names = await listNames(
    tx,
    problems.flatMap(({ person_id }) => person_id ?? []),
  )
  return {
    ...progressFields(broadcast, counted),
    problem_count: broadcast.unreachable.length + counted.counts.FAILED + counted.counts.UNKNOWN,
    problems: problems.map(({ person_id, ...problem }) => ({
      person: (person_id && names.get(person_id)) || null,
      ...problem,
    })),
  }
}

type BroadcastRow = Pick<
  NonNullable<Awaited<ReturnType<typeof findBroadcast>>>,
  | 'id'
  | 'event_id'
  | 'message_type'
  | 'created_at'
  | 'people_count'
  | 'total_count'
  | 'sent_count'
  | 'undone_count'
  | 'waits_ms'
>

export function progressFields(
  { sent_count, waits_ms, ...row }: BroadcastRow,
  { counts, retrying }: StatusCounts,
) {
  const { id, event_id, message_type, created_at, people_count, total_count, undone_count } = row
  const sendable = sent_count - undone_count
  return {
    id,
    event_id,
    message_type,
    created_at,
    people_count,
    total_count,
    sendable,
    settled: counts.SENT + counts.DELIVERED + counts.FAILED + counts.UNKNOWN,
    counts,
    retrying,
    waits_ms: sendable === 0 ? 0 : waits_ms,
    undone_count,
  }
}
