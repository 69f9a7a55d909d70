import { linkOpenedSince } from '@muster/contract/rules/invite-expiry'
import { sql } from 'drizzle-orm'
import type { Tx } from '../../db/client.ts'
import { deleteBatch } from '../../db/in-batches.ts'
import { shift, waiting } from '../../db/schema.ts'

/** D44: deletes places 30 days after the shift, when the links to them close (D18). */
export const deleteOldPlaces = (tx: Tx, now: string): Promise<number> =>
  deleteBatch(
    tx,
    waiting,
    sql`exists (
      select from ${shift} where ${shift.id} = ${waiting.shift_id} and ${shift.end_dt} < ${linkOpenedSince(now)}
    )`,
  )
