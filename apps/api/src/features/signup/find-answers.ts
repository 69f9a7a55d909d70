import pLimit from 'p-limit'
import type { OrgId } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import type { StoredAnswer } from '../../http/idempotency.ts'
import { listAnswers } from './queries.ts'

/** Database connections at a time: sign-ups that can still get a place come first. */
export const CONCURRENCY = 2

type Batch = { keys: string[]; answers: Promise<ReadonlyMap<string, StoredAnswer>> }

/** D16. While other look-ups run, the keys of a shift are collected for one statement. */
export function openFindStoredAnswer({ db }: Pick<Deps, 'db'>) {
  const limit = pLimit(CONCURRENCY)
  const open_batches = new Map<string, Batch>()

  return async (org: OrgId, shift_id: string, key: string): Promise<StoredAnswer | undefined> => {
    const batch = open_batches.get(shift_id) ?? openBatch(org, shift_id)
    batch.keys.push(key)
    return (await batch.answers).get(key)
  }

  function openBatch(org: OrgId, shift_id: string): Batch {
    const keys: string[] = []
    const answers = limit(() => {
      open_batches.delete(shift_id)
      return db.preparedTransaction(org, (tx) => listAnswers(tx, { shift_id, keys }))
    })
    const batch = { keys, answers }
    open_batches.set(shift_id, batch)
    return batch
  }
}
