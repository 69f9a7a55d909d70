import { groupBy } from './group-by.ts'
import { type Slot, twinKey } from './shift-slots.ts'
import type { TimeWindow } from './time-conflict.ts'

type Existing = TimeWindow & { role_id: string }

/**
 * `twin`: a shift with the same role, start and end is there already; `isRepeated`: so is an earlier one of the list.
 * `isOverlapping`: another shift of the role is there at that time.
 */
export type ReviewedSlot<Shift extends Existing, Wanted extends Slot = Slot> = {
  slot: Wanted
  key: string
  twin: Shift | undefined
  isRepeated: boolean
  isOverlapping: boolean
}

/** Compares what is to be added with what is there. Forms leave twins out (D46); an overlap is allowed. */
export function reviewSlots<Shift extends Existing, Wanted extends Slot>(
  slots: readonly Wanted[],
  shifts: readonly Shift[],
): ReviewedSlot<Shift, Wanted>[] {
  const twins = new Map(shifts.map((shift) => [twinKey(shift), shift]))
  // Parsed once: a thousand slots beside thousands of shifts.
  const ofRole = groupBy(
    shifts.map((shift) => ({ shift, ...windowOf(shift) })),
    ({ shift }) => shift.role_id,
  )
  const counts = new Map<string, number>()
  return slots.map((slot) => {
    const twin = twinKey(slot)
    const before = counts.get(twin) ?? 0
    counts.set(twin, before + 1)
    const found = twins.get(twin)
    const { start, end } = windowOf(slot)
    return {
      slot,
      key: `${twin} ${before}`,
      twin: found,
      isRepeated: before > 0,
      isOverlapping: (ofRole.get(slot.role_id) ?? []).some(
        (other) => other.shift !== found && start < other.end && other.start < end,
      ),
    }
  })
}

function windowOf({ start_dt, end_dt }: TimeWindow): { start: number; end: number } {
  return { start: Date.parse(start_dt), end: Date.parse(end_dt) }
}
