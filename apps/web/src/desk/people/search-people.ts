import type { Person } from '@muster/contract/people'
import { searchDigits, searchText, searchWords } from '@muster/contract/rules/fold'

export type Searchable<One extends Person = Person> = { person: One; text: string; digits: string }

/** In the given order. */
export function indexPeople<One extends Person>(people: readonly One[]): Searchable<One>[] {
  return people.map((person) => ({
    person,
    text: searchText(person),
    digits: person.phone?.replace(/\D/g, '') ?? '',
  }))
}

/** Matches every word of `typed` in name, team or email, in any order, or its digits in the phone number. */
export function findPeople<One extends Person>(index: readonly Searchable<One>[], typed: string): One[] {
  const words = searchWords(typed)
  const digits = searchDigits(typed)
  return index
    .filter(
      ({ text, digits: phone }) =>
        words.every((word) => text.includes(word)) || (digits !== '' && phone.includes(digits)),
    )
    .map(({ person }) => person)
}
