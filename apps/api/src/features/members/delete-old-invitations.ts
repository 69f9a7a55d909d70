import { addMs, DAY_MS } from '@muster/contract/rules/instants'
import { lt } from 'drizzle-orm'
import type { Tx } from '../../db/client.ts'
import { deleteBatch } from '../../db/in-batches.ts'
import { memberInvitation } from '../../db/schema.ts'

const KEPT_MS = 30 * DAY_MS

/** M2: deletes invitations 30 days after they expire, whether accepted, withdrawn or neither. */
export const deleteOldInvitations = (tx: Tx, now: string): Promise<number> =>
  deleteBatch(tx, memberInvitation, lt(memberInvitation.expires_at, addMs(now, -KEPT_MS)))
