import type { Language } from '@muster/contract/language'
import type { Person } from '@muster/contract/people'
import { foldForSearch } from '@muster/contract/rules/fold'
import { fullName, sortByName } from '../../format/names.ts'

export type Searchable = { person: Person; text: string; digits: string }

export function indexPeople(people: readonly Person[], language: Language): Searchable[] {
  return sortByName(people, language).map((person) => ({
    person,
    text: foldForSearch([fullName(person), person.child_team ?? '', person.email].join(' ')),
    digits: person.phone?.replace(/\D/g, '') ?? '',
  }))
}

/** Matches every word of `typed` in name, team or email, in any order, or its digits in the phone number. */
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

/** Removes leading zeros, because numbers are stored with the country code. Returns '' if the text is no number. */
function digitsOf(typed: string): string {
  return /^[\d\s+()/-]{3,}$/.test(typed) ? typed.replace(/\D/g, '').replace(/^0+/, '') : ''
}
