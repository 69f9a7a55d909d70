import type { ClaimedMessage } from './claim.ts'

/** Not what a person may need afterwards: what an organiser writes, and changes of an address or phone number. */
const ABOUT_SHIFTS = [
  'confirmation',
  'link_again',
  'shift_changed',
  'shift_cancelled',
  'place_freed',
  'new_link',
  'invitation',
  'reminder',
  'waiting_joined',
  'waiting_moved',
  'waiting_cancelled',
]

/** Ids of claimed messages about shifts that are all over, before a move and after it (O1): they waited too long. */
export function listAboutOverShifts(
  claimed: readonly Pick<ClaimedMessage, 'id' | 'template' | 'facts'>[],
  now: string,
): ReadonlySet<string> {
  const over = claimed.filter(({ template, facts }) => {
    if (!ABOUT_SHIFTS.includes(template)) return false
    const ends = listEnds(facts)
    return ends.length > 0 && ends.every((end) => Date.parse(end) <= Date.parse(now))
  })
  return new Set(over.map(({ id }) => id))
}

function listEnds(facts: unknown): string[] {
  if (typeof facts !== 'object' || facts === null) return []
  return Object.entries(facts).flatMap(([name, value]) =>
    name === 'end_dt' && typeof value === 'string' ? [value] : listEnds(value),
  )
}
