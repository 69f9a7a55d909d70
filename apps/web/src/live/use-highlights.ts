import { diffShifts, type SeenShift } from '@muster/contract/rules/live-diff'
import { useEffect, useRef, useState } from 'react'

const SPOTS_MS = 2_000
const NAME_MS = 3_000

/** What has just changed and is to be lit: shifts by id for two seconds, people by `person_id` for three. */
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

/** A set whose members leave by themselves after a while. */
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
