import { addMs, DAY_MS } from '@muster/contract/rules/instants'
import { and, isNotNull, isNull, lt, notInArray, or, sql } from 'drizzle-orm'
import type { Tx } from '../../db/client.ts'
import { deleteBatch } from '../../db/in-batches.ts'
import { emailChange, organization } from '../../db/schema.ts'

const KEPT_MS = 30 * DAY_MS

/**
 * V3: deletes changes long after their links have stopped working. A request that is repeated expires later and may be
 * confirmed long after it was made; the undo counts from then. The index finds the rows by `created_at`, which is never
 * later than the other two. O1: in a pause the e-mail with the undo may still wait.
 */
export function deleteOldEmailChanges(tx: Tx, now: string): Promise<number> {
  const before = addMs(now, -KEPT_MS)
  const paused = tx
    .select({ id: organization.id })
    .from(organization)
    .where(isNotNull(organization.paused_at))
  const isDue = and(
    lt(emailChange.created_at, before),
    lt(emailChange.expires_at, before),
    or(isNull(emailChange.confirmed_at), lt(emailChange.confirmed_at, before)),
    notInArray(emailChange.organization_id, paused),
  )
  return deleteBatch(tx, emailChange, sql`${isDue}`)
}
