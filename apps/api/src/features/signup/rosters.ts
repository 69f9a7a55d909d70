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
/** At most 150 MB. With more names on shifts that take turns, each is evicted before its turn. */
const MAX_PEOPLE = 300_000

/** Names are read again when others are on the shift, which the fingerprint shows, and when somebody is renamed. */
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
          // Names that were read before a change.
          if (renames === before) rosters.set(shift_id, roster)
        },
      }
    },
  }
}
