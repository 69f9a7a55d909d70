import type { Language } from '@muster/contract/language'
import type { Person } from '@muster/contract/people'
import { searchDigits, searchText, searchWords } from '@muster/contract/rules/fold'
import { sortByName } from '../../format/names.ts'

export type Searchable = { person: Person; text: string; digits: string }

export function indexPeople(people: readonly Person[], language: Language): Searchable[] {
  return sortByName(people, language).map((person) => ({
    person,
    text: searchText(person),
    digits: person.phone?.replace(/\D/g, '') ?? '',
  }))
}

/** Matches every word of `typed` in name, team or email, in any order, or its digits in the phone number. */
export function findPeople(index: readonly Searchable[], typed: string): Person[] {
  const words = searchWords(typed)
  const digits = searchDigits(typed)
  return index
    .filter(
      ({ text, digits: phone }) =>
        words.every((word) => text.includes(word)) || (digits !== '' && phone.includes(digits)),
    )
    .map(({ person }) => person)
}
