import { useSearchParams } from 'react-router'
import { useChangeSearch } from '../../../ui/hooks/use-change-search.ts'
import type { ListFilter } from './build-lists.ts'

export const layouts = ['sign_in', 'people'] as const

export type ListsChoice = { layout: (typeof layouts)[number]; filter: ListFilter; withPhones: boolean }
export type ChangeLists = (
  changes: Partial<Record<'list' | 'event' | 'role' | 'day' | 'phones', string>>,
) => void

export function useListsChoice(maySeePhones: boolean): [ListsChoice, ChangeLists] {
  const [search] = useSearchParams()
  const change: ChangeLists = useChangeSearch()
  const choice: ListsChoice = {
    layout: layouts.find((each) => each === search.get('list')) ?? 'sign_in',
    filter: { role_id: search.get('role') ?? undefined, day: search.get('day') ?? undefined },
    withPhones: maySeePhones && search.get('phones') !== 'no',
  }
  return [choice, change]
}
