import { foldForSearch } from '@muster/contract/rules/fold'

/** The name with the match in bold: "an" in Christi**an**. */
export function MarkedName({ name, typed }: { name: string; typed: string }) {
  const [word = ''] = foldForSearch(typed).split(' ')
  const part = word === '' ? undefined : findPart(name, word)
  if (!part) return <span translate="no">{name}</span>
  return (
    <span translate="no">
      {name.slice(0, part.from)}
      <b>{name.slice(part.from, part.to)}</b>
      {name.slice(part.to)}
    </span>
  )
}

/** Compares letter by letter, because a folded name may be longer: "ae" finds æ. */
function findPart(name: string, word: string): { from: number; to: number } | undefined {
  const letters = Array.from(name.matchAll(/\P{M}\p{M}*/gu), ({ 0: letter, index }) => ({
    folded: letter === ' ' ? ' ' : foldForSearch(letter),
    from: index,
    to: index + letter.length,
  }))
  for (const [start, first] of letters.entries()) {
    let folded = ''
    for (const letter of letters.slice(start)) {
      folded += letter.folded
      if (folded.startsWith(word)) return { from: first.from, to: letter.to }
      if (!word.startsWith(folded)) break
    }
  }
  return undefined
}
