import { LRUCache } from 'lru-cache'
import type { Deps } from '../../deps.ts'

/** Who is CONFIRMED on a shift. */
export type Roster = {
  /** Of these assignments and their versions: the same means the same assignments. */
  fingerprint: string
  /** As `aggregateNames` returns them: a third of what they take as objects. */
  names: string | null
  /** When their names were read; `performance.now()`. */
  read_at: number
}

export type Rosters = {
  open(shift_id: string): { known: Roster | undefined; replace(roster: Roster): void }
}

/** ms. The announcement of a changed name may be lost. */
const MAX_AGE = 30_000
/** Characters: half a million people. Shifts in rotation with more people evict each other. */
const MAX_SIZE = 32 * 2 ** 20
/** Of an entry without names. */
const ENTRY_SIZE = 200

/** Caches the names on each shift. A sign-up reads them again when the fingerprint differs. A rename clears the cache. */
export function openRosters({ bus }: Pick<Deps, 'bus'>): Rosters {
  const rosters = new LRUCache<string, Roster>({
    maxSize: MAX_SIZE,
    sizeCalculation: ({ names }) => ENTRY_SIZE + (names?.length ?? 0),
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
