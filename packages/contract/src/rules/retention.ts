/** `last_shift_end` is that of the shifts that the person took or is asked to take; null if there are none. */
type Kept = { last_shift_end: string | null; created_at: string }

/** Returns `months` calendar months (UTC) after the end of the last shift, or after the person was added (D33). */
export function retentionEnds({ last_shift_end, created_at }: Kept, months: number): string {
  return addMonths(last_shift_end ?? created_at, months)
}

export function isRetentionOver(kept: Kept, { months, now }: { months: number; now: string }): boolean {
  return Date.parse(retentionEnds(kept, months)) <= Date.parse(now)
}

/** Adds months as PostgreSQL does: in a shorter month the result is its last day. */
export function addMonths(instant: string, months: number): string {
  const date = new Date(instant)
  const day = date.getUTCDate()
  date.setUTCMonth(date.getUTCMonth() + months)
  if (date.getUTCDate() !== day) date.setUTCDate(0)
  return date.toISOString()
}
