import type { Deps } from '../../deps.ts'
import { deleteInvitationsBefore } from './queries.ts'

const KEPT_MS = 30 * 24 * 3_600_000

/** M2: accepted, withdrawn or not, 30 days after they expire. */
export function deleteOldInvitations({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const before = new Date(Date.parse(now()) - KEPT_MS).toISOString()
  return db.system((tx) => deleteInvitationsBefore(tx, before))
}
