import { addMs, DAY_MS } from '@muster/contract/rules/instants'
import type { Deps } from '../../deps.ts'
import { deleteEmailChangesBefore } from './email-change-queries.ts'

const KEPT_MS = 30 * DAY_MS

/** V3: deletes changes long after their links have stopped working. */
export function deleteOldEmailChanges({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const before = addMs(now(), -KEPT_MS)
  return db.system((tx) => deleteEmailChangesBefore(tx, before))
}
