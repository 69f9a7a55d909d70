import { addMs, DAY_MS } from '@muster/contract/rules/instants'
import type { Deps } from '../../deps.ts'
import { deleteWaitingBefore } from './queries.ts'

const KEPT_MS = 30 * DAY_MS

/** D33: deletes places 30 days after the shift, when the links to them close (D18). */
export function deleteOldPlaces({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const before = addMs(now(), -KEPT_MS)
  return db.system((tx) => deleteWaitingBefore(tx, before))
}
