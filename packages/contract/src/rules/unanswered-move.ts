import { addMs, HOUR_MS } from './instants.ts'
import { hasStarted } from './shift-phase.ts'

/** V1: from the e-mail that asks. */
export const HOURS_TO_CONFIRM = 48
/** V1: no place is freed within these hours before the start. */
export const HOURS_KEPT = 24

type Shift = { start_dt: string }

/** V1: what the e-mail says, on the full hour. Null: the shift starts too soon, and the place is kept. */
export function confirmBy(shift: Shift, now: string): string | null {
  const earliest = Date.parse(now) + HOURS_TO_CONFIRM * HOUR_MS
  const confirm_by = new Date(Math.ceil(earliest / HOUR_MS) * HOUR_MS).toISOString()
  return canBeFreed(shift, confirm_by) ? confirm_by : null
}

/** Null once the place is kept whatever they answer. */
export function confirmByInForce(confirm_by: string | null, shift: Shift, now: string): string | null {
  return canBeFreed(shift, now) ? confirm_by : null
}

/** Exclusive. */
export function freedBefore({ start_dt }: Shift): string {
  return addMs(start_dt, -HOURS_KEPT * HOUR_MS)
}

function canBeFreed(shift: Shift, at: string): boolean {
  return !hasStarted({ start_dt: freedBefore(shift) }, at)
}
