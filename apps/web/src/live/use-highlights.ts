import { diffShifts, type SeenShift } from '@muster/contract/rules/live-diff'
import { useEffect, useRef } from 'react'
import { useBriefSet } from './use-brief-set.ts'

export const SPOTS_MS = 2_000
export const NAME_MS = 3_000

/** Shift ids, kept for two seconds, and `person_id`s, kept for three. */
export type Highlights = { spots: ReadonlySet<string>; people: ReadonlySet<string> }

export function useHighlights(shifts: readonly SeenShift[]): Highlights {
  const before = useRef(shifts)
  const spots = useBriefSet(SPOTS_MS)
  const people = useBriefSet(NAME_MS)
  const { add: addSpots } = spots
  const { add: addPeople } = people

  useEffect(() => {
    const changes = diffShifts(before.current, shifts)
    before.current = shifts
    addSpots([...changes].filter(([, { spotsChanged }]) => spotsChanged).map(([id]) => id))
    addPeople([...changes.values()].flatMap(({ newPeople }) => newPeople))
  }, [shifts, addSpots, addPeople])

  return { spots: spots.members, people: people.members }
}
