import { LRUCache } from 'lru-cache'
import type { Deps } from '../../deps.ts'

/** The CONFIRMED people on a shift. */
export type Roster = {
  /** Hash of the assignments and their versions: an equal one means the same assignments. */
  fingerprint: string
  /** Names as `aggregateNames` returns them: a third of the memory that objects take. */
  names: string | null
  /** Time at which the names were read, by `performance.now()`. */
  read_at: number
}

export type Rosters = {
  open(shift_id: string): { known: Roster | undefined; replace(roster: Roster): void }
}

/** Milliseconds after which names are read again, because the announcement of a changed name may be lost. */
const MAX_AGE = 30_000
/**
 * Maximum number of characters: half a million people. With more people on shifts in use, shifts evict each other.
 */
const MAX_SIZE = 32 * 2 ** 20
/** Characters that an entry without names counts as. */
const ENTRY_SIZE = 200

/** Caches the names on each shift. A sign-up reads them again if the fingerprint differs; a rename clears all. */
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
          // After a rename, these names may be the ones from before it.
          if (renames === before) rosters.set(shift_id, roster)
        },
      }
    },
  }
}
