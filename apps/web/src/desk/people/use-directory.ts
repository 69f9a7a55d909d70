import type { Event } from '@muster/contract/events'
import { chooseDefaultEvent } from '@muster/contract/rules/default-event'
import { type InEventState, inEventStates, isInEvent } from '@muster/contract/rules/in-event'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useMay } from '../../api/rights.ts'
import { now } from '../../clock.ts'
import { useLanguage } from '../../i18n/language.ts'
import { eventsQuery, lastEventQuery } from '../events/api.ts'
import { foundPeopleQuery, peopleCountQuery, peopleInEventQuery, peopleQuery, readAllFound } from './api.ts'
import { filterPeople, type ListedPerson, sortPeople } from './filter-people.ts'
import { findPeople, indexPeople } from './search-people.ts'
import type { Column } from './use-columns.ts'
import { useIsLandline } from './use-is-landline.ts'
import type { PeopleFilters } from './use-people-filters.ts'

/** More are searched and filtered by the server: 50,000 take seconds to read. */
const MOST_AT_ONCE = 3_000
const SHOWN_OF_MORE = 200

export type Directory = ReturnType<typeof useDirectory>

/** Reads the people whom the page shows. `text`: what is searched for. */
export function useDirectory(filters: PeopleFilters, text: string, columns: readonly Column[]) {
  const language = useLanguage()
  const mayRead = useMay('read')
  const { event, events } = useEvent(filters.event, mayRead)
  const wantsEvent = mayRead && (filters.show !== undefined || columns.includes('in_event'))
  const wantsHours = mayRead && (filters.sort === 'hours' || columns.includes('hours'))
  const beside = {
    ...(event && { event_id: event.id }),
    ...(wantsHours && { include: 'hours' as const }),
  }

  const count = useQuery(peopleCountQuery())
  const isLarge = count.data !== undefined && count.data > MOST_AT_ONCE
  const isSmall = count.data !== undefined && !isLarge
  const all = useQuery({ ...peopleQuery(), enabled: isSmall })
  const more = useQuery({
    ...peopleInEventQuery(beside),
    enabled: isSmall && mayRead && (event !== undefined || wantsHours),
  })
  const some = useQuery({
    ...foundPeopleQuery({
      limit: SHOWN_OF_MORE,
      ...questionOf(filters, text, event),
      ...(mayRead && beside),
    }),
    enabled: isLarge,
  })
  const answered = useQuery({
    ...peopleInEventQuery({ event_id: event?.id, answer: filters.answer }),
    enabled: isSmall && event !== undefined && filters.answer !== undefined,
  })
  const isLandline = useIsLandline(filters.reach === 'landline')

  const people = useMemo(
    (): readonly ListedPerson[] | undefined =>
      isLarge
        ? some.data?.people
        : all.data?.map((person) => {
            const { in_event, planned_minutes } = more.data?.get(person.id) ?? {}
            return { ...person, in_event, planned_minutes }
          }),
    [isLarge, some.data, all.data, more.data],
  )
  const index = useMemo(
    () => indexPeople(sortPeople(people ?? [], filters.sort, language)),
    [people, filters.sort, language],
  )
  const { show, tag, reach, answer } = filters
  const found = useMemo(() => {
    if (isLarge) return index.map(({ person }) => person)
    // Until the answers are read nobody is known to be in a state.
    if (show !== undefined && !more.data) return []
    const known = filterPeople(findPeople(index, text), { show, tag, reach }, isLandline)
    return answer === undefined ? known : known.filter(({ id }) => answered.data?.has(id))
  }, [isLarge, index, text, show, tag, reach, answer, more.data, answered.data, isLandline])

  return {
    people,
    found,
    /** Of all who are found; more than are shown only in a large organisation. */
    total: isLarge ? (some.data?.total ?? 0) : found.length,
    /** Reads all who are found, also those who are not shown. */
    readFound: async (): Promise<readonly ListedPerson[]> =>
      isLarge
        ? sortPeople(
            await readAllFound({ ...questionOf(filters, text, event), ...beside }),
            filters.sort,
            language,
          )
        : found,
    all: count.data ?? 0,
    isLarge,
    /** By state in the event. Undefined until they are known, and in a large organisation. */
    counts: useMemo(
      () => (more.data && event ? countStates(people ?? []) : undefined),
      [more.data, event, people],
    ),
    event,
    events,
    mayRead,
    /** A query of the filter that has failed. Until it succeeds, the list is empty. */
    unread: [...(show === undefined ? [] : [more]), answered].find(({ isLoadingError }) => isLoadingError),
    isWaiting: (wantsEvent && !isLarge && more.isPending) || answered.isLoading,
    error: count.error ?? all.error ?? some.error,
    retry: () => void Promise.all([count.refetch(), (isLarge ? some : all).refetch()]),
  }
}

function useEvent(chosen_id: string | undefined, mayRead: boolean) {
  const { data: events } = useQuery({ ...eventsQuery(), enabled: mayRead })
  const last = useQuery({ ...lastEventQuery(), enabled: mayRead })
  const usual = (known: readonly Event[]) =>
    last.isPending
      ? undefined
      : chooseDefaultEvent(known, last.data?.last_event_id ?? null, now().toISOString())
  return {
    events: events ?? [],
    event: events && (events.find(({ id }) => id === chosen_id) ?? usual(events)),
  }
}

/** Numbers of landlines are known to the browser only. */
function questionOf({ show, tag, reach, answer }: PeopleFilters, text: string, event: Event | undefined) {
  return {
    ...(text.trim() !== '' && { q: text.trim() }),
    ...(tag !== undefined && { tag }),
    ...(reach === 'no_email' && { has_email: 'false' as const }),
    ...(show && event && { in_event: show }),
    ...(answer !== undefined && event && { answer }),
  }
}

function countStates(people: readonly ListedPerson[]): Record<InEventState, number> {
  const counts = { on_shift: 0, unanswered: 0, never_asked: 0 }
  for (const { in_event } of people)
    for (const state of inEventStates) if (isInEvent(in_event, state)) counts[state] += 1
  return counts
}
