import { useWords } from '../i18n/words.ts'

/** "Anna Berg, Maja Ek and 2 more": the first names of a long list in one line. */
export function useNameList(): (names: readonly string[], shown: number) => string {
  const t = useWords()
  return (names, shown) => {
    const rest = names.length - shown
    const first = names.slice(0, shown).join(', ')
    return rest > 0 ? t('names_and_more', { names: first, count: rest }) : names.join(', ')
  }
}
