import { queryOptions } from '@tanstack/react-query'
import { call, type Given } from './call.ts'
import { organizationKey } from './organization-key.ts'

export type NoticeTarget = NonNullable<Given<'assignments', 'previewNotices'>['body']>

/** D21: how many people would be told of a change or deletion. */
export const toldQuery = (target: NoticeTarget) =>
  queryOptions({
    queryKey: organizationKey('told', JSON.stringify(target)),
    queryFn: async ({ signal }): Promise<number> =>
      (await call('assignments', 'previewNotices', { body: target, signal })).told,
    // Shown before a deletion: never from the cache.
    staleTime: 0,
    gcTime: 0,
  })
