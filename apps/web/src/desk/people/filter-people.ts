import type { Language } from '@muster/contract/language'
import type { Person } from '@muster/contract/people'
import { foldName } from '@muster/contract/rules/fold'
import { type InEvent, isInEvent } from '@muster/contract/rules/in-event'
import { sortByLastName, sortByName } from '../../format/names.ts'
import type { PeopleFilters } from './use-people-filters.ts'

/** A person with what was read of them beside the list, if anything was. */
export type ListedPerson = Person & { in_event?: InEvent | undefined; planned_minutes?: number | undefined }

/** Of numbers that get no SMS. Undefined until the rules are loaded, when nobody is found. */
export type IsLandline = ((phone: string) => boolean) | undefined

export function filterPeople<One extends ListedPerson>(
  people: readonly One[],
  { show, tag, reach }: PeopleFilters,
  isLandline: IsLandline,
): readonly One[] {
  const key = tag === undefined ? undefined : foldName(tag)
  const isFound = ({ in_event, tags, email, phone }: One) =>
    (show === undefined || isInEvent(in_event, show)) &&
    (key === undefined || tags.some((each) => foldName(each) === key)) &&
    (reach !== 'no_email' || email === null) &&
    (reach !== 'landline' || (phone !== null && isLandline?.(phone) === true))
  return (show ?? tag ?? reach) ? people.filter(isFound) : people
}

export function sortPeople<One extends ListedPerson>(
  people: readonly One[],
  sort: PeopleFilters['sort'],
  language: Language,
): readonly One[] {
  if (sort === 'last') return sortByLastName(people, language)
  const by_name = sortByName(people, language)
  return sort === 'hours'
    ? by_name.toSorted((a, b) => (b.planned_minutes ?? 0) - (a.planned_minutes ?? 0))
    : by_name
}
