import { addMonths } from '@muster/contract/rules/retention'
import type { Deps } from '../../deps.ts'
import { deleteEntriesBefore } from './queries.ts'

const KEPT_MONTHS = 24

/** A1: uses the system role, because the application's role cannot delete log entries. */
export function deleteOldEntries({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  return db.system((tx) => deleteEntriesBefore(tx, addMonths(now(), -KEPT_MONTHS)))
}
