import type { Language } from '@muster/contract/language'
import { locales } from '../i18n/language.ts'

export type Name = { first_name: string; last_name: string }

export function fullName({ first_name, last_name }: Name): string {
  return `${first_name} ${last_name}`.trim()
}

/** Returns "ÅO" for Åsa Maria O'Brien-Åkesson and "AO" for asa.oberg@volunteer.example. */
export function initialsOf(name: string): string {
  const words = name.split(name.includes('@') ? /@.*|[._+-]/ : /\s/)
  const [first = '', ...others] = words.flatMap((word) => /[\p{L}\p{N}]\p{M}*/u.exec(word) ?? [])
  return (first + (others.at(-1) ?? '')).toLocaleUpperCase()
}

/** Sorts å, ä, ö last in Swedish, with a and o in English. */
export function sortByName<Person extends Name>(people: readonly Person[], language: Language): Person[] {
  const { compare } = collators[language]
  return people.toSorted((a, b) => compare(fullName(a), fullName(b)))
}

export function sortByLastName<Person extends Name>(people: readonly Person[], language: Language): Person[] {
  const { compare } = collators[language]
  return people.toSorted((a, b) => compare(a.last_name, b.last_name) || compare(a.first_name, b.first_name))
}

export function compareTexts(language: Language): (a: string, b: string) => number {
  return collators[language].compare
}

const collators: Record<Language, Intl.Collator> = {
  en: new Intl.Collator(locales.en, { numeric: true }),
  sv: new Intl.Collator(locales.sv, { numeric: true }),
}
