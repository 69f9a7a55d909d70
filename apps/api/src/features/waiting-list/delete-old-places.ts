import type { Deps } from '../../deps.ts'
import { deleteWaitingBefore } from './queries.ts'

const KEPT_MS = 30 * 24 * 3_600_000

/** D33: 30 days after the shift, when the links to them close (D18). */
export function deleteOldPlaces({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const before = new Date(Date.parse(now()) - KEPT_MS).toISOString()
  return db.system((tx) => deleteWaitingBefore(tx, before))
}
