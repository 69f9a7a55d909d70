import type { Deps } from '../../deps.ts'
import { deleteEmailChangesBefore } from './email-change-queries.ts'

const KEPT_MS = 30 * 24 * 3_600_000

/** V3: long after their links have stopped working. */
export function deleteOldEmailChanges({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const before = new Date(Date.parse(now()) - KEPT_MS).toISOString()
  return db.system((tx) => deleteEmailChangesBefore(tx, before))
}
