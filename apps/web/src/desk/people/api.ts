import type { Answer } from '@muster/contract/answers'
import type { Person, PersonExport, PersonPage } from '@muster/contract/people'
import { occupiesTime } from '@muster/contract/rules/assignment-status'
import { isOver } from '@muster/contract/rules/shift-phase'
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { call, callForHeaders, type Given } from '../../api/call.ts'
import { notifyQuery } from '../../api/notify-query.ts'
import { once } from '../../api/once.ts'
import { organizationKey } from '../../api/organization-key.ts'
import { readAnew } from '../../api/read-anew.ts'
import { now } from '../../clock.ts'

export type NewPerson = Given<'people', 'createPerson'>['body']
export type PersonChange = NonNullable<Given<'people', 'updatePerson'>['body']>

export const peopleQuery = () =>
  queryOptions({
    queryKey: organizationKey('people'),
    queryFn: ({ signal }): Promise<Person[]> => call('people', 'listPeople', { signal }),
  })

/** Of all people, which tells whether the list can be read whole. */
export const peopleCountQuery = () =>
  queryOptions({
    queryKey: organizationKey('people', 'count'),
    queryFn: async ({ signal }): Promise<number> => (await readFound({ limit: 1 }, signal)).total,
  })

type Filter = NonNullable<Given<'people', 'listPeople'>['query']>

/** The first of those whom the server finds, in the order in which they were added, and how many there are. */
export const foundPeopleQuery = (filter: Filter) =>
  queryOptions({
    queryKey: organizationKey('people', 'found', JSON.stringify(filter)),
    queryFn: ({ signal }) => readFound(filter, signal),
    placeholderData: keepPreviousData,
  })

async function readFound(query: Filter, signal: AbortSignal): Promise<{ people: Person[]; total: number }> {
  const { body, headers } = await callForHeaders('people', 'listPeople', { query, signal })
  return { people: body, total: Number(headers.get('total-count') ?? body.length) }
}

/** All whom the server finds: 50,000 take seconds. */
export function readAllFound(query: Filter): Promise<Person[]> {
  return call('people', 'listPeople', { query })
}

/** What everybody has in the event, and their hours, by id. */
export const peopleInEventQuery = (query: Pick<Filter, 'event_id' | 'include' | 'answer'>) =>
  queryOptions({
    queryKey: organizationKey('people', 'in-event', JSON.stringify(query)),
    queryFn: async ({ signal }): Promise<Map<string, Person>> =>
      new Map((await call('people', 'listPeople', { query, signal })).map((each) => [each.id, each])),
    // A map has no copy to share with the one before.
    structuralSharing: false,
  })

export const personQuery = (person_id: string) =>
  queryOptions({
    queryKey: organizationKey('people', person_id, 'page'),
    queryFn: ({ signal }): Promise<PersonPage> =>
      call('people', 'getPerson', { params: { id: person_id }, signal }),
  })

/** D51 */
export const answersQuery = (person_id: string) =>
  queryOptions({
    queryKey: organizationKey('people', person_id, 'answers'),
    queryFn: ({ signal }): Promise<Answer[]> =>
      call('answers', 'listAnswersOfPerson', { params: { id: person_id }, signal }),
  })

/** D51 */
export const readAnswers = (event_id: string): Promise<Answer[]> =>
  call('answers', 'listAnswersOfEvent', { params: { id: event_id } })

/** D21: number of shifts, not over, to which the person is invited or on which they are confirmed. */
export const shiftsAheadQuery = (person_id: string) =>
  queryOptions({
    queryKey: organizationKey('people', person_id, 'shifts-ahead'),
    queryFn: async ({ signal }): Promise<number> => {
      const { shifts } = await call('shifts', 'listShifts', {
        query: { person_id, view: 'schedule' },
        signal,
      })
      const start = now().toISOString()
      return shifts.filter(
        (shift) =>
          !isOver(shift, start) &&
          shift.assignment.some((it) => it.person_id === person_id && occupiesTime(it.status)),
      ).length
    },
    staleTime: 0,
    gcTime: 0,
  })

export function createPerson(body: NewPerson): Promise<Person> {
  return once(['createPerson', body], (headers) => call('people', 'createPerson', { headers, body }))
}

/** D17: reads which links were sent to the address and the number. */
export const sentLinksQuery = (person_id: string) =>
  queryOptions({
    queryKey: organizationKey('people', person_id, 'sent-links'),
    queryFn: ({ signal }) => call('people', 'getSentLinks', { params: { id: person_id }, signal }),
    staleTime: 0,
    gcTime: 0,
  })

/** D17: `notify` sends new links in place of those sent to a former contact. */
export function updatePerson(id: string, body: PersonChange, notify: boolean): Promise<Person> {
  return call('people', 'updatePerson', { params: { id }, query: notifyQuery(notify), body })
}

export function deletePerson(id: string, notify: boolean): Promise<undefined> {
  return call('people', 'deletePerson', { params: { id }, query: notifyQuery(notify) })
}

export function exportPerson(id: string): Promise<PersonExport> {
  return call('people', 'exportPerson', { params: { id } })
}

export function storePerson(client: QueryClient, saved: Person): void {
  client.setQueryData(
    peopleQuery().queryKey,
    (before) => before && [...before.filter(({ id }) => id !== saved.id), saved],
  )
}

export async function fetchPerson(client: QueryClient, person_id: string): Promise<Person | undefined> {
  const people = await readAnew(client, peopleQuery())
  return people.find(({ id }) => id === person_id)
}
