import pLimit from 'p-limit'
import type { OrgId } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import type { KeptAnswer } from '../../http/idempotency.ts'
import { listAnswers } from './queries.ts'

/** Connections used at a time: those who can still have a place come first. */
const AT_ONCE = 2

type Batch = { keys: string[]; answers: Promise<ReadonlyMap<string, KeptAnswer>> }

/**
 * D16, for shifts that are known to be full: what was answered under a key before. While others are looked for, the keys
 * of a shift are gathered and then found by one statement: a crowd that comes too late costs little.
 */
export function openFindAnswers({ db }: Pick<Deps, 'db'>) {
  const limit = pLimit(AT_ONCE)
  const gathering = new Map<string, Batch>()

  return async (org: OrgId, shift_id: string, key: string): Promise<KeptAnswer | undefined> => {
    const batch = gathering.get(shift_id) ?? openBatch(org, shift_id)
    batch.keys.push(key)
    return (await batch.answers).get(key)
  }

  function openBatch(org: OrgId, shift_id: string): Batch {
    const keys: string[] = []
    const answers = limit(() => {
      gathering.delete(shift_id)
      return db.transaction(org, (tx) => listAnswers(tx, { shift_id, keys }))
    })
    const batch = { keys, answers }
    gathering.set(shift_id, batch)
    return batch
  }
}
