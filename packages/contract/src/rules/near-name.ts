import { foldForSearch } from './fold.ts'

export type Name = { first_name: string; last_name: string }

/**
 * Returns how like two names are (D60), in any order of their words: `equal` up to accents and case; `near` if each word
 * has one typing mistake at most, or one name only lacks words of the other.
 */
export function compareNames(one: Name, other: Name): 'equal' | 'near' | 'different' {
  const [fewer, more] = [wordsOf(one), wordsOf(other)].toSorted((a, b) => a.length - b.length)
  if (!fewer || !more || fewer.length === 0) return 'different'
  if (fewer.join(' ') === more.join(' ')) return 'equal'
  const left = [...more]
  for (const word of fewer) {
    const at = left.findIndex((candidate) => isNearWord(word, candidate))
    if (at === -1) return 'different'
    left.splice(at, 1)
  }
  // One word in common is a first name, or a family.
  return fewer.length > 1 ? 'near' : 'different'
}

const wordsOf = ({ first_name, last_name }: Name): string[] =>
  foldForSearch(`${first_name} ${last_name}`)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .toSorted()

/** Shorter words with one letter changed are other names: Bo and Jo, Åsa and Isa. */
const MISTYPED_FROM = 4

function isNearWord(one: string, other: string): boolean {
  if (one === other) return true
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  if (short.length === 1) return long.startsWith(short)
  if (long.length < MISTYPED_FROM || long.length - short.length > 1) return false
  const from = Array.from(short).findIndex((letter, at) => letter !== long[at])
  if (from === -1) return true
  const [rest, of] = [short.slice(from), long.slice(from)]
  if (short.length < long.length) return rest === of.slice(1)
  const is_swapped = rest[0] === of[1] && rest[1] === of[0] && rest.slice(2) === of.slice(2)
  return is_swapped || rest.slice(1) === of.slice(1)
}
