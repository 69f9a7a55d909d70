import { and, eq } from 'drizzle-orm'
import { shift } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'

type Given = Pick<Deps, 'db' | 'findOrganization'>

/** Whose event shows how many are signing up, `shift_signup:{id}`. Undefined when the shift is gone. */
export function openFindEventOfShift({ db, findOrganization }: Given) {
  return async (shift_id: string): Promise<string | undefined> => {
    const org = await findOrganization.ofShift(shift_id)
    if (!org) return undefined
    const [found] = await db.transaction(org, (tx) =>
      tx
        .select({ event_id: shift.event_id })
        .from(shift)
        .where(and(eq(shift.organization_id, tx.org), eq(shift.id, shift_id))),
    )
    return found?.event_id
  }
}
