import { diffShifts, type SeenShift } from '@muster/contract/rules/live-diff'
import { useEffect, useRef, useState } from 'react'

const SPOTS_MS = 2_000
const NAME_MS = 3_000

/** What to highlight: shift ids for two seconds, `person_id`s for three. */
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

function useBriefSet(stay_ms: number) {
  const [members, setMembers] = useState<ReadonlySet<string>>(new Set())
  const [add] = useState(() => {
    const leaving = new Map<string, ReturnType<typeof setTimeout>>()
    return (ids: readonly string[]) => {
      if (ids.length === 0) return
      setMembers((now) => new Set([...now, ...ids]))
      for (const id of ids) {
        clearTimeout(leaving.get(id))
        leaving.set(
          id,
          setTimeout(() => setMembers((now) => without(now, id)), stay_ms),
        )
      }
    }
  })
  return { members, add }
}

function without(members: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const left = new Set(members)
  left.delete(id)
  return left
}
