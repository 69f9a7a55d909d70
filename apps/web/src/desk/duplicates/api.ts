import type { Comparison, Duplicate, Merged, MergeUndone } from '@muster/contract/duplicates'
import type { ChosenField } from '@muster/contract/rules/merge'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { once } from '../../api/once.ts'
import { organizationKey } from '../../api/organization-key.ts'

export const duplicatesQuery = () =>
  queryOptions({
    queryKey: organizationKey('people', 'duplicates'),
    queryFn: ({ signal }): Promise<Duplicate[]> => call('duplicates', 'listDuplicates', { signal }),
  })

export const comparisonQuery = ({ id, other_id }: { id: string; other_id: string }) =>
  queryOptions({
    queryKey: organizationKey('people', 'duplicates', id, other_id),
    queryFn: ({ signal }): Promise<Comparison> =>
      call('duplicates', 'compareEntries', { params: { id, other_id }, signal }),
    staleTime: 0,
    gcTime: 0,
  })

/** `one` is kept. */
export function mergeEntries({ one, other }: Comparison, take: ChosenField[]): Promise<Merged> {
  const body = { other_id: other.id, version: one.version, other_version: other.version, take }
  return once(['mergePeople', one.id, body], (headers) =>
    call('duplicates', 'mergePeople', { params: { id: one.id }, headers, body }),
  )
}

export const undoMerge = (id: string): Promise<MergeUndone> =>
  once(['undoMerge', id], (headers) => call('duplicates', 'undoMerge', { params: { id }, headers }))

export const tellApart = (id: string, other_id: string): Promise<undefined> =>
  call('duplicates', 'tellApart', { params: { id, other_id } })
