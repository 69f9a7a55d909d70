import type { Person } from '@muster/contract/people'
import { foldForSearch } from '@muster/contract/rules/text'
import { fullName, sortByName } from '../../format/names.ts'
import type { Language } from '../../i18n/language.ts'

/** A person with what is searched, folded once and not at every key. */
export type Searchable = { person: Person; text: string; digits: string }

/** Everybody in the order of the reader's alphabet, ready to be searched. */
export function indexPeople(people: readonly Person[], language: Language): Searchable[] {
  return sortByName(people, language).map((person) => ({
    person,
    text: foldForSearch([fullName(person), person.child_team ?? '', person.email].join(' ')),
    digits: person.phone?.replace(/\D/g, '') ?? '',
  }))
}

/** Who has every word of `typed` in name, team or e-mail, in any order, or its digits in the phone number. */
export function findPeople(index: readonly Searchable[], typed: string): Person[] {
  const words = foldForSearch(typed).split(' ').filter(Boolean)
  const digits = digitsOf(typed)
  return index
    .filter(
      ({ text, digits: phone }) =>
        words.every((word) => text.includes(word)) || (digits !== '' && phone.includes(digits)),
    )
    .map(({ person }) => person)
}

/** A number as it is typed at home or abroad: the zeros that lead it are not stored. */
function digitsOf(typed: string): string {
  return /^[\d\s+()/-]{3,}$/.test(typed) ? typed.replace(/\D/g, '').replace(/^0+/, '') : ''
}
