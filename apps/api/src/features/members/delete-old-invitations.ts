import { addMs, DAY_MS } from '@muster/contract/rules/instants'
import type { Deps } from '../../deps.ts'
import { deleteInvitationsBefore } from './queries.ts'

const KEPT_MS = 30 * DAY_MS

/** M2: deletes invitations 30 days after they expire, whether accepted, withdrawn or neither. */
export function deleteOldInvitations({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const before = addMs(now(), -KEPT_MS)
  return db.system((tx) => deleteInvitationsBefore(tx, before))
}
