import type { PublicShift } from '../public-event.ts'

/** `signing_up` is unknown until the channel is joined. */
export type SeenShift = PublicShift & { signing_up?: number }

export type ShiftChange = {
  spotsChanged: boolean
  /** New `person_id`s, which on public pages are ids of assignments (D22). */
  newPeople: string[]
}

/** Returns the changes to highlight by shift id, without new and unchanged shifts. */
export function diffShifts(
  before: readonly PublicShift[],
  after: readonly PublicShift[],
): Map<string, ShiftChange> {
  const known = new Map(before.map((shift) => [shift.id, shift]))
  const changes = new Map<string, ShiftChange>()
  for (const shift of after) {
    const old = known.get(shift.id)
    if (!old) continue
    const spotsChanged = old.spots_left !== shift.spots_left
    const newPeople = findNewPeople(old, shift)
    if (spotsChanged || newPeople.length > 0) changes.set(shift.id, { spotsChanged, newPeople })
  }
  return changes
}

function findNewPeople(before: PublicShift, after: PublicShift): string[] {
  const known = new Set(before.assigned_people.map(({ person_id }) => person_id))
  return after.assigned_people.map(({ person_id }) => person_id).filter((id) => !known.has(id))
}
