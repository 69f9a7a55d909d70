import type { SignedUp } from '@muster/contract/signup'
import pLimit from 'p-limit'
import type { OrgId, OrgTx } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import type { StoredAnswer } from '../../http/idempotency.ts'
import { listAnswers } from './queries.ts'
import { readNames, storedSignedUp } from './stored-answer.ts'

/** Maximum number of database connections: sign-ups that can still get a place come first. */
export const CONCURRENCY = 2

type Answers = ReadonlyMap<string, StoredAnswer<SignedUp>>

type Batch = { keys: string[]; answers: Promise<Answers> }

/** D16: while other look-ups run, collects the keys of a shift for one statement. */
export function openFindStoredAnswer({ db }: Pick<Deps, 'db'>) {
  const limit = pLimit(CONCURRENCY)
  const open_batches = new Map<string, Batch>()

  return async (org: OrgId, shift_id: string, key: string): Promise<StoredAnswer<SignedUp> | undefined> => {
    const batch = open_batches.get(shift_id) ?? openBatch(org, shift_id)
    batch.keys.push(key)
    return (await batch.answers).get(key)
  }

  function openBatch(org: OrgId, shift_id: string): Batch {
    const keys: string[] = []
    const answers = limit(() => {
      open_batches.delete(shift_id)
      return db.preparedTransaction(org, (tx) => readAnswers(tx, { shift_id, keys }))
    })
    const batch = { keys, answers }
    open_batches.set(shift_id, batch)
    return batch
  }
}

async function readAnswers(tx: OrgTx, of: { shift_id: string; keys: string[] }): Promise<Answers> {
  const rows = await listAnswers(tx, of)
  if (rows.length === 0) return new Map()
  const stored = rows.map(({ answer, ...row }) => ({ ...row, answer: storedSignedUp.parse(answer) }))
  const addNames = await readNames(
    tx,
    stored.map(({ answer }) => answer),
  )
  return new Map(stored.map(({ key, body_hash, answer }) => [key, { body_hash, answer: addNames(answer) }]))
}
