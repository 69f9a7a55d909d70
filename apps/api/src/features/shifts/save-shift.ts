import type { newShift, Shift, shiftChange } from '@muster/contract/shifts'
import type { z } from 'zod'
import { type Attempt, createdId, oncePerKey } from '../../access/idempotency.ts'
import type { OrgId } from '../../db/client.ts'
import { oneRow } from '../../db/one-row.ts'
import type { Deps } from '../../deps.ts'
import type { Refuse, Rows } from './check-batch.ts'
import { readShift } from './read-shifts.ts'
import { carryOut } from './save-batch.ts'

/* Batches of one row (D46), which cannot be undone. */

type NewShift = z.output<typeof newShift>
type ShiftChange = z.output<typeof shiftChange>

const NO_ROWS: Rows = { create: [], update: [], remove: [] }

const refuse: Refuse = ([{ refusal }]) => {
  throw refusal
}

/** Refuses with `role_not_found`, `limit_reached`. */
export function addShift(deps: Deps, org: OrgId, given: NewShift, attempt?: Attempt): Promise<Shift> {
  return deps.db.transaction(org, async (tx) => {
    const created = await oncePerKey(tx, attempt, createdId, async () => {
      const rows = { ...NO_ROWS, create: [{ path: '', given }] }
      return oneRow((await carryOut(tx, deps, { rows, notify: false, refuse })).created)
    })
    return readShift(tx, deps.keys, created.id)
  })
}

/**
 * Refuses with `shift_not_found`, `role_not_found`, `changed_elsewhere`, `limit_reached`, `schedule_conflict`,
 * `daily_cap_reached`.
 */
export function changeShift(
  deps: Deps,
  org: OrgId,
  { id, notify }: { id: string; notify: boolean },
  change: ShiftChange,
): Promise<Shift> {
  return deps.db.transaction(org, async (tx) => {
    const rows = { ...NO_ROWS, update: [{ ...change, path: '', id }] }
    await carryOut(tx, deps, { rows, notify, refuse })
    return readShift(tx, deps.keys, id)
  })
}

/** Refuses with `shift_not_found`, `daily_cap_reached`. */
export async function removeShift(
  deps: Deps,
  org: OrgId,
  { id, notify }: { id: string; notify: boolean },
): Promise<void> {
  await deps.db.transaction(org, (tx) =>
    carryOut(tx, deps, { rows: { ...NO_ROWS, remove: [{ path: '', id }] }, notify, refuse }),
  )
}
