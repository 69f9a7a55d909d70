import { and, eq, inArray, sql } from 'drizzle-orm'
import type { OrgTx } from '../../db/client.ts'
import { assignment, shift } from '../../db/schema.ts'

/** D17: every personal link this person was ever sent stops working; the next message carries a new one. */
export async function raiseRounds(tx: OrgTx, person_id: string): Promise<void> {
  await tx
    .update(assignment)
    .set({ round: sql`${assignment.round} + 1`, version: sql`${assignment.version} + 1` })
    .where(and(eq(assignment.organization_id, tx.org), eq(assignment.person_id, person_id)))
}

/**
 * What people carry with them from a shift whose times or place have changed: the calendar entry is to be
 * updated (D26), and nobody can answer past the shift's end (D18).
 */
export async function followShifts(tx: OrgTx, shift_ids: readonly string[]): Promise<void> {
  await tx
    .update(assignment)
    .set({
      token_expires_at: sql`least(${assignment.token_expires_at}, ${shift.end_dt})`,
      calendar_sequence: sql`${assignment.calendar_sequence} + 1`,
      version: sql`${assignment.version} + 1`,
    })
    .from(shift)
    .where(
      and(
        eq(assignment.organization_id, tx.org),
        inArray(assignment.shift_id, [...shift_ids]),
        eq(shift.organization_id, assignment.organization_id),
        eq(shift.id, assignment.shift_id),
      ),
    )
}
