import { LRUCache } from 'lru-cache'
import type { Deps } from '../../deps.ts'
import type { ConfirmedPerson } from '../events/public-shifts.ts'

/** Who is CONFIRMED on a shift. */
export type Roster = {
  /** Of these assignments and their versions: the same means the same assignments. */
  fingerprint: string
  /** By assignment, whose id stands for the person (D22). */
  people: readonly ConfirmedPerson[]
  /** When their names were read; `performance.now()`. */
  read_at: number
}

export type Rosters = {
  open(shift_id: string): { known: Roster | undefined; replace(roster: Roster): void }
}

/** ms. The announcement of a changed name may be lost. */
const MAX_AGE = 30_000
/** Full, with a backlog of requests, the heap had grown by 196 MiB. Shifts in rotation with more people evict each other. */
const MAX_PEOPLE = 300_000

/** Caches the names on each shift. A sign-up reads them again when the fingerprint differs. A rename clears the cache. */
export function openRosters({ bus }: Pick<Deps, 'bus'>): Rosters {
  const rosters = new LRUCache<string, Roster>({
    maxSize: MAX_PEOPLE,
    sizeCalculation: ({ people }) => people.length + 1,
  })
  let renames = 0
  bus.subscribe((announcement) => {
    const isRenamed = announcement.kind === 'shifts' && announcement.has_renamed
    if (!isRenamed && announcement.kind !== 'resync') return
    rosters.clear()
    renames += 1
  })
  return {
    open(shift_id) {
      const found = rosters.get(shift_id)
      const before = renames
      return {
        known: found && performance.now() - found.read_at < MAX_AGE ? found : undefined,
        replace(roster) {
          // Otherwise the names may have been read before the rename.
          if (renames === before) rosters.set(shift_id, roster)
        },
      }
    },
  }
}
