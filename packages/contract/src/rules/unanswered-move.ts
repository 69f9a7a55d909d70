import { addMs, HOUR_MS } from './instants.ts'
import { hasStarted } from './shift-phase.ts'

/** Hours to confirm after the e-mail that asks (V1). */
export const HOURS_TO_CONFIRM = 48
/** Hours before the start within which no place is released (V1). */
export const HOURS_KEPT = 24

type Shift = { start_dt: string }

/** Returns the deadline in the e-mail, on the full hour (V1). Null if the shift starts too soon to free the place. */
export function confirmBy(shift: Shift, now: string): string | null {
  const earliest = Date.parse(now) + HOURS_TO_CONFIRM * HOUR_MS
  const confirm_by = new Date(Math.ceil(earliest / HOUR_MS) * HOUR_MS).toISOString()
  return canBeReleased(shift, confirm_by) ? confirm_by : null
}

/** Returns null once the place is kept even without an answer. */
export function confirmByInForce(confirm_by: string | null, shift: Shift, now: string): string | null {
  return canBeReleased(shift, now) ? confirm_by : null
}

/** Returns the instant before which the place can be released, exclusive. */
export function releasedBefore({ start_dt }: Shift): string {
  return addMs(start_dt, -HOURS_KEPT * HOUR_MS)
}

function canBeReleased(shift: Shift, at: string): boolean {
  return !hasStarted({ start_dt: releasedBefore(shift) }, at)
}
