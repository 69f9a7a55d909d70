import { type InEventState, inEventStates } from '@muster/contract/rules/in-event'
import { useCallback } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useMay } from '../../api/rights.ts'
import { searchInOrganization } from '../../paths.ts'

export const reaches = ['no_email', 'landline'] as const
export const sorts = ['first', 'last', 'hours'] as const

/** Search parameters, beside the text. `show` is of the event. */
export type PeopleFilters = {
  event?: string | undefined
  show?: InEventState | undefined
  tag?: string | undefined
  reach?: (typeof reaches)[number] | undefined
  /** D51: a question of the event and its answer, `id:value`. */
  answer?: string | undefined
  sort?: (typeof sorts)[number] | undefined
}

export const NO_FILTERS = { show: undefined, tag: undefined, reach: undefined, answer: undefined } as const

export type ChangeFilters = (change: PeopleFilters) => void

/** D38: what the list shows is in the address. */
export function usePeopleFilters(): [PeopleFilters, ChangeFilters] {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const change = useCallback(
    (changes: PeopleFilters) => {
      // The rendered search parameters may be older.
      const next = new URLSearchParams(location.search)
      for (const [key, value] of Object.entries(changes))
        if (value === undefined) next.delete(key)
        else next.set(key, value)
      void navigate({ search: searchInOrganization(next) }, { replace: true, preventScrollReset: true })
    },
    [navigate],
  )
  const filters = readFilters(search)
  // D69: who sees no tags and answers has no filters by them.
  return [useMay('read') ? filters : { sort: filters.sort === 'last' ? 'last' : undefined }, change]
}

function readFilters(search: URLSearchParams): PeopleFilters {
  const oneOf = <Value extends string>(values: readonly Value[], key: string) =>
    values.find((value) => value === search.get(key))
  return {
    event: search.get('event') ?? undefined,
    show: oneOf(inEventStates, 'show'),
    tag: search.get('tag') ?? undefined,
    reach: oneOf(reaches, 'reach'),
    answer: search.get('answer') ?? undefined,
    sort: oneOf(sorts, 'sort'),
  }
}
