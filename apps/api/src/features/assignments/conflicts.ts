import { meantClock } from '@muster/contract/rules/event-dates'
import { groupBy } from '@muster/contract/rules/group-by'
import type { OrgTx } from '../../db/client.ts'
import type { Overlap } from '../../db/record-batch.ts'
import { listOverlappingTimesOn, type TimeOfPerson } from './queries.ts'
import { scheduleConflict } from './refusals.ts'

/** Two overlapping shifts of a person (D14). */
export type Conflict = readonly [TimeOfPerson, TimeOfPerson]

/** Lists the conflicts of the people on these shifts, which must be locked with them. */
export const listConflicts = async (tx: OrgTx, shift_ids: readonly string[]): Promise<Conflict[]> =>
  findConflicts(await listOverlappingTimesOn(tx, shift_ids))

/**
 * D14: lists the conflicts that are not among those from before the shifts moved: these the volunteer has chosen. Leaves
 * out those that are only due to an hour that the clocks of `time_zone` skip or repeat (D25).
 */
export async function listNewConflicts(
  tx: OrgTx,
  shift_ids: readonly string[],
  { before, time_zone }: { before: readonly Conflict[]; time_zone?: string },
): Promise<Conflict[]> {
  const known = new Set(before.map((conflict) => keyOf(overlapOf(conflict))))
  return (await listConflicts(tx, shift_ids)).filter(
    (conflict) =>
      !known.has(keyOf(overlapOf(conflict))) &&
      (time_zone === undefined || isMeant(conflict, shift_ids, time_zone)),
  )
}

/** Refuses the first new conflict. The rollback restores the times. */
export async function refuseNewConflicts(...given: Parameters<typeof listNewConflicts>): Promise<void> {
  const [first] = await listNewConflicts(...given)
  if (first) throw scheduleConflict({ ...first[0], id: first[0].person_id })
}

type Placed = { person_id: string; shift_id: string }

export const overlapOf = ([one, other]: readonly [Placed, Placed]): Overlap => ({
  person_id: one.person_id,
  shift_ids: [one.shift_id, other.shift_id],
})

/** Sorts the two shifts, because a move may change which starts first. */
export const keyOf = ({ person_id, shift_ids }: Overlap) => [person_id, ...shift_ids.toSorted()].join(' ')

/** Compares the clock times that were meant. Shifts of other events have not been moved. */
function isMeant(conflict: Conflict, moved: readonly string[], time_zone: string): boolean {
  const [one, other] = conflict.map((shift) =>
    meantClock(moved.includes(shift.shift_id) ? shift : { ...shift, meant_times: null }, time_zone),
  )
  return !one || !other || (one.start_dt < other.end_dt && other.start_dt < one.end_dt)
}

type Time = { person_id: string; start_dt: string; end_dt: string }

/**
 * Finds overlaps; shifts that only touch do not overlap. Sorts by start, so that a person's thousands of shifts are
 * passed only once.
 */
export function findConflicts<One extends Time>(times: readonly One[]): (readonly [One, One])[] {
  return [...groupBy(times, ({ person_id }) => person_id).values()].flatMap((of_person) => {
    if (of_person.length < 2) return []
    const found: (readonly [One, One])[] = []
    let running: { time: One; end: number }[] = []
    const by_start = of_person
      .map((time) => ({ time, start: Date.parse(time.start_dt), end: Date.parse(time.end_dt) }))
      .toSorted((one, other) => one.start - other.start)
    for (const { time, start, end } of by_start) {
      running = running.filter((earlier) => earlier.end > start)
      for (const earlier of running) found.push([time, earlier.time])
      running.push({ time, end })
    }
    return found
  })
}
