import type { Language } from '@muster/contract/language'
import { foldForSearch } from '@muster/contract/rules/fold'
import { type Name } from '../../format/names.ts'

/** Letters of their own in Swedish. */
const SWEDISH = /^[åäö]/iu

/** The letter under which a name stands: Å of Åsa in Swedish, A in English; # of what begins with no letter. */
export function letterOf(name: Name, by: 'first' | 'last', language: Language): string {
  const text = (by === 'first' ? name.first_name : name.last_name).normalize('NFC')
  if (language === 'sv' && SWEDISH.test(text)) return text.charAt(0).toLocaleUpperCase('sv')
  const [letter = '#'] = foldForSearch(text)
  return /\p{L}/u.test(letter) ? letter.toLocaleUpperCase() : '#'
}

/** Each once, in the order of the list, with the place of its first person. */
export function listLetters(
  people: readonly Name[],
  by: 'first' | 'last',
  language: Language,
): { letter: string; at: number }[] {
  const letters: { letter: string; at: number }[] = []
  for (const [at, person] of people.entries()) {
    const letter = letterOf(person, by, language)
    if (letters.at(-1)?.letter !== letter) letters.push({ letter, at })
  }
  return letters
}
