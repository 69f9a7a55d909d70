import { foldForSearch, searchWords } from '@muster/contract/rules/fold'

/** Something that the palette opens. `more` is searched too and not shown. */
export type Entry = { id: string; text: string; hint?: string; more?: string; path: string }

export const kinds = ['acts', 'events', 'people', 'shifts'] as const
export type Kind = (typeof kinds)[number]

/** Number of entries of a kind that are shown. */
const MOST = 6

/**
 * Returns the entries in which every word of `typed` stands: first those whose text is `typed`, then those that begin
 * with it, then those with a word that does. Within a rank the order stays. Without a word only acts are listed.
 */
export function findEntries(
  entries: Readonly<Record<Kind, readonly Entry[]>>,
  typed: string,
): { kind: Kind; items: Entry[] }[] {
  const words = searchWords(typed)
  const whole = foldForSearch(typed.trim())
  const ranked = kinds.map((kind) => {
    if (words.length === 0) return { kind, rank: 0, items: kind === 'acts' ? [...entries.acts] : [] }
    const found = entries[kind].flatMap((entry) => {
      const rank = rankOf(entry, { words, whole })
      return rank === undefined ? [] : { entry, rank }
    })
    const sorted = found.toSorted((one, other) => one.rank - other.rank)
    return {
      kind,
      rank: sorted[0]?.rank ?? 0,
      items: sorted.slice(0, MOST).map(({ entry }) => entry),
    }
  })
  // The first entry is the one that Enter opens, so the best match comes first, of whatever kind it is.
  return ranked
    .filter(({ items }) => items.length > 0)
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ kind, items }) => ({ kind, items }))
}

function rankOf(
  { text, more = '' }: Entry,
  { words, whole }: { words: readonly string[]; whole: string },
): number | undefined {
  const own = foldForSearch(text)
  if (own === whole) return 0
  if (own.startsWith(whole)) return 1
  const all = `${own} ${foldForSearch(more)}`
  if (!words.every((word) => all.includes(word))) return undefined
  return words.every((word) => ` ${own}`.includes(` ${word}`)) ? 2 : 3
}
