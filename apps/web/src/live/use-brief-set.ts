import { useState } from 'react'

/** Keeps each id for `stay_ms`. The set stays empty if the viewer prefers reduced motion. */
export function useBriefSet(stay_ms: number): {
  members: ReadonlySet<string>
  add: (ids: readonly string[]) => void
} {
  const [members, setMembers] = useState<ReadonlySet<string>>(new Set())
  const [add] = useState(() => {
    const leaving = new Map<string, ReturnType<typeof setTimeout>>()
    return (ids: readonly string[]) => {
      if (ids.length === 0 || matchMedia('(prefers-reduced-motion: reduce)').matches) return
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
