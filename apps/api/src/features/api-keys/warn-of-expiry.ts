import { addMs, DAY_MS } from '@muster/contract/rules/instants'
import type { Deps } from '../../deps.ts'
import { enqueueAccountEmail } from '../../outbox/enqueue.ts'
import { claimExpiring, listOwners } from './queries.ts'

/** Days of warning: one more than the seven of K1, because the job runs once a day. */
const DAYS_BEFORE = 8

/**
 * K1: warns once for each key: its creator, or the other owners if that account is disabled. Returns the number of
 * keys.
 */
export function warnOfExpiry({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<number> {
  return db.system(async (tx) => {
    const until = addMs(now(), DAYS_BEFORE * DAY_MS)
    const keys = await claimExpiring(tx, { now: now(), until })
    for (const { created_by, ...payload } of keys) {
      const owners = await listOwners(tx, payload.organization_id)
      const creator = owners.filter(({ id }) => id === created_by)
      for (const { language, ...user } of creator.length > 0 ? creator : owners)
        await enqueueAccountEmail(tx, { user, language, content: { template: 'api_key_expiring', payload } })
    }
    return keys.length
  })
}
