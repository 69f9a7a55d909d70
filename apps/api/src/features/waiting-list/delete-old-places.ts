import { linkOpenedSince } from '@muster/contract/rules/invite-expiry'
import type { Deps } from '../../deps.ts'
import { deleteWaitingBefore } from './queries.ts'

/** D44: deletes places 30 days after the shift, when the links to them close (D18). */
export function deleteOldPlaces({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  return db.system((tx) => deleteWaitingBefore(tx, linkOpenedSince(now())))
}
