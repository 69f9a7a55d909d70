import { addMonths } from '@muster/contract/rules/retention'
import type { Deps } from '../../deps.ts'
import { deleteEntriesBefore } from './queries.ts'

const KEPT_MONTHS = 24

/** A1. Under the system role: the application's cannot delete. */
export function deleteOldEntries({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  return db.system((tx) => deleteEntriesBefore(tx, addMonths(now(), -KEPT_MONTHS)))
}
