import { and, eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { OrgTx } from '../db/client.ts'
import { isAnyOf } from '../db/is-any-of.ts'
import { event, shift } from '../db/schema.ts'
import type { plan } from '../mail/templates/shift-changed.ts'

/** Plan of a shift before a change. */
export type Plan = z.infer<typeof plan> & { shift_id: string }

export function listPlans(tx: OrgTx, shift_ids: readonly string[]): Promise<Plan[]> {
  return tx
    .select({
      shift_id: shift.id,
      start_dt: shift.start_dt,
      end_dt: shift.end_dt,
      location: event.location,
      time_zone: event.time_zone,
    })
    .from(shift)
    .innerJoin(event, eq(event.id, shift.event_id))
    .where(and(eq(shift.organization_id, tx.org), isAnyOf(shift.id, shift_ids)))
}
