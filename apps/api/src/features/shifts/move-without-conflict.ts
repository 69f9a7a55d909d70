import { meantClock } from '@muster/contract/rules/event-dates'
import { groupBy } from '@muster/contract/rules/group-by'
import type { OrgTx } from '../../db/client.ts'
import { listTimesOfPeopleOn, type TimeOfPerson } from '../assignments/queries.ts'
import { scheduleConflict } from '../assignments/refusals.ts'

/**
 * D14: refuses a move onto a conflict. An overlap from before stays, because the volunteer has chosen it, and one that
 * is only due to an hour that the clocks of `time_zone` skip or repeat (D25). Shifts and people must be locked; the
 * rollback restores the times.
 */
export async function moveWithoutConflict(
  tx: OrgTx,
  shift_ids: readonly string[],
  move: () => Promise<unknown>,
  time_zone?: string,
): Promise<void> {
  const before = new Set<string>()
  for (const pair of findConflicts(await listTimesOfPeopleOn(tx, shift_ids))) before.add(keyOf(pair))
  await move()
  for (const pair of findConflicts(await listTimesOfPeopleOn(tx, shift_ids))) {
    if (before.has(keyOf(pair)) || (time_zone !== undefined && !isMeant(pair, shift_ids, time_zone))) continue
    throw scheduleConflict({ ...pair[0], id: pair[0].person_id })
  }
}

/** Compares the clock times that were meant. Shifts of other events have not been moved. */
function isMeant(pair: Pair, moved: readonly string[], time_zone: string): boolean {
  const [one, other] = pair.map((shift) =>
    meantClock(moved.includes(shift.shift_id) ? shift : { ...shift, meant_times: null }, time_zone),
  )
  return !one || !other || (one.start_dt < other.end_dt && other.start_dt < one.end_dt)
}

type Pair = readonly [TimeOfPerson, TimeOfPerson]

/** Sorts the two shifts, because the move may change which starts first. */
const keyOf = ([one, other]: Pair) => [one.person_id, ...[one.shift_id, other.shift_id].toSorted()].join(' ')

/**
 * Finds overlaps; shifts that only touch do not overlap. Sorts by start, so that a person's thousands of shifts are
 * passed only once.
 */
function* findConflicts(times: readonly TimeOfPerson[]): Generator<Pair> {
  for (const of_person of groupBy(times, ({ person_id }) => person_id).values()) {
    let running: { time: TimeOfPerson; end: number }[] = []
    const by_start = of_person
      .map((time) => ({ time, start: Date.parse(time.start_dt), end: Date.parse(time.end_dt) }))
      .toSorted((one, other) => one.start - other.start)
    for (const { time, start, end } of by_start) {
      running = running.filter((earlier) => earlier.end > start)
      for (const earlier of running) yield [time, earlier.time]
      running.push({ time, end })
    }
  }
}
