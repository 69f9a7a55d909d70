import { type AssignmentStatus, holdsPlace, occupiesTime } from './assignment-status.ts'

export type TimeWindow = { start_dt: string; end_dt: string }

/** Compares half-open windows, so touching windows do not overlap (D14). */
export function overlaps(a: TimeWindow, b: TimeWindow): boolean {
  return Date.parse(a.start_dt) < Date.parse(b.end_dt) && Date.parse(b.start_dt) < Date.parse(a.end_dt)
}

/** Returns the first overlapping INVITED or CONFIRMED assignment on another shift (D14). A new shift has no id. */
export function findConflict<Other extends TimeWindow & { shift_id: string; status: AssignmentStatus }>(
  candidate: TimeWindow & { id?: string | undefined },
  others: readonly Other[],
): Other | undefined {
  return others.find(
    (other) => other.shift_id !== candidate.id && occupiesTime(other.status) && overlaps(candidate, other),
  )
}

/** Considers CONFIRMED only, as for a volunteer's action (D14). */
export function findConfirmedConflict<
  Other extends TimeWindow & { shift_id: string; status: AssignmentStatus },
>(candidate: TimeWindow & { id?: string | undefined }, others: readonly Other[]): Other | undefined {
  return findConflict(
    candidate,
    others.filter(({ status }) => holdsPlace(status)),
  )
}
